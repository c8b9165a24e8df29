import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { forecastDays, type PlaceSet } from "#domain/offline/place-set.ts";
import { SavedPlaces } from "#domain/offline/saved-places.ts";
import { ZoneClock } from "#domain/opening/local-time.ts";
import { noFilters, placeFilterNames } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { placeSorts } from "#domain/place/place-sort.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { listResult, nearestResult } from "#domain/place-index/place-results.ts";
import { visitor } from "#server/accounts/viewer.ts";
import { Overloaded } from "#server/concurrency/concurrency-limiter.ts";
import { loadPlaceIndex } from "#server/places/feed/load-place-index.ts";
import { addPlaces, addReviews, type TestPlace } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { atInstantOf } from "./at-instant.ts";
import { findPlace } from "./find-place.ts";
import { placeSource } from "./place-cache.ts";
import { PlaceSets, readPlaceSet } from "./place-set.ts";

const made = new Date("2026-06-15T08:30:20Z");
const dayMs = 24 * 60 * 60_000;
const area: BoundingBox = { west: 18, south: 47, east: 20, north: 48 };
const here: Coordinates = [19.05, 47.5];

let db: TestDatabase;
let ids: number[];
let placeIndex: PlaceIndex;
let saved: SavedPlaces;

const week = (hours: string) => Array<string>(7).fill(hours);
const texts = [
  null,
  "Mo-Fr 08:00-18:00; PH off",
  "24/7",
  'Mo-Su 06:00-22:00 "by appointment"',
  "sunrise-sunset",
  "Apr-Oct: 09:00-17:00; Nov-Mar: off",
  "week 01-53/2 Tu 10:00-12:00",
  // It cannot be read.
  "by appointment only, Mo",
];

const weeks = [
  week("08:00-20:00"),
  // Monday's times are unknown.
  ["-", ...week("22:00-06:00").slice(1)],
  week("-"),
];

const places: TestPlace[] = Array.from({ length: 300 }, (_, index) => ({
  city: ["Budapest", "Eger", "Ács"][index % 3],
  address: `Fő utca ${index}`,
  // Some of them on one point, some outside the area.
  longitude: index % 17 === 0 ? 21 : 19.05 + ((index % 20) - 10) / 500,
  latitude: 47.5 + (Math.floor(index / 20) - 7) / 700,
  accepted: index % 23 !== 0,
  price: index % 4 === 0 ? null : 100 * (index % 4),
  openingTimes: weeks[index % 3],
  opening_hours: texts[index % texts.length],
}));

function at(now: Date) {
  return { database: db.database, placeIndex, now: () => now };
}

async function makeSet(bbox = area): Promise<PlaceSet> {
  const set = await readPlaceSet(at(made), bbox);
  return JSON.parse(set!);
}

beforeAll(async () => {
  db = await createTestDatabase();
  ids = await addPlaces(db.database, places);
  await db.database
    .updateTable("place")
    .set({
      closed_reason: "out-of-order",
      closed_since: made,
      closed_until: new Date(made.getTime() + dayMs),
      closed_by: "account",
    })
    .where("id", "in", ids.slice(40, 50))
    .execute();
  await db.database
    .updateTable("place")
    .set({ last_confirmed: new Date(made.getTime() - dayMs) })
    .where("id", "in", ids.slice(30, 45))
    .execute();
  for (const id of ids.slice(33, 48)) await addReviews(db.database, id, [5, 4, 4]);
  placeIndex = await loadPlaceIndex(db.database);
  saved = new SavedPlaces([{ area, set: await makeSet() }]);
});
afterAll(() => db[Symbol.asyncDispose]());

