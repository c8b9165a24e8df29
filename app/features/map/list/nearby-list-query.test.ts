import { describe, expect, it } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import { placeListSearch } from "#domain/place/place-list-query.ts";
import { filterSearch, filtersOfSearch, nearbyListQuery } from "./nearby-list-query.ts";

describe("nearbyListQuery", () => {
  it("requests an area, nearest to a point first", () => {
    const box = { west: 19, south: 47, east: 20, north: 48 };
    const query = nearbyListQuery({ filters: noFilters, includeUnknown: false }, [19.5, 47.5], box);
    expect(placeListSearch(query)).toBe("?per_page=20&sort=near&near=19.5,47.5&bbox=19,47,20,48");
  });
});

describe("filterSearch", () => {
  it("is empty without filters", () => {
    expect(filterSearch({ filters: noFilters, includeUnknown: false })).toBe("");
  });

  it("names the active filters, and nothing else", () => {
    const filters = { ...noFilters, free: true, open: true };
    expect(filterSearch({ filters, includeUnknown: true })).toBe("?free=1&open=1&unknown=1");
  });
});

describe("filtersOf", () => {
  const box = { west: 19, south: 47, east: 20, north: 48 };

  it.each([
    { filters: noFilters, includeUnknown: false },
    { filters: { ...noFilters, free: true }, includeUnknown: false },
    { filters: { ...noFilters, free: true, open: true }, includeUnknown: true },
  ])("leaves what filterSearch writes", (filtering) => {
    const search = placeListSearch({ ...nearbyListQuery(filtering, [19.5, 47.5], box), page: 2 });
    expect(filtersOfSearch(search)).toBe(filterSearch(filtering));
  });
});
