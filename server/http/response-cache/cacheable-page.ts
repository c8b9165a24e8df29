import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { EmbedOrigins } from "#domain/embed/embed-messages.ts";
import { filterParameters } from "#domain/place/place-list-query.ts";
import type { Language } from "#domain/text/language.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { framersOf, pagePolicy } from "#server/http/middleware/security-headers.ts";
import { requestLocale } from "#server/i18n.ts";
import {
  type CachePolicy,
  createCachedResponse,
  isVisitor,
  sendCachedResponse,
} from "./cacheable.ts";
import type { CachedResponse } from "./response-cache.ts";

/** Export `cacheable` of a page's route module. */
export interface CacheablePage {
  /**
   * Parameters of the pages that are cached: those that select the content, and none of the result of a form or of
   * another site. A page with any other is made for each request, so that invented ones fill no memory.
   */
  readonly parameters: readonly string[];
  /** Whether it also has the parameters of the filters. */
  readonly hasFilters?: true;
}

interface PageOptions {
  /** Origins of the current base map. */
  readonly mapOrigins: () => readonly string[];
  /** Whether browsers report violations of a page's content security policy. */
  readonly hasReports: boolean;
  /** Sites whose pages may frame the page for frames. */
  readonly embedOrigins: EmbedOrigins;
  /** Language for requests that name none. */
  readonly language: Language;
}

/**
 * Pages of visitors, by URL and locale: language and format. A page is rendered from a request with these two alone, so it holds nothing
 * of the visitor who came first.
 */
export function cacheablePage(
  { parameters, hasFilters }: CacheablePage,
  options: PageOptions,
): CachePolicy {
  const known = new Set([...parameters, ...(hasFilters ? filterParameters : [])]);
  return {
    group: "pages",
    isShared: isVisitor,
    versionOf: ({ contentVersion }) => contentVersion(),
    variantOf: ({ req }) => {
      const { searchParams } = new URL(req.url);
      const isKnown = [...searchParams.keys()].every((name) => known.has(name));
      return isKnown ? requestLocale(req.raw, options.language) : null;
    },
    make: async (context, next) => {
      const { raw } = context.req;
      const headers = { "Accept-Language": requestLocale(raw, options.language) };
      context.set("sharedRequest", new Request(raw.url, { headers }));
      await next();
      const page = await readPage(context, options);
      if (page === null) return null;
      // Set over the other response, it would get the headers of that.
      context.res = undefined;
      context.res = sendCachedResponse(context, page);
      return page;
    },
  };
}

/** The rendered page with a policy that holds for every visitor; null where it is not a whole page for everyone. */
async function readPage(
  { req, res, var: { nonce } }: Context<AppEnvironment>,
  { mapOrigins, hasReports, embedOrigins }: PageOptions,
): Promise<CachedResponse | null> {
  const { status, headers } = res;
  const type = headers.get("Content-Type") ?? "";
  if (status !== 200 || headers.has("Set-Cookie") || !type.startsWith("text/html")) return null;
  const { html, sources } = hashSources(Buffer.from(await res.arrayBuffer()), nonce());
  return createCachedResponse(html, {
    acceptEncoding: req.header("Accept-Encoding"),
    type,
    vary: "Cookie, Accept-Language",
    headers: {
      "Content-Language": headers.get("Content-Language") ?? "",
      "Content-Security-Policy": pagePolicy(sources, {
        isDevelopment: false,
        mapOrigins: mapOrigins(),
        hasReports,
        framers: framersOf(req.path, embedOrigins),
      }),
      // Every cache revalidates it each time: what it shows may have changed.
      "Cache-Control": "public, no-cache",
    },
  });
}

/**
 * Removes the nonce of a page, which would be the same for all visitors, and allows the inline scripts and styles that
 * carry it by their hashes instead. One without the nonce was not written by the page, and is not allowed.
 */
function hashSources(page: Buffer<ArrayBuffer>, nonce: string) {
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

/** Source that allows an inline script or style of this content (CSP Level 3, 2.3.1). */
function hashSource(content: Uint8Array): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}
