import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { NearestPlacesQuery } from "#domain/place/nearest-places.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { nearestResult, othersNearResult } from "#domain/place-index/place-results.ts";
import { walkLimitMeters } from "#domain/walking/walking-time.ts";
import { visitor } from "#server/accounts/viewer.ts";
import { ensureFactColumns } from "#server/database/fact-sets.ts";
import { loadPlaceIndex } from "#server/places/feed/load-place-index.ts";
import { readChanges } from "#server/places/feed/place-change-reader.ts";
import { addPlaces, type TestPlace } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { placeSource } from "./place-cache.ts";

const now = new Date("2026-06-15T08:30:00Z");
const here: Coordinates = [10.75, 59.91];
const week = (hours: string) => Array<string>(7).fill(hours);
const unknown = week("-");
const euroKey = { euro_key: "yes" } as const;
const closed = week("01:00-02:00");

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
afterEach(async () => {
  await db.database.updateTable("place").set({ deleted_at: now }).execute();
  await db.database.deleteFrom("place").execute();
});

/** Place at a number of metres north of here. */
function at(meters: number, place: TestPlace = {}): TestPlace {
  return { ...place, longitude: here[0], latitude: here[1] + meters / 111_195.08 };
}

async function fetchNearest(places: TestPlace[], query: Partial<NearestPlacesQuery> = {}) {
  const ids = await addPlaces(db.database, places);
  const placeIndex = await loadPlaceIndex(db.database);
  placeIndex.forecastSchedules(now);
  placeIndex.refreshOpenSchedules(now);
  return { ids, ...(await queryIndex(placeIndex, query)) };
}

async function queryIndex(placeIndex: PlaceIndex, query = {}) {
  const { best, open, unknown } = await nearestResult(
    placeSource({ database: db.database, placeIndex, now: () => now }, visitor),
    { near: here, filters: noFilters, includeUnknown: false, ...query },
  );
  return {
    best: best?.id ?? null,
    open: open?.id ?? null,
    unknown: unknown?.id ?? null,
    found: open ?? unknown,
  };
}

describe("othersNearResult", () => {
  async function othersOf(places: TestPlace[]) {
    const ids = await addPlaces(db.database, [at(0), ...places]);
    const placeIndex = await loadPlaceIndex(db.database);
    placeIndex.forecastSchedules(now);
    placeIndex.refreshOpenSchedules(now);
    const source = placeSource({ database: db.database, placeIndex, now: () => now }, visitor);
    const others = await othersNearResult(source, { id: ids[0], coordinates: here }, 2);
    return others.map(({ id, distance }) => [ids.indexOf(id), Math.round(distance ?? -1)]);
  }

  it("are the nearest within a walk that may be offered, whether their opening times are known or not", async () => {
    const others = await othersOf([
      at(10, { public: false, facts: { access: "private" } }),
      at(20, { openingTimes: closed }),
      at(30, { openingTimes: unknown }),
      at(40, { accepted: false }),
      at(50),
      at(60),
    ]);
    expect(others).toEqual([
      [3, 30],
      [5, 50],
    ]);
  });

  it("are those for customers where there are no others, and none beyond a walk", async () => {
    const customers = { public: false, facts: { access: "customers" } } as const;
    expect(await othersOf([at(10, customers), at(3_100)])).toEqual([[1, 10]]);
    await db.database.updateTable("place").set({ deleted_at: now }).execute();
    expect(await othersOf([at(10, customers), at(2_900)])).toEqual([[2, 2900]]);
    await db.database.updateTable("place").set({ deleted_at: now }).execute();
    expect(await othersOf([at(3_100)])).toEqual([]);
  });
});

