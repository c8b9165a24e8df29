import { describe, expect, test } from "vitest";
import { parseQuery } from "#domain/validation/parse-query.ts";
import { similarPlacesQuerySchema } from "./similar-places.ts";

const parse = (query: string) => parseQuery(similarPlacesQuerySchema, new URLSearchParams(query));

describe("similarPlacesQuerySchema", () => {
  test.each([
    ["lng=19.04&lat=47.5", [19.04, 47.5], 75],
    ["lng=-180&lat=-90&radius=1", [-180, -90], 1],
    ["lng=180&lat=90&radius=1000", [180, 90], 1000],
  ])("reads %s", (query, origin, radiusMeters) => {
    expect(parse(query)).toEqual({ ok: true, query: { origin, radiusMeters } });
  });

  test.each([
    ["", ["lng", "lat"]],
    ["lng=19", ["lat"]],
    ["lat=47", ["lng"]],
    ["lng=180.0001&lat=47", ["lng"]],
    ["lng=19&lat=-90.0001", ["lat"]],
    ["lng=19,04&lat=47", ["lng"]],
    ["lng=1e1&lat=", ["lng", "lat"]],
    ["lng=19&lng=19&lat=47", ["lng"]],
    ["lng=19&lat=47&radius=0", ["radius"]],
    ["lng=19&lat=47&radius=1001", ["radius"]],
    ["lng=19&lat=47&radius=7.5", ["radius"]],
    ["lng=19&lat=47&limit=5", ["limit"]],
  ])("refuses '%s'", (query, fields) => {
    const errors = fields.map((field) => ({ field, code: "error.parameter" }));
    expect(parse(query)).toEqual({ ok: false, errors });
  });
});
