import { expect, test } from "vitest";
import { houseNumberKey, numbersBetween } from "./streets-and-addresses.ts";

test.each([
  [40, 46, "even", "42 44"],
  [41, 47, "odd", "43 45"],
  [1, 7, "even", "2 4 6"],
  [46, 40, "even", "42 44"],
  [3, 6, "all", "4 5"],
  [10, 40, "10", "20 30"],
  [4, 6, "even", ""],
  [4, 4, "even", ""],
  [1, 9, "alphabetic", ""],
  [1, 9, "0", ""],
  [Number.NaN, 9, "all", ""],
  [1, 9999, "all", ""],
])("between %d and %d of %s are %s", (from, to, interpolation, numbers) => {
  const found = numbersBetween([from, to], interpolation);
  expect(found.map(({ number }) => number).join(" ")).toBe(numbers);
});

test("a number is as far along the way as between the numbers, from the first one on", () => {
  expect(numbersBetween([46, 40], "even")).toEqual([
    { number: 42, share: 2 / 3 },
    { number: 44, share: 1 / 3 },
  ]);
});

test.each([
  ["12 / A", undefined, "12/a"],
  ["12-16", "even", "12-16"],
  ["12 – 14", "all", "12-14;13"],
  ["12-14", "all", "12-14;13"],
])("%s of %s is searched as %s", (housenumber, interpolation, key) => {
  expect(houseNumberKey(housenumber, interpolation)).toBe(key);
});
