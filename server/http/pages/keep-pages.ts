import { createHash } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { placeFilterNames } from "#domain/place/place-filters.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { chooseEncoding, compressBytes } from "#server/http/middleware/compress.ts";
import { pagePolicy } from "#server/http/middleware/security-headers.ts";
import { requestLanguage } from "#server/i18n.ts";
import type { Services } from "#server/services.ts";
import { type KeptPage, PageStore } from "./page-store.ts";

const filters = [...placeFilterNames, "unknown"];

/**
 * Pages that are kept, each with the parameters that it is kept with: those that say what is shown, and none
 * by which a form or another site answers. An address with any other parameter is made anew each time.
 */
const keptPages: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["/", new Set([...filters, "place", "view"])],
  ["/places", new Set([...filters, "page", "per_page", "sort", "near", "bbox"])],
  ["/guide", new Set()],
  ["/login", new Set()],
  ["/register", new Set()],
  ["/forgotpassword", new Set()],
]);

/** Memory for kept pages: some 1,300 of them. */
const maxBytes = 24 * 1024 * 1024;

export interface KeepPagesOptions {
  readonly services: Pick<Services, "identity" | "pageState">;
  /** Origins that the base map in force is fetched from. */
  readonly mapOrigins: readonly string[];
  readonly store?: PageStore;
}

/**
 * Middleware that keeps whole pages of visitors and answers from them, before anything else is done for a
 * request (docs/decisions/024). A page is kept by address and language, as long as nothing that it shows has
 * changed.
 *
 * A request with a session is never answered from here, nor is its answer kept. What is kept was made from a
 * request of which only address and language were left ({@link keptRequest}), so it can hold nothing of the
 * visitor who asked first.
 */
export function keepPages({
  services,
  mapOrigins,
  store = new PageStore(maxBytes),
}: KeepPagesOptions) {
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const key = keyOf(context, services);
    const state = key === null ? null : services.pageState();
    if (key === null || state === null) return next();
    const kept = store.find(key, state);
    if (kept !== null) return send(context, kept);
    const making = store.findMaking(key, state);
    if (making !== null) {
      const page = await making;
      return page === null ? next() : send(context, page);
    }

    context.set("keptRequest", keptRequest(context.req.raw));
    await store.keep(key, state, async () => {
      await next();
      const page = await keepable(context, mapOrigins);
      return services.pageState() === state ? page : null;
    });
    return undefined;
  });
}

/** Key of the page that a request asks for; null where the answer is not kept. */
function keyOf(
  { req }: Context<AppEnvironment>,
  { identity }: Pick<Services, "identity">,
): string | null {
  if (req.method !== "GET") return null;
  const known = keptPages.get(req.path);
  if (known === undefined || identity.mayHaveSession(req.raw.headers)) return null;
  const { host, search, searchParams } = new URL(req.url);
  if (search !== "" && ![...searchParams.keys()].every((name) => known.has(name))) return null;
  return `${requestLanguage(req.raw)} ${host} ${req.path}${search}`;
}

/** The request that a kept page is made from: address and language, and nothing else of the visitor's. */
function keptRequest(request: Request): Request {
  return new Request(request.url, {
    headers: { "Accept-Language": requestLanguage(request) },
  });
}

/**
 * Turns an answer into one that can be sent to every visitor, and returns it for keeping; null where the
 * answer is not a whole page for everyone.
 */
async function keepable(
  context: Context<AppEnvironment>,
  mapOrigins: readonly string[],
): Promise<KeptPage | null> {
  const { status, headers } = context.res;
  const isForEveryone =
    status === 200 && !headers.has("Set-Cookie") && !headers.has("Content-Encoding");
  if (!isForEveryone || !headers.get("Content-Type")?.startsWith("text/html")) return null;

  const rendered = await readWhole(context.res);
  const { html, sources } = nameByHash(rendered, context.var.nonce);
  const brotli = await compressBytes(html, "br");
  const page: KeptPage = {
    etag: `"${createHash("sha1").update(brotli).digest("base64url")}"`,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": headers.get("Content-Language") ?? "",
      "Content-Security-Policy": pagePolicy(sources, { isDevelopment: false, mapOrigins }),
      // Kept by every cache, and asked for again each time: what it shows may have changed.
      "Cache-Control": "public, no-cache",
    },
    brotli,
  };
  context.res = undefined;
  context.res = send(context, page);
  return page;
}

/** Body of an answer, without the way over text that `Response.text` takes. */
async function readWhole({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body ?? []) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * Takes the nonce out of a page, which would be the same for all visitors, and names each inline script and
 * style that carries it by its hash instead. One without the nonce was not written by the page, and gets
 * neither.
 */
function nameByHash(page: Buffer, nonce: string) {
  const sources = { script: new Set<string>(), style: new Set<string>() };
  const attribute = Buffer.from(` nonce="${nonce}"`);
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = page.indexOf(attribute); at !== -1; at = page.indexOf(attribute, from)) {
    pieces.push(page.subarray(from, at));
    from = at + attribute.length;
    const kind = /^<(script|style)\b/.exec(page.toString("latin1", page.lastIndexOf("<", at), at));
    if (kind === null) continue;
    const contentStart = page.indexOf(">", from) + 1;
    const content = page.subarray(contentStart, page.indexOf(`</${kind[1]}`, contentStart));
    if (content.length > 0) sources[kind[1] as "script" | "style"].add(hashSource(content));
  }
  pieces.push(page.subarray(from));
  const html = Buffer.concat(pieces);
  return { html, sources: { script: [...sources.script], style: [...sources.style] } };
}

/** The source that allows an inline script or style of this content (CSP Level 3 §2.3.1). */
function hashSource(content: Uint8Array): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}

/** What the bare document depends on; compressed, on the client's codings too. */
const vary = "Cookie, Accept-Language";
const varyCompressed = `${vary}, Accept-Encoding`;

/** The answer to a request for a kept page: 304 where the visitor has it. */
function send({ req }: Context<AppEnvironment>, { etag, headers, brotli }: KeptPage): Response {
  const known = req.header("If-None-Match");
  if (known?.replaceAll("W/", "").includes(etag)) {
    return new Response(null, {
      status: 304,
      headers: { ...headers, Vary: varyCompressed, ETag: etag },
    });
  }
  const encoding = chooseEncoding(req.header("Accept-Encoding"));
  if (encoding === "br") {
    return new Response(brotli, {
      headers: {
        ...headers,
        Vary: varyCompressed,
        ETag: etag,
        "Content-Encoding": "br",
      },
    });
  }
  // The bare document; `compressResponse` does the rest.
  return new Response(brotliDecompressSync(brotli), {
    headers: { ...headers, Vary: vary, ETag: etag },
  });
}
