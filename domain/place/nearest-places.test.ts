import { describe, expect, it } from "vitest";
import { parseQuery } from "#domain/validation/parse-query.ts";
import { nearestPlacesQuerySchema, nearestPlacesSearch } from "./nearest-places.ts";
import { noFilters } from "./place-filters.ts";

const parse = (search: string) => parseQuery(nearestPlacesQuerySchema, new URLSearchParams(search));
const errorsOf = (search: string) => {
  const parsed = parse(search);
  return parsed.ok ? [] : parsed.errors.map(({ field }) => field);
};

describe("nearestPlacesQuerySchema", () => {
  it("reads the point and the filters", () => {
    expect(parse("near=19.05,47.5&free=1&open=1&unknown=1")).toEqual({
      ok: true,
      query: {
        near: [19.05, 47.5],
        filters: { ...noFilters, free: true, open: true },
        includeUnknown: true,
      },
    });
  });

  it("requires the point, and refuses unknown and contradictory parameters", () => {
    expect(errorsOf("")).toEqual(["near"]);
    expect(errorsOf("near=19.05")).toEqual(["near"]);
    expect(errorsOf("near=19.05,47.5&unknown=1")).toEqual(["unknown"]);
    expect(errorsOf("near=19.05,47.5&page=1")).toEqual(["page"]);
    expect(errorsOf("near=19.05,47.5&bbox=1,1,2,2")).toEqual(["bbox"]);
  });
});

it("nearestPlacesSearch writes what nearestPlacesQuerySchema reads", () => {
  const query = {
    near: [19.05, 47.5] as const,
    filters: { ...noFilters, accessible: true, open: true },
    includeUnknown: true,
  };
  expect(parse(nearestPlacesSearch(query))).toEqual({ ok: true, query });
});
