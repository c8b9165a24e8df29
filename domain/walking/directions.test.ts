import { expect, it } from "vitest";
import { isDetour, type WalkingRoute } from "./directions.ts";

const route = (distance: number): WalkingRoute => ({
  ...{ kind: "route", distance, duration: 60, steps: [] },
  geometry: { type: "LineString", coordinates: [] },
});

it.each([
  ["16 km for 22 m", 16_000, 22, true],
  ["round a block, up to 500 m more", 522, 22, false],
  ["more than that", 523, 22, true],
  ["up to three times a long way", 6_000, 2_000, false],
  ["more than three times", 6_001, 2_000, true],
  ["the straight line itself", 100, 100, false],
])("a detour: %s", (_, meters, straightMeters, expected) => {
  expect(isDetour(route(meters), straightMeters)).toBe(expected);
});
