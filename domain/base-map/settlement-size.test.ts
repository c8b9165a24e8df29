import { describe, expect, it } from "vitest";
import { settlementDotRadius, settlementTextPixels } from "./settlement-size.ts";

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
