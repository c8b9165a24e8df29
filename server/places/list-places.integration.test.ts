import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { noFilters, type PlaceFilters } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { type PlaceSort, placeSorts } from "#domain/place/place-sort.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { listResult } from "#domain/place-index/place-results.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { DatabaseUnavailable } from "#server/database/database-errors.ts";
import { ensureSchedules, scheduleAt } from "#server/opening/opening-hours.ts";
import { loadPlaceIndex } from "#server/places/feed/load-place-index.ts";
import { readChanges } from "#server/places/feed/place-change-reader.ts";
import { addGeneratedPlaces } from "#tests/support/database/add-generated-places.ts";
import { addPlaces, type TestPlace } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { findPlace } from "./find-place.ts";
import { PlaceCache, type PlaceDeps, placeSource } from "./place-cache.ts";

const administrator = { userId: "admin", email: null, role: "administrator" as const };
const placeCount = 1_500;

/** A Saturday night, so that Friday's overnight ranges still run in some zones. */
const now = new Date("2026-05-02T00:30:00Z");

const query: PlaceListQuery = {
  page: 1,
  perPage: 10,
  sort: "added-desc",
  filters: noFilters,
  includeUnknown: false,
  near: null,
  bbox: null,
};

function listPlaces(deps: PlaceDeps, query: PlaceListQuery, viewer: Viewer) {
  return listResult(placeSource(deps, viewer), query);
}

/**
 * The rule docs/product#orders-of-places in PostgreSQL's words; `hungarian` tells apart what
 * `Intl.Collator('hu')` does.
 */
const sqlOrders: Record<PlaceSort, string> = {
  "place-asc": "city collate hungarian asc, id asc",
  "place-desc": "city collate hungarian desc, id asc",
  "rating-asc": "mean asc nulls last, added desc, id desc",
  "rating-desc": "mean desc nulls last, added desc, id desc",
  "added-asc": "added asc, id asc",
  "added-desc": "added desc, id desc",
};

interface ListCase {
  filters: PlaceFilters;
  includeUnknown: boolean;
  includeUnaccepted: boolean;
}

const booleans = [false, true];
const cases: ListCase[] = booleans.flatMap((accessible) =>
  booleans.flatMap((free) =>
    booleans.flatMap((isPublic) =>
      booleans.flatMap((open) =>
        booleans.flatMap((includeUnknown) =>
          booleans.map((includeUnaccepted) => ({
            filters: { ...noFilters, accessible, free, public: isPublic, open },
            includeUnknown,
            includeUnaccepted,
          })),
        ),
      ),
    ),
  ),
);

let db: TestDatabase;
let placeIndex: PlaceIndex;

beforeAll(async () => {
  db = await createTestDatabase();
  await addGeneratedPlaces(db.database, placeCount);
  await createExpectedPlaces();
  placeIndex = await loadPlaceIndex(db.database);
  placeIndex.refreshOpenSchedules(now);
});
afterAll(() => db[Symbol.asyncDispose]());

/** What the index has to agree with, worked out by PostgreSQL from the tables alone. */
async function createExpectedPlaces() {
  await sql`create collation hungarian (provider = icu, locale = 'hu', deterministic = false)`.execute(
    db.database,
  );
  await sql`create function runs_at(range text, minute numeric, from_yesterday boolean)
    returns boolean language sql immutable as $body$
      select range <> '-' and case when from_yesterday
        then closes <= opens and minute <= closes
        else minute >= opens and (closes <= opens or minute <= closes) end
      from (select
        nullif(split_part(split_part(range, '-', 1), ':', 1), '')::int * 60
          + split_part(split_part(range, '-', 1), ':', 2)::int as opens,
        nullif(split_part(split_part(range, '-', 2), ':', 1), '')::int * 60
          + split_part(split_part(range, '-', 2), ':', 2)::int as closes
      ) as parts
    $body$`.execute(db.database);
  await sql`create table expected as
    select place.id, accepted, accessible, public, coalesce(price, 0) = 0 and price_known as free, city, added,
      longitude, latitude,
      (select avg(rating) from review where place_id = place.id) as mean,
      opening_times = array_fill('-'::text, array[7]) as unknown,
      case when opening_times[day] = '-' then false else runs_at(opening_times[day], minute, false) end
        or case when opening_times[yesterday] = '-' then false
          else runs_at(opening_times[yesterday], minute, true) end as open
    from place join schedule on schedule.id = schedule_id,
      lateral (select ${now}::timestamptz at time zone time_zone as local) as clock,
      lateral (select extract(isodow from local)::int as day,
        (extract(isodow from local)::int + 5) % 7 + 1 as yesterday,
        extract(hour from local) * 60 + extract(minute from local) as minute) as parts
    where deleted_at is null`.execute(db.database);
}

