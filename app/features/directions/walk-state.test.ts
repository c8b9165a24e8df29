import { describe, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { StraightLine, WalkingRoute } from "#domain/walking/directions.ts";
import { beginWalk, nextWalk, type Walk, type WalkEvent } from "./walk-state.ts";

const metre = 360 / (2 * Math.PI * 6_371_008.8);
/** A point with metres east and north of 0°, 0°. */
const at = (east: number, north: number): Coordinates => [east * metre, north * metre];

const place = at(500, 0);
const route: WalkingRoute = {
  kind: "route",
  geometry: { type: "LineString", coordinates: [at(0, 0), at(300, 0), at(300, 100), at(500, 0)] },
  distance: 620,
  duration: 450,
  steps: [
    { instruction: "depart", distance: 300 },
    { instruction: "left", distance: 100 },
    { instruction: "right", distance: 220 },
    { instruction: "arrive", distance: 0 },
  ],
};
const straight: StraightLine = {
  kind: "straight",
  geometry: { type: "LineString", coordinates: [at(0, 0), place] },
  distance: 500,
  bearing: 90,
  steps: [],
};

const result = (directions: WalkingRoute | StraightLine, isFallback = false): WalkEvent => ({
  kind: "received",
  result: { ok: true, directions, isFallback },
});
const move = (
  east: number,
  north: number,
  accuracyMeters = 5,
  heading: number | null = null,
): WalkEvent => ({ kind: "moved", position: at(east, north), accuracyMeters, heading });
const after = (...events: WalkEvent[]): Walk =>
  events.reduce(nextWalk, beginWalk({ place, position: at(0, 0) }));

describe("a walk", () => {
  it("begins with a question for the route", () => {
    expect(after()).toMatchObject({ isLoading: true, directions: null, progress: null });
  });

  it("goes from step to step", () => {
    expect(after(result(route)).progress?.stepIndex).toBe(0);
    expect(after(result(route), move(300, 10)).progress?.stepIndex).toBe(1);
  });

  it("is left by more than forty metres that are certain", () => {
    expect(after(result(route), move(100, 44)).hasLeftRoute).toBe(false);
    expect(after(result(route), move(100, 46)).hasLeftRoute).toBe(true);
    expect(after(result(route), move(100, 46, 10)).hasLeftRoute).toBe(false);
    expect(after(result(route), move(100, 46), move(100, 10)).hasLeftRoute).toBe(false);
  });

  it("is not left where it began: a park may have no paths", () => {
    const inPark = after(move(0, 200), result(route));
    expect(inPark.hasLeftRoute).toBe(false);
    expect(nextWalk(inPark, move(10, 240)).hasLeftRoute).toBe(false);
    expect(nextWalk(inPark, move(10, 250)).hasLeftRoute).toBe(true);
  });

  it("is left like any other once the walker has come from there to the route", () => {
    const reached = after(move(0, 200), result(route), move(50, 0));
    expect(nextWalk(reached, move(100, 44)).hasLeftRoute).toBe(false);
    expect(nextWalk(reached, move(100, 46)).hasLeftRoute).toBe(true);
  });

  it("begins anew on a new route", () => {
    const again = after(result(route), move(100, 46), { kind: "requested" }, result(route));
    expect(again).toMatchObject({ hasLeftRoute: false, isLoading: false, failure: null });
  });

  it("keeps the last route when nothing better comes", () => {
    const failed: WalkEvent = { kind: "received", result: { ok: false, failure: "unreachable" } };
    expect(after(result(route), failed)).toMatchObject({
      directions: route,
      failure: "unreachable",
    });
    expect(after(result(route), failed, result(route)).failure).toBeNull();
    expect(after(result(route), result(straight, true))).toMatchObject({
      directions: route,
      failure: "unavailable",
    });
    expect(after(result(route), result(straight)).directions).toBe(straight);
    expect(after(result(straight, true), result(route)).directions).toBe(route);
  });

  it("keeps the heading of a walker who stands", () => {
    expect(after(move(10, 0)).heading).toBeNull();
    expect(after(move(10, 0, 5, 0), move(10, 1)).heading).toBe(0);
    expect(after(move(10, 0, 5, 90), move(10, 1, 5, Number.NaN)).heading).toBe(90);
    expect(after(move(10, 0, 5, 90), move(10, 1, 5, 359)).heading).toBe(359);
  });

  it("has arrived from twenty metres on, and stays so", () => {
    expect(after(result(straight), move(479, 0)).hasArrived).toBe(false);
    expect(after(result(straight), move(480.5, 0)).hasArrived).toBe(true);
    expect(after(result(straight), move(480.5, 0), move(400, 0)).hasArrived).toBe(true);
  });

  it("goes on from where it was when the position is known again", () => {
    const lost = after(result(route), move(150, 0), { kind: "lost", error: "unavailable" });
    expect(lost.error).toBe("unavailable");
    expect(lost.progress?.alongMeters).toBeCloseTo(150, -1);
    expect(nextWalk(lost, move(180, 0)).error).toBeNull();
  });
});
