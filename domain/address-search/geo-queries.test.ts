import { expect, test } from "vitest";
import { parseQuery } from "#domain/validation/parse-query.ts";
import { staticImageQuerySchema } from "./geo-queries.ts";

const parse = (search: string) => parseQuery(staticImageQuerySchema, new URLSearchParams(search));

test("needs only a point", () => {
  expect(parse("lng=19.04&lat=47.5")).toEqual({
    ok: true,
    query: {
      center: [19.04, 47.5],
      zoom: 16,
      width: 1280,
      height: 1280,
      theme: "light",
      isRetina: false,
    },
  });
});

test("cuts a picture down to 1280 pixels", () => {
  expect(parse("lng=19&lat=47&width=1281&height=1280&zoom=12.5&theme=dark&retina=1")).toMatchObject(
    {
      query: { width: 1280, height: 1280, zoom: 12.5, theme: "dark", isRetina: true },
    },
  );
});

test.each([
  ["lat=47", "lng"],
  ["lng=19&lat=91", "lat"],
  ["lng=19&lat=47&width=0", "width"],
  ["lng=19&lat=47&height=10001", "height"],
  ["lng=19&lat=47&zoom=22.1", "zoom"],
  ["lng=19&lat=47&zoom=-1", "zoom"],
  ["lng=19&lat=47&theme=grey", "theme"],
  ["lng=19&lat=47&retina=2", "retina"],
  ["lng=19&lat=47&style=x", "style"],
])("refuses %s with an error in %s", (search, field) => {
  expect(parse(search)).toEqual({ ok: false, errors: [{ field, code: "error.parameter" }] });
});
