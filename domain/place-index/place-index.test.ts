import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noFilters, placeFilterNames } from "#domain/place/place-filters.ts";
import { NaivePlaceIndex } from "#tests/support/place-index/naive-place-index.ts";
import { placeEntryArbitrary } from "#tests/support/place-index/place-entry-arbitrary.ts";
import type { PlaceIndex } from "./place-index.ts";
import { PlaceIndexBuilder } from "./place-index-builder.ts";
import type { PlaceQuery } from "./place-query.ts";
import type { EntryChange, PlaceEntry } from "./place-store.ts";

/** A Monday, 10:30 in Budapest, 04:30 in New York, 20:30 in Auckland. */
const now = new Date("2026-06-15T08:30:00Z");

/** Time limit of the tests that compare very many results. */
const timeoutMs = 240_000;

function buildIndex(entries: Iterable<PlaceEntry>) {
  const builder = new PlaceIndexBuilder(4);
  for (const entry of entries) builder.add(entry);
  const index = builder.build();
  index.refreshOpenSchedules(now);
  return index;
}

const boxes = [
  null,
  { west: 18.95, south: 47.35, east: 19.2, north: 47.55 },
  { west: 100, south: -85, east: -100, north: 85 },
  { west: -180, south: -90, east: 180, north: 90 },
  { west: 1, south: 1, east: 1, north: 1 },
];

/** The first filters with every box, with and without unknown, unaccepted and restricted places: 640 queries. */
const firstQueries = Array.from({ length: 128 }, (_, bits) => {
  const isOn = (bit: number) => ((bits >> bit) & 1) === 1;
  const filters = {
    ...noFilters,
    accessible: isOn(0),
    free: isOn(1),
    public: isOn(2),
    open: isOn(3),
  };
  return boxes.map(
    (bbox): PlaceQuery => ({
      filters,
      includeUnknown: isOn(4),
      includeUnaccepted: isOn(5),
      ...(isOn(6) && { offered: isOn(0) ? "customers" : "everyone" }),
      bbox,
    }),
  );
}).flat();

/** Every filter alone and with each other one, with and without unstated and unknown places. */
const moreQueries = placeFilterNames.flatMap((one, number) =>
  placeFilterNames.slice(number).flatMap((other) =>
    [0, 1, 2, 3].map(
      (bits): PlaceQuery => ({
        filters: { ...noFilters, [one]: true, [other]: true },
        includeUnstated: (bits & 1) !== 0,
        includeUnknown: (bits & 2) !== 0,
        includeLikely: bits === 1,
        includeUnaccepted: bits === 1 || bits === 2,
        ...(one < "g" && { offered: other < "g" ? "everyone" : "customers" }),
        bbox: null,
      }),
    ),
  ),
);

const queries = [...firstQueries, ...moreQueries];

function expectSameResults(
  index: PlaceIndex,
  naive: NaivePlaceIndex,
  indexQuery: PlaceQuery,
  pages: [offset: number, limit: number][],
) {
  expect(index.count(indexQuery)).toEqual(naive.count(indexQuery));
  for (const [sort, ids] of naive.orders(indexQuery)) {
    for (const [offset, limit] of pages) {
      expectSame(index.page(indexQuery, sort, offset, limit), ids.slice(offset, offset + limit));
    }
  }
}

/** Plain data, compared as text: `toEqual` takes fifty times as long, and names what differs. */
function expectSame(found: unknown, expected: unknown) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found).toEqual(expected);
}

/** Places whose ids do not follow the map. */
function someEntries(count: number, seed: number): PlaceEntry[] {
  const samples = fc.sample(placeEntryArbitrary(1), { seed, numRuns: count });
  return samples.map((entry, index) => ({ ...entry, id: index + 1 }));
}

