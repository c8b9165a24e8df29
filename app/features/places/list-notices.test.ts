import { describe, expect, it } from "vitest";
import { noFilters, type PlaceFilters } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { activeFilters, findFilterRelief, strictestFilter } from "./list-notices.tsx";

function queryWith(filters: Partial<PlaceFilters>): PlaceListQuery {
  return {
    page: 3,
    perPage: 10,
    sort: "added-desc",
    filters: { ...noFilters, ...filters },
    includeUnknown: false,
    near: null,
    bbox: null,
  };
}

it("counts the places without each active filter, with the others", async () => {
  const requests: PlaceListQuery[] = [];
  const relief = await findFilterRelief(queryWith({ free: true, open: true }), async (query) => {
    requests.push(query);
    return query.filters.open ? 1 : 7;
  });
  expect(relief).toEqual({ filter: "open", total: 7 });
  expect(requests.map(({ filters }) => filters)).toEqual([
    { ...noFilters, open: true },
    { ...noFilters, free: true },
  ]);
  expect(requests.every(({ page, perPage }) => page === 1 && perPage === 1)).toBe(true);
});

it("counts nothing where no filter is on", async () => {
  const relief = await findFilterRelief(queryWith({}), () => Promise.reject(new Error("asked")));
  expect(relief).toBeNull();
});

describe("strictestFilter", () => {
  it("names the filter without which most places remain", () => {
    const open = { filter: "open", total: 9 } as const;
    expect(strictestFilter([{ filter: "free", total: 2 }, open])).toBe(open);
  });

  it("prefers the first of equals", () => {
    const free = { filter: "free", total: 2 } as const;
    expect(strictestFilter([free, { filter: "open", total: 2 }])).toBe(free);
  });

  it("names none where no single filter excludes everything", () => {
    expect(strictestFilter([{ filter: "free", total: 0 }])).toBeNull();
    expect(strictestFilter([])).toBeNull();
  });
});

describe("activeFilters", () => {
  it("names the active filters in the order of the filter bar", () => {
    expect(activeFilters({ ...noFilters, open: true, accessible: true })).toEqual([
      "accessible",
      "open",
    ]);
    expect(activeFilters(noFilters)).toEqual([]);
  });
});
