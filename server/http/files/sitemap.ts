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

/** Maximum number of addresses in a file (sitemaps.org). */
const partSize = 50_000;

/** Number of addresses that are read and sent at a time. */
const pieceSize = 2_000;

/** Pages that are there to be found, beside those of places. */
function foundPages({ publicConfig }: Pick<Services, "publicConfig">): string[] {
  return [
    ...["/", "/places", "/towns", "/guide", "/data"],
    ...(publicConfig.embedOrigins.length > 0 ? [websitePath] : []),
    ...legalPageNames.map((name) => `/${name}`),
  ];
}

/** Pages that say nothing to who searches. */
const unfoundPages = [
  ...["/api/", "/account", "/auth/", "/logout", "/mail", "/moderation", "/status"],
  ...["/places/*/edit", "/places/*/position", "/places/*/report", "/places/*/review"],
];

const headers = {
  "Content-Type": "application/xml; charset=utf-8",
  "Cache-Control": "public, max-age=3600",
};

const opening = '<?xml version="1.0" encoding="UTF-8"?>\n';
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** Schema of the links to other languages, as search engines read it. */
const linkSchema = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** `GET /robots.txt`: what search engines leave alone, and where the sitemap is. */
export function getRobots(context: Context<AppEnvironment>, services: Services): Response {
  const lines = [
    "User-agent: *",
    ...unfoundPages.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${originOf(context, services)}/sitemap.xml`,
  ];
  return context.text(`${lines.join("\n")}\n`, 200, { "Cache-Control": headers["Cache-Control"] });
}

/**
 * `GET /sitemap.xml`: the index of the sitemap (docs/product#sitemap); `?part=pages`, `?part=towns-N` and
 * `?part=N` are its parts, the N-th with the places of 50,000 ids.
 */
export async function getSitemap(
  context: Context<AppEnvironment>,
  services: Services,
): Promise<Response> {
  const origin = originOf(context, services);
  const asked = context.req.query("part");
  if (asked === undefined) {
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
  if (asked === "pages") return context.body(pageList(origin, foundPages(services)), 200, headers);
  if (asked.startsWith("towns-")) {
    const towns = townParts(services).find((_, index) => asked === `towns-${index + 1}`);
    if (towns === undefined) return problem(context, "error.notfound");
    return context.body(pageList(origin, towns), 200, headers);
  }
  const part = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 0;
  if (part === 0 || (part - 1) * partSize > maxId) return problem(context, "error.notfound");
  // Read before the answer begins: a database that is away is an answer of its own.
  const pieces = placePieces(services, part);
  const first = await pieces.next();
  if (first.done) return problem(context, "error.notfound");
  const text = Readable.from(partText(origin, first.value, pieces), { objectMode: false });
  return new Response(Readable.toWeb(text) as ReadableStream, { headers });
}

/** Pages of the towns, part by part. */
function townParts({ places }: Services): string[][] {
  const paths = places.listTownNames().map((name) => `/towns/${encodeURIComponent(name)}`);
  const count = Math.ceil(paths.length / partSize);
  return Array.from({ length: count }, (_, part) =>
    paths.slice(part * partSize, (part + 1) * partSize),
  );
}

/** Ids of a part's places, piece by piece. */
async function* placePieces({ places }: Services, part: number): AsyncGenerator<number[], void> {
  for (let after = 0; ; ) {
    const asked = { part, size: partSize, after, limit: pieceSize };
    const ids = await places.listVisibleIds(asked);
    if (ids.length > 0) yield ids;
    if (ids.length < pieceSize) return;
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

/** A page, with its addresses in each language. */
function entry(address: string): string {
  const others = [
    ...languages.map((language) => [language, `${address}?lang=${language}`]),
    ["x-default", address],
  ];
  const links = others.map(
    ([language, other]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${other}"/>`,
  );
  return `<url><loc>${address}</loc>${links.join("")}</url>\n`;
}

/** The product's own origin; its characters need no escape in XML. */
function originOf(
  { req }: Context<AppEnvironment>,
  { publicConfig }: Pick<Services, "publicConfig">,
): string {
  return originFor(publicConfig.publicUrl, req.url);
}