function where({ filters, includeUnknown, includeUnaccepted }: ListCase, open = filters.open) {
  const conditions = [
    ...(includeUnaccepted ? [] : ["accepted"]),
    ...(filters.accessible ? ["accessible"] : []),
    ...(filters.free ? ["free"] : []),
    ...(filters.public ? ["public"] : []),
    ...(open ? [includeUnknown && filters.open ? "(open or unknown)" : "open"] : []),
  ];
  return conditions.length === 0 ? "true" : conditions.join(" and ");
}

async function selectIds(condition: string, order: string): Promise<number[]> {
  const statement = `select id from expected where ${condition} order by ${order}`;
  const { rows } = await sql.raw<{ id: number }>(statement).execute(db.database);
  return rows.map(({ id }) => id);
}

describe("the index and SQL", () => {
  test("have something to agree on", async () => {
    const { rows } = await sql<Record<string, number>>`select
      count(*) filter (where open) as open, count(*) filter (where unknown) as unknown,
      count(*) filter (where mean is null) as unrated,
      count(*) filter (where not accepted) as waiting,
      count(distinct mean) as means, count(distinct added) as instants, count(*) as total
      from expected`.execute(db.database);
    const [{ total, instants, ...parts }] = rows;
    expect(total).toBeLessThan(placeCount);
    expect(instants).toBeLessThan(total / 2);
    for (const part of Object.values(parts)) expect(part).toBeGreaterThan(20);
  });

  test.each(placeSorts)("agree on ids, order and totals for %s in every filter", async (sort) => {
    for (const query of cases) {
      const expected = await selectIds(where(query), sqlOrders[sort]);
      const boxed = { ...query, bbox: null };
      const label = JSON.stringify(query);
      expect(placeIndex.page(boxed, sort, 0, placeCount), label).toEqual(expected);
      expect(placeIndex.count(boxed).total, label).toBe(expected.length);
    }
  });

  test("agree on how many are open and how many are left out for want of data", async () => {
    for (const query of cases) {
      const others = { ...query, filters: { ...query.filters, open: false } };
      const leavesOut = query.filters.open && !query.includeUnknown;
      const unknown = await selectIds(`${where(others)} and unknown`, "id");
      const openNow = await selectIds(where(others, true), "id");
      const counted = placeIndex.count({ ...query, bbox: null });
      expect(counted.unknown).toBe(leavesOut ? unknown.length : 0);
      expect(counted.openNow).toBe(openNow.length);
    }
  });
});

