import { describe, expect, it } from "vitest";
import { noFilters } from "#domain/place-filters.ts";
import { activeFilters, strictestFilter } from "./strictest-filter.ts";

describe("strictestFilter", () => {
  it("names the filter without which most places are left", () => {
    const open = { filter: "open", total: 9 } as const;
    expect(strictestFilter([{ filter: "free", total: 2 }, open])).toBe(open);
  });

  it("prefers the first of equals", () => {
    const free = { filter: "free", total: 2 } as const;
    expect(strictestFilter([free, { filter: "open", total: 2 }])).toBe(free);
  });

  it("names none where no single filter is to blame", () => {
    expect(strictestFilter([{ filter: "free", total: 0 }])).toBeNull();
    expect(strictestFilter([])).toBeNull();
  });
});

describe("activeFilters", () => {
  it("names those that are on, in the order of the filter bar", () => {
    expect(activeFilters({ ...noFilters, open: true, accessible: true })).toEqual([
      "accessible",
      "open",
    ]);
    expect(activeFilters(noFilters)).toEqual([]);
  });
});
