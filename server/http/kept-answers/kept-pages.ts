import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { EmbedOrigins } from "#domain/embed/embed-messages.ts";
import { embedPath, isEmbedPath } from "#domain/embed/embed-path.ts";
import { filterParameters } from "#domain/place/place-list-query.ts";
import type { Language } from "#domain/text/language.ts";
import { legalPageNames } from "#domain/text/legal-text.ts";
import type { MemoryCounts } from "#server/figures/figures.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { chooseEncoding, compressBytes } from "#server/http/middleware/compress.ts";
import {
  framersOf,
  type HeaderLines,
  pagePolicy,
} from "#server/http/middleware/security-headers.ts";
import { languageOf, requestLanguage } from "#server/i18n.ts";
import type { Services } from "#server/services.ts";
import {
  type AnswerMemory,
  AnswerStore,
  type FoundAnswer,
  isKnown,
  type KeptContent,
  pathOf,
} from "./answer-memory.ts";

/**
 * Pages that are kept, each with the parameters that it is kept with: those that say what is shown, and none
 * by which a form or another site answers. An address with any other parameter is made anew each time.
 */
const keptPages: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["/", new Set([...filterParameters, "place", "view"])],
  ["/places", new Set([...filterParameters, "page", "after", "per_page", "sort", "near", "bbox"])],
  [embedPath, new Set([...filterParameters, "place", "view", "lang"])],
  ["/guide", new Set()],
  ...legalPageNames.map((name) => [`/${name}`, new Set<string>()] as const),
  ["/login", new Set()],
  ["/register", new Set()],
  ["/forgotpassword", new Set()],
]);

/** Page as it is sent: everything of its answer but the headers that every answer has. */
export interface KeptPage {
  /** Validator of the answer, in quotes. */
  readonly etag: string;
  /** Headers that the page's own content decides, its policy included. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document, compressed with brotli. */
  readonly brotli: Uint8Array<ArrayBuffer>;
}

/** What a page's memory goes to. */
export function contentOfPage({ etag, headers, brotli }: KeptPage): KeptContent {
  return { bodyBytes: brotli.byteLength, texts: [etag, ...Object.entries(headers).flat()] };
}

/** Memory for kept pages: some 1,300 of them. */
const maxBytes = 24 * 1024 * 1024;

export interface KeptPagesOptions {
  readonly services: Pick<Services, "identity" | "contentVersion">;
  /** Headers that every answer of the server has. */
  readonly fixedHeaders: HeaderLines;
  /** Origins that the base map in force is fetched from. */
  readonly mapOrigins: () => readonly string[];
  /** Whether browsers report what a page's policy has refused. */
  readonly hasReports: boolean;
  /** Sites whose pages may show the page for frames. */
  readonly embedOrigins: EmbedOrigins;
  /** Language for requests that ask for none. */
  readonly language: Language;
}

/**
 * Whole pages of visitors, kept by address and language as long as nothing that they show has changed
 * (docs/decisions/024).
 *
 * A request with a session is never answered from here, nor is its answer kept. What is kept was made from a
 * request of which only address and language were left ({@link keptRequest}), so it can hold nothing of the
 * visitor who asked first.
 */
export class KeptPages implements AnswerMemory {
  readonly #options: KeptPagesOptions;
  readonly #store = new AnswerStore<KeptPage>(maxBytes, contentOfPage);

  constructor(options: KeptPagesOptions) {
    this.#options = options;
  }

  get counts(): MemoryCounts {
    return this.#store.counts;
  }

