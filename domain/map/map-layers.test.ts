import { describe, expect, it } from "vitest";
import {
  byRank,
  filterOf,
  ramp,
  riverPixels,
  settlementDotRows,
  settlementTextRows,
  valueAt,
} from "./map-layers.ts";

describe("a ramp", () => {
  it("has its values at its zooms, the nearest ones beyond them, and grows between them", () => {
    const width = ramp(2, { 18: 9, 16: 3 });
    expect([10, 16, 17, 18, 22].map((zoom) => valueAt(width, zoom))).toEqual([3, 3, 5, 9, 9]);
    expect(valueAt(ramp(1, { 9.5: 1, 10: 0 }), 9.75)).toBe(0.5);
    expect(valueAt(ramp(1, { 10: 2 }, 1.5), 3)).toBe(3.5);
  });
});

describe("features", () => {
  const of = { from: "transportation", shape: "line" } as const;

  it("have one of the values of each property, and none of others", () => {
    const paths = { ...of, only: { class: ["path", "pier"] }, not: { subclass: ["steps"] } };
    expect(filterOf(paths, 14)({ class: "pier" })).toBe(true);
    expect(filterOf(paths, 14)({ class: "minor" })).toBe(false);
    expect(filterOf(paths, 14)({ class: "path", subclass: "steps" })).toBe(false);
    expect(filterOf({ ...of, has: "iata" }, 9)({ iata: "BUD" })).toBe(true);
    expect(filterOf({ ...of, has: "iata" }, 9)({})).toBe(false);
  });

  it("lack a property below a zoom, and have a zoom of their own", () => {
    const ways = { ...of, lacks: { sidewalk: 17 } };
    expect(filterOf(ways, 16.9)({ sidewalk: "yes" })).toBe(false);
    expect(filterOf(ways, 17)({ sidewalk: "yes" })).toBe(true);
    expect(filterOf({ ...of, isZoomed: true }, 8.9)({ zoom: 9 })).toBe(false);
    expect(filterOf({ ...of, isZoomed: true }, 9)({ zoom: 9 })).toBe(true);
  });
});

describe("the width of a river", () => {
  it("is to scale from zoom 9 on: 420 m are 8 pixels at zoom 10", () => {
    expect(420 * riverPixels(10).pixelsPerMeter).toBeCloseTo(8.06, 2);
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
    expect(valueAt(byRank(settlementTextRows, rank), zoom)).toBeCloseTo(pixels, 5);
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
    expect(byRank(settlementDotRows, rank)).toBe(pixels);
  });
});
