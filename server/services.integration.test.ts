import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import { visitor } from "#server/accounts/viewer.ts";
import { plainSite } from "#server/config/config.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { layerProviders } from "#server/geo/layer-providers.ts";
import { loadPlaceIndex } from "#server/places/feed/load-place-index.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import {
  noIdentity,
  noOpenData,
  tellsNobody,
  unwatched,
} from "#tests/support/services/stand-ins.ts";
import { createServices, type ServiceDeps } from "./services.ts";

const administrator = { userId: "admin", email: null, role: "administrator" as const };
const config = {
  publicUrl: null,
  contactEmail: null,
  site: plainSite,
  trustedProxies: 0,
  administratorUserId: null,
  rateLimits: false,
  apiReadLimit: 0,
  visitorDirections: false,
  visitorReports: false,
  browserErrors: true,
  webVitals: true,
  embedOrigins: "everyone" as const,
  offline: true,
  metricsAllow: [],
};

async function bind(
  { database }: Pick<ServiceDeps, "database">,
  ageMs = 0,
  now = () => new Date(),
  streetMapFile = "",
) {
  const placeIndex = await loadPlaceIndex(database);
  const feed = { ageMs: () => ageMs, catchUp: async () => {}, changes: 0, subscribe: () => {} };
  return createServices({
    config,
    operating: unwatched(),
    provider: noIdentity,
    geo: layerProviders([createEmbeddedProvider()]),
    baseMap: () => ({ kind: "embedded" }),
    baseMapFile: null,
    streetMapFile,
    openData: noOpenData,
    database,
    primary: database,
    placeIndex,
    feed,
    now,
    ...tellsNobody,
  });
}

describe("isReady", () => {
  test("holds while the database answers and the index is in step with it", async () => {
    await using db = await createTestDatabase();
    expect(await (await bind(db, 30_000)).isReady()).toBe(true);
  });

  test("does not hold when the index has not been in step for over half a minute", async () => {
    await using db = await createTestDatabase();
    expect(await (await bind(db, 30_001)).isReady()).toBe(false);
  });

  test("does not hold when the database is gone", async () => {
    const db = await createTestDatabase();
    const services = await bind(db);
    await db[Symbol.asyncDispose]();
    expect(await services.isReady()).toBe(false);
  });
});

test("placeTile shows unaccepted places to the administrator only", async () => {
  await using db = await createTestDatabase();
  const [accepted, waiting] = await addPlaces(db.database, [
    { longitude: 19.04, latitude: 47.5 },
    { longitude: 21.63, latitude: 47.53, accepted: false },
  ]);
  const services = await bind(db);
  const query = { filters: noFilters, includeUnknown: false };
  const idsFor = (viewer: typeof visitor) =>
    services.places.placeTile({ z: 5, x: 17, y: 11 }, query, viewer).points.map(({ id }) => id);
  expect(idsFor(visitor)).toEqual([accepted]);
  expect(new Set(idsFor(administrator))).toEqual(new Set([accepted, waiting]));
});

describe("states of what is kept", () => {
  test("of lists and pages there is none when the index has not been in step for over five seconds", async () => {
    await using db = await createTestDatabase();
    const inStep = await bind(db, 5_000);
    expect(inStep.listState()).not.toBeNull();
    expect(inStep.pageState()).not.toBeNull();
    const behind = await bind(db, 5_001);
    expect(behind.listState()).toBeNull();
    expect(behind.pageState()).toBeNull();
    expect(behind.isInStep()).toBe(false);
    expect(behind.tileState()).toEqual(expect.any(String));
  });

  test("a tile's and a page's change with the street map, at the latest after a second", async () => {
    await using db = await createTestDatabase();
    const folder = mkdtempSync(join(tmpdir(), "mosdo-states-"));
    const path = join(folder, "streets.pmtiles");
    const services = await bind(db, 0, () => new Date("2026-06-10T07:58:30Z"), path);
    const states = () => [services.tileState(), services.pageState()];
    const [tile, page] = states();
    writeFileSync(path, "a street map");
    await vi.waitFor(() => expect(services.tileState()).not.toBe(tile), { timeout: 60_000 });
    expect(services.pageState()).not.toBe(page);
    rmSync(folder, { recursive: true });
    await vi.waitFor(() => expect(states()).toEqual([tile, page]), { timeout: 60_000 });
  });

  test("a list's changes with each minute, a tile's when a place opens, also where no timer has run", async () => {
    await using db = await createTestDatabase();
    const openingTimes = Array<string>(7).fill("10:00-11:00");
    await addPlaces(db.database, [{ longitude: 19.04, latitude: 47.5, openingTimes }]);
    let now = new Date("2026-06-10T07:58:30Z");
    const services = await bind(db, 0, () => now);
    const states = () => [services.listState(), services.tileState()];
    const query = { filters: noFilters, includeUnknown: false };
    const status = () =>
      services.places.placeTile({ z: 5, x: 17, y: 11 }, query, visitor).points[0];
    const [list, tile] = states();
    now = new Date("2026-06-10T07:58:59Z");
    expect(states()).toEqual([list, tile]);
    now = new Date("2026-06-10T07:59:00Z");
    expect(services.listState()).not.toBe(list);
    expect(services.tileState()).toBe(tile);
    expect(status()).toMatchObject({ status: "opens-soon" });
    now = new Date("2026-06-10T08:00:00Z");
    expect(services.tileState()).not.toBe(tile);
    expect(status()).toMatchObject({ status: "open" });
  });
});
