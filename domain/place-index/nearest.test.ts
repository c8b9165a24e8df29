import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { NaivePlaceIndex } from "#tests/support/place-index/naive-place-index.ts";
import { placeEntryArbitrary } from "#tests/support/place-index/place-entry-arbitrary.ts";
import { PlaceIndexBuilder } from "./place-index-builder.ts";
import type { PlaceQuery } from "./place-query.ts";
import type { PlaceEntry } from "./place-store.ts";

const now = new Date("2026-06-15T08:30:00Z");
const all: PlaceQuery = {
  filters: noFilters,
  includeUnknown: false,
  includeUnaccepted: true,
  bbox: null,
};
const acceptedInWest: PlaceQuery = {
  ...all,
  includeUnaccepted: false,
  bbox: { west: -180, south: -85, east: 19.1, north: 85 },
};
const openAcrossAntimeridian: PlaceQuery = {
  filters: { ...noFilters, open: true },
  includeUnknown: true,
  includeUnaccepted: false,
  bbox: { west: 150, south: -85, east: -150, north: 85 },
};

/**
 * Tolerance of a measured distance: a place is stored to half a unit (5 mm), and near the antipode, where the
 * sine is flat, haversine distances are not more exact than this.
 */
function toleranceMeters(meters: number): number {
  return meters > 19_900_000 ? 0.5 : 0.02;
}

function buildIndex(entries: readonly PlaceEntry[]) {
  const builder = new PlaceIndexBuilder(entries.length);
  for (const entry of entries) builder.add(entry);
  const index = builder.build();
  index.refreshOpenSchedules(now);
  return index;
}

/** The same places all over the world each time: more than `nearest` sorts at once. */
function someEntries(count: number): PlaceEntry[] {
  const samples = fc.sample(placeEntryArbitrary(1), { seed: 11, numRuns: count });
  return samples.map((entry, index) => ({ ...entry, id: count - index }));
}

const origins: [number, number][] = [
  [19.04, 47.5],
  [180, 0],
  [-180, -60],
  [179.9999, 84],
  [-179.9999, 84],
  [0, 84],
  [25, -84],
  [0, 90],
  [77, -90],
  ...fc.sample(
    fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
    ),
    { seed: 12, numRuns: 8 },
  ),
];

describe("PlaceIndex.nearest", () => {
  const entries = someEntries(5000);
  const index = buildIndex(entries);
  const naive = new NaivePlaceIndex(entries, now);

  for (const [description, indexQuery] of Object.entries({
    all,
    acceptedInWest,
    openAcrossAntimeridian,
  })) {
    it(`agrees with measuring every distance: ${description}`, () => {
      for (const origin of origins) {
        const measured = naive.nearest(indexQuery, origin, 0, entries.length);
        for (const [offset, limit] of [
          [0, 10],
          [35, 7],
          [1200, 20],
          [4990, 100],
        ]) {
          const found = index.nearest(indexQuery, origin, offset, limit);
          const expected = measured.slice(offset, offset + limit);
          expect(found, `from ${offset}`).toHaveLength(expected.length);
          expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
          const wrong = found.filter(({ id, distanceMeters: meters }, rank) => {
            const { longitude, latitude } = naive.entries.get(id)!;
            const own = distanceMeters(origin, [longitude, latitude]);
            const errors = [own, expected[rank].distanceMeters].map((right) => meters - right);
            return errors.some((error) => !(Math.abs(error) < toleranceMeters(meters)));
          });
          expect(wrong).toEqual([]);
        }
      }
    });
  }

  it("orders ties by id, and several at the origin too", () => {
    const [entry] = entries;
    const here = { ...entry, longitude: 179.5, latitude: 84 };
    const same = [9, 3, 7, 1, 5].map((id) => ({ ...here, id }));
    const many = someEntries(3000).map((other) => ({ ...other, id: other.id + 10 }));
    for (const others of [[], many]) {
      const found = buildIndex([...same, ...others]).nearest(all, [179.5, 84], 0, 5);
      expect(found.map(({ id }) => id)).toEqual([1, 3, 5, 7, 9]);
    }
  });

  it("orders hundreds of places on one point by id", () => {
    const spot = Array.from({ length: 2500 }, (_, index) => ({
      ...entries[0],
      id: 2500 - index,
      longitude: 19.04,
      latitude: 47.5,
    }));
    const found = buildIndex(spot).nearest(all, [19.04, 47.5], 300, 3);
    expect(found.map(({ id }) => id)).toEqual([301, 302, 303]);
  });

  it("finds nothing in an empty index", () => {
    expect(buildIndex([]).nearest(all, [0, 0], 0, 10)).toEqual([]);
    expect(index.nearest(all, [0, 0], 5000, 10)).toEqual([]);
  });
});
