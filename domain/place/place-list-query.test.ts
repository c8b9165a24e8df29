import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery } from "#domain/validation/parse-query.ts";
import { recordOf } from "#domain/validation/record-of.ts";
import { hasFactFilter, noFilters, placeFilterNames } from "./place-filters.ts";
import {
  lastPageOf,
  type PlaceListQuery,
  placeListQuerySchema,
  placeListSearch,
} from "./place-list-query.ts";
import { isNearestFirst, nearestSorts, placeSorts } from "./place-sort.ts";

const defaults: PlaceListQuery = {
  page: 1,
  perPage: 10,
  sort: "added-desc",
  filters: noFilters,
  includeUnknown: false,
  near: null,
  bbox: null,
};

function parse(search: string, ignoreUnknownParameters = false) {
  return parseQuery(placeListQuerySchema, new URLSearchParams(search), { ignoreUnknownParameters });
}

function invalidFields(search: string, ignoreUnknownParameters = false): string[] {
  const result = parse(search, ignoreUnknownParameters);
  if (result.ok) return [];
  for (const error of result.errors) expect(error.code).toBe("error.parameter");
  return result.errors.map((error) => error.field);
}

describe("placeListQuerySchema", () => {
  it("gives the defaults without parameters", () => {
    expect(parse("")).toEqual({ ok: true, query: defaults });
  });

  it("reads every parameter", () => {
    const search =
      "page=3&after=12&per_page=25&sort=distance&accessible=1&free=1&public=1&open=1&unknown=1" +
      "&near=19.04,47.5&bbox=16,45,23,49";
    expect(parse(search)).toEqual({
      ok: true,
      query: {
        page: 3,
        after: 12,
        perPage: 25,
        sort: "distance",
        filters: { ...noFilters, accessible: true, free: true, public: true, open: true },
        includeUnknown: true,
        near: [19.04, 47.5],
        bbox: { west: 16, south: 45, east: 23, north: 49 },
      },
    });
  });

  it("reads a filter by any fact, and 'unstated' only with one", () => {
    const filters = { ...noFilters, euro_key: true, card: true };
    expect(parse("euro_key=1&card=1&unstated=1")).toMatchObject({
      query: { filters, includeUnknown: false, includeUnstated: true },
    });
    expect(parse("open=1&unstated=1")).toMatchObject({ errors: [{ field: "unstated" }] });
    expect(parse("unstated=1")).toMatchObject({ errors: [{ field: "unstated" }] });
    expect(parse("card=2")).toMatchObject({ errors: [{ field: "card" }] });
  });

  it("takes the menu's aliases of the place orders", () => {
    expect(parse("sort=places-asc")).toMatchObject({ query: { sort: "place-asc" } });
    expect(parse("sort=places-desc")).toMatchObject({ query: { sort: "place-desc" } });
  });

  it("keeps the given order when `near` only adds distances", () => {
    expect(parse("near=19,47")).toMatchObject({ query: { sort: "added-desc", near: [19, 47] } });
  });

  it.each(["page=1", "page=1000000000", "page=90071992547409", "per_page=1", "per_page=100"])(
    "accepts %s",
    (search) => {
      expect(invalidFields(search)).toEqual([]);
    },
  );

  it.each([
    ["page=0", "page"],
    ["page=-1", "page"],
    ["page=1.5", "page"],
    ["page=1e9", "page"],
    ["page=01", "page"],
    ["page=+1", "page"],
    ["page=%201", "page"],
    ["page=", "page"],
    ["page=one", "page"],
    ["page=١", "page"],
    ["page=90071992547410", "page"],
    ["page=99999999999999999999", "page"],
    ["page=2&after=0", "after"],
    ["page=2&after=one", "after"],
    ["after=12", "after"],
    ["page=1&after=12", "after"],
    ["per_page=0", "per_page"],
    ["per_page=101", "per_page"],
    ["per_page=10.0", "per_page"],
    ["sort=", "sort"],
    ["sort=city", "sort"],
    ["sort=ADDED-DESC", "sort"],
    ["sort=distance", "sort"],
    ["sort=distance&near=here", "near"],
    ["sort=near", "sort"],
    ["sort=near&near=here", "near"],
    ["accessible=0", "accessible"],
    ["accessible=true", "accessible"],
    ["accessible=", "accessible"],
    ["free=on", "free"],
    ["public=2", "public"],
    ["open=01", "open"],
    ["open=yes&unknown=1", "open"],
    ["sort=distance&near=19,47&page=101", "page"],
    ["sort=near&near=19,47&page=101", "page"],
    ["sort=near&near=19,47&per_page=30&page=34", "page"],
    ["sort=distance&near=19,47&per_page=100&page=11", "page"],
    ["sort=distance&near=19,47&per_page=30&page=34", "page"],
    ["unknown=1", "unknown"],
    ["open=1&unknown=true", "unknown"],
    ["near=47", "near"],
    ["near=181,47", "near"],
    ["near=19,91", "near"],
    ["bbox=16,49,23,45", "bbox"],
    ["bbox=16,45,23", "bbox"],
    ["bbox=16,45,181,49", "bbox"],
    ["utm_source=x", "utm_source"],
    ["Page=1", "Page"],
    ["page=1&page=1", "page"],
    ["accessible=1&accessible=1", "accessible"],
    ["near=19,47&near=19,47", "near"],
    ["sort=distance&near=1,1&near=2,2", "near"],
    ["__proto__=1", "__proto__"],
  ])("%s is a fault of %s", (search, field) => {
    expect(invalidFields(search)).toEqual([field]);
  });

  it.each(["page=100", "per_page=100&page=10", "per_page=30&page=33", "per_page=1&page=1000"])(
    "accepts %s by distance, and any page in another order",
    (search) => {
      expect(invalidFields(`sort=distance&near=19,47&${search}`)).toEqual([]);
      expect(invalidFields(`sort=near&near=19,47&${search}`)).toEqual([]);
      expect(invalidFields(`sort=place-asc&near=19,47&${search}00`)).toEqual([]);
    },
  );

  it("accepts a box over the antimeridian", () => {
    expect(parse("bbox=170,-20,-170,20")).toMatchObject({
      query: { bbox: { west: 170, east: -170 } },
    });
  });

  it("names each faulty parameter once, known ones first", () => {
    const search = "x=1&x=2&page=0&sort=distance&unknown=1&free=no&per_page=0&y=1";
    const known = ["page", "per_page", "free", "sort", "unknown"];
    expect(invalidFields(search)).toEqual([...known, "x", "y"]);
  });

  it("ignores unknown parameters on pages, but no malformed known one", () => {
    expect(parse("utm_source=x&fbclid=y&fbclid=z", true)).toEqual({ ok: true, query: defaults });
    expect(invalidFields("utm_source=x&page=0", true)).toEqual(["page"]);
    expect(invalidFields("open=1&open=1", true)).toEqual(["open"]);
  });
});