describe("PlaceIndex", () => {
  it(
    "agrees with a naive index in counts and pages, for every filter, box and order",
    () => {
      const entriesArbitrary = fc.uniqueArray(placeEntryArbitrary(2000), {
        maxLength: 150,
        selector: (entry) => entry.id,
        size: "max",
      });
      const property = fc.property(entriesArbitrary, (entries) => {
        const index = buildIndex(entries);
        const naive = new NaivePlaceIndex(entries, now);
        for (const indexQuery of queries) {
          expectSameResults(index, naive, indexQuery, [
            [0, 10],
            [7, 3],
            [0, 150],
            [149, 10],
            [5, 0],
          ]);
        }
      });
      fc.assert(property, { seed: 1, numRuns: 2 });
    },
    timeoutMs,
  );

  it(
    "does so where it walks along the orders, for many results",
    () => {
      const entries = someEntries(4_000, 3);
      const index = buildIndex(entries);
      const naive = new NaivePlaceIndex(entries, now);
      const many = queries.filter((indexQuery) => index.count(indexQuery).total > 1000);
      expect(many.some(({ bbox }) => bbox?.west === 100)).toBe(true);
      for (const indexQuery of many.filter((_, number) => number % 13 === 0)) {
        const { total } = index.count(indexQuery);
        expectSameResults(index, naive, indexQuery, [
          [0, 10],
          [Math.floor(total / 2), 50],
          [total - 7, 10],
          [0, total],
          [total, 10],
        ]);
      }
    },
    timeoutMs,
  );

  it("follows the clock: the same places are closed in the evening", () => {
    const entries = someEntries(300, 4);
    const index = buildIndex(entries);
    const evening = new Date("2026-06-15T17:00:00Z");
    const [version, openVersion] = [index.version, index.openVersion];
    expect(index.refreshOpenSchedules(now)).toBe(false);
    expect(index.openVersion).toBe(openVersion);
    expect(index.refreshOpenSchedules(evening)).toBe(true);
    expect(index.openVersion).toBe(openVersion + 1);
    expect(index.version).toBe(version);
    const naive = new NaivePlaceIndex(entries, evening);
    for (const indexQuery of queries.filter((_, number) => number % 7 === 0)) {
      expectSameResults(index, naive, indexQuery, [[0, 300]]);
    }
  });
});

describe("PlaceIndex.at", () => {
  const then = new Date("2026-06-16T02:15:00Z");
  const at = (index: PlaceIndex, isToday = true) =>
    index.at({ at: then }, isToday, () => Promise.resolve());

  it("has the results of the index when that instant has come", async () => {
    const entries = someEntries(600, 11);
    const index = buildIndex(entries);
    const later = buildIndex(entries);
    later.refreshOpenSchedules(then);
    const view = await at(index);
    let changed = 0;
    for (const query of queries) {
      expectSame(view.count(query), later.count(query));
      expectSame(view.page(query, "added-desc", 0, 20), later.page(query, "added-desc", 0, 20));
      expectSame(view.nearest(query, [19, 47.5], 0, 5), later.nearest(query, [19, 47.5], 0, 5));
      expectSame(view.tile(1, 1, 0, query), later.tile(1, 1, 0, query));
      if (view.count(query).openNow !== index.count(query).openNow) changed++;
    }
    expect(changed).toBeGreaterThan(100);
  });

  it("takes up a change, also one during a pause, and leaves the present as it is", async () => {
    const [entry] = someEntries(1, 3);
    const always = Array<string>(7).fill("00:00-24:00");
    const open = { ...entry, accepted: true, doubted: false, closedUntilMs: null, hours: null };
    const index = buildIndex([{ ...open, openingTimes: Array<string>(7).fill("closed") }]);
    const query = { filters: noFilters, includeUnknown: false, includeUnaccepted: false };
    const countOf = async (view: Promise<PlaceIndex>) =>
      (await view).count({ ...query, bbox: null }).openNow;
    const first = at(index);
    index.apply([{ kind: "put", entry: { ...open, openingTimes: always } }]);
    expect(await countOf(first)).toBe(1);
    expect(await countOf(at(index))).toBe(1);
    index.apply([
      { kind: "put", entry: { ...open, openingTimes: Array<string>(7).fill("closed") } },
    ]);
    expect(await countOf(at(index))).toBe(0);
  });

  it("knows of another day neither closures nor what visitors found", async () => {
    const [entry] = someEntries(1, 3);
    const untilMs = then.getTime() + 60_000;
    const index = buildIndex([
      {
        ...{ ...entry, accepted: true, doubted: false, hours: null, closedUntilMs: untilMs },
        openingTimes: Array<string>(7).fill("00:00-24:00"),
      },
    ]);
    const query = { filters: noFilters, includeUnknown: false, includeUnaccepted: false };
    const openNow = async (isToday: boolean) =>
      (await at(index, isToday)).count({ ...query, bbox: null }).openNow;
    expect([await openNow(true), await openNow(false)]).toEqual([0, 1]);
  });
});

