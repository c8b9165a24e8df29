import { describe, expect, it } from "vitest";
import {
  doBoxesTouch,
  formatBoundingBox,
  isInBoundingBox,
  parseBoundingBox,
} from "./bounding-box.ts";

describe("parseBoundingBox", () => {
  it("parses west, south, east, north", () => {
    const hungary = { west: 16.1, south: 45.7, east: 22.9, north: 48.6 };
    expect(parseBoundingBox("16.1,45.7,22.9,48.6")).toEqual(hungary);
    expect(formatBoundingBox(hungary)).toBe("16.1,45.7,22.9,48.6");
  });

  it("accepts one that crosses the antimeridian, the whole world, and a point", () => {
    expect(parseBoundingBox("170,-20,-170,20")).toMatchObject({ west: 170, east: -170 });
    expect(parseBoundingBox("-180,-90,180,90")).not.toBeNull();
    expect(parseBoundingBox("19,47,19,47")).not.toBeNull();
  });

  it.each([
    ["south of its south", "16,48.6,22,45.7"],
    ["with three numbers", "16,45,22"],
    ["with five numbers", "16,45,22,48,7"],
    ["beyond ±180", "-181,45,22,48"],
    ["beyond ±180 in the east", "16,45,180.1,48"],
    ["beyond ±90", "16,-91,22,48"],
    ["beyond ±90 in the north", "16,45,22,90.5"],
    ["with a word", "16,45,22,north"],
    ["empty", ""],
  ])("refuses one that is %s", (_, text) => {
    expect(parseBoundingBox(text)).toBeNull();
  });
});

describe("isInBoundingBox", () => {
  const hungary = { west: 16, south: 45, east: 22, north: 48 };
  const pacific = { west: 170, south: -20, east: -170, north: 20 };

  it("includes the edges and no point beyond", () => {
    expect(isInBoundingBox([16, 45], hungary)).toBe(true);
    expect(isInBoundingBox([22, 48], hungary)).toBe(true);
    expect(isInBoundingBox([15.999999, 46], hungary)).toBe(false);
    expect(isInBoundingBox([22.000001, 46], hungary)).toBe(false);
    expect(isInBoundingBox([19, 44.999999], hungary)).toBe(false);
    expect(isInBoundingBox([19, 48.000001], hungary)).toBe(false);
  });

  it("crosses the antimeridian where west is greater than east", () => {
    expect(isInBoundingBox([179, 0], pacific)).toBe(true);
    expect(isInBoundingBox([-179, 0], pacific)).toBe(true);
    expect(isInBoundingBox([180, 0], pacific)).toBe(true);
    expect(isInBoundingBox([170, 0], pacific)).toBe(true);
    expect(isInBoundingBox([-170, 0], pacific)).toBe(true);
    expect(isInBoundingBox([169.999999, 0], pacific)).toBe(false);
    expect(isInBoundingBox([0, 0], pacific)).toBe(false);
    expect(isInBoundingBox([-169, 0], pacific)).toBe(false);
  });
});

describe("doBoxesTouch", () => {
  const hungary = { west: 16, south: 45, east: 22, north: 48 };
  const pacific = { west: 170, south: -20, east: -170, north: 20 };

  it.each([
    [hungary, { west: 22, south: 48, east: 30, north: 50 }, true],
    [hungary, { west: 22.000001, south: 45, east: 30, north: 48 }, false],
    [hungary, { west: 16, south: 48.000001, east: 22, north: 50 }, false],
    [hungary, { west: 18, south: 46, east: 19, north: 47 }, true],
    [hungary, { west: 21, south: 46, east: 15, north: 47 }, true],
    [hungary, { west: 23, south: 46, east: 15, north: 47 }, false],
    [pacific, { west: 160, south: 0, east: 170, north: 1 }, true],
    [pacific, { west: -180, south: 0, east: -179, north: 1 }, true],
    [pacific, { west: 0, south: 0, east: 169, north: 1 }, false],
    [pacific, { west: 179, south: 20, east: -179, north: 30 }, true],
  ])("%j and %j: %s", (one, other, expected) => {
    expect(doBoxesTouch(one, other)).toBe(expected);
    expect(doBoxesTouch(other, one)).toBe(expected);
  });
});
