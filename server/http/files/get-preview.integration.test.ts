import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#tests/support/test-server.ts";

let server: TestServer;

beforeAll(async () => {
  const long = "Egy nagyon hosszú nevű tér, ".repeat(6).trim();
  server = await startTestServer({
    places: [
      { city: "Győr", address: "Széchenyi tér 1." },
      { accepted: false },
      { deleted_at: new Date() },
      { city: "Győr", address: long },
      { city: "", address: "", comments: "" },
    ],
  });
});
afterAll(() => server?.[Symbol.asyncDispose]());

function fetchPreview(id: number | string, query = ""): Promise<Response> {
  return fetch(`${server.origin}/places/${id}/preview.png${query}`);
}

test("is a picture of 1200 by 630 pixels and at most 60 KB, whatever names the place", async () => {
  const [named, , , long, nameless] = server.placeIds;
  const pictures: Buffer[] = [];
  for (const id of [named, long, nameless]) {
    const response = await fetchPreview(id);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=86400");
    const picture = Buffer.from(await response.arrayBuffer());
    expect(picture.toString("latin1", 1, 4)).toBe("PNG");
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(picture.byteLength).toBeGreaterThan(5_000);
    expect(picture.byteLength).toBeLessThanOrEqual(60 * 1024);
    pictures.push(picture);
  }
  expect(new Set(pictures.map((picture) => picture.toString("base64"))).size).toBe(3);
});

test("is in the requested language, and the same at the next request", async () => {
  const [id] = server.placeIds;
  const etagOf = async (query: string) => (await fetchPreview(id, query)).headers.get("ETag");
  expect(await etagOf("?lang=de")).not.toBe(await etagOf("?lang=hu"));
  expect(await etagOf("?lang=de")).toBe(await etagOf("?lang=de"));
  const german = { headers: { "Accept-Language": "de" } };
  const requests = await fetch(`${server.origin}/places/${id}/preview.png`, german);
  expect(requests.headers.get("ETag")).toBe(await etagOf("?lang=de"));
  expect(requests.headers.get("Vary")).toMatch(/\bAccept-Language\b/);
});

test("is there for no place that visitors do not see", async () => {
  const [, pending, deleted] = server.placeIds;
  for (const id of [pending, deleted, 999_999, "x"])
    expect((await fetchPreview(id)).status).toBe(404);
});

test("of the product is there for other pages, by language, as large as that of a place", async () => {
  const pictures = new Set<string>();
  for (const language of ["hu", "de"]) {
    const response = await fetch(`${server.origin}/preview.png?lang=${language}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    const picture = Buffer.from(await response.arrayBuffer());
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(picture.byteLength).toBeLessThanOrEqual(60 * 1024);
    pictures.add(picture.toString("base64"));
  }
  expect(pictures.size).toBe(2);
});

test.each(["/towns", "/towns/Gy%C5%91r", "/data"])(
  "of the product is named by %s",
  async (page) => {
    const { origin } = server;
    const html = await (await fetch(`${origin}${page}?lang=de`)).text();
    const [, address] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(address).toBe(`${origin}/preview.png?lang=de`);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  },
);
