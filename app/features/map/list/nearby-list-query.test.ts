import { describe, expect, it } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import { placeListSearch } from "#domain/place/place-list-query.ts";
import { filterSearch, nearbyListQuery } from "./nearby-list-query.ts";

describe("nearbyListQuery", () => {
  it("asks for an area, nearest to a point first", () => {
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
