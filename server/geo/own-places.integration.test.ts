import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { createInstructionLocales } from "#server/geo/walking/walking-router.ts";
import { readTranslations } from "#server/i18n.ts";
import { loadSamplePlaces } from "#server/import/sample-places.ts";
import { loadPlaceIndex } from "#server/places/feed/load-place-index.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { createFallbackChain } from "./fallback-chain.ts";
import type { Geo } from "./geo.ts";
import { addOwnPlaces, createOwnPlaces, type OwnPlaces } from "./own-places.ts";
import { searchQueries } from "./search-queries.fixture.ts";

const localeOf = createInstructionLocales(readTranslations());

const budapest: Coordinates = [19.05, 47.5];
const győr: Coordinates = [17.63, 47.69];
const options = searchOptions("hu", budapest);

let db: TestDatabase;
let own: OwnPlaces;
let geo: Geo;

beforeAll(async () => {
  db = await createTestDatabase();
  await loadSamplePlaces(db.database, new Date("2026-06-01T10:00:00Z"));
  await addPlaces(db.database, [
    { address: "Deák Ferenc tér 1.", latitude: 47.4975, longitude: 19.054 },
    { city: "Győr", address: "Deák tér 5.", latitude: 47.688, longitude: 17.634 },
    { city: "Tata", address: "Budapesti út 9.", latitude: 47.65, longitude: 18.33 },
    { address: "Rejtett tér 1.", comments: "vár a jóváhagyásra", accepted: false },
    { address: "Törölt tér 1.", deleted_at: new Date() },
    { city: "Прикладове", address: "Зелена вулиця 9", latitude: 50.1, longitude: 30.2 },
    { city: "Zielona", address: "Parkova 3", latitude: 50.2, longitude: 30.3 },
    { address: "", comments: `az alagútban, ${"nagyon ".repeat(30)}mélyen` },
  ]);
  const placeIndex = await loadPlaceIndex(db.database);
  // A limit so long that a busy machine does not reach it.
  const timeLimitMs = 10_000;
  own = createOwnPlaces({ database: db.database, placeIndex, log: silentLog, timeLimitMs });
  geo = addOwnPlaces(createFallbackChain([createEmbeddedProvider()]), own, localeOf);
});
afterAll(() => db[Symbol.asyncDispose]());

async function suggest(text: string, more: object = {}) {
  const result = await geo.suggest(text, { ...options, ...more });
  if (!result.ok) throw new Error(result.code);
  return result.value;
}

describe("suggests first", () => {
  const queries = searchQueries.filter(({ own }) => own !== undefined);

  it.each(queries)("for '$text': $own", async ({ text, language = "hu", own = "" }) => {
    const [first] = await suggest(text, { language });
    expect(`${first?.name}, ${first?.detail}`.slice(0, own.length)).toBe(own);
  });
});

test("contains the place's id, and retrieves its address", async () => {
  const [place] = await suggest("Baross tér");
  expect(place).toEqual({
    id: `place.${place?.place_id}`,
    name: "Baross tér 1.",
    detail: expect.stringMatching(/^Budapest, a Keleti pályaudvar aluljárójában/),
    precision: "address",
    place_id: expect.any(Number),
  });
  expect(await geo.retrieve(place?.id ?? "", options)).toMatchObject({
    ok: true,
    value: {
      address_line1: "Baross tér 1.",
      place: "Budapest",
      country: "HU",
      confidence: "exact",
    },
  });
  expect(await geo.retrieve("place.2147483647", options)).toMatchObject({ code: "notfound" });
  expect(await geo.retrieve("place.0", options)).toMatchObject({ code: "notfound" });
});

test("nearer places come first, and an exact name before one that begins so", async () => {
  const namesNear = async (text: string, near: Coordinates) =>
    (await suggest(text, { near })).map(({ name }) => name);
  expect((await namesNear("Deák tér", budapest)).slice(0, 2)).toEqual([
    "Deák Ferenc tér 1.",
    "Deák tér 5.",
  ]);
  expect((await namesNear("Deák tér", győr)).slice(0, 2)).toEqual([
    "Deák tér 5.",
    "Deák Ferenc tér 1.",
  ]);
});

test("a town whose exact name was typed comes before a street of its name", async () => {
  const names = (await suggest("Budapest")).map(({ name }) => name);
  expect(names[0]).toBe("Budapest");
  expect(names).toContain("Budapesti út 9.");
  expect(names).not.toContain("Baross tér 1.");
});

