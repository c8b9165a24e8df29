import { expect, test } from "vitest";
import { type PlaceListQuery, placeListQuerySchema } from "#domain/place/place-list-query.ts";
import { parseQuery } from "#domain/validation/parse-query.ts";
import { findSearched } from "./find-searched.ts";
import { listNearHref } from "./place-list-hrefs.ts";

function queryOf(search: string): PlaceListQuery {
  const parsed = parseQuery(placeListQuerySchema, new URLSearchParams(search));
  if (!parsed.ok) throw new Error(search);
  return parsed.query;
}

const noServices = { suggest: async () => [], retrieve: async () => null };

test.each(["wc", "Klo", "mosdó", "toilet"])(
  "a search for '%s' leads to the toilets nearest to the list's point, and else asks for one",
  async (text) => {
    const query = queryOf("");
    const found = await findSearched(text, query, noServices);
    expect(found).toEqual({ missed: "nearest" });
    const near = { ...query, near: [19.05, 47.5] as const };
    expect(await findSearched(text, near, noServices)).toEqual({
      path: listNearHref(query, [19.05, 47.5]),
    });
  },
);

test.each([
  ["", "empty"],
  ["Sz", "tooShort"],
  ["wcs", "none"],
])("a search for '%s' finds nothing: %s", async (text, missed) => {
  expect(await findSearched(text, queryOf(""), noServices)).toEqual({ missed });
});
