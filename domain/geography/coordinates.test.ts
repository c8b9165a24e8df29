import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  approximatePosition,
  formatCoordinates,
  parseCoordinates,
  roundCoordinates,
} from "./coordinates.ts";

describe("parseCoordinates", () => {
  it.each([
    ["19.040235,47.497912", [19.040235, 47.497912]],
    ["0,0", [0, 0]],
    ["-0,-0.0", [0, 0]],
    ["180,90", [180, 90]],
    ["-180,-90", [-180, -90]],
    ["-73.98,40.75", [-73.98, 40.75]],
  ])("parses %s", (text, expected) => {
    expect(parseCoordinates(text)).toEqual(expected);
  });

  it.each([
    "",
    ",",
    "19",
    "19,",
    ",47",
    "19,47,7",
    "19, 47",
    "+19,47",
    "1e1,47",
    "19.,47",
    ".5,47",
    "0x10,47",
    "NaN,47",
    "Infinity,47",
    "19;47",
    "180.000001,0",
    "-180.000001,0",
    "0,90.000001",
    "0,-90.000001",
    "47,190",
  ])("refuses %j", (text) => {
    expect(parseCoordinates(text)).toBeNull();
  });
});

describe("roundCoordinates", () => {
  it("keeps 6 decimals, and no negative zero", () => {
    expect(roundCoordinates([19.0402355001, 47.4979124999])).toEqual([19.040236, 47.497912]);
    expect(roundCoordinates([-0.0000004, -0])).toEqual([0, 0]);
    expect(roundCoordinates([180, -90])).toEqual([180, -90]);
  });
});

describe("formatCoordinates", () => {
  it("rounds to 6 decimals, without trailing zeros, exponents or a negative zero", () => {
    expect(formatCoordinates([19.0402354999, 47.5])).toBe("19.040235,47.5");
    expect(formatCoordinates([0.000001, -0.0000001])).toBe("0.000001,0");
    expect(formatCoordinates([-180, 90])).toBe("-180,90");
  });

  it("round-trips through parseCoordinates, within half a millionth of a degree", () => {
    const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
    fc.assert(
      fc.property(degrees(180), degrees(90), (longitude, latitude) => {
        const read = parseCoordinates(formatCoordinates([longitude, latitude]))!;
        expect(Math.abs(read[0] - longitude)).toBeLessThanOrEqual(0.500001e-6);
        expect(Math.abs(read[1] - latitude)).toBeLessThanOrEqual(0.500001e-6);
        expect(parseCoordinates(formatCoordinates(read))).toEqual(read);
      }),
    );
  });
});

it("keeps four decimals", () => {
  expect(approximatePosition([19.040_235_6, 47.497_951_2])).toEqual([19.0402, 47.498]);
  expect(approximatePosition([-0.000_06, 89.999_96])).toEqual([-0.0001, 90]);
});
