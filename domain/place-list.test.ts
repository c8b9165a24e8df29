import { describe, expect, it } from "vitest";
import { lastPageOf } from "./place-list.ts";

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
