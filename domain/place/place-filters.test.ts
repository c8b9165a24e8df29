import { expect, it } from "vitest";
import { isFree, noFilters } from "./place-filters.ts";

it("starts with every filter off", () => {
  expect(noFilters).toEqual({ accessible: false, free: false, public: false, open: false });
});

it.each([
  [0, true],
  [null, true],
  [-0, true],
  [0.01, false],
  [100, false],
])("a price of %s is free: %s", (price, expected) => {
  expect(isFree(price)).toBe(expected);
});