describe("nearestResult", () => {
  it("names the surely open one within a walk and the nearer one of unknown opening times", async () => {
    const { ids, ...result } = await fetchNearest([
      at(40, { openingTimes: unknown }),
      at(90, { openingTimes: closed }),
      at(1_200),
      at(1_300, { openingTimes: unknown }),
    ]);
    expect(result).toMatchObject({ open: ids[2], unknown: ids[0] });
  });

  it("keeps silent about an unknown one that is farther than the open one", async () => {
    const { ids, ...result } = await fetchNearest([at(100), at(150, { openingTimes: unknown })]);
    expect(result).toMatchObject({ open: ids[0], unknown: null });
    expect(result.found?.distance).toBeCloseTo(100, 0);
  });

  it("prefers, at like distance, what was confirmed lately", async () => {
    const places = [at(101), at(120, { last_confirmed: now }), at(151, { last_confirmed: now })];
    const { ids, ...result } = await fetchNearest(places);
    expect(result).toMatchObject({ open: ids[1], unknown: null });
  });

  it("prefers what a visitor without an account confirmed as well", async () => {
    const { ids, ...result } = await fetchNearest([at(201), at(249, { visitor_confirmed: now })]);
    expect(result).toMatchObject({ open: ids[1] });
  });

  it("puts last, at like distance, what was reported closed until lately", async () => {
    const faded = {
      closed_reason: "out-of-order",
      closed_since: new Date("2026-06-13T08:30:00Z"),
      closed_until: new Date("2026-06-14T08:30:00Z"),
      closed_by: "visitor",
    } as const;
    const { ids, ...result } = await fetchNearest([at(101, faded), at(149), at(151)]);
    expect(result).toMatchObject({ open: ids[1] });
  });

  it("keeps silent about a fresher unknown one at like distance that is farther", async () => {
    const places = [at(101), at(149, { openingTimes: unknown, last_confirmed: now })];
    const { ids, ...result } = await fetchNearest(places);
    expect(result).toMatchObject({ open: ids[0], unknown: null });
  });

  it("names none beyond the limit, open or not", async () => {
    const far = [at(walkLimitMeters + 0.5), at(walkLimitMeters + 0.6, { openingTimes: unknown })];
    expect(await fetchNearest(far)).toMatchObject({ open: null, unknown: null });
  });

  it("names one at the limit", async () => {
    const { ids, ...result } = await fetchNearest([at(walkLimitMeters - 0.5)]);
    expect(result).toMatchObject({ open: ids[0], unknown: null });
  });

  it("names the unknown one alone where no open one is within the limit", async () => {
    const { ids, ...result } = await fetchNearest([
      at(2_900, { openingTimes: unknown }),
      at(3_100),
    ]);
    expect(result).toMatchObject({ open: null, unknown: ids[0] });
  });

  it.each([
    ["beyond", 140.5, "unknown"],
    ["at the limit of", 139.5, "open"],
  ] as const)(
    "has as best bet the nearer one of unknown times: the open one %s hardly farther",
    async (_, meters, kind) => {
      const result = await fetchNearest([at(40, { openingTimes: unknown }), at(meters)]);
      expect(result).toMatchObject({ open: result.ids[1], unknown: result.ids[0] });
      expect(result.best).toBe(result[kind]);
    },
  );

  it("has the one that it names as best bet, and none where it names none", async () => {
    const open = await fetchNearest([at(100)]);
    expect(open.best).toBe(open.ids[0]);
    await db.database.updateTable("place").set({ deleted_at: now }).execute();
    const none = await fetchNearest([at(90, { openingTimes: closed })]);
    expect(none.best).toBeNull();
  });

  it.each([
    ["twice as far", 200, 1],
    ["farther than that", 202, 0],
    ["not within a walk", 3_100, 0],
  ])("offers a place for customers where a public one is %s", async (_, meters, expected) => {
    const customers = { public: false, facts: { access: "customers" } } as const;
    const places = [at(100, customers), at(meters)];
    const result = await fetchNearest(places);
    expect(result.best).toBe(result.ids[expected]);
  });

  it("offers a place for customers at once to a visitor who filters by it", async () => {
    const customers = { public: false, facts: { access: "customers" } } as const;
    const filters = { ...noFilters, customers: true };
    const everyone = { facts: { access: "everyone" } } as const;
    const result = await fetchNearest([at(100, customers), at(120, everyone)], { filters });
    expect(result.best).toBe(result.ids[0]);
  });

  it.each<[string, TestPlace]>([
    ["private", { public: false, facts: { access: "private" } }],
    ["not for everyone", { public: false, facts: { access: "restricted" } }],
    ["behind a key or a code", { public: false, facts: { access: "key" } }],
    ["for men alone", { facts: { men: "yes" } }],
    ["with urinals alone", { facts: { urinals_only: "yes" } }],
    ["for women alone", { facts: { women: "yes", men: "no" } }],
    ["reported closed for good", { closed_reported: now }],
    ["private according to an import", { private_reported: now }],
  ])("never offers a place that is %s", async (_, place) => {
    const result = await fetchNearest([
      at(10, place),
      at(20, { ...place, openingTimes: unknown }),
      at(60),
    ]);
    expect(result).toMatchObject({ best: result.ids[2], open: result.ids[2], unknown: null });
  });

  it.each([
    ["men", { urinals_only: "yes" }],
    ["men", { men: "yes", women: "no" }],
    ["women", { women: "yes", men: "no" }],
    ["euro_key", { euro_key: "yes" }],
  ] as const)("offers to a visitor who filters by %s what is %j", async (name, facts) => {
    const filters = { ...noFilters, [name]: true };
    const result = await fetchNearest([at(10, { facts })], { filters, includeUnstated: true });
    expect(result.best).toBe(result.ids[0]);
  });

  it("never names a place for guests only or for the holders of a key", async () => {
    const { ids, ...result } = await fetchNearest([
      at(10, { public: false }),
      at(20, { facts: euroKey }),
      at(30, { public: false, openingTimes: unknown }),
      at(40, { facts: euroKey, openingTimes: unknown }),
      at(50, { facts: { euro_key: "no" }, openingTimes: unknown }),
      at(60),
    ]);
    expect(result).toMatchObject({ open: ids[5], unknown: ids[4] });
  });

  it("keeps to the visitor's filters, 'open' included", async () => {
    const places = [at(40, { openingTimes: unknown, accessible: true }), at(50), at(70)];
    const open = { ...noFilters, open: true };
    const first = await fetchNearest([...places, at(80, { accessible: true })], {
      filters: { ...open, accessible: true },
    });
    expect(first).toMatchObject({ open: first.ids[3], unknown: null });
    const placeIndex = await loadPlaceIndex(db.database);
    placeIndex.forecastSchedules(now);
    placeIndex.refreshOpenSchedules(now);
    expect(await queryIndex(placeIndex, { filters: open, includeUnknown: true })).toMatchObject({
      open: first.ids[1],
      unknown: first.ids[0],
    });
  });

  it("goes by the text of opening hours where there is one", async () => {
    const places = [
      at(40, { opening_hours: "off" }),
      at(50, { opening_hours: '"by appointment"' }),
      at(60, { openingTimes: unknown, opening_hours: "24/7" }),
      at(70),
    ];
    const result = await fetchNearest(places);
    expect(result).toMatchObject({ open: result.ids[2], unknown: result.ids[1] });
  });

  it("hears of a place that becomes one for the holders of a key", async () => {
    const [near, far] = await addPlaces(db.database, [at(40), at(50)]);
    const placeIndex = await loadPlaceIndex(db.database);
    placeIndex.forecastSchedules(now);
    placeIndex.refreshOpenSchedules(now);
    expect(await queryIndex(placeIndex)).toMatchObject({ open: near });
    const update = db.database.updateTable("place").where("id", "=", near);
    const [columns] = await ensureFactColumns(db.database, [euroKey]);
    await update.set(columns).execute();
    placeIndex.apply(await readChanges(db.database, [near]));
    expect(await queryIndex(placeIndex)).toMatchObject({ open: far });
  });
});
