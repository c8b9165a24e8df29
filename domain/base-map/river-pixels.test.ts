import { describe, expect, it } from "vitest";
import { riverPixels } from "./river-pixels.ts";

describe("the width of a river", () => {
  it("is to scale from zoom 9 on: 420 m are 8 pixels at zoom 10", () => {
    expect(420 * riverPixels(10).pixelsPerMeter).toBeCloseTo(8.06, 1);
    expect(riverPixels(10).pixelsPerMeter).toBeCloseTo(2 * riverPixels(9).pixelsPerMeter, 9);
  });

  it("is never thinner than half a pixel nor held wider than two", () => {
    expect(riverPixels(0).leastPixels).toBe(0.5);
    expect(riverPixels(4).leastPixels).toBe(0.5);
    expect(riverPixels(15).leastPixels).toBe(2);
  });
});
