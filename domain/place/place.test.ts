import { describe, expect, it } from "vitest";
import { lastPageOf, parsePlaceId } from "./place.ts";

it.each([
  ["1", 1],
  ["42", 42],
  ["2147483647", 2_147_483_647],
])("reads %s", (text, expected) => {
  expect(parsePlaceId(text)).toBe(expected);
});

it.each(["", "0", "-1", "01", "1.0", "1e3", " 1", "1a", "2147483648", "99999999999", "١"])(
  "refuses %j",
  (text) => {
    expect(parsePlaceId(text)).toBeNull();
  },
);

describe("lastPageOf", () => {
  it.each([
    ["distance", 10, 1_000, 100],
    ["distance", 10, 1_000_000, 100],
    ["distance", 10, 991, 100],
    ["distance", 10, 990, 99],
    ["distance", 30, 1_000_000, 33],
    ["distance", 10, 0, 0],
    ["added-desc", 10, 1_000_000, 100_000],
  ] as const)("by %s, %i a page, is of %i places page %i", (sort, perPage, total, page) => {
    expect(lastPageOf({ sort, perPage }, total)).toBe(page);
  });
});