describe("placeListSearch", () => {
  it("is empty for the defaults", () => {
    expect(placeListSearch(defaults)).toBe("");
  });

  it("writes the values that differ, in one order", () => {
    const query: PlaceListQuery = {
      page: 2,
      perPage: 20,
      sort: "distance",
      filters: { ...noFilters, accessible: true, public: true, open: true },
      includeUnknown: true,
      near: [19.0402351, 47.5],
      bbox: { west: 170, south: -20, east: -170, north: 20 },
    };
    expect(placeListSearch(query)).toBe(
      "?page=2&per_page=20&sort=distance&accessible=1&public=1&open=1&unknown=1" +
        "&near=19.040235,47.5&bbox=170,-20,-170,20",
    );
  });

  it("drops 'unknown' together with the open filter", () => {
    expect(placeListSearch({ ...defaults, includeUnknown: true })).toBe("");
  });

  it("writes what placeListQuerySchema reads", () => {
    const degrees = (limit: number) =>
      fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((micro) => micro / 1e6);
    const filters = fc.record(recordOf(placeFilterNames, () => fc.boolean()));
    const latitudes = fc.tuple(degrees(90), degrees(90)).map((pair) => pair.sort((a, b) => a - b));
    const bbox = fc
      .tuple(degrees(180), degrees(180), latitudes)
      .map(([west, east, [south, north]]) => ({ west, south, east, north }));
    const query = fc
      .record({
        page: fc.integer({ min: 1, max: 90_071_992_547_409 }),
        perPage: fc.integer({ min: 1, max: 100 }),
        sort: fc.constantFrom(...placeSorts, ...nearestSorts),
        filters,
        includeUnknown: fc.boolean(),
        includeUnstated: fc.boolean(),
        near: fc.option(fc.tuple(degrees(180), degrees(90))),
        bbox: fc.option(bbox),
      })
      .filter(({ sort, near }) => !isNearestFirst(sort) || near !== null)
      .filter(({ sort, page, perPage }) => !isNearestFirst(sort) || page * perPage <= 1_000)
      .map(({ includeUnstated, ...any }) => ({
        ...any,
        includeUnknown: any.includeUnknown && any.filters.open,
        ...(includeUnstated && hasFactFilter(any.filters) && { includeUnstated }),
      }));
    fc.assert(
      fc.property(query, (anyQuery) => {
        expect(parse(placeListSearch(anyQuery))).toEqual({ ok: true, query: anyQuery });
      }),
    );
  });
});

describe("lastPageOf", () => {
  it.each([
    ["distance", 10, 1_000, 100],
    ["distance", 10, 1_000_000, 100],
    ["distance", 10, 991, 100],
    ["distance", 10, 990, 99],
    ["distance", 30, 1_000_000, 33],
    ["distance", 10, 0, 0],
    ["near", 10, 1_000_000, 100],
    ["near", 30, 1_000_000, 33],
    ["added-desc", 10, 1_000_000, 100_000],
  ] as const)("by %s, %i a page, is of %i places page %i", (sort, perPage, total, page) => {
    expect(lastPageOf({ sort, perPage }, total)).toBe(page);
  });
});
