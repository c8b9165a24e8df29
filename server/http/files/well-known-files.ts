import { Readable } from "node:stream";
import type { Context } from "hono";
import { websitePath } from "#domain/embed/embed-path.ts";
import { maxId } from "#domain/place/place-id.ts";
import { languages } from "#domain/text/language.ts";
import { legalPageNames } from "#domain/text/legal-text.ts";
import { originFor } from "#server/config/config.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

/** Maximum number of URLs in a file (sitemaps.org). */
const partSize = 50_000;

/** Number of ids that are read and sent at a time. */
const batchSize = 2_000;

/** Pages for search engines, beside those of places. */
function indexedPages({ publicConfig }: Pick<Services, "publicConfig">): string[] {
  return [
    ...["/", "/way", "/places", "/towns", "/guide", "/data"],
    ...(publicConfig.embedOrigins.length > 0 ? [websitePath] : []),
    ...legalPageNames.map((name) => `/${name}`),
  ];
}

/** Pages without content for search engines. */
const disallowedPaths = [
  ...["/api/", "/account", "/auth/", "/logout", "/mail", "/moderation", "/status"],
  ...["/places/*/edit", "/places/*/position", "/places/*/report", "/places/*/review"],
];

const headers = {
  "Content-Type": "application/xml; charset=utf-8",
  "Cache-Control": "public, max-age=3600",
};

const opening = '<?xml version="1.0" encoding="UTF-8"?>\n';
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** Namespace of the links to other languages. */
const linkSchema = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** `GET /robots.txt`: the paths that search engines may not read, and the sitemap's URL. */
export function getRobots(context: Context<AppEnvironment>, services: Services): Response {
  const lines = [
    "User-agent: *",
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${originOf(context, services)}/sitemap.xml`,
  ];
  return context.text(`${lines.join("\n")}\n`, 200, { "Cache-Control": headers["Cache-Control"] });
}

/**
 * `GET /sitemap.xml`: the index of the sitemap (docs/product#sitemap); `?part=pages`, `?part=towns-N` and `?part=N` are
 * its parts; the N-th has the places of 50,000 ids.
 */
export async function getSitemap(
  context: Context<AppEnvironment>,
  services: Services,
): Promise<Response> {
  const origin = originOf(context, services);
  const requestedPart = context.req.query("part");
  if (requestedPart === undefined) {
    const parts = [
      "pages",
      ...townParts(services).map((_, index) => `towns-${index + 1}`),
      ...(await services.places.listIdParts({ size: partSize })),
    ];
    const entries = parts.map(
      (part) => `<sitemap><loc>${origin}/sitemap.xml?part=${part}</loc></sitemap>\n`,
    );
    return context.body(
      `${opening}<sitemapindex ${schema}>\n${entries.join("")}</sitemapindex>\n`,
      200,
      headers,
    );
  }
  if (requestedPart === "pages")
    return context.body(pageList(origin, indexedPages(services)), 200, headers);
  if (requestedPart.startsWith("towns-")) {
    const towns = townParts(services).find((_, index) => requestedPart === `towns-${index + 1}`);
    if (towns === undefined) return problem(context, "error.notfound");
    return context.body(pageList(origin, towns), 200, headers);
  }
  const part = /^[1-9]\d{0,5}$/.test(requestedPart) ? Number(requestedPart) : 0;
  if (part === 0 || (part - 1) * partSize > maxId) return problem(context, "error.notfound");
  // Read before the response begins: an unavailable database still gets a 503.
  const batches = placeBatches(services, part);
  const first = await batches.next();
  if (first.done) return problem(context, "error.notfound");
  const text = Readable.from(partText(origin, first.value, batches), { objectMode: false });
  return new Response(Readable.toWeb(text) as ReadableStream, { headers });
}

/** Paths of the towns' pages, by part. */
function townParts({ places }: Services): string[][] {
  const paths = places.listTownNames().map((name) => `/towns/${encodeURIComponent(name)}`);
  const count = Math.ceil(paths.length / partSize);
  return Array.from({ length: count }, (_, part) =>
    paths.slice(part * partSize, (part + 1) * partSize),
  );
}

/** Ids of a part's places, in batches. */
async function* placeBatches({ places }: Services, part: number): AsyncGenerator<number[], void> {
  for (let after = 0; ; ) {
    const query = { part, size: partSize, after, limit: batchSize };
    const ids = await places.listVisibleIds(query);
    if (ids.length > 0) yield ids;
    if (ids.length < batchSize) return;
    after = ids[ids.length - 1];
  }
}

async function* partText(
  origin: string,
  first: number[],
  rest: AsyncIterable<number[]>,
): AsyncGenerator<string, void> {
  yield `${opening}<urlset ${schema} ${linkSchema}>\n${placeEntries(origin, first)}`;
  for await (const ids of rest) yield placeEntries(origin, ids);
  yield "</urlset>\n";
}

function pageList(origin: string, paths: readonly string[]): string {
  const entries = paths.map((path) => entry(origin + path));
  return `${opening}<urlset ${schema} ${linkSchema}>\n${entries.join("")}</urlset>\n`;
}

function placeEntries(origin: string, ids: readonly number[]): string {
  return ids.map((id) => entry(`${origin}/places/${id}`)).join("");
}

/** Entry of a page, with its URLs in each language. */
function entry(url: string): string {
  const others = [
    ...languages.map((language) => [language, `${url}?lang=${language}`]),
    ["x-default", url],
  ];
  const links = others.map(
    ([language, other]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${other}"/>`,
  );
  return `<url><loc>${url}</loc>${links.join("")}</url>\n`;
}

/** Origin of the site; its characters need no escape in XML. */
function originOf(
  { req }: Context<AppEnvironment>,
  { publicConfig }: Pick<Services, "publicConfig">,
): string {
  return originFor(publicConfig.publicUrl, req.url);
}

/** Path of the file (RFC 9116, 3). */
export const securityTextPath = "/.well-known/security.txt";

const dayMs = 24 * 60 * 60 * 1000;

/** Days until the file expires; a running server always renews it. */
const validDays = 90;

/**
 * `GET /.well-known/security.txt`: contact for security reports (RFC 9116, docs/product#reports-of-weaknesses). 404
 * without the operator's contact address.
 */
export function getSecurityText(
  context: Context<AppEnvironment>,
  { publicConfig, now }: Pick<Services, "publicConfig" | "now">,
): Response {
  const { contactEmail, publicUrl } = publicConfig;
  if (contactEmail === null) return problem(context, "error.notfound");
  const origin = originFor(publicUrl, context.req.url);
  // Midnight, so that the file changes once a day.
  const today = Math.floor(now().getTime() / dayMs) * dayMs;
  const lines = [
    `Contact: mailto:${encodeURI(contactEmail)}`,
    `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
    `Preferred-Languages: ${languages.join(", ")}`,
    `Canonical: ${origin}${securityTextPath}`,
  ];
  context.header("Cache-Control", "public, max-age=86400");
  return context.text(`${lines.join("\n")}\n`);
}