it("counts a closed place as closed, and an unknown one only on days that are not known to be closed", () => {
  const closed = Array<string>(7).fill("closed");
  const weeks = [closed, ["closed", ...Array<string>(6).fill("-")], Array<string>(7).fill("-")];
  const [model] = someEntries(1, 5);
  const entries = weeks.map((openingTimes, index) => {
    const open = { ...model, closedUntilMs: null };
    return { ...open, id: index + 1, accepted: true, timeZone: "Europe/Budapest", openingTimes };
  });
  const indexQuery: PlaceQuery = {
    filters: { ...noFilters, open: true },
    includeUnknown: false,
    includeUnaccepted: false,
    bbox: null,
  };
  const withUnknown = { ...indexQuery, includeUnknown: true };
  const index = buildIndex(entries);
  // On Monday.
  expect(index.count(indexQuery)).toEqual({
    ...{ total: 0, unknown: 1, likely: 0, unstated: 0, openNow: 0 },
  });
  expect(index.page(withUnknown, "added-asc", 0, 9)).toEqual([3]);
  index.refreshOpenSchedules(new Date("2026-06-15T22:00:00Z"));
  // On Tuesday, from its first minute on.
  expect(index.count(indexQuery)).toMatchObject({ total: 0, unknown: 2 });
  expect(index.page(withUnknown, "added-asc", 0, 9)).toEqual([2, 3]);
});

describe("a place that is closed for now", () => {
  const [model] = someEntries(1, 5);
  const around = Array<string>(7).fill("00:00-24:00");
  const place = { ...model, id: 1, accepted: true, openingTimes: around, closedUntilMs: null };
  const closedUntilMs = Date.parse("2026-06-15T08:40:00Z");
  const closed = { kind: "put", entry: { ...place, closedUntilMs } } as const;
  const indexQuery: PlaceQuery = {
    filters: { ...noFilters, open: true },
    includeUnknown: true,
    includeUnaccepted: false,
    bbox: null,
  };
  const isOpen = (index: PlaceIndex) => index.count(indexQuery).total === 1;

  it("is not open until its end, and then follows its schedule", () => {
    for (const index of [buildIndex([closed.entry]), buildIndex([place])]) {
      index.apply([closed]);
      expect(isOpen(index)).toBe(false);
      const { openVersion } = index;
      expect(index.refreshOpenSchedules(new Date(closedUntilMs - 1))).toBe(false);
      expect(isOpen(index)).toBe(false);
      expect(index.refreshOpenSchedules(new Date(closedUntilMs))).toBe(true);
      expect(index.openVersion).toBe(openVersion + 1);
      expect(isOpen(index)).toBe(true);
    }
  });

  it("opens at once where the closure is taken back", () => {
    const index = buildIndex([closed.entry]);
    index.apply([{ kind: "put", entry: place }]);
    expect(isOpen(index)).toBe(true);
  });

  it("is another version, also where its schedule is closed", () => {
    const never = { ...place, openingTimes: Array<string>(7).fill("closed") };
    const index = buildIndex([never]);
    index.apply([{ kind: "put", entry: { ...never, closedUntilMs } }]);
    expect(index.version).toBe(1);
    index.apply([{ kind: "put", entry: { ...never, closedUntilMs } }]);
    expect(index.version).toBe(1);
    expect(index.refreshOpenSchedules(new Date(closedUntilMs))).toBe(true);
  });

  it("is closed on the map, regardless of its schedule", () => {
    const index = buildIndex([place]);
    const statuses = () => index.tile(0, 0, 0, indexQuery).points.map(({ status }) => status);
    expect(statuses()).toEqual(["open"]);
    const all = { ...indexQuery, filters: { ...indexQuery.filters, open: false } };
    index.apply([closed]);
    expect(index.tile(0, 0, 0, all).points.map(({ status }) => status)).toEqual(["closed"]);
    expect(statuses()).toEqual([]);
  });
});

const samples = queries.filter((_, number) => number % 23 === 0);

/** Every second place keeps its position in all changes, the others move with each. */
function halfSettled(entry: PlaceEntry): PlaceEntry {
  if (entry.id % 2 === 1) return entry;
  return { ...entry, longitude: 19 + entry.id / 100, latitude: 47.5 };
}

function batchesArbitrary(maxId: number, maxLength: number) {
  const put = placeEntryArbitrary(maxId).map(
    (entry): EntryChange => ({ kind: "put", entry: halfSettled(entry) }),
  );
  const remove = fc
    .integer({ min: 1, max: maxId })
    .map((id): EntryChange => ({ kind: "remove", id }));
  const change = fc.oneof({ weight: 2, arbitrary: put }, { weight: 1, arbitrary: remove });
  return fc.array(fc.array(change, { maxLength }), { maxLength: 8 });
}

