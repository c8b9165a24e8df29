import { describe, expect, it } from "vitest";
import type { Way } from "#domain/way/way.ts";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import { cornersOf, longStretches, namedStretches, pointOnLine, routeOfWay } from "./shown-way.ts";

/** A way of an hour and 10 km, whose router counts more than its line. */
const way: Way = {
  kind: "route",
  geometry: {
    type: "LineString",
    coordinates: [
      [19, 47],
      [19, 47.04],
      [19, 47.08],
    ],
  },
  ...{ distance: 10_000, duration: 3_600, departs: "2026-12-01T06:30:00.000Z" },
  places: (["open", "unknown", null, "open"] as const).map((stop, index) => ({
    place: { ...placeInGyor, id: index + 1 },
    ...{ along: 2_000 * (index + 1), detour: 10, arrives: "2026-12-01T07:00:00.000Z" },
    ...{ open_status: "open", stop },
  })),
  longest_gap: { from: 2_000, to: 8_000, distance: 6_000, duration: 2_160 },
};
const ends = (stretches: ReturnType<typeof namedStretches>) =>
  stretches.map(({ after, before }) => [after?.place.id, before?.place.id]);

describe("the stretches of a way", () => {
  it("are between open stops, or also between those whose hours are not known", () => {
    expect(ends(namedStretches(way))).toEqual([
      [undefined, 1],
      [1, 4],
      [4, undefined],
    ]);
    expect(ends(namedStretches(way, true))).toEqual([
      [undefined, 1],
      [1, 2],
      [2, 4],
      [4, undefined],
    ]);
  });

  it.each([
    [null, []],
    [37, []],
    [36, [[1, 4]]],
    [12, ends(namedStretches(way))],
  ])("of %s minutes or more are long", (minutes, expected) => {
    expect(ends(longStretches(way, minutes))).toEqual(expected);
  });

  it("are drawn by their share of the line", () => {
    const { gaps, ends } = routeOfWay(way, 36);
    const rounded = gaps?.map((gap) =>
      gap.map(([longitude, latitude]) => [longitude, Number(latitude.toFixed(4))]),
    );
    expect(rounded).toEqual([
      [
        [19, 47.016],
        [19, 47.04],
        [19, 47.064],
      ],
    ]);
    expect(ends).toEqual([
      [19, 47],
      [19, 47.08],
    ]);
  });
});

describe("a line over the antimeridian", () => {
  const line = [
    [179.9, -17],
    [-179.9, -16.8],
  ] as const;

  it("goes on beyond 180 degrees", () => {
    const [one, other] = cornersOf(line);
    expect(one).toEqual([179.9, -17]);
    expect(other[0]).toBeCloseTo(180.1, 9);
  });

  it("has points on the earth", () => {
    const [longitude, latitude] = pointOnLine(line, 0.75);
    expect(longitude).toBeCloseTo(-179.95, 3);
    expect(latitude).toBeCloseTo(-16.85, 3);
  });
});

it("has a point on a line without length", () => {
  const still = [
    [19, 47],
    [19, 47],
  ] as const;
  expect(pointOnLine(still, 0.5)).toEqual([19, 47]);
});
