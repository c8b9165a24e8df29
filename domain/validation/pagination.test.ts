import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageCountOf, paginationPages } from "./pagination.ts";

describe("pageCountOf", () => {
  it.each([
    [0, 0],
    [1, 1],
    [10, 1],
    [11, 2],
    [62, 7],
  ])("%s entries of 10 fill %s pages", (total, expected) => {
    expect(pageCountOf(total, 10)).toBe(expected);
  });
});

describe("paginationPages", () => {
  it.each<[number, number, (number | "gap")[]]>([
    [1, 0, []],
    [1, 1, []],
    [1, 2, [1, 2]],
    [2, 2, [1, 2]],
    [2, 3, [1, 2, 3]],
    [1, 3, [1, 2, 3]],
    [1, 4, [1, 2, "gap", 4]],
    [1, 10, [1, 2, "gap", 10]],
    [3, 10, [1, 2, 3, 4, "gap", 10]],
    [4, 10, [1, "gap", 3, 4, 5, "gap", 10]],
    [8, 10, [1, "gap", 7, 8, 9, 10]],
    [10, 10, [1, "gap", 9, 10]],
    [11, 10, [1, "gap", 10]],
    [1_000_000_000, 10, [1, "gap", 10]],
    [50_000, 100_000, [1, "gap", 49_999, 50_000, 50_001, "gap", 100_000]],
  ])("page %s of %s", (current, pageCount, expected) => {
    expect(paginationPages(current, pageCount)).toEqual(expected);
  });

  it("shows first, last, current and adjacent pages, each once, ascending, and never two gaps in a row", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 500 }), fc.nat(), (pageCount, any) => {
        const current = (any % pageCount) + 1;
        const shown = paginationPages(current, pageCount);
        const pages = shown.filter((page) => page !== "gap");
        expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b));
        expect(pages).toEqual(expect.arrayContaining([1, current, pageCount]));
        for (let at = 1; at < shown.length; at++) {
          const [before, page] = [shown[at - 1], shown[at]];
          if (before !== "gap" && page !== "gap") expect(page - before).toBe(1);
          expect(before === "gap" && page === "gap").toBe(false);
        }
      }),
    );
  });
});