describe("listPlaces", () => {
  const deps = () => ({ database: db.database, placeIndex, now: () => now });

  test.each(placeSorts)("gives a page as SQL's offset and limit do, for %s", async (sort) => {
    const all = { filters: noFilters, includeUnknown: false, includeUnaccepted: false };
    const expected = await selectIds(where(all), sqlOrders[sort]);
    const page = await listPlaces(deps(), { ...query, page: 4, perPage: 7, sort }, visitor);
    expect(page.places.map(({ id }) => id)).toEqual(expected.slice(21, 28));
    expect(page).toMatchObject({ page: 4, per_page: 7, total: expected.length });
  });

  test("says how many were left out of the open ones, and how many are open", async () => {
    const open = { ...query, filters: { ...noFilters, open: true } };
    const unknown = await selectIds("accepted and unknown", "id");
    const openNow = await selectIds("accepted and open", "id");
    expect(await listPlaces(deps(), open, visitor)).toMatchObject({
      total: openNow.length,
      open_now_count: openNow.length,
      unknown_count: unknown.length,
    });
    const both = { ...open, includeUnknown: true };
    expect(await listPlaces(deps(), both, visitor)).toMatchObject({
      total: openNow.length + unknown.length,
      unknown_count: 0,
    });
  });

  test("gives nothing beyond the last page, and says so without a fault", async () => {
    const page = await listPlaces(deps(), { ...query, page: 90_000_000 }, visitor);
    expect(page.places).toEqual([]);
    expect(page.total).toBeGreaterThan(0);
  });

  test("orders by exact distance and says it", async () => {
    const near = [19.05, 47.5] as const;
    const { rows } = await sql<{ id: number; longitude: number; latitude: number }>`
      select id, longitude, latitude from expected where accepted`.execute(db.database);
    const expected = rows
      .map((row) => ({ id: row.id, distance: distanceMeters(near, [row.longitude, row.latitude]) }))
      .sort((a, b) => a.distance - b.distance || a.id - b.id);
    const nearest = { ...query, near, sort: "distance", perPage: 100, page: 2 } as const;
    const page = await listPlaces(deps(), nearest, visitor);
    expect(page.places.map(({ id, distance }) => ({ id, distance }))).toEqual(
      expected.slice(100, 200),
    );
  });

  test("by 'near', has on each page the places that 'distance' has there, and none twice", async () => {
    const near = [19.05, 47.5] as const;
    const idsOf = async (sort: "near" | "distance", page: number) => {
      const list = await listPlaces(deps(), { ...query, near, sort, perPage: 7, page }, visitor);
      return list.places.map(({ id }) => id);
    };
    const pages = [1, 2, 3, 4, 5];
    const byNear = await Promise.all(pages.map((page) => idsOf("near", page)));
    const byDistance = await Promise.all(pages.map((page) => idsOf("distance", page)));
    expect(new Set(byNear.flat()).size).toBe(35);
    expect(byNear.map((ids) => ids.toSorted())).toEqual(byDistance.map((ids) => ids.toSorted()));
  });

  test("by 'near', puts the confirmed first at like distance and the reported last; 'distance' stays exact", async () => {
    await using own = await createTestDatabase();
    const here = [19.05, 47.5] as const;
    const at = (meters: number, place: TestPlace = {}): TestPlace => ({
      ...{ longitude: here[0], latitude: here[1] + meters / 111_195.08 },
      ...place,
    });
    const faded = {
      closed_reason: "out-of-order",
      closed_since: new Date("2026-04-30T10:00:00Z"),
      closed_until: new Date("2026-05-01T10:00:00Z"),
      closed_by: "visitor",
    } as const;
    const exact = await addPlaces(own.database, [
      at(90),
      at(101, faded),
      at(110),
      at(120, { last_confirmed: now }),
      at(130, { visitor_confirmed: now }),
      // The next ring.
      at(151, { last_confirmed: now }),
    ]);
    const index = await loadPlaceIndex(own.database);
    const list = async (sort: "near" | "distance", part: Partial<PlaceListQuery> = {}) => {
      const ownDeps = { database: own.database, placeIndex: index, now: () => now };
      const nearest = { ...query, near: here, sort, ...part };
      return (await listPlaces(ownDeps, nearest, visitor)).places;
    };
    const [first, reported, plain, confirmed, byVisitor, beyond] = exact;
    const idsOf = (places: readonly { id: number }[]) => places.map(({ id }) => id);
    const nearest = await list("near");
    expect(idsOf(nearest)).toEqual([first, confirmed, byVisitor, plain, reported, beyond]);
    expect(nearest[1].distance).toBeCloseTo(120, 0);
    expect(idsOf(await list("distance"))).toEqual(exact);
    expect(idsOf(await list("near", { perPage: 3 }))).toEqual([first, plain, reported]);
    expect(idsOf(await list("near", { perPage: 3, page: 2 }))).toEqual([
      ...[confirmed, byVisitor, beyond],
    ]);
  });

  test("says the distance in other orders too", async () => {
    const page = await listPlaces(deps(), { ...query, near: [19, 47] }, visitor);
    const [place] = page.places;
    expect(place.distance).toBe(distanceMeters([19, 47], place.coordinates));
    expect((await listPlaces(deps(), query, visitor)).places[0]).not.toHaveProperty("distance");
  });

  test.each([
    [
      "Hungary",
      { west: 16, south: 45.7, east: 23, north: 48.6 },
      "longitude between 16 and 23 and latitude between 45.7 and 48.6",
    ],
    [
      "a box across the antimeridian",
      { west: 170, south: -50, east: -170, north: 70 },
      "(longitude >= 170 or longitude <= -170) and latitude between -50 and 70",
    ],
  ])("keeps to %s", async (_, bbox, condition) => {
    const expected = await selectIds(`accepted and ${condition}`, "added desc, id desc");
    expect(expected.length).toBeGreaterThan(5);
    const page = await listPlaces(deps(), { ...query, bbox, perPage: 100 }, visitor);
    expect(page.places.map(({ id }) => id)).toEqual(expected.slice(0, 100));
    expect(page.total).toBe(expected.length);
  });

  test("never gives a visitor unaccepted places or who added them", async () => {
    const all = await listPlaces(deps(), { ...query, perPage: 100 }, visitor);
    expect(all.places.filter(({ accepted }) => !accepted)).toEqual([]);
    expect(JSON.stringify(all)).not.toContain("added_by");
    const own = { userId: "user-1", email: null, role: "user" as const };
    expect(JSON.stringify(await listPlaces(deps(), query, own))).not.toContain("added_by");
  });

  test("gives the administrator both", async () => {
    const all = await listPlaces(deps(), { ...query, perPage: 100 }, administrator);
    expect(all.places.some(({ accepted }) => !accepted)).toBe(true);
    expect(all.places.every((place) => place.added_by !== undefined)).toBe(true);
  });

  test("leaves out what was deleted after the index last heard", async () => {
    const [first, second] = (await listPlaces(deps(), query, visitor)).places;
    const mark = (deleted_at: Date | null) =>
      db.database.updateTable("place").set({ deleted_at }).where("id", "=", first.id).execute();
    await mark(now);
    const page = await listPlaces(deps(), query, visitor);
    expect(page.places[0].id).toBe(second.id);
    await mark(null);
  });
});

