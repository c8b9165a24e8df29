import { expect, it } from "vitest";
import { noFilters, type PlaceFilters } from "#domain/place-filters.ts";
import type { PlaceListQuery } from "#domain/place-list-query.ts";
import { findFilterRelief } from "./find-filter-relief.ts";

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

it("counts what is left without each filter that is on, the others kept", async () => {
  const asked: PlaceListQuery[] = [];
  const relief = await findFilterRelief(queryWith({ free: true, open: true }), async (query) => {
    asked.push(query);
    return query.filters.open ? 1 : 7;
  });
  expect(relief).toEqual({ filter: "open", total: 7 });
  expect(asked.map(({ filters }) => filters)).toEqual([
    { ...noFilters, open: true },
    { ...noFilters, free: true },
  ]);
  expect(asked.every(({ page, perPage }) => page === 1 && perPage === 1)).toBe(true);
});

it("asks nothing where no filter is on", async () => {
  const relief = await findFilterRelief(queryWith({}), () => Promise.reject(new Error("asked")));
  expect(relief).toBeNull();
});
