import { describe, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { nearestOnLine } from "#domain/geography/shapes.ts";
import type { WalkingRoute } from "./directions.ts";
import {
  hasArrived,
  hindrancesAhead,
  isOffRoute,
  type RouteProgress,
  replanWaitMs,
  routeProgress,
} from "./route-progress.ts";

/** A metre in degrees: at the equator both ways. */
const metre = 360 / (2 * Math.PI * 6_371_008.8);

/** A point with metres east and north of 0°, 0°. */
const at = (east: number, north: number): Coordinates => [east * metre, north * metre];

describe("nearestOnLine", () => {
  const corner = [at(0, 0), at(100, 0), at(100, 200)];

  it.each([
    ["at the beginning", at(0, 0), 0, 0],
    ["before the beginning", at(-30, 0), 0, 30],
    ["beside the first part", at(40, 10), 40, 10],
    ["at the corner", at(100, 0), 100, 0],
    ["outside the corner", at(103, -4), 100, 5],
    ["on the second part", at(100, 50), 150, 0],
    ["beyond the end", at(100, 230), 300, 30],
  ])("finds a walker %s", (_where, position, along, off) => {
    const found = nearestOnLine(corner, position, along);
    expect(found.alongMeters).toBeCloseTo(along, 1);
    expect(found.offMeters).toBeCloseTo(off, 1);
    expect(found.lengthMeters).toBeCloseTo(300, 1);
  });

  it("follows a step forward without lagging behind", () => {
    expect(nearestOnLine(corner, at(100, 20), 95).alongMeters).toBeCloseTo(120, 1);
  });

  it("distinguishes the way there from the way back on one street", () => {
    const thereAndBack = [at(0, 0), at(200, 0), at(0, 0)];
    expect(nearestOnLine(thereAndBack, at(60, 0), 50).alongMeters).toBeCloseTo(60, 1);
    expect(nearestOnLine(thereAndBack, at(60, 0), 330).alongMeters).toBeCloseTo(340, 1);
  });

  it("jumps where a walker was lost and reappears", () => {
    expect(nearestOnLine(corner, at(100, 180), 0).alongMeters).toBeCloseTo(280, 1);
  });

  it("works on the antimeridian and on a single point", () => {
    const across: Coordinates[] = [
      [179.999, 0],
      [-179.999, 0],
    ];
    const { offMeters, alongMeters } = nearestOnLine(across, [180, 10 * metre], 0);
    expect(offMeters).toBeCloseTo(10, 1);
    expect(alongMeters).toBeCloseTo(0.001 / metre, 1);
    expect(nearestOnLine([at(0, 0)], at(3, 4), 0).offMeters).toBeCloseTo(5, 1);
  });
});

const route: WalkingRoute = {
  kind: "route",
  geometry: { type: "LineString", coordinates: [at(0, 0), at(100, 0), at(100, 200)] },
  // The router's distance is a tenth longer than the line.
  distance: 330,
  duration: 240,
  steps: [
    { instruction: "depart", distance: 110 },
    { instruction: "left", distance: 220 },
    { instruction: "arrive", distance: 0 },
  ],
};

describe("routeProgress", () => {
  it("begins with the full length of the route", () => {
    expect(routeProgress(route, at(0, 0), null)).toMatchObject({
      alongMeters: 0,
      offMeters: 0,
      leftMeters: 330,
      leftSeconds: 240,
      stepIndex: 0,
    });
  });

  it("counts in the router's metres", () => {
    const progress = routeProgress(route, at(100, 100), null);
    expect(progress.leftMeters).toBeCloseTo(110, 1);
    expect(progress.leftSeconds).toBeCloseTo(80, 1);
    expect(progress.next?.meters).toBeCloseTo(110, 1);
  });

  it("remembers the walker's last position", () => {
    const coordinates = [at(0, 0), at(150, 0), at(0, 0)];
    const back: WalkingRoute = {
      ...route,
      geometry: { type: "LineString", coordinates },
      distance: 300,
    };
    const first = routeProgress(back, at(140, 0), null);
    expect(first.alongMeters).toBeCloseTo(140, 1);
    expect(routeProgress(back, at(120, 0), first).alongMeters).toBeCloseTo(120, 1);
    const turned = { ...first, reachedMeters: 170 };
    expect(routeProgress(back, at(120, 0), turned).alongMeters).toBeCloseTo(180, 1);
  });

  it.each([0, 4])(
    "goes on from a lift where the way leads back on its own line, with an error of %d m",
    (most) => {
      const back: WalkingRoute = {
        ...route,
        geometry: { type: "LineString", coordinates: [at(0, 0), at(60, 0), at(0, 0)] },
        distance: 120,
        steps: [
          { instruction: "depart", distance: 57, turn: 0 },
          { instruction: "left", distance: 3, turn: -90 },
          { instruction: "lift", distance: 58 },
          { instruction: "right", distance: 2, turn: 90 },
          { instruction: "arrive", distance: 0 },
        ],
      };
      let progress: RouteProgress | null = null;
      // A step each second, up to half a metre from the lift.
      for (let walked = 0; walked <= 116; walked += 1.4) {
        const error = most * Math.sin(walked);
        progress = routeProgress(back, at(Math.min(walked, 119 - walked) + error, error), progress);
      }
      expect(progress?.next?.step.instruction).toBe("right");
      expect(progress?.alongMeters).toBeGreaterThan(110);
    },
  );

  it("shows a lift from its door on, also close behind a turn", () => {
    const steps = [
      { instruction: "depart", distance: 110, turn: 0 },
      { instruction: "left", distance: 2, turn: -90 },
      { instruction: "lift", distance: 198 },
      { instruction: "right", distance: 20, turn: 90 },
      { instruction: "arrive", distance: 0 },
    ];
    const next = (north: number) =>
      routeProgress({ ...route, steps }, at(100, north), null).next?.step.instruction;
    expect([next(0), next(1), next(2), next(6), next(7)]).toEqual([
      "left",
      "left",
      "lift",
      "lift",
      "right",
    ]);
  });

  it.each([
    ["up to twenty metres later", 20, "lift"],
    ["nearer still", 19, "lift"],
    ["farther on", 21, undefined],
  ])("names a manoeuvre with the one before it: %s", (_, distance, expected) => {
    const steps = [
      { instruction: "depart", distance: 110 },
      { instruction: "right", distance },
      { instruction: "lift", distance: 200 - distance },
      { instruction: "left", distance: 20 },
      { instruction: "arrive", distance: 0 },
    ];
    const inHouse = { ...route, steps };
    expect(routeProgress(inHouse, at(0, 0), null).next?.then?.instruction).toBe(expected);
    const turned = steps.map((step, index) =>
      index === 2 ? { ...step, turn: 90, distance: 1 } : step,
    );
    turned.splice(3, 0, { instruction: "stairs", distance: 199 - distance });
    const toStairs = routeProgress({ ...route, steps: turned }, at(0, 0), null).next?.then;
    expect(toStairs?.instruction).toBe(distance < 20 ? "stairs" : expected);
    // The arrival is not named before the last turn.
    expect(routeProgress(inHouse, at(100, 150), null).next).not.toHaveProperty("then");
  });

  it("accepts a route of length zero", () => {
    const here: WalkingRoute = {
      ...route,
      geometry: { type: "LineString", coordinates: [at(0, 0), at(0, 0)] },
      distance: 0,
      duration: 0,
      steps: [],
    };
    expect(routeProgress(here, at(0, 0), null)).toMatchObject({ leftMeters: 0, leftSeconds: 0 });
  });
});

describe("the next manoeuvre", () => {
  // The corners are at 100, 104 and 300 m, where it ends.
  const walked: WalkingRoute = {
    ...route,
    geometry: { type: "LineString", coordinates: [at(0, 0), at(100, 0), at(104, 0), at(104, 196)] },
    distance: 300,
    steps: [
      { instruction: "depart", distance: 100 },
      { instruction: "right", distance: 4, turn: 90 },
      { instruction: "left", distance: 196, turn: -90 },
      { instruction: "arrive", distance: 0 },
    ],
  };
  const begun = routeProgress(walked, at(0, 0), null);
  const after = (stepIndex: number, alongMeters: number) => ({
    ...begun,
    ...{ stepIndex, announcedIndex: stepIndex, alongMeters },
  });

  it.each([
    ["at the start", at(0, 0), begun, "right", 100, "depart"],
    ["before a turn", at(84.9, 0), begun, "right", 15.1, "depart"],
    ["shortly before it", at(85.1, 0), begun, "right", 14.9, "right"],
    ["at the turn", at(100, 0), begun, "right", 0, "left"],
    ["at most five metres after it", at(104, 0.9), begun, "right", 0, "left"],
    ["more than five metres after it", at(104, 1.1), begun, "left", 0, "left"],
    ["five metres after the one behind it", at(104, 5.1), begun, "arrive", 190.9, "left"],
    ["a turn that was missed", at(104, -30), begun, "right", 0, "left"],
    ["off the route", at(50, 60), begun, "right", 50, "depart"],
    ["shortly before the end", at(104, 181.1), begun, "arrive", 14.9, "arrive"],
    ["at the end", at(104, 196), begun, "arrive", 0, "arrive"],
    ["a few metres back", at(74.1, 0), after(2, 110), "arrive", 225.9, "left"],
    ["more than thirty metres back", at(73.9, 0), after(2, 110), "right", 26.1, "depart"],
  ])("%s", (_where, position, last, instruction, meters, announced) => {
    const { next, announcedIndex } = routeProgress(walked, position, last);
    expect(next?.step.instruction).toBe(instruction);
    expect(next?.meters).toBeCloseTo(meters, 1);
    expect(next?.isLast).toBe(instruction === "arrive");
    expect(walked.steps[announcedIndex].instruction).toBe(announced);
  });

  it.each([0, 1])("is none on a route of %i steps", (count) => {
    const { next, stepIndex } = routeProgress(
      { ...walked, steps: walked.steps.slice(0, count) },
      at(50, 0),
      null,
    );
    expect([next, stepIndex]).toEqual([null, 0]);
  });
});

describe("hindrancesAhead", () => {
  // Out and back, 1,000 m along a wall, then stairs to a place 20 m from the start.
  const round: WalkingRoute = {
    ...route,
    geometry: { type: "LineString", coordinates: [at(0, 0), at(490, 0), at(490, 20), at(0, 20)] },
    distance: 1000,
    steps: [
      { instruction: "depart", distance: 490 },
      { instruction: "stairs", distance: 20, obstacle: "steps" },
      { instruction: "left", distance: 490 },
      { instruction: "arrive", distance: 0 },
    ],
  };

  it.each([
    ["at the start", at(0, 0), ["detour", "steps"]],
    ["a quarter on, where the rest is still one", at(249, 0), ["detour", "steps"]],
    ["where the rest is none", at(251, 0), ["steps"]],
    ["on the stairs", at(490, 15), ["steps"]],
    ["beyond them", at(480, 20), []],
  ])("%s", (_where, position, expected) => {
    const progress = routeProgress(round, position, null);
    expect(hindrancesAhead(round, position, progress)).toEqual(expected);
  });
});

describe("hasArrived", () => {
  const place = at(0, 500);

  it("is true from twenty metres", () => {
    expect(hasArrived(at(0, 480.01), place, null)).toBe(true);
    expect(hasArrived(at(0, 479.9), place, null)).toBe(false);
  });

  it("is true at the route's end too, where the place is set back from the street", () => {
    expect(hasArrived(at(100, 190), place, route)).toBe(true);
    expect(hasArrived(at(100, 190), place, null)).toBe(false);
  });
});

describe("isOffRoute", () => {
  it.each([
    [0, 0, false],
    [40, 0, false],
    [40.1, 0, true],
    [60, 20, false],
    [60.1, 20, true],
    [500, 1000, false],
  ])("with %d m, accurate to %d m: %s", (offMeters, accuracyMeters, isOff) => {
    expect(isOffRoute(offMeters, accuracyMeters)).toBe(isOff);
  });
});

describe("replanWaitMs", () => {
  it("waits ten seconds", () => {
    expect(replanWaitMs(1_000, 1_000)).toBe(10_000);
    expect(replanWaitMs(1_000, 10_999)).toBe(1);
    expect(replanWaitMs(1_000, 11_000)).toBe(0);
    expect(replanWaitMs(1_000, 50_000)).toBe(0);
  });
});
