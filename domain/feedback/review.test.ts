import * as v from "valibot";
import { expect, it } from "vitest";
import { parseQuery } from "#domain/validation/parse-query.ts";
import { reviewListQuerySchema, reviewSortParameter, reviewSorts } from "./review.ts";

it("parses each of the four orders", () => {
  expect(reviewSorts.map((sort) => v.parse(reviewSortParameter, sort))).toEqual(reviewSorts);
});

it.each(["", "place-asc", "added", "ADDED-DESC"])("refuses %j", (text) => {
  expect(v.safeParse(reviewSortParameter, text).success).toBe(false);
});

function parse(search: string, ignoreUnknownParameters = false) {
  return parseQuery(reviewListQuerySchema, new URLSearchParams(search), {
    ignoreUnknownParameters,
  });
}

it("has the defaults without parameters", () => {
  expect(parse("")).toEqual({ ok: true, query: { page: 1, perPage: 10, sort: "added-desc" } });
});

it("parses every parameter", () => {
  const query = { page: 2, perPage: 100, sort: "rating-asc" };
  expect(parse("page=2&per_page=100&sort=rating-asc")).toEqual({ ok: true, query });
});

it.each([
  ["sort=place-asc", "sort"],
  ["sort=rating-asc&sort=rating-asc", "sort"],
  ["page=0", "page"],
  ["per_page=101", "per_page"],
  ["open=1", "open"],
])("%s is an error of %s", (search, field) => {
  expect(parse(search)).toEqual({ ok: false, errors: [{ field, code: "error.parameter" }] });
});

it("ignores unknown parameters on pages", () => {
  expect(parse("place=7", true).ok).toBe(true);
});
