import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { BaseMapSource } from "#domain/map/base-map-source.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { TileArchive } from "#server/base-map/tile-archive.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { createFallbackChain } from "#server/geo/fallback-chain.ts";
import { loadPlaceIndex } from "#server/places/feed/load-place-index.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import {
  noIdentity,
  noOpenData,
  notifiesNobody,
  plainConfig,
  unwatched,
} from "#tests/support/services/stand-ins.ts";
import { createServices, type ServiceDeps } from "./services.ts";

const administrator = { userId: "admin", email: null, role: "administrator" as const };
const wholeList: PlaceListQuery = {
  ...{ page: 1, perPage: 10, sort: "added-desc", near: null, bbox: null },
  ...{ filters: noFilters, includeUnknown: false },
};
async function servicesOf(
  { database }: Pick<ServiceDeps, "database">,
  ageMs = 0,
  now = () => new Date(),
  streetMapFile = "",
  baseMap: () => BaseMapSource = () => ({ kind: "embedded" }),
) {
  const placeIndex = await loadPlaceIndex(database);
  placeIndex.forecastSchedules(now());
  placeIndex.refreshOpenSchedules(now());
  const feed = { ageMs: () => ageMs, catchUp: async () => {}, changes: 0, subscribe: () => {} };
  return createServices({
    config: plainConfig,
    operating: unwatched(),
    provider: noIdentity,
    geo: createFallbackChain([createEmbeddedProvider()]),
    baseMap,
    baseMapFile: null,
    streetTiles: new TileArchive(streetMapFile),
    openData: noOpenData,
    database,
    placeIndex,
    feed,
    now,
    listImports: { run: async () => {} },
    fetchList: async () => null,
    ...notifiesNobody,
  });
}

test("a question about another time has the answers of a server whose clock shows it", async () => {
  await using db = await createTestDatabase();
  const at = { longitude: 19.04, latitude: 47.5, city: "Budapest" };
  const week = (hours: string) => Array<string>(7).fill(hours);
  const ids = await addPlaces(db.database, [
    { ...at, openingTimes: week("10:05-11:00") },
    { ...at, latitude: 47.501, openingTimes: week("00:00-24:00") },
    { ...at, latitude: 47.502, openingTimes: week("-") },
    { ...at, latitude: 47.503, opening_hours: "Mo-Fr 08:00-18:00; PH off", country: "HU" },
    { ...at, latitude: 47.504, opening_hours: "Nov-Mar: 10:00-16:00", country: "HU" },
  ]);
  const now = new Date("2026-03-14T09:00:00Z");
  const asked = await servicesOf(db, 0, () => now);
  const query = { ...wholeList, filters: { ...noFilters, open: true } };
  const near: [number, number] = [19.04, 47.5];
  const answersOf = async ({ places }: typeof asked, given: { at?: string }) =>
    JSON.parse(
      JSON.stringify({
        list: await places.listPlaces({ ...query, ...given }, visitor),
        all: await places.listPlaces({ ...wholeList, near, sort: "near", ...given }, visitor),
        nearest: await places.findNearestPlaces({ ...query, near, ...given }, visitor),
        tile: await places.placeTile({ z: 14, x: 9058, y: 5728 }, { ...query, ...given }, visitor),
        town: await places.readTown({ name: "Budapest", page: 1, ...given }, visitor),
        others: await places.findOthersNear(
          { id: ids[0], coordinates: near },
          { limit: 4, ...given },
          visitor,
        ),
        places: await Promise.all(ids.map((id) => places.findPlace(id, visitor, given.at))),
      }),
    );
  // This evening, a public holiday in winter time, a minute before and after opening, summer time.
  for (const [at, instant] of [
    ["2026-03-14T10:00", "2026-03-14T09:00:00Z"],
    ["2026-03-14T22:00", "2026-03-14T21:00:00Z"],
    ["2026-03-15T12:00", "2026-03-15T11:00:00Z"],
    ["2026-03-16T10:04", "2026-03-16T09:04:00Z"],
    ["2026-03-16T10:05", "2026-03-16T09:05:00Z"],
    ["2026-03-29T03:00", "2026-03-29T01:00:00Z"],
    ["2026-07-01T10:05", "2026-07-01T08:05:00Z"],
  ]) {
    const then = await servicesOf(db, 0, () => new Date(instant));
    expect(await answersOf(asked, { at }), at).toEqual(await answersOf(then, {}));
  }
  const wrong = { at: "2026-03-29T02:30" };
  expect([asked.isAskable(wrong.at), asked.isAskable("2026-03-14T09:59")]).toEqual([false, false]);
  expect(await answersOf(asked, wrong)).toEqual(await answersOf(asked, {}));
});

describe("isReady", () => {
  test("holds while the database answers and the index is in step with it", async () => {
    await using db = await createTestDatabase();
    expect(await (await servicesOf(db, 30_000)).isReady()).toBe(true);
  });

  test("does not hold when the index has not been in step for over half a minute", async () => {
    await using db = await createTestDatabase();
    expect(await (await servicesOf(db, 30_001)).isReady()).toBe(false);
  });

  test("does not hold when the database is gone", async () => {
    const db = await createTestDatabase();
    const services = await servicesOf(db);
    await db[Symbol.asyncDispose]();
    expect(await services.isReady()).toBe(false);
  });
});

test("placeTile shows unaccepted places to the administrator only", async () => {
  await using db = await createTestDatabase();
  const [accepted, pending] = await addPlaces(db.database, [
    { longitude: 19.04, latitude: 47.5 },
    { longitude: 21.63, latitude: 47.53, accepted: false },
  ]);
  const services = await servicesOf(db);
  const query = { filters: noFilters, includeUnknown: false };
  const idsFor = async (viewer: typeof visitor) => {
    const { points } = await services.places.placeTile({ z: 5, x: 17, y: 11 }, query, viewer);
    return points.map(({ id }) => id);
  };
  expect(await idsFor(visitor)).toEqual([accepted]);
  expect(new Set(await idsFor(administrator))).toEqual(new Set([accepted, pending]));
});