/** Questions of every filter and order, and near a point. */
const queries: Partial<PlaceListQuery>[] = [
  {},
  ...placeFilterNames.flatMap((name) => [
    { filters: { ...noFilters, [name]: true } },
    { filters: { ...noFilters, [name]: true }, includeUnknown: name === "open" },
  ]),
  ...placeSorts.map((sort) => ({ sort, page: 2 })),
  { near: here, sort: "near" },
  { near: here, sort: "distance", perPage: 100 },
  { near: here, sort: "near", filters: { ...noFilters, open: true }, perPage: 100 },
];

/** What a set leaves to the server: the ranges of a day by a text. */
function withoutToday<Answer>(answer: Answer): Answer {
  return JSON.parse(
    JSON.stringify(answer, (key, value) =>
      key === "opening_today" || key === "details" || key === "as_of" ? undefined : value,
    ),
  );
}

it("answers of another time as the server would", async () => {
  placeIndex.forecastSchedules(made);
  placeIndex.refreshOpenSchedules(made);
  const clock = ZoneClock.of("Europe/Budapest");
  // Later on the same day, and on another one, where nothing is closed for now.
  for (const hours of [3, 40.5]) {
    const wallMs = clock.wallTimeAt(made.getTime() + hours * 3_600_000);
    const time = new Date(wallMs).toISOString().slice(0, 16);
    const query: PlaceListQuery = {
      ...{ page: 1, perPage: 100, sort: "added-desc", near: null, bbox: area, at: time },
      ...{ filters: { ...noFilters, open: true }, includeUnknown: true },
    };
    const server = { ...at(made), timeZone: "Europe/Budapest" };
    const own = await listResult(await saved.sourceOf(time, made), query);
    const asked = placeSource(await atInstantOf(server, [query]), visitor);
    expect(own.total).toBeGreaterThan(0);
    expect(withoutToday(own)).toEqual(withoutToday(await listResult(asked, query)));
    for (const { id } of own.places.slice(0, 20)) {
      const requested = await findPlace(server, id, visitor, time);
      expect(withoutToday(saved.find(id, made, time)?.place)).toEqual(withoutToday(requested));
    }
  }
});

describe.each([0, 1, 3.37, 6.5])(
  "a set that is %s days old answers as the server would",
  (days) => {
    const now = new Date(made.getTime() + days * dayMs);
    beforeAll(() => {
      placeIndex.forecastSchedules(now);
      placeIndex.refreshOpenSchedules(now);
    });

    it("lists", async () => {
      for (const varied of queries) {
        const query: PlaceListQuery = {
          ...{ page: 1, perPage: 20, sort: "added-desc", near: null },
          ...{ filters: noFilters, includeUnknown: false },
          ...varied,
          bbox: area,
        };
        const own = await listResult(saved.sourceAt(now), query);
        const requested = await listResult(placeSource(at(now), visitor), query);
        expect(withoutToday(own), JSON.stringify(query)).toEqual(withoutToday(requested));
      }
    });

    it("the nearest place", async () => {
      for (const open of [false, true]) {
        const query = { near: here, filters: { ...noFilters, open }, includeUnknown: false };
        const own = await nearestResult(saved.sourceAt(now), query);
        expect(own.open ?? own.unknown).not.toBeNull();
        expect(withoutToday(own)).toEqual(
          withoutToday(await nearestResult(placeSource(at(now), visitor), query)),
        );
      }
    });

    it("each place", async () => {
      // Each text with each week, and what was closed, confirmed and reviewed: each costs the server two queries.
      for (const id of ids.slice(16, 58)) {
        const requested = await findPlace(at(now), id, visitor);
        const isInside = requested !== null && requested.longitude <= area.east;
        const own = saved.find(id, now)?.place ?? null;
        expect(withoutToday(own)).toEqual(isInside ? withoutToday(requested) : null);
      }
    });

    it("tiles", () => {
      // The tiles of this zoom round the point have none of the places outside the area.
      const query = { filters: noFilters, includeUnknown: false, includeUnaccepted: false };
      for (const [x, y] of [
        [566, 358],
        [565, 358],
        [566, 357],
      ]) {
        expect(saved.indexAt(now).tile(10, x, y, query)).toEqual(placeIndex.tile(10, x, y, query));
      }
    });
  },
);

