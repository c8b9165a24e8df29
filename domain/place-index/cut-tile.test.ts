import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { placeEntryArbitrary } from "#tests/support/place-index/place-entry-arbitrary.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import type { PlaceIndex } from "./place-index.ts";
import { PlaceIndexBuilder } from "./place-index-builder.ts";
import type { PlaceQuery } from "./place-query.ts";
import type { PlaceEntry } from "./place-store.ts";
import {
  clusterRadius,
  clusterRingPixels,
  type PlaceTile,
  smallDotPixels,
  tileExtent,
  tilePixels,
} from "./place-tile.ts";

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
    expect(points).toEqual([
      { id: 42, x: 0, y: 0, accepted: false, status: expect.any(String), isSmall: true },
    ]);
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

  const copies = (count: number, of: Partial<PlaceEntry>, firstId = 1) =>
    Array.from({ length: count }, (_, number) => ({ ...entry, ...of, id: firstId + number }));

  it("gathers five places of one cell into a cluster at their mean, and four not", () => {
    const west = { longitude: 40, latitude: -40 };
    const four = copies(4, west);
    const few = buildIndex(four).tile(0, 0, 0, all);
    expect(few.points.map(({ isSmall }) => isSmall)).toEqual([true, true, true, true]);
    expect(few.clusters).toEqual([]);
    const five = [...four, ...copies(1, { ...west, longitude: 45 }, 5)];
    const { points, clusters } = buildIndex(five).tile(0, 0, 0, all);
    expect(points).toEqual([]);
    expect(clusters).toEqual([
      {
        count: 5,
        openCount: expect.any(Number),
        pendingCount: expect.any(Number),
        x: 2514,
        y: 2545,
      },
    ]);
  });

  it.each([
    [5, 26],
    [9, 26],
    [10, 28],
    [50, 31],
    [5_000, 42],
  ])("keeps a cluster of %i at a cell's corner %i pixels from its edges", (count, pixels) => {
    const index = buildIndex(copies(count, { longitude: 1e-6, latitude: -1e-6, accepted: true }));
    const corner = 2048 + pixels * 8;
    expect(index.tile(0, 0, 0, all).clusters).toMatchObject([{ count, x: corner, y: corner }]);
  });

  it("counts a cluster's open places, and its pending ones only for viewers who may see them", () => {
    const at = { longitude: 1, latitude: 1, accepted: true, doubted: false, closedUntilMs: null };
    const hours = (text: string) => Array.from({ length: 7 }, () => text);
    const six = [
      ...copies(3, { ...at, openingTimes: hours("00:00-24:00") }),
      ...copies(2, { ...at, openingTimes: hours("-") }, 4),
      ...copies(1, { ...at, openingTimes: hours("00:00-24:00"), accepted: false }, 6),
    ];
    const cell = buildIndex(six);
    const [seen] = cell.tile(0, 0, 0, accepted).clusters;
    expect(seen).toMatchObject({ count: 5, openCount: 3, pendingCount: 0 });
    const [own] = cell.tile(0, 0, 0, all).clusters;
    expect(own).toMatchObject({ count: 6, openCount: 4, pendingCount: 1 });
  });

  describe("from afar", () => {
    /** Dense towns, and places evenly between them, some 1,000 pixels wide at zoom 6. */
    const random = randomNumbers(53);
    const towns = Array.from({ length: 60 }, () => [10 + 11.25 * random(), 44 + 8 * random()]);
    const crowd = Array.from({ length: 4_000 }, (_, number) => {
      const town = towns[Math.floor(random() ** 3 * towns.length)];
      const [longitude, latitude] =
        number % 2 === 0
          ? [10 + 11.25 * random(), 44 + 8 * random()]
          : town.map((at) => at + 0.05 * (random() - 0.5));
      return { ...entry, id: number + 1, longitude, latitude };
    });
    const crowded = buildIndex(crowd);

    /** What a whole zoom shows, in pixels of the world. */
    function shownAt(zoom: number) {
      const tiles = new Map(
        crowd.map(({ longitude, latitude }) => {
          const [x, y] = [worldX(longitude), worldY(latitude)].map((at) =>
            Math.floor(at * 2 ** zoom),
          );
          return [`${x}/${y}`, { x, y }] as const;
        }),
      );
      const shown = Array.from(tiles.values(), (tile) => {
        const pixels = (at: { x: number; y: number }) => ({
          x: (tile.x + at.x / tileExtent) * tilePixels,
          y: (tile.y + at.y / tileExtent) * tilePixels,
        });
        const { points, clusters } = crowded.tile(zoom, tile.x, tile.y, all);
        return {
          dots: points.filter(({ isSmall }) => isSmall).map(pixels),
          discs: clusters.map((cluster) => ({
            ...pixels(cluster),
            reach: clusterRadius(cluster.count) + clusterRingPixels,
          })),
        };
      });
      return {
        dots: shown.flatMap(({ dots }) => dots),
        discs: shown.flatMap(({ discs }) => discs).sort((a, b) => a.x - b.x),
      };
    }

    it.each(Array.from({ length: 14 }, (_, zoom) => zoom))(
      "no two discs touch at zoom %i, none lies on a dot, and a phone shows at most 40",
      (zoom) => {
        const { discs, dots } = shownAt(zoom);
        expect(discs.length).toBeGreaterThan(0);
        let leastGap = Number.POSITIVE_INFINITY;
        discs.forEach((disc, at) => {
          for (const other of discs.slice(at + 1)) {
            if (other.x - disc.x > 100) break;
            const gap = Math.hypot(other.x - disc.x, other.y - disc.y) - disc.reach - other.reach;
            leastGap = Math.min(leastGap, gap);
          }
          for (const dot of dots) {
            if (Math.abs(dot.x - disc.x) > 50) continue;
            const gap = Math.hypot(dot.x - disc.x, dot.y - disc.y) - disc.reach - smallDotPixels;
            // A dot's point is exact to an eighth of a pixel.
            leastGap = Math.min(leastGap, gap + 0.2);
          }
        });
        expect(leastGap).toBeGreaterThan(0);
        const most = discs.map((from) => {
          // A window that begins just within a disc's lower right edge.
          const [left, top] = [from.x + from.reach - 1, from.y + from.reach - 1];
          return discs.filter(
            ({ x, y, reach }) =>
              x + reach > left &&
              x - reach < left + 390 &&
              y + reach > top &&
              y - reach < top + 844,
          ).length;
        });
        expect(Math.max(...most)).toBeLessThanOrEqual(40);
      },
    );
  });

  it("never gathers places from zoom 14 on, nor a few from zoom 12 on, and has whole markers of a few from zoom 10 on", () => {
    const spot = { ...entry, longitude: 19.04, latitude: 47.5 };
    const places = (count: number) =>
      Array.from({ length: count }, (_, number) => ({ ...spot, id: number + 1 }));
    const few = buildIndex(places(32));
    expect(at(spot, 11, few).clusters).toHaveLength(1);
    expect(at(spot, 12, few).points).toHaveLength(32);
    const single = buildIndex(places(1));
    expect(at(spot, 9, single).points[0].isSmall).toBe(true);
    expect(at(spot, 10, single).points[0].isSmall).toBe(false);
    const crowd = { ...spot, longitude: 19.2 };
    const beside = Array.from({ length: 32 }, (_, number) => ({ ...crowd, id: number + 2 }));
    const busy = at(spot, 10, buildIndex([...places(1), ...beside]));
    expect(busy.points.map(({ isSmall }) => isSmall)).toEqual([true]);
    const more = buildIndex(places(33));
    expect(at(spot, 12, more).clusters).toHaveLength(1);
    expect(at(spot, 13, more).clusters).toHaveLength(1);
    expect(at(spot, 14, more).points).toHaveLength(33);
  });
});