  find(request: IncomingMessage): FoundAnswer | null {
    const { url = "", headers } = request;
    const key = this.#keyOf({
      host: headers.host ?? "",
      address: url,
      cookie: headers.cookie,
      acceptLanguage: headers["accept-language"],
    });
    if (key === null) return null;
    const found = this.#find(key, request);
    this.#store.note(found !== null);
    return found;
  }

  #find(key: string, { headers }: IncomingMessage): FoundAnswer | null {
    const version = this.#options.services.contentVersion();
    if (version === null) return null;
    const page = this.#store.find(key, version);
    if (page === null) return null;
    const { fixedHeaders } = this.#options;
    const lines = (own: Record<string, string>) => [...Object.entries(own), ...fixedHeaders].flat();
    if (isKnown(headers["if-none-match"], page.etag))
      return { status: 304, headers: lines(knownHeaders(page)), body: undefined };
    // Other codings are made on the way through the application.
    if (chooseEncoding(headers["accept-encoding"]) !== "br") return null;
    return { status: 200, headers: lines(brotliHeaders(page)), body: page.brotli };
  }

  /** Middleware that keeps the pages that the application makes, and answers from them too. */
  readonly keep = createMiddleware<AppEnvironment>(async (context, next) => {
    const { services } = this.#options;
    const { method, raw, url } = context.req;
    const { host, pathname, search } = new URL(url);
    const key = this.#keyOf({
      host,
      address: pathname + search,
      cookie: raw.headers.get("Cookie") ?? undefined,
      acceptLanguage: raw.headers.get("Accept-Language") ?? undefined,
    });
    const version = key === null || method !== "GET" ? null : services.contentVersion();
    if (key === null || version === null) return next();
    const kept = this.#store.find(key, version);
    if (kept !== null) return send(context, kept);
    const making = this.#store.findMaking(key, version);
    if (making !== null) {
      const page = await making;
      return page === null ? next() : send(context, page);
    }

    context.set("keptRequest", keptRequest(raw, this.#options.language));
    await this.#store.keep(key, version, async () => {
      await next();
      const page = await keepable(context, this.#options);
      return services.contentVersion() === version ? page : null;
    });
    return undefined;
  });

  /** Key of the page that a request asks for; null where the answer is not kept. */
  #keyOf({ host, address, cookie: sent, acceptLanguage }: Asked): string | null {
    const path = pathOf(address);
    const known = keptPages.get(path);
    if (known === undefined) return null;
    const cookie = isEmbedPath(path) ? undefined : sent;
    const query = new URLSearchParams(address.slice(path.length));
    for (const name of query.keys()) if (!known.has(name)) return null;
    const { services, language: unasked } = this.#options;
    const { identity } = services;
    if (cookie !== undefined && identity.mayHaveSession(new Headers({ Cookie: cookie })))
      return null;
    const language = languageOf({ query, cookie, acceptLanguage }, unasked);
    return `${language} ${host} ${address}`;
  }
}

/** What a page is chosen by. */
interface Asked {
  readonly host: string;
  /** Path and query. */
  readonly address: string;
  readonly cookie: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/** The request that a kept page is made from: address and language, and nothing else of the visitor's. */
function keptRequest(request: Request, unasked: Language): Request {
  return new Request(request.url, {
    headers: { "Accept-Language": requestLanguage(request, unasked) },
  });
}

/**
 * Turns an answer into one that can be sent to every visitor, and returns it for keeping; null where the
 * answer is not a whole page for everyone.
 */
async function keepable(
  context: Context<AppEnvironment>,
  { mapOrigins, hasReports, embedOrigins }: KeptPagesOptions,
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
      "Content-Security-Policy": pagePolicy(sources, {
        isDevelopment: false,
        mapOrigins: mapOrigins(),
        hasReports,
        framers: framersOf(context.req.path, embedOrigins),
      }),
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

/** Headers of a 304. */
function knownHeaders({ etag, headers }: KeptPage): Record<string, string> {
  return { ...headers, Vary: varyCompressed, ETag: etag };
}

function brotliHeaders(page: KeptPage): Record<string, string> {
  const length = String(page.brotli.byteLength);
  return { ...knownHeaders(page), "Content-Encoding": "br", "Content-Length": length };
}

/** The answer to a request for a kept page: 304 where the visitor has it. */
function send({ req }: Context<AppEnvironment>, page: KeptPage): Response {
  if (isKnown(req.header("If-None-Match"), page.etag)) {
    return new Response(null, { status: 304, headers: knownHeaders(page) });
  }
  if (chooseEncoding(req.header("Accept-Encoding")) === "br") {
    return new Response(page.brotli, { headers: brotliHeaders(page) });
  }
  // The bare document; `compressResponse` does the rest.
  return new Response(brotliDecompressSync(page.brotli), {
    headers: { ...page.headers, Vary: vary, ETag: page.etag },
  });
}
