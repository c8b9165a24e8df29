import { expect, test } from "vitest";
import { isToiletSearch } from "./toilet-search.ts";

test.each([
  "wc",
  " WC ",
  "vécé",
  "mosdó",
  "Mosdók",
  "nyilvános wc",
  "legközelebbi nyilvános vécé",
  "toilet",
  "public toilet",
  "the nearest toilets",
  "restroom",
  "Toilette",
  "öffentliche Toilette",
  "nächstes öffentliches WC",
  "klo",
  "najbližšie verejné WC",
  "záchod",
  "Громадський туалет",
])("'%s' asks for toilets", (text) => {
  expect(isToiletSearch(text)).toBe(true);
});

test.each(["", "w", "wcs", "nyilvános", "wc utca", "Mosdós", "Klosterstrasse", "Toilette Vaduz"])(
  "'%s' does not",
  (text) => {
    expect(isToiletSearch(text)).toBe(false);
  },
);