describe("PlaceIndex.apply", () => {
  it(
    "results in the same index as a new build",
    () => {
      const property = fc.property(batchesArbitrary(60, 30), (batches) => {
        const index = buildIndex([]);
        const naive = new NaivePlaceIndex([], now);
        for (const batch of batches) {
          index.apply(batch);
          naive.apply(batch);
          const rebuilt = buildIndex(naive.entries.values());
          expect(index.size).toBe(naive.entries.size);
          for (const indexQuery of samples) {
            expectSameResults(index, naive, indexQuery, [[0, 60]]);
            expectSame(index.tile(0, 0, 0, indexQuery), rebuilt.tile(0, 0, 0, indexQuery));
            const budapest = rebuilt.tile(14, 9056, 5729, indexQuery);
            expectSame(index.tile(14, 9056, 5729, indexQuery), budapest);
          }
        }
      });
      fc.assert(property, { seed: 2, numRuns: 6 });
    },
    timeoutMs,
  );

  it(
    "does so among thousands, where the orders are walked",
    () => {
      const indexQuery = { ...queries[0], includeUnaccepted: true };
      const entries = someEntries(3000, 6).map(halfSettled);
      const property = fc.property(batchesArbitrary(6000, 12), (batches) => {
        const index = buildIndex(entries);
        const naive = new NaivePlaceIndex(entries, now);
        for (const batch of batches) {
          index.apply(batch);
          naive.apply(batch);
        }
        expectSameResults(index, naive, indexQuery, [[0, 10_000]]);
        const rebuilt = buildIndex(naive.entries.values());
        expect(index.tile(0, 0, 0, indexQuery)).toEqual(rebuilt.tile(0, 0, 0, indexQuery));
      });
      fc.assert(property, { seed: 3, numRuns: 2 });
    },
    timeoutMs,
  );

  it("grows beyond the room it was built with", () => {
    const index = buildIndex([]);
    const naive = new NaivePlaceIndex([], now);
    const changes = someEntries(2500, 8).map((entry): EntryChange => ({ kind: "put", entry }));
    for (const batch of [changes.slice(0, 500), changes.slice(500)]) {
      index.apply(batch);
      naive.apply(batch);
    }
    const indexQuery = { ...queries[0], includeUnaccepted: true };
    expectSameResults(index, naive, indexQuery, [[0, 3000]]);
  });

  it("does not change the version when nothing differs", () => {
    const entries = someEntries(10, 9);
    const index = buildIndex(entries);
    index.apply([]);
    index.apply(entries.map((entry) => ({ kind: "put", entry })));
    index.apply([{ kind: "remove", id: 999 }]);
    expect(index.version).toBe(0);
    index.apply([{ kind: "put", entry: { ...entries[0], accepted: !entries[0].accepted } }]);
    expect(index.version).toBe(1);
  });

  it("has at once the status of a place with a new schedule", () => {
    const [entry] = someEntries(1, 10);
    const index = buildIndex([]);
    const openingTimes = Array.from({ length: 7 }, () => "10:15-10:45");
    const place = {
      ...entry,
      doubted: false,
      closedUntilMs: null,
      openingTimes,
      timeZone: "Europe/Budapest",
      accepted: true,
    };
    index.apply([{ kind: "put", entry: place }]);
    expect(index.count(queries[0]).openNow).toBe(1);
  });

  it.each([3, 1_500])("has cities in the order of the reader's language, of %i places", (count) => {
    const index = buildIndex(
      someEntries(count, 7).map((entry, number) => ({
        ...entry,
        accepted: true,
        city: ["Csorna", "Cuha", "Cegléd"][number % 3],
      })),
    );
    const query = { ...queries[0], includeUnaccepted: true };
    const citiesIn = (language?: string) => {
      const ids = index.page(query, "place-asc", 0, count, language);
      return [...new Set(ids.map((id) => (id - 1) % 3))];
    };
    expect(citiesIn()).toEqual([2, 1, 0]);
    expect(citiesIn("hu")).toEqual([2, 1, 0]);
    expect(citiesIn("en")).toEqual([2, 0, 1]);
    index.apply(
      someEntries(count, 7).map((entry, number) => ({
        kind: "put",
        entry: { ...entry, accepted: true, city: ["Győr", "Eger", "Pécs"][number % 3] },
      })),
    );
    expect(citiesIn("en")).toEqual([1, 0, 2]);
  });

  it("puts a new city in its alphabetical place", () => {
    const cities = ["Szeged", "Ózd", "Zalaegerszeg", "Orosháza", "Sárvár", "Csorna", "Cegléd"];
    const [entry] = someEntries(1, 10);
    const index = buildIndex([]);
    cities.forEach((city, number) => {
      index.apply([{ kind: "put", entry: { ...entry, city, id: number + 1, accepted: true } }]);
    });
    const ids = index.page({ ...queries[0] }, "place-asc", 0, 10);
    const sorted = ["Cegléd", "Csorna", "Orosháza", "Ózd", "Sárvár", "Szeged", "Zalaegerszeg"];
    expect(ids.map((id) => cities[id - 1])).toEqual(sorted);
  });
});
