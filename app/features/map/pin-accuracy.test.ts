import { describe, expect, it } from "vitest";
import { pinAccuracyMeters } from "./pin-accuracy.ts";

describe("pinAccuracyMeters", () => {
  it.each([
    [16, 0, 5],
    [16, 47.5, 3],
    [11, 47.5, 100],
    [7, 47.5, 2000],
    [11, 84, 20],
  ])("at zoom %i and latitude %f is %i m", (zoom, latitude, expected) => {
    expect(pinAccuracyMeters(zoom, latitude)).toBe(expected);
  });
});