it("what a text says is not known beyond the days of the forecast; a week goes on", () => {
  const last = new Date(made.getTime() + forecastDays * dayMs - 60_000);
  const beyond = new Date(made.getTime() + forecastDays * dayMs);
  const around = ids[2];
  expect(places[2].opening_hours).toBe("24/7");
  expect(saved.find(around, last)?.place.open_status).toBe("open");
  expect(saved.find(around, beyond)?.place.open_status).toBe("none");
  const weekly = ids[24];
  expect(places[24]).toMatchObject({ opening_hours: null, openingTimes: week("08:00-20:00") });
  expect(saved.find(weekly, new Date("2026-09-01T10:00:00Z"))?.place.open_status).toBe("open");
});

it("of two sets of one area the newer counts, also in what is gone", async () => {
  const older = await makeSet();
  await db.database
    .updateTable("place")
    .set({ deleted_at: made })
    .where("id", "=", ids[1])
    .execute();
  await db.database.updateTable("place").set({ comments: "új" }).where("id", "=", ids[2]).execute();
  const changed = await loadPlaceIndex(db.database);
  const later = new Date(made.getTime() + 60_000);
  const set = await readPlaceSet(
    { database: db.database, placeIndex: changed, now: () => later },
    area,
  );
  const newer: PlaceSet = JSON.parse(set!);
  for (const sets of [
    [older, newer],
    [newer, older],
  ]) {
    const both = new SavedPlaces(sets.map((one) => ({ area, set: one })));
    expect(both.find(ids[1], later)).toBeNull();
    expect(both.find(ids[2], later)?.place.comments).toBe("új");
  }
});

describe("sets that are kept", () => {
  const near = (offset: number) => ({
    ...area,
    west: area.west + offset,
    north: area.north - offset,
  });

  it("are made once for neighbours, and again once something has changed or an hour has passed", async () => {
    let [state, clock] = ["1", made];
    const sets = new PlaceSets(
      { database: db.database, placeIndex, now: () => clock },
      () => state,
    );
    const first = await sets.read(area);
    const [again, neighbour] = await Promise.all([sets.read(area), sets.read(near(0.0001))]);
    expect(again).toBe(first);
    expect(neighbour).toBe(first);
    const set: PlaceSet = JSON.parse(gunzipSync(first!.gzip).toString());
    const saved = new SavedPlaces([{ area, set }]);
    expect(saved.find(ids[3], made)?.place.id).toBe(ids[3]);
    state = "2";
    const changed = await sets.read(area);
    expect(changed).not.toBe(first);
    clock = new Date(made.getTime() + 60 * 60_000);
    expect(await sets.read(area)).not.toBe(changed);
  });

  it("are not kept where the state is not known", async () => {
    const sets = new PlaceSets(at(made), () => null);
    expect(await sets.read(area)).not.toBe(await sets.read(area));
  });

  it("are made one at a time, and refused where too many wait", async () => {
    const sets = new PlaceSets(at(made), () => "1");
    const boxes = Array.from({ length: 40 }, (_, number) => ({
      ...area,
      west: 19.9 + number / 1000,
    }));
    const results = await Promise.allSettled(boxes.map((box) => sets.read(box)));
    const refused = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason] : [],
    );
    expect(refused).toHaveLength(9);
    for (const reason of refused) expect(reason).toBeInstanceOf(Overloaded);
  });
});

it("an area covers its points, edges included, and touches the boxes that it meets", () => {
  expect(saved.covers([18, 47])).toBe(true);
  expect(saved.covers([20, 48])).toBe(true);
  expect(saved.covers([20.000001, 48])).toBe(false);
  expect(saved.touches({ west: 20, south: 48, east: 30, north: 50 })).toBe(true);
  expect(saved.touches({ west: 20.1, south: 47, east: 30, north: 50 })).toBe(false);
});
