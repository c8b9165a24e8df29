import { expect, it } from "vitest";
import { walkingSeconds } from "./walking-time.ts";

it.each([
  [0, 0],
  [1_000, 1_030],
])("estimates the walk over %i straight metres as %i seconds", (meters, seconds) => {
  expect(Math.round(walkingSeconds(meters))).toBe(seconds);
});
