import { describe, expect, it, test } from "vitest";
import { decodePolyline, isInside } from "./shapes.ts";

test("decodes the example of the format's description", () => {
  expect(decodePolyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@", 5)).toEqual([
    [-120.2, 38.5],
    [-120.95, 40.7],
    [-126.453, 43.252],
  ]);
});

test("has no points for an empty text, and ignores a malformed number", () => {
  expect(decodePolyline("", 6)).toEqual([]);
  expect(decodePolyline("_p~iF~ps|U_ulL", 5)).toEqual([[-120.2, 38.5]]);
  expect(decodePolyline("_p~", 5)).toEqual([]);
});

const square = [19, 47, 20, 47, 20, 48, 19, 48, 19, 47];
const hole = [19.4, 47.4, 19.6, 47.4, 19.6, 47.6, 19.4, 47.6, 19.4, 47.4];
const island = [19.49, 47.49, 19.51, 47.49, 19.51, 47.51, 19.49, 47.51, 19.49, 47.49];

describe("a point within rings", () => {
  it.each([
    ["in the outline", [19.2, 47.5], true],
    ["in its hole", [19.45, 47.5], false],
    ["on the island in the hole", [19.5, 47.5], true],
    ["to the east", [20.1, 47.5], false],
    ["to the west, with the whole outline before it", [18.9, 47.5], false],
    ["to the north", [19.2, 48.1], false],
    ["to the south", [19.2, 46.9], false],
    ["to the west, level with a corner", [18.9, 47], false],
  ] as const)("%s", (_, point, expected) => {
    expect(isInside([square, hole, island], point)).toBe(expected);
  });

  it("does not depend on the direction of a ring", () => {
    const otherWay = [19, 47, 19, 48, 20, 48, 20, 47, 19, 47];
    expect(isInside([otherWay], [19.2, 47.5])).toBe(true);
    expect(isInside([otherWay], [20.1, 47.5])).toBe(false);
  });

  it("is always false without a ring", () => {
    expect(isInside([], [19.2, 47.5])).toBe(false);
    expect(isInside([[]], [19.2, 47.5])).toBe(false);
  });
});
