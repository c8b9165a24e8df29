import { describe, expect, it } from "vitest";
import { readTypedDegrees, readTypedPair } from "./pin-controls.tsx";

describe("readTypedDegrees", () => {
  it.each([
    ["47.4979", 47.4979],
    ["47,4979", 47.4979],
    [" 47 ", 47],
    ["+47.5", 47.5],
    ["-0,5", -0.5],
    ["47.5°", 47.5],
    ["90", 90],
    ["-90,0", -90],
  ])("reads %j", (text, expected) => {
    expect(readTypedDegrees(text, 90)).toBe(expected);
  });

  it.each(["", "-", "north", "47.", ".5", "4 7", "1e1", "90.000001", "-91", "47.5N", "47,5,1"])(
    "refuses %j as a latitude",
    (text) => {
      expect(readTypedDegrees(text, 90)).toBeNull();
    },
  );
});

describe("readTypedPair", () => {
  it.each([
    "47.4979, 19.0402",
    "47.4979,19.0402",
    "47.4979 19.0402",
    "47,4979 19,0402",
    "47,4979; 19,0402",
    "47,4979, 19,0402",
    " 47.4979° , 19.0402° ",
  ])("reads %j", (text) => {
    expect(readTypedPair(text)).toEqual([19.0402, 47.4979]);
  });

  it.each(["", "47,4979", "47,19", "47.4979", "47 19 7", "91.5, 19.5", "47.5, 180.5", "a, b"])(
    "finds no pair in %j",
    (text) => {
      expect(readTypedPair(text)).toBeNull();
    },
  );
});
