import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { placeEntryArbitrary } from "#tests/support/place-index/place-entry-arbitrary.ts";
import type { PlaceEntry } from "./place-entry.ts";
import type { PlaceQuery } from "./place-flags.ts";
import type { PlaceIndex } from "./place-index.ts";
import { PlaceIndexBuilder } from "./place-index-builder.ts";
import type { PlaceTile } from "./place-tile.ts";

const now = new Date("2026-06-15T08:30:00Z");
const accepted: PlaceQuery = {
  filters: noFilters,
  includeUnknown: false,
  includeUnaccepted: false,
  bbox: null,
};
const all: PlaceQuery = { ...accepted, includeUnaccepted: true };
const openNow: PlaceQuery = { ...accepted, filters: { ...noFilters, open: true } };

function buildIndex(entries: readonly PlaceEntry[]) {
  const builder = new PlaceIndexBuilder(entries.length);
  for (const entry of entries) builder.add(entry);
  const index = builder.build();
  index.refreshOpenSchedules(now);
  return index;
}

const entries = fc
  .sample(placeEntryArbitrary(1), { seed: 5, numRuns: 3000 })
  .map((entry, index) => ({ ...entry, id: index + 1 }));
const [entry] = entries;
const index = buildIndex(entries);

/** Tiles of a zoom that hold at least one place, each once. */
function tilesOf(zoom: number): [x: number, y: number][] {
  const side = 2 ** zoom;
  const keys = entries.map(({ longitude, latitude }) => {
    const x = Math.min(side - 1, Math.floor(worldX(longitude) * side));
    return `${x}/${Math.min(side - 1, Math.floor(worldY(latitude) * side))}`;
  });
  return [...new Set(keys)].map((key) => key.split("/").map(Number) as [number, number]);
}

function countOf({ points, clusters }: PlaceTile): number {
  return clusters.reduce((sum, cluster) => sum + cluster.count, points.length);
}

function at(place: { longitude: number; latitude: number }, zoom: number, of: PlaceIndex) {
  const x = Math.floor(worldX(place.longitude) * 2 ** zoom);
  return of.tile(zoom, x, Math.floor(worldY(place.latitude) * 2 ** zoom), all);
}

describe("PlaceIndex.tile", () => {
  for (const indexQuery of [accepted, all, openNow]) {
    it.each([0, 1, 2, 3, 6, 9, 10, 13, 14, 18, 22])("counts each place once at zoom %i", (zoom) => {
      const tiles = tilesOf(zoom).map(([x, y]) => index.tile(zoom, x, y, indexQuery));
      const sum = tiles.reduce((total, tile) => total + countOf(tile), 0);
      expect(sum).toBe(index.count(indexQuery).total);
      const ids = tiles.flatMap(({ points }) => points.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
    });
  }

  it("keeps all coordinates within the tile", () => {
    for (const zoom of [0, 4, 10, 14, 22]) {
      for (const [x, y] of tilesOf(zoom)) {
        const { points, clusters } = index.tile(zoom, x, y, all);
        for (const { x: tileX, y: tileY } of [...points, ...clusters]) {
          expect(tileX >= 0 && tileX < 4096 && tileY >= 0 && tileY < 4096).toBe(true);
        }
      }
    }
  });

  it("shows as many in a tile as in its four quarters", () => {
    for (const [x, y] of tilesOf(5)) {
      const quarters = [0, 1, 2, 3].map((quarter) =>
        countOf(index.tile(6, 2 * x + (quarter & 1), 2 * y + (quarter >> 1), all)),
      );
      expect(quarters.reduce((sum, count) => sum + count)).toBe(countOf(index.tile(5, x, y, all)));
    }
  });

  it("puts a place at its position in the tile, with its properties", () => {
    const place = { ...entry, id: 42, longitude: 0, latitude: 0, accepted: false };
    const { points } = buildIndex([place]).tile(1, 1, 1, all);
    expect(points).toEqual([{ id: 42, x: 0, y: 0, accepted: false, status: expect.any(String) }]);
    const middle = { ...place, longitude: 90 };
    expect(buildIndex([middle]).tile(1, 1, 1, all).points[0]).toMatchObject({ x: 2048, y: 0 });
  });

  it("marks open places", () => {
    const openingTimes = Array.from({ length: 7 }, () => "08:00-18:00");
    const place = {
      ...entry,
      openingTimes,
      closedUntilMs: null,
      timeZone: "Europe/Budapest",
      longitude: 19,
      latitude: 47,
    };
    expect(at(place, 14, buildIndex([place])).points[0].status).toBe("open");
  });

  it("gathers two places of one cell into a cluster at their mean", () => {
    const west = { ...entry, id: 1, longitude: 1, latitude: -1 };
    const pair = buildIndex([west, { ...west, id: 2, longitude: 2 }]);
    const { points, clusters } = pair.tile(0, 0, 0, all);
    expect(points).toEqual([]);
    expect(clusters).toEqual([{ count: 2, pendingCount: expect.any(Number), x: 2065, y: 2059 }]);
  });

  it("counts a cluster's pending places only for viewers who may see them", () => {
    const isPending = [true, false, false].map((isAccepted, number) => ({
      ...entry,
      id: number + 1,
      longitude: 1,
      latitude: 1,
      accepted: isAccepted,
    }));
    const trio = buildIndex([...isPending, { ...isPending[0], id: 4 }]);
    expect(trio.tile(0, 0, 0, all).clusters).toMatchObject([{ count: 4, pendingCount: 2 }]);
    expect(trio.tile(0, 0, 0, accepted).clusters).toMatchObject([{ count: 2, pendingCount: 0 }]);
  });

  it("never gathers places from zoom 14 on, nor a few from zoom 10 on", () => {
    const spot = { ...entry, longitude: 19.04, latitude: 47.5 };
    const places = (count: number) =>
      Array.from({ length: count }, (_, number) => ({ ...spot, id: number + 1 }));
    const few = buildIndex(places(32));
    expect(at(spot, 9, few).clusters).toHaveLength(1);
    expect(at(spot, 10, few).points).toHaveLength(32);
    const more = buildIndex(places(33));
    expect(at(spot, 10, more).clusters).toHaveLength(1);
    expect(at(spot, 13, more).clusters).toHaveLength(1);
    expect(at(spot, 14, more).points).toHaveLength(33);
  });
});
