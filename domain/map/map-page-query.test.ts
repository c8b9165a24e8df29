import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { noFilters, placeFilterNames } from "#domain/place/place-filters.ts";
import { parseId } from "#domain/place/place-id.ts";
import { checkFilters, filterEntries, filtersOf } from "#domain/place/place-list-query.ts";
import { parameter, parseQuery } from "#domain/validation/parse-query.ts";
import { mapPageSearch, parseMapPageQuery } from "./map-page-query.ts";
import { parseMapView } from "./map-view.ts";

const nothing = { place: null, filters: noFilters, includeUnknown: false, view: null };
const parse = (search: string) => parseMapPageQuery(new URLSearchParams(search));

describe("parseMapPageQuery", () => {
  it("has the defaults where no parameter is known", () => {
    expect(parse("")).toEqual({ ok: true, query: nothing });
    expect(parse("utm_source=x&lang=de")).toEqual({ ok: true, query: nothing });
  });

  it("parses place, filters and view", () => {
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
  ])("%s is an error of %s", (search, field) => {
    expect(parse(search)).toEqual({ ok: false, errors: [{ field, code: "error.parameter" }] });
  });
});

/** The query, parsed by a schema of the same parameters. */
const schema = v.pipe(
  v.object({
    place: v.optional(parameter(parseId)),
    ...filterEntries,
    view: v.optional(parameter(parseMapView)),
  }),
  checkFilters(),
  v.transform(({ place = null, view = null, ...fields }) => ({
    place,
    ...filtersOf(fields),
    view,
  })),
);

it("parseMapPageQuery agrees with the schema of the API's filters", () => {
  const names = [...placeFilterNames, "unknown", "open", "place", "view", "utm_source"];
  const texts = ["1", "1", "0", "", "7", "2147483648", "19.5,47.18,7", "19.5,47.18", "181,0,3"];
  const pair = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...texts));
  const outcomes = { good: 0, invalid: 0 };
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 5 }), (pairs) => {
      const params = new URLSearchParams(pairs);
      const read = parseMapPageQuery(params);
      outcomes[read.ok ? "good" : "invalid"]++;
      expect(read).toEqual(parseQuery(schema, params, { ignoreUnknownParameters: true }));
    }),
    { numRuns: 2_000 },
  );
  expect(Math.min(outcomes.good, outcomes.invalid)).toBeGreaterThan(100);
});

describe("mapPageSearch", () => {
  it("is empty for the defaults", () => {
    expect(mapPageSearch(nothing)).toBe("");
  });

  it("round-trips through parseMapPageQuery", () => {
    const search = "?place=7&accessible=1&public=1&open=1&unknown=1&view=19.5,47.18,7.25";
    const result = parse(search);
    expect(result.ok && mapPageSearch(result.query)).toBe(search);
  });
});
