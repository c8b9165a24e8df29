import { XMLParser } from "fast-xml-parser";
import { Hono } from "hono";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { etagResponse } from "#server/http/caching.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { plainSite } from "#tests/support/services/stand-ins.ts";
import { getPlaceFeed } from "./place-feed.ts";

let db: TestDatabase;
let resources: Awaited<ReturnType<typeof createTestServices>>;
let app: Hono<AppEnvironment>;

const hard = `A&B <"c"> 'd' ]]>`;

beforeAll(async () => {
  db = await createTestDatabase();
  await addPlaces(db.database, [
    ...Array.from({ length: 60 }, (_, number) => ({
      city: "Eger",
      added: new Date(Date.UTC(2026, 0, 1, 0, number)),
    })),
    { city: "Győr", address: hard, comments: hard, added: new Date("2026-03-01T10:00:00Z") },
    { city: "Pécs", added: new Date("2025-12-01T10:00:00Z") },
    { city: "Vác", osm_id: "node/7", address: "", added: new Date("2025-12-01T10:00:00Z") },
    { city: "Győr", accepted: false, address: "waits" },
    { city: "Győr", sample: true, address: "sample" },
    { city: "Győr", deleted_at: new Date(), address: "gone" },
  ]);
  resources = await createTestServices(db.database, {
    config: { publicUrl: "https://mosdo.example", site: { ...plainSite, operator: "A & B" } },
  });
  app = new Hono<AppEnvironment>();
  app.get("/data/feed.atom", etagResponse, (context) => getPlaceFeed(context, resources.services));
});
afterAll(async () => {
  await resources?.[Symbol.asyncDispose]();
  await db?.[Symbol.asyncDispose]();
});

const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === "entry" });

async function read(query = "") {
  const response = await app.request(`/data/feed.atom${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  return parser.parse(await response.text()).feed;
}

test("has the fifty places that were added or edited last, in Hungarian", async () => {
  const feed = await read();
  expect(feed.entry).toHaveLength(50);
  expect(feed).toMatchObject({
    "@_xml:lang": "hu",
    id: "https://mosdo.example/data/feed.atom?lang=hu",
    author: { name: "A & B" },
    updated: "2026-03-01T10:00:00.000Z",
  });
  expect(feed.title).toContain("új és módosított mosdók");
  expect(feed.entry[0]).toMatchObject({
    title: `${hard}, Győr`,
    summary: `Új mosdó: ${hard}`,
    "georss:point": "47.5 19.05",
  });
  expect(JSON.stringify(feed)).not.toMatch(/waits|sample|gone/);
  const updates = feed.entry.map(({ updated }: { updated: string }) => updated);
  expect(updates).toEqual(updates.toSorted().reverse());
});

test("names OpenStreetMap where a place is from there, and nowhere else", async () => {
  const [own] = (await read("?town=Pécs")).entry;
  expect(own).not.toHaveProperty("rights");
  expect(await read("?town=Eger")).not.toHaveProperty("rights");
  const feed = await read("?town=Vác");
  expect(feed.rights).toMatch(/^© OpenStreetMap contributors, ODbL 1\.0/);
  expect(feed.entry[0].rights).toBe(feed.rights);
  // It has no address, so its id names it.
  expect(feed.entry[0].title).toBe("Nyilvános mosdó, Vác");
});

test("accepts a town by any spelling, and a language", async () => {
  const feed = await read("?town=GY%C5%90R&lang=de");
  expect(feed.entry).toHaveLength(1);
  expect(feed.title).toMatch(/neue und geänderte Toiletten in Győr$/);
  expect(feed.id).toBe("https://mosdo.example/data/feed.atom?town=Gy%C5%91r&lang=de");
  expect((await read("?town=Eger")).entry).toHaveLength(50);
  expect((await app.request("/data/feed.atom?town=Nowhere")).status).toBe(404);
  expect((await app.request(`/data/feed.atom?town=${"x".repeat(201)}`)).status).toBe(422);
  expect((await app.request("/data/feed.atom?town=%00")).status).toBe(422);
});

test("an edited place comes first, and the feed then has another validator", async () => {
  const fetchFeed = (etag = "") =>
    app.request("/data/feed.atom?town=Eger", { headers: { "If-None-Match": etag } });
  const etag = (await fetchFeed()).headers.get("ETag") ?? "";
  expect((await fetchFeed(etag)).status).toBe(304);
  await sql`insert into place_edit (place_id, version, source, changes, at)
    values (1, 2, 'contributor', '{}', '2026-04-01T10:00:00Z')`.execute(db.database);
  await vi.waitFor(async () => expect((await fetchFeed(etag)).status).toBe(200), 60_000);
  for (const query of ["?town=Eger", ""]) {
    const [first] = (await read(query)).entry;
    expect(first).toMatchObject({
      id: "https://mosdo.example/places/1",
      updated: "2026-04-01T10:00:00.000Z",
      published: "2026-01-01T00:00:00.000Z",
      summary: "Módosított adatok",
    });
  }
});

test("without a place it has the day's time, and the product's name where there is no operator", async () => {
  await using empty = await createTestDatabase();
  await using services = await createTestServices(empty.database, {
    config: { publicUrl: "http://localhost:3000", site: plainSite },
    now: () => new Date("2026-06-01T10:00:00Z"),
  });
  const bare = new Hono<AppEnvironment>();
  bare.get("/data/feed.atom", (context) => getPlaceFeed(context, services.services));
  const { feed } = parser.parse(await (await bare.request("/data/feed.atom?lang=de")).text());
  expect(feed).toMatchObject({
    updated: "2026-06-01T00:00:00.000Z",
    author: { name: "Toilettenfinder" },
  });
});