describe("findPlace", () => {
  const added = new Date("2026-01-02T03:04:05.678Z");
  const times = ["-", "-", "-", "-", "-", "10:00-20:00", "-"];

  test("gives every field of a place, as it is on the wire", async () => {
    await using own = await createTestDatabase();
    const deps = { database: own.database, now: () => new Date("2026-05-02T17:45:00Z") };
    const place = { city: "Eger", address: "Dobó tér 2.", comments: "balra", price: 4.5, added };
    const position = { longitude: 20.3773, latitude: 47.9025, openingTimes: times };
    const more = { added_by: "user-1", last_confirmed: added, accessible: true };
    const [id] = await addPlaces(own.database, [{ ...place, ...position, ...more }]);
    const reviews = [4, 5, 5].map((rating, i) => ({ place_id: id, user_id: `user-${i}`, rating }));
    await own.database.insertInto("review").values(reviews).execute();
    expect(await findPlace(deps, id, visitor)).toStrictEqual({
      id,
      country: "HU",
      city: "Eger",
      address: "Dobó tér 2.",
      price: 4.5,
      fee: "costs",
      comments: "balra",
      accessible: true,
      public: false,
      facts: { wheelchair: "yes" },
      accepted: true,
      latitude: 47.9025,
      longitude: 20.3773,
      coordinates: [20.3773, 47.9025],
      opening_times: times,
      added: "2026-01-02T03:04:05.678Z",
      version: 1,
      rating_calculated: 14 / 3,
      rating_count: 3,
      open_status: "closes-soon",
      opening_changes: [
        { at: "2026-05-02T18:01:00.000Z", status: "closed" },
        { at: "2026-05-02T22:00:00.000Z", status: "none" },
      ],
      opening_changes_until: "2026-05-03T23:45:00.000Z",
      time_zone: "Europe/Budapest",
      last_confirmed: "2026-01-02T03:04:05.678Z",
      likely: null,
      observed: { open: 0, closed: 0 },
    });
    expect(await findPlace(deps, id, administrator)).toMatchObject({ added_by: "user-1" });
  });

  test("gives null for an unknown price and -1 for a place without ratings", async () => {
    await using own = await createTestDatabase();
    const [id] = await addPlaces(own.database, [{ price: null }]);
    const place = await findPlace({ database: own.database, now: () => now }, id, visitor);
    expect(place).toMatchObject({ price: null, rating_calculated: -1, rating_count: 0 });
    expect(place?.last_confirmed).toBeNull();
  });

  test("finds no deleted place, and an unaccepted one for the administrator only", async () => {
    await using own = await createTestDatabase();
    const deps = { database: own.database, now: () => now };
    const [waiting, deleted] = await addPlaces(own.database, [
      { accepted: false },
      { deleted_at: now },
    ]);
    expect(await findPlace(deps, waiting, visitor)).toBeNull();
    expect(await findPlace(deps, waiting, administrator)).toMatchObject({ id: waiting });
    expect(await findPlace(deps, deleted, administrator)).toBeNull();
    expect(await findPlace(deps, 2_147_483_648, visitor)).toBeNull();
  });

  test("comes from the cache while the database is unavailable, as long as the index has it", async () => {
    await using own = await createTestDatabase();
    const [id] = await addPlaces(own.database, [{}]);
    const placeIndex = await loadPlaceIndex(own.database, "HU");
    const deps = { placeIndex, placeCache: new PlaceCache(), now: () => now };
    await findPlace({ ...deps, database: own.database }, id, visitor);
    const database = {
      getExecutor() {
        throw new DatabaseUnavailable("gone");
      },
    } as unknown as Database;
    expect(await findPlace({ ...deps, database }, id, visitor)).toMatchObject({ id });
    placeIndex.apply([{ kind: "remove", id }]);
    expect(await findPlace({ ...deps, database }, id, visitor)).toBeNull();
  });
});