describe("finds a place in another script", () => {
  const found = async (text: string, near: Coordinates | null) =>
    (await suggest(text, { near })).flatMap(({ name, place_id }) => (place_id ? [name] : []));

  it.each([
    ["Zelena 9", "Зелена вулиця 9"],
    ["vulytsia zelen", "Зелена вулиця 9"],
    ["Prykladove zelena", "Зелена вулиця 9"],
    ["Паркова 3", "Parkova 3"],
  ])("by the letters of '%s'", async (text, name) => {
    expect(await found(text, budapest)).toEqual([name]);
    expect(await found(text, null)).toEqual([name]);
  });

  it("but not by its town alone", async () => {
    expect(await found("Prykladove", budapest)).toEqual([]);
  });
});

test("suggests at most eight, three of them addresses where there are such", async () => {
  const suggestions = await suggest("tér");
  expect(suggestions).toHaveLength(8);
  const places = suggestions.filter(({ place_id }) => place_id !== undefined);
  expect(places.length).toBeGreaterThanOrEqual(5);
  expect(new Set(suggestions.map(({ id }) => id)).size).toBe(8);
});

test("finds and retrieves no pending and no deleted place", async () => {
  const rows = await db.database
    .selectFrom("place")
    .select("id")
    .where("address", "in", ["Rejtett tér 1.", "Törölt tér 1."])
    .execute();
  expect(rows).toHaveLength(2);
  for (const { id } of rows) {
    expect(await geo.retrieve(`place.${id}`, options)).toMatchObject({ code: "notfound" });
  }
  expect(await suggest("Rejtett tér")).toEqual([]);
  expect(await suggest("Törölt tér")).toEqual([]);
});

test("names a place without an address by its comment, cut where it is long", async () => {
  const [place] = await suggest("alagút");
  expect(place?.name).toMatch(/^az alagútban, .{60,66}…$/);
  expect(place?.detail).toBe("Budapest");
});

test("leaves our places out where only addresses are requested, or below three letters", async () => {
  expect(await suggest("Keleti", { kinds: ["address"] })).not.toContainEqual(
    expect.objectContaining({ place_id: expect.anything() }),
  );
  expect((await suggest("Keleti", { kinds: ["address", "toilet"] }))[0]?.place_id).toBeDefined();
  expect(await suggest("Ke")).toEqual([]);
});

test("finds places in the requested countries and box only", async () => {
  const found = async (more: object) =>
    (await own.find("tér", { near: null, limit: 1000, ...more })).map(({ city }) => city);
  expect(new Set(await found({ bbox: { west: 17, south: 47, east: 18, north: 48 } }))).toContain(
    "Győr",
  );
  expect(await found({ bbox: { west: 17, south: 47, east: 18, north: 48 } })).not.toContain(
    "Budapest",
  );
  expect(await found({ countries: ["AT"] })).toEqual([]);
  expect(await found({ countries: ["AT", "HU"] })).toContain("Budapest");
});

test("finds the nearest places of a common term, however many there are", async () => {
  const many = Array.from({ length: 1_100 }, (_, index) => ({
    city: "Pécs",
    address: `Tömeges utca ${index + 1}.`,
    latitude: 46.07,
    longitude: 18.23,
  }));
  const near = { city: "Győr", address: "Tömeges utca 7000.", latitude: 47.69, longitude: 17.63 };
  await addPlaces(db.database, [...many, near]);
  const { database } = db;
  const placeIndex = await loadPlaceIndex(database);
  const places = createOwnPlaces({ database, placeIndex, log: silentLog, timeLimitMs: 10_000 });
  expect((await places.find("Tömeges utca", { near: győr, limit: 1 }))[0]?.city).toBe("Győr");
});

describe("while the database is silent", () => {
  let silent: ReturnType<typeof createServer>;
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    silent = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it("returns addresses once the time limit has passed, and then sends no queries to the database", async () => {
    const { port } = silent.address() as { port: number };
    const connection = { host: "127.0.0.1", port, user: "nobody", database: "none" };
    const database = connectDatabase(connection, { log: silentLog });
    const placeIndex = await loadPlaceIndex(db.database);
    const find = vi.spyOn(database, "transaction");
    const places = createOwnPlaces({ database, placeIndex, log: silentLog, timeLimitMs: 20 });
    const embedded = createFallbackChain([createEmbeddedProvider()]);
    const search = addOwnPlaces(embedded, places, localeOf);
    await embedded.suggest("Szeged", options);
    for (let count = 0; count < 5; count++) {
      expect(await search.suggest("Szeged", options)).toMatchObject({
        ok: true,
        value: expect.arrayContaining([expect.objectContaining({ name: "Szeged" })]),
      });
    }
    // Three failures in a row, and it is left alone.
    expect(find).toHaveBeenCalledTimes(3);
    for (const socket of sockets) socket.destroy();
    await database.destroy();
  });
});
