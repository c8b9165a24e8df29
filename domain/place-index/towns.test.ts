import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import { townKey } from "#domain/place-index/towns.ts";
import { NaivePlaceIndex } from "#tests/support/place-index/naive-place-index.ts";
import { placeEntryArbitrary } from "#tests/support/place-index/place-entry-arbitrary.ts";
import { PlaceIndexBuilder } from "./place-index-builder.ts";
import type { PlaceEntry } from "./place-store.ts";

/** A Monday, 10:30 in Budapest. */
const now = new Date("2026-06-15T08:30:00Z");

const always = Array.from({ length: 7 }, () => "00:00-24:00");
const never = Array.from({ length: 7 }, () => "closed");
const unknown = Array.from({ length: 7 }, () => "-");

function entry(id: number, given: Partial<PlaceEntry> = {}): PlaceEntry {
  return {
    ...{ id, longitude: 20.37, latitude: 47.9, accepted: true, fee: "unknown", facts: {} },
    ...{ openingTimes: unknown, timeZone: "Europe/Budapest", closedUntilMs: null, city: "Eger" },
    ...{ addedMicros: id, ratingSum: 0, ratingCount: 0 },
    ...given,
  } as PlaceEntry;
}

function indexOf(entries: readonly PlaceEntry[]) {
  const builder = new PlaceIndexBuilder(4);
  for (const one of entries) builder.add(one);
  const index = builder.build();
  index.refreshOpenSchedules(now);
  return index;
}

describe("towns of the place index (docs/product#towns)", () => {
  it("are in alphabetical order, with the numbers of their places", () => {
    const index = indexOf([
      entry(1, { city: "Győr", openingTimes: always, fee: "free" }),
      entry(2, { city: "Eger", facts: { wheelchair: "yes", changing_table: "yes" } }),
      entry(3, { city: "Eger", openingTimes: never, facts: { wheelchair: "limited" } }),
      entry(4, { city: "Érd" }),
    ]);
    expect(index.towns().map(({ name, counts }) => ({ name, ...counts }))).toEqual([
      { name: "Eger", total: 2, open: 0, accessible: 1, free: 0, changing_table: 1 },
      { name: "Érd", total: 1, open: 0, accessible: 0, free: 0, changing_table: 0 },
      { name: "Győr", total: 1, open: 1, accessible: 0, free: 1, changing_table: 0 },
    ]);
  });

  it("leave out pending places, and places without a town", () => {
    const index = indexOf([
      entry(1, { city: "Eger", accepted: false }),
      entry(2, { city: "" }),
      entry(3, { city: "  " }),
    ]);
    expect(index.towns()).toEqual([]);
    expect(index.town("Eger", 0, 20)).toBeNull();
    expect(index.town("", 0, 20)).toBeNull();
  });

  it("are one town in any case and spacing, named as most of its places are", () => {
    const index = indexOf([
      entry(1, { city: "BAD ISCHL" }),
      entry(2, { city: "Bad Ischl" }),
      entry(3, { city: "Bad  Ischl " }),
      entry(4, { city: "Bad Ischl" }),
      entry(5, { city: "Bad Ischel" }),
    ]);
    expect(index.towns().map(({ name }) => name)).toEqual(["Bad Ischel", "Bad Ischl"]);
    const town = index.town("bad ischl", 0, 20);
    expect(town?.name).toBe("Bad Ischl");
    expect(town?.ids.toSorted()).toEqual([1, 2, 3, 4]);
  });

  it("list what is open first, then what may be, and of these the best rated first", () => {
    const rated = { ratingSum: 5, ratingCount: 1 };
    const index = indexOf([
      entry(1, { openingTimes: never, ...rated }),
      entry(2),
      entry(3, rated),
      entry(4, { openingTimes: always }),
      entry(5, { openingTimes: always, ratingSum: 4, ratingCount: 1 }),
      entry(6, { openingTimes: always, ...rated, city: "Győr" }),
    ]);
    expect(index.town("Eger", 0, 20)?.ids).toEqual([5, 4, 3, 2, 1]);
    expect(index.town("Eger", 1, 2)?.ids).toEqual([4, 3]);
    expect(index.town("Eger", 5, 2)?.ids).toEqual([]);
  });

  it("know the box of their places", () => {
    const index = indexOf([
      entry(1, { longitude: 20.3, latitude: 47.8 }),
      entry(2, { longitude: 20.4, latitude: 47.9 }),
      entry(3, { longitude: 0, latitude: 0, accepted: false }),
    ]);
    const bounds = index.town("Eger", 0, 1)?.bounds;
    expect(bounds?.west).toBeCloseTo(20.3, 6);
    expect(bounds?.south).toBeCloseTo(47.8, 6);
    expect(bounds?.east).toBeCloseTo(20.4, 6);
    expect(bounds?.north).toBeCloseTo(47.9, 6);
  });

  it("leave a fortieth of many places out of their box on each side", () => {
    const near = Array.from({ length: 39 }, (_, at) =>
      entry(at + 2, { longitude: 20.3 + at / 1000 }),
    );
    const far = entry(1, { longitude: 7.03, latitude: 62.1 });
    const boundsOf = (entries: readonly PlaceEntry[]) =>
      indexOf(entries).town("Eger", 0, 1)?.bounds;
    // The one beyond is the fortieth: with fewer, all of them count.
    expect(boundsOf([far, ...near])?.west).toBeCloseTo(20.3, 6);
    expect(boundsOf([far, ...near])?.north).toBeCloseTo(47.9, 6);
    expect(boundsOf([far, ...near.slice(1)])?.west).toBeCloseTo(7.03, 6);
    expect(boundsOf([far, ...near.slice(1)])?.north).toBeCloseTo(62.1, 6);
  });

  it("are as the places are, after any changes", () => {
    const entries = fc.uniqueArray(placeEntryArbitrary(60), { selector: ({ id }) => id });
    fc.assert(
      fc.property(entries, entries, (first, then) => {
        const index = indexOf(first);
        index.towns();
        index.apply(then.map((put) => ({ kind: "put", entry: put })));
        index.refreshOpenSchedules(now);
        const naive = new NaivePlaceIndex([...first, ...then], now);
        const towns = index.towns();
        const keys = new Set(
          [...naive.entries.values()].flatMap(({ accepted, city }) =>
            accepted ? [townKey(city)] : [],
          ),
        );
        expect(new Set(towns.map(({ name }) => townKey(name)))).toEqual(keys);
        for (const { name, counts } of towns) {
          const own = [...naive.entries.values()].filter(({ city }) => city === name);
          const count = (filters: object) =>
            new NaivePlaceIndex(own, now).count({
              ...{ filters: { ...noFilters, ...filters }, includeUnknown: false },
              ...{ includeUnaccepted: false, bbox: null },
            }).total;
          expect(counts).toEqual({
            total: count({}),
            open: count({ open: true }),
            accessible: count({ accessible: true }),
            free: count({ free: true }),
            changing_table: count({ changing_table: true }),
          });
          expect(index.town(name, 0, 1_000)?.ids).toHaveLength(counts.total);
        }
      }),
      { seed: 1, numRuns: 30 },
    );
  });
});
