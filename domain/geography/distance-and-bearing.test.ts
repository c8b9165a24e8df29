import { describe, expect, it } from "vitest";
import type { Coordinates } from "./coordinates.ts";
import { bearingDegrees, compassDirectionOf, distanceMeters } from "./distance-and-bearing.ts";

const budapest: Coordinates = [19.040235, 47.497912];
const debrecen: Coordinates = [21.627312, 47.531605];

describe("distanceMeters", () => {
  it("is 0 from a point to itself, and the same both ways", () => {
    expect(distanceMeters(budapest, budapest)).toBe(0);
    expect(distanceMeters(budapest, debrecen)).toBe(distanceMeters(debrecen, budapest));
  });

  it("is near WGS 84's: a degree of latitude, a degree on the equator", () => {
    expect(Math.abs(distanceMeters([0, 0], [0, 1]) / 110_574 - 1)).toBeLessThan(0.006);
    expect(Math.abs(distanceMeters([0, 47], [0, 48]) / 111_182 - 1)).toBeLessThan(0.003);
    expect(Math.abs(distanceMeters([19, 0], [20, 0]) / 111_320 - 1)).toBeLessThan(0.005);
  });

  it("is exact to the millimetre on the sphere", () => {
    expect(distanceMeters([0, 0], [0, 1])).toBeCloseTo((Math.PI / 180) * 6_371_008.8, 3);
  });

  it("distinguishes points a metre apart", () => {
    expect(distanceMeters(budapest, [budapest[0], budapest[1] + 0.000009])).toBeCloseTo(1, 2);
  });

  it("takes the short way over the antimeridian and over a pole", () => {
    expect(distanceMeters([179.5, 0], [-179.5, 0])).toBeCloseTo(distanceMeters([0, 0], [1, 0]), 3);
    expect(distanceMeters([0, 89.5], [180, 89.5])).toBeCloseTo(distanceMeters([0, 0], [0, 1]), 3);
  });

  it("is half the way round to the other side of the earth", () => {
    expect(distanceMeters([0, 0], [180, 0])).toBeCloseTo(Math.PI * 6_371_008.8, 3);
  });
});

describe("bearingDegrees", () => {
  it.each<[string, Coordinates, number]>([
    ["north", [0, 1], 0],
    ["east", [1, 0], 90],
    ["south", [0, -1], 180],
    ["west", [-1, 0], 270],
  ])("is clockwise from north: %s", (_, to, expected) => {
    expect(bearingDegrees([0, 0], to)).toBeCloseTo(expected, 9);
  });

  it("sets out a little north of east from Budapest to Debrecen", () => {
    expect(bearingDegrees(budapest, debrecen)).toBeCloseTo(87.94, 2);
  });

  it("is 0 to itself, and never 360", () => {
    expect(bearingDegrees(budapest, budapest)).toBe(0);
    expect(bearingDegrees([0, 0], [-1e-17, 1])).toBeLessThan(360);
  });

  it("crosses the antimeridian the short way", () => {
    expect(bearingDegrees([179.5, 0], [-179.5, 0])).toBeCloseTo(90, 9);
  });
});

describe("compassDirectionOf", () => {
  it.each([
    [0, "n"],
    [22.4, "n"],
    [22.5, "ne"],
    [67.4, "ne"],
    [67.5, "e"],
    [135, "se"],
    [180, "s"],
    [225, "sw"],
    [270, "w"],
    [337.4, "nw"],
    [337.5, "n"],
    [359.9, "n"],
    [360, "n"],
    [-90, "w"],
    [-22.6, "nw"],
    [-22.5, "n"],
    [765, "ne"],
  ] as const)("names %d° %s", (bearing, direction) => {
    expect(compassDirectionOf(bearing)).toBe(direction);
  });
});
