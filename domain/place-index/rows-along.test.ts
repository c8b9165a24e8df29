import { describe, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { PlaceIndexBuilder } from "./place-index-builder.ts";
import type { PlaceEntry } from "./place-store.ts";

const query = { filters: noFilters, includeUnknown: false, includeUnaccepted: false };

function entryOf(
  id: number,
  [longitude, latitude]: Coordinates,
  facts: PlaceEntry["facts"] = {},
): PlaceEntry {
  return {
    ...{ id, longitude, latitude, facts, fee: "unknown", accepted: true, doubted: false },
    ...{ openingTimes: Array<string>(7).fill("-"), timeZone: "Europe/Budapest", city: "" },
    ...{ closedUntilMs: null, addedMicros: id, ratingSum: 0, ratingCount: 0 },
  };
}

function indexOf(points: readonly Coordinates[]) {
  const builder = new PlaceIndexBuilder(points.length);
  points.forEach((at, index) => {
    builder.add(entryOf(index + 1, at));
  });
  return builder.build();
}

/** Distance of a point from a line by points of the line every 20 metres, and where that is. */
function bruteForce(line: readonly Coordinates[], at: Coordinates) {
  let nearest = { along: 0, detour: Number.POSITIVE_INFINITY };
  let along = 0;
  for (const [index, to] of line.slice(1).entries()) {
    const from = line[index];
    const east = ((to[0] - from[0] + 540) % 360) - 180;
    const steps = Math.max(1, Math.ceil(distanceMeters(from, to) / 20));
    let last = from;
    for (let step = 0; step <= steps; step++) {
      const share = step / steps;
      const point: Coordinates = [from[0] + east * share, from[1] + (to[1] - from[1]) * share];
      along += distanceMeters(last, point);
      last = point;
      const detour = distanceMeters(point, at);
      if (detour < nearest.detour) nearest = { along, detour };
    }
  }
  return nearest;
}

/** A way of many bends and one long leg. */
const bends = Array.from({ length: 400 }, (_, index): Coordinates => {
  const angle = index / 12;
  return [19 + index / 900 + Math.sin(angle) / 90, 47.4 + Math.cos(angle * 0.7) / 60];
});

describe("PlaceIndex.along", () => {
  it.each([
    ["bends and a leg of 60 km", [...bends, [20.2, 47.6] as Coordinates], 500],
    ["a leg across the antimeridian", [[179.6, -17] as const, [-179.7, -16.6] as const], 2_000],
    ["a leg far in the north", [[20, 69.6] as const, [24, 70.2] as const], 1_000],
  ])("finds what a brute force finds, along %s", (_, line, within) => {
    let seed = 7;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const points = Array.from({ length: 300 }, (): Coordinates => {
      const [longitude, latitude] = line[Math.floor(random() * line.length)];
      const east = longitude + (random() - 0.5) / 4;
      return [((east + 540) % 360) - 180, latitude + (random() - 0.5) / 8];
    });
    const found = new Map(
      indexOf(points)
        .along(query, line, within)
        .map((place) => [place.id, place]),
    );
    let near = 0;
    for (const [index, at] of points.entries()) {
      const { along, detour } = bruteForce(line, at);
      const place = found.get(index + 1);
      if (Math.abs(detour - within) < 15) continue;
      expect(place !== undefined, `${at} at ${detour}`).toBe(detour < within);
      if (!place) continue;
      near++;
      expect(Math.abs(place.detourMeters - detour)).toBeLessThan(15);
      // The nearest point may be anywhere on a bend around the place.
      if (line.length === 2) expect(Math.abs(place.alongMeters - along)).toBeLessThan(60);
    }
    expect(near).toBeGreaterThan(10);
  });

  it("has a place once for each time that the line passes it, in their order", () => {
    const crossing: Coordinates[] = [
      [19, 47.5],
      [19.1, 47.5],
      [19.1, 47.55],
      [19.05, 47.55],
      [19.05, 47.45],
    ];
    const index = indexOf([
      [19.05, 47.5005],
      [19.0999, 47.52],
      [19.3, 47.5],
    ]);
    const passed = index.along(query, crossing, 300);
    expect(passed.map(({ id }) => id)).toEqual([1, 2, 1]);
    const [first, corner, second] = passed.map(({ alongMeters }) => Math.round(alongMeters / 100));
    expect([first, corner, second]).toEqual([38, 97, 223]);
  });

  it("counts the edge in, and what not everyone may use apart", () => {
    const builder = new PlaceIndexBuilder(2);
    const at: Coordinates = [19.05, 47.5];
    builder.add(entryOf(1, at));
    builder.add(entryOf(2, at, { access: "private" }));
    const line: Coordinates[] = [
      [19, 47.501],
      [19.1, 47.501],
    ];
    const index = builder.build();
    expect(index.along(query, line, 110)).toEqual([]);
    const [one, other] = index.along(query, line, 112);
    expect([one.isOffered, other.isOffered]).toEqual([true, false]);
    expect(Math.round(one.detourMeters)).toBe(111);
  });
});