test("shows contributors their own pending places, beside the list and alone, and nobody else", async () => {
  await using db = await createTestDatabase();
  const anna = await addAccount(db.database, "anna@example.org");
  const bela = await addAccount(db.database, "bela@example.org");
  const [accepted, pending] = await addPlaces(db.database, [
    { longitude: 19.04, latitude: 47.5, added_by: anna },
    { longitude: 21.63, latitude: 47.53, added_by: anna, accepted: false },
    { longitude: 21.63, latitude: 47.53, added_by: anna, accepted: false, deleted_at: new Date() },
    { longitude: 21.63, latitude: 47.53, added_by: bela, accepted: false },
  ]);
  const { places } = await servicesOf(db);
  const listed = async (viewer: Viewer, change: Partial<PlaceListQuery> = {}) => {
    const { places: page, own_pending } = await places.listPlaces(
      { ...wholeList, ...change },
      viewer,
    );
    return [page.map(({ id }) => id), own_pending?.map(({ id }) => id)];
  };
  const viewer = { userId: anna, email: null, role: "user" } as const;
  const box = { west: 19, south: 47, east: 20, north: 48 };
  expect(await listed(viewer)).toEqual([[accepted], [pending]]);
  expect(await listed(viewer, { filters: { ...noFilters, euro_key: true } })).toEqual([
    [],
    [pending],
  ]);
  expect(await listed(viewer, { bbox: box })).toEqual([[accepted], undefined]);
  expect(await listed(viewer, { page: 2 })).toEqual([[], undefined]);
  expect(await listed(visitor)).toEqual([[accepted], undefined]);
  expect((await listed(administrator))[1]).toBeUndefined();
  expect(await places.findPlace(pending, viewer)).toMatchObject({ id: pending, accepted: false });
  expect(await places.findPlace(pending, { ...viewer, userId: bela })).toBeNull();
  expect(await places.findPlace(pending, visitor)).toBeNull();
});

describe("contentVersion", () => {
  const quarter = new Date("2026-06-10T07:45:00.000Z");
  const openTimes = (hours: string) => ({
    ...{ longitude: 19.04, latitude: 47.5 },
    openingTimes: Array<string>(7).fill(hours),
  });

  test("is null once the index has not been in step for over five seconds; the index's own version stays", async () => {
    await using db = await createTestDatabase();
    const inStep = await servicesOf(db, 5_000);
    expect(inStep.contentVersion()).not.toBeNull();
    const behind = await servicesOf(db, 5_001);
    expect(behind.contentVersion()).toBeNull();
    expect(behind.isInStep()).toBe(false);
    expect(behind.indexVersion()).toEqual(expect.any(String));
  });

  test("is another with the street map, at the latest after a second", async () => {
    await using db = await createTestDatabase();
    const folder = mkdtempSync(join(tmpdir(), "mosdo-versions-"));
    const path = join(folder, "streets.pmtiles");
    const services = await servicesOf(db, 0, () => quarter, path);
    const versions = () => [services.contentVersion(), services.indexVersion()];
    const before = versions();
    writeFileSync(path, "a street map");
    await vi.waitFor(() => expect(services.indexVersion()).not.toBe(before[1]), {
      timeout: 60_000,
    });
    expect(services.contentVersion()).not.toBe(before[0]);
    rmSync(folder, { recursive: true });
    await vi.waitFor(() => expect(versions()).toEqual(before), { timeout: 60_000 });
  });

  test("is another with the base map", async () => {
    await using db = await createTestDatabase();
    let map: BaseMapSource = { kind: "embedded" };
    const services = await servicesOf(
      db,
      0,
      () => quarter,
      "",
      () => map,
    );
    const before = services.contentVersion();
    map = { kind: "style", styleUrl: "https://maps.example/style.json" };
    expect(services.contentVersion()).not.toBe(before);
  });

  test("is the same while the minutes of a quarter of an hour turn, and another in the next", async () => {
    await using db = await createTestDatabase();
    await addPlaces(db.database, [openTimes("00:00-24:00")]);
    let now = quarter;
    const services = await servicesOf(db, 0, () => now);
    const at = (time: string) => {
      now = new Date(`2026-06-10T${time}Z`);
      return services.contentVersion();
    };
    const version = at("07:45:00.000");
    for (const time of ["07:45:59.999", "07:46:00.000", "07:59:59.999"]) {
      expect(at(time), time).toBe(version);
    }
    expect(at("07:44:59.999")).not.toBe(version);
    expect(at("08:00:00.000")).not.toBe(version);
  });

  test("is another in the minute in which a place opens, also where no timer has run", async () => {
    await using db = await createTestDatabase();
    await addPlaces(db.database, [openTimes("10:05-11:00")]);
    let now = new Date("2026-06-10T08:04:59.999Z");
    const services = await servicesOf(db, 0, () => now);
    const versions = () => [services.contentVersion(), services.indexVersion()];
    const query = { filters: noFilters, includeUnknown: false };
    const status = async () =>
      (await services.places.placeTile({ z: 5, x: 17, y: 11 }, query, visitor)).points[0];
    const [content, index] = versions();
    expect(await status()).toMatchObject({ status: "opens-soon" });
    now = new Date("2026-06-10T08:05:00.000Z");
    expect(services.contentVersion()).not.toBe(content);
    expect(services.indexVersion()).not.toBe(index);
    expect(await status()).toMatchObject({ status: "open" });
  });
});
