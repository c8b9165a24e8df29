import { describe, expect, it } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import { mapPageSearch, parseMapPageQuery } from "./map-page-query.ts";

const nothing = { place: null, filters: noFilters, includeUnknown: false, view: null };
const parse = (search: string) => parseMapPageQuery(new URLSearchParams(search));

describe("parseMapPageQuery", () => {
  it("gives the defaults where no parameter is its own", () => {
    expect(parse("")).toEqual({ ok: true, query: nothing });
    expect(parse("utm_source=x&lang=de")).toEqual({ ok: true, query: nothing });
  });

  it("reads place, filters and view", () => {
    expect(parse("place=7&accessible=1&open=1&unknown=1&view=19.5,47.18,7")).toEqual({
      ok: true,
      query: {
        place: 7,
        filters: { ...noFilters, accessible: true, open: true },
        includeUnknown: true,
        view: { longitude: 19.5, latitude: 47.18, zoom: 7 },
      },
    });
  });

  it.each([
    ["place=0", "place"],
    ["place=seven", "place"],
    ["place=7&place=8", "place"],
    ["free=yes", "free"],
    ["unknown=1", "unknown"],
    ["view=19.5,47.18", "view"],
  ])("%s is a fault of %s", (search, field) => {
    expect(parse(search)).toEqual({ ok: false, faults: [{ field, code: "error.parameter" }] });
  });
});

describe("mapPageSearch", () => {
  it("is empty for the defaults", () => {
    expect(mapPageSearch(nothing)).toBe("");
  });

  it("writes what parseMapPageQuery reads", () => {
    const search = "?place=7&accessible=1&public=1&open=1&unknown=1&view=19.5,47.18,7.25";
    const result = parse(search);
    expect(result.ok && mapPageSearch(result.query)).toBe(search);
  });
});
