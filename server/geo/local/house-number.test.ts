import { expect, test } from "vitest";
import { houseNumberPattern, matchHouseNumber } from "./house-number.ts";

test.each([
  ["12", "12", "same"],
  ["12a", "12/a", "same"],
  ["12/a", "12a", "same"],
  ["12", "12.", "same"],
  ["8-14", "8-14", "same"],
  ["12", "12/a", "other-entrance"],
  ["12/b", "12", "other-entrance"],
  ["8", "8-14", "within-range"],
  ["10", "8-14", "within-range"],
  ["14", "8-14", "within-range"],
  ["11", "8-14", null],
  ["16", "8-14", null],
  ["6", "8-14", null],
  ["1", "12", null],
  ["12", "112", null],
  ["12", "", null],
  ["12", "a", null],
] as const)("asked for %s, %s is %s", (asked, key, match) => {
  expect(matchHouseNumber(asked, key)).toBe(match);
});

test.each(["1", "12a", "12/a", "12-14", "12/3", "9999"])("%s is a house number", (text) => {
  expect(text).toMatch(houseNumberPattern);
});

test.each(["", "a", "10117", "12ab", "1/2/3"])("'%s' is none", (text) => {
  expect(text).not.toMatch(houseNumberPattern);
});
