import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { walkLimitMeters } from "#domain/place/nearest-places.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { visitor } from "#server/accounts/viewer.ts";
import { ensureFactColumns } from "#server/database/fact-sets.ts";
import { loadPlaceIndex } from "#server/places/feed/load-place-index.ts";
import { readChanges } from "#server/places/feed/place-change-reader.ts";
import { addPlaces, type TestPlace } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { findNearestPlaces } from "./list-places.ts";

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

async function ask(
  places: TestPlace[],
  query: Partial<Parameters<typeof findNearestPlaces>[1]> = {},
) {
  const ids = await addPlaces(db.database, places);
  const placeIndex = await loadPlaceIndex(db.database);
  placeIndex.forecastSchedules(now);
  placeIndex.refreshOpenSchedules(now);
  return { ids, ...(await askIndex(placeIndex, query)) };
}

async function askIndex(placeIndex: PlaceIndex, query = {}) {
  const { open, unknown } = await findNearestPlaces(
    { database: db.database, placeIndex, now: () => now },
    { near: here, filters: noFilters, includeUnknown: false, ...query },
    visitor,
  );
  return { open: open?.id ?? null, unknown: unknown?.id ?? null, found: open ?? unknown };
}

describe("findNearestPlaces", () => {
  it("names the surely open one within a walk and the nearer one of unknown opening times", async () => {
    const { ids, ...answer } = await ask([
      at(40, { openingTimes: unknown }),
      at(90, { openingTimes: closed }),
      at(1_200),
      at(1_300, { openingTimes: unknown }),
    ]);
    expect(answer).toMatchObject({ open: ids[2], unknown: ids[0] });
  });

  it("keeps silent about an unknown one that is farther than the open one", async () => {
    const { ids, ...answer } = await ask([at(100), at(150, { openingTimes: unknown })]);
    expect(answer).toMatchObject({ open: ids[0], unknown: null });
    expect(answer.found?.distance).toBeCloseTo(100, 0);
  });

  it("prefers, at like distance, what was confirmed lately", async () => {
    const places = [at(101), at(120, { last_confirmed: now }), at(151, { last_confirmed: now })];
    const { ids, ...answer } = await ask(places);
    expect(answer).toMatchObject({ open: ids[1], unknown: null });
  });

  it("prefers what a visitor without an account confirmed as well", async () => {
    const { ids, ...answer } = await ask([at(201), at(249, { visitor_confirmed: now })]);
    expect(answer).toMatchObject({ open: ids[1] });
  });

  it("puts last, at like distance, what was reported closed until lately", async () => {
    const faded = {
      closed_reason: "out-of-order",
      closed_since: new Date("2026-06-13T08:30:00Z"),
      closed_until: new Date("2026-06-14T08:30:00Z"),
      closed_by: "visitor",
    } as const;
    const { ids, ...answer } = await ask([at(101, faded), at(149), at(151)]);
    expect(answer).toMatchObject({ open: ids[1] });
  });

  it("keeps silent about a fresher unknown one at like distance that is farther", async () => {
    const places = [at(101), at(149, { openingTimes: unknown, last_confirmed: now })];
    const { ids, ...answer } = await ask(places);
    expect(answer).toMatchObject({ open: ids[0], unknown: null });
  });

  it("names none beyond the limit, open or not", async () => {
    const far = [at(walkLimitMeters + 0.5), at(walkLimitMeters + 0.6, { openingTimes: unknown })];
    expect(await ask(far)).toMatchObject({ open: null, unknown: null });
  });

  it("names one at the limit", async () => {
    const { ids, ...answer } = await ask([at(walkLimitMeters - 0.5)]);
    expect(answer).toMatchObject({ open: ids[0], unknown: null });
  });

  it("names the unknown one alone where no open one is within the limit", async () => {
    const { ids, ...answer } = await ask([at(2_900, { openingTimes: unknown }), at(3_100)]);
    expect(answer).toMatchObject({ open: null, unknown: ids[0] });
  });

  it("never names a place for guests only or for the holders of a key", async () => {
    const { ids, ...answer } = await ask([
      at(10, { public: false }),
      at(20, { facts: euroKey }),
      at(30, { public: false, openingTimes: unknown }),
      at(40, { facts: euroKey, openingTimes: unknown }),
      at(50, { facts: { euro_key: "no" }, openingTimes: unknown }),
      at(60),
    ]);
    expect(answer).toMatchObject({ open: ids[5], unknown: ids[4] });
  });

  it("keeps to the visitor's filters, 'open' included", async () => {
    const places = [at(40, { openingTimes: unknown, accessible: true }), at(50), at(70)];
    const open = { ...noFilters, open: true };
    const first = await ask([...places, at(80, { accessible: true })], {
      filters: { ...open, accessible: true },
    });
    expect(first).toMatchObject({ open: first.ids[3], unknown: null });
    const placeIndex = await loadPlaceIndex(db.database);
    placeIndex.forecastSchedules(now);
    placeIndex.refreshOpenSchedules(now);
    expect(await askIndex(placeIndex, { filters: open, includeUnknown: true })).toMatchObject({
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
    const answer = await ask(places);
    expect(answer).toMatchObject({ open: answer.ids[2], unknown: answer.ids[1] });
  });

  it("hears of a place that becomes one for the holders of a key", async () => {
    const [near, far] = await addPlaces(db.database, [at(40), at(50)]);
    const placeIndex = await loadPlaceIndex(db.database);
    placeIndex.forecastSchedules(now);
    placeIndex.refreshOpenSchedules(now);
    expect(await askIndex(placeIndex)).toMatchObject({ open: near });
    const update = db.database.updateTable("place").where("id", "=", near);
    const [columns] = await ensureFactColumns(db.database, [euroKey]);
    await update.set(columns).execute();
    placeIndex.apply((await readChanges(db.database, [near])).changes);
    expect(await askIndex(placeIndex)).toMatchObject({ open: far });
  });
});
