import { expect, it } from "vitest";
import { isDetour } from "./directions.ts";

it.each([
  ["16 km for 22 m", 16_000, 22, true],
  ["round a block, up to 500 m more", 522, 22, false],
  ["more than that", 523, 22, true],
  ["up to three times a long way", 6_000, 2_000, false],
  ["more than three times", 6_001, 2_000, true],
  ["the straight line itself", 100, 100, false],
])("a detour: %s", (_, meters, straightMeters, expected) => {
  expect(isDetour(meters, straightMeters)).toBe(expected);
});
