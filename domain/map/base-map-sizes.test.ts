import { describe, expect, it } from "vitest";
import { riverPixels, settlementDotRadius, settlementTextPixels } from "./base-map-sizes.ts";

describe("the width of a river", () => {
  it("is to scale from zoom 9 on: 420 m are 8 pixels at zoom 10", () => {
    expect(420 * riverPixels(10).pixelsPerMeter).toBeCloseTo(8.06, 1);
    expect(riverPixels(10).pixelsPerMeter).toBeCloseTo(2 * riverPixels(9).pixelsPerMeter, 9);
  });

  it("has a minimum between half a pixel and two", () => {
    expect(riverPixels(0).leastPixels).toBe(0.5);
    expect(riverPixels(4).leastPixels).toBe(0.5);
    expect(riverPixels(15).leastPixels).toBe(2);
  });
});

describe("the size of a settlement's name", () => {
  it.each([
    [4, 3.9, 12],
    [4, 4, 12],
    [4, 6, 14.5],
    [4, 8, 17],
    [4, 11, 21],
    [4, 12, 21],
    [5, 8, 15],
    [9, 9.5, 12.25],
    [11, 11, 12],
  ])("is, at rank %f and zoom %f, %f pixels", (rank, zoom, pixels) => {
    expect(settlementTextPixels(rank, zoom)).toBeCloseTo(pixels, 5);
  });
});

describe("the dot of a settlement", () => {
  it.each([
    [4, 3],
    [5, 2.6],
    [6, 2.6],
    [7, 2.2],
    [9, 1.8],
    [11, 1.8],
  ])("has, at rank %i, a radius of %f pixels", (rank, pixels) => {
    expect(settlementDotRadius(rank)).toBe(pixels);
  });
});