describe("a place with a text of opening hours", () => {
  // A Tuesday, 14:30 in Budapest, and the weekend after it.
  const tuesday = new Date("2026-06-16T12:30:00Z");
  const times = [...Array<string>(5).fill("13:00-18:00"), "closed", "closed"];

  test("goes by it in the index, the filter and the answer", async () => {
    await using own = await createTestDatabase();
    const [lunch, appointment, unread, week] = await addPlaces(own.database, [
      { openingTimes: times, opening_hours: "Mo-Fr 08:00-14:00,15:00-18:00" },
      { openingTimes: times, opening_hours: 'Mo-Fr 08:00-18:00 "by appointment"' },
      { openingTimes: times, opening_hours: "whenever" },
      { openingTimes: times },
    ]);
    const placeIndex = await loadPlaceIndex(own.database);
    placeIndex.forecastSchedules(tuesday);
    placeIndex.refreshOpenSchedules(tuesday);
    const deps = { database: own.database, placeIndex, now: () => tuesday };
    const open = { ...noFilters, open: true };
    const list = (includeUnknown: boolean) =>
      listPlaces(deps, { ...query, filters: open, includeUnknown }, visitor);
    const { places, unknown_count } = await list(false);
    expect(places.map(({ id }) => id).sort()).toEqual([unread, week]);
    expect(unknown_count).toBe(1);
    expect((await list(true)).places.map(({ id }) => id).sort()).toEqual([
      appointment,
      unread,
      week,
    ]);
    expect(await findPlace(deps, lunch, visitor)).toMatchObject({
      open_status: "opens-soon",
      opens_next: "2026-06-16T13:00:00.000Z",
      opening_changes: [
        { at: "2026-06-16T13:00:00.000Z", status: "open" },
        { at: "2026-06-16T15:30:00.000Z", status: "closes-soon" },
        { at: "2026-06-16T16:01:00.000Z", status: "closed" },
        { at: "2026-06-17T05:30:00.000Z", status: "opens-soon" },
        { at: "2026-06-17T06:00:00.000Z", status: "open" },
        { at: "2026-06-17T11:30:00.000Z", status: "closes-soon" },
        { at: "2026-06-17T12:01:00.000Z", status: "closed" },
        { at: "2026-06-17T12:30:00.000Z", status: "opens-soon" },
        { at: "2026-06-17T13:00:00.000Z", status: "open" },
        { at: "2026-06-17T15:30:00.000Z", status: "closes-soon" },
        { at: "2026-06-17T16:01:00.000Z", status: "closed" },
        // The next opening, after the time of which all changes are told.
        { at: "2026-06-18T06:00:00.000Z", status: "open" },
      ],
      opening_today: { date: "2026-06-16", times: ["08:00-14:00", "15:00-18:00"] },
      opening_changes_until: "2026-06-17T18:30:00.000Z",
    });
    expect(await findPlace(deps, appointment, visitor)).toMatchObject({
      open_status: "none",
      opening_comment: "by appointment",
    });
    expect((await findPlace(deps, appointment, visitor))?.opens_next).toBeUndefined();
    expect(await findPlace(deps, unread, visitor)).toMatchObject({ open_status: "open" });
  });

  test("is in step with it when the text changes", async () => {
    await using own = await createTestDatabase();
    const [id] = await addPlaces(own.database, [{ openingTimes: times, opening_hours: "off" }]);
    const placeIndex = await loadPlaceIndex(own.database);
    placeIndex.forecastSchedules(tuesday);
    placeIndex.refreshOpenSchedules(tuesday);
    const openOnly = { filters: { ...noFilters, open: true }, includeUnknown: false };
    const openNow = () =>
      placeIndex.count({ ...openOnly, includeUnaccepted: false, bbox: null }).total;
    expect(openNow()).toBe(0);
    const place = { country: "HU", longitude: 19.05, latitude: 47.5 };
    const [schedule_id] = await ensureSchedules(own.database, [
      scheduleAt({ times, text: "24/7" }, place),
    ]);
    await own.database.updateTable("place").set({ opening_hours: "24/7", schedule_id }).execute();
    placeIndex.apply(await readChanges(own.database, [id]));
    placeIndex.forecastSchedules(tuesday);
    placeIndex.refreshOpenSchedules(tuesday);
    expect(openNow()).toBe(1);
  });
});
