import { describe, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { nearestOnLine } from "#domain/geography/shapes.ts";
import type { WalkingRoute } from "./directions.ts";
import {
  currentStep,
  hasArrived,
  isOffRoute,
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

describe("currentStep", () => {
  const starts = [0, 100, 104, 300];

  it.each([
    [0, 0, 0],
    [84.9, 0, 0],
    [85, 0, 1],
    [89, 0, 2],
    [284.9, 2, 2],
    [285, 2, 3],
    // A few metres back change nothing; more than 30 m do.
    [270, 3, 3],
    [269.9, 3, 2],
    [20, 3, 0],
  ])("at %d m, after step %d, is step %d", (along, last, current) => {
    expect(currentStep(starts, along, last)).toBe(current);
  });

  it("is the first of a route without steps", () => {
    expect(currentStep([], 50, 0)).toBe(0);
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
      toNextStepMeters: 110,
    });
  });

  it("counts in the router's metres", () => {
    const progress = routeProgress(route, at(100, 100), null);
    expect(progress.leftMeters).toBeCloseTo(110, 1);
    expect(progress.leftSeconds).toBeCloseTo(80, 1);
    expect(progress.stepIndex).toBe(1);
    expect(progress.toNextStepMeters).toBeCloseTo(110, 1);
  });

  it("ends at the last step with nothing left", () => {
    const progress = routeProgress(route, at(100, 200), null);
    expect(progress.leftMeters).toBeCloseTo(0, 5);
    expect(progress).toMatchObject({ stepIndex: 2, toNextStepMeters: null });
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
    const turned = { ...first, alongMeters: 170 };
    expect(routeProgress(back, at(120, 0), turned).alongMeters).toBeCloseTo(180, 1);
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
