import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { languages } from "#domain/text/language.ts";
import { listIdParts, listVisibleIds } from "#server/places/list-places.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { startTestServer, type TestServer } from "#tests/support/test-server.ts";

let server: TestServer;
let visible: number[];

beforeAll(async () => {
  server = await startTestServer({
    places: [{}, { accepted: false }, { deleted_at: new Date() }, {}, {}],
  });
  const [first, , , second, third] = server.placeIds;
  visible = [first, second, third];
});
afterAll(() => server?.[Symbol.asyncDispose]());

async function fetchSitemap(path: string): Promise<Response> {
  return fetch(server.origin + path);
}

/** URLs of a file of the sitemap, which is well-formed XML. */
async function urlsOf(path: string): Promise<string[]> {
  const response = await fetchSitemap(path);
  expect(response.status, path).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  const text = await response.text();
  expect(XMLValidator.validate(text)).toBe(true);
  const { urlset, sitemapindex } = new XMLParser({
    isArray: (name) => name === "url" || name === "sitemap",
  }).parse(text);
  const entries: { loc: string }[] = urlset?.url ?? sitemapindex.sitemap;
  return entries.map(({ loc }) => loc);
}

test("leads from the file for robots to the page of each place that everyone sees", async () => {
  const { origin } = server;
  const robots = await (await fetchSitemap("/robots.txt")).text();
  expect(robots).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
  const parts = await urlsOf("/sitemap.xml");
  const found = await Promise.all(parts.map((part) => urlsOf(part.slice(origin.length))));
  const pages = [
    ...["/", "/way", "/places", "/towns", "/guide", "/data", "/for-your-website"],
    ...["/privacy", "/imprint", "/accessibility", "/terms", "/towns/Budapest"],
  ].map((path) => origin + path);
  expect(found.flat()).toEqual([...pages, ...visible.map((id) => `${origin}/places/${id}`)]);
  for (const url of found.flat()) expect((await fetch(url)).status, url).toBe(200);
});

test("names each page in its languages", async () => {
  const text = await (await fetchSitemap("/sitemap.xml?part=1")).text();
  const url = `${server.origin}/places/${visible[0]}`;
  const { urlset } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" }).parse(
    text,
  );
  const { loc, "xhtml:link": links } = urlset.url[0];
  expect(loc).toBe(url);
  expect(languages).toContain("hu");
  expect(links.map(({ hreflang, href }: Record<string, string>) => [hreflang, href])).toEqual([
    ...languages.map((language) => [language, `${url}?lang=${language}`]),
    ["x-default", url],
  ]);
});

test.each(["towns", "towns-0", "towns-2", "0", "2", "-1", "x", "1.5", "43000", "999999"])(
  "has no part %s",
  async (part) => {
    expect((await fetchSitemap(`/sitemap.xml?part=${part}`)).status).toBe(404);
  },
);

test("parts have the ids up to their size, and only those with a place are named", async () => {
  const { database } = server.db;
  const size = 2;
  const [first, , , , last] = server.placeIds;
  const numbers = [...new Set(visible.map((id) => Math.ceil(id / size)))];
  expect(await listIdParts({ database }, { size })).toEqual(numbers);
  const read = (after: number, limit: number) =>
    listVisibleIds({ database }, { part: 1, size: last, after, limit });
  expect(await read(0, 10)).toEqual(visible);
  expect(await read(0, 1)).toEqual([first]);
  expect(await read(first, 10)).toEqual(visible.slice(1));
  expect(await listVisibleIds({ database }, { part: 2, size: last, after: 0, limit: 10 })).toEqual(
    [],
  );
});

test("a part with more places than are read at once is whole", async () => {
  const more = await addPlaces(
    server.db.database,
    Array.from({ length: 2_100 }, (_, index) => ({ address: `Sor utca ${index}.` })),
  );
  const found = await urlsOf("/sitemap.xml?part=1");
  expect(found).toHaveLength(visible.length + more.length);
  expect(new Set(found).size).toBe(found.length);
});
