import { expect, test } from "vitest";
import { searchKey } from "#domain/text/search-key.ts";
import { budapestDistricts, parseBudapestDistrict } from "./budapest-districts.ts";

test.each([
  ["V. kerület", 5],
  ["v.ker.", 5],
  ["5. ker", 5],
  ["Budapest, XXIII. kerület", 23],
  ["Bp. V", 5],
  ["Bp 12", 12],
  ["District 5", 5],
  ["14. Bezirk", 14],
  ["1011", 1],
  ["1052 Budapest", 5],
  ["1239", 23],
  ["1008", null],
  ["1240", null],
  ["2011", null],
  ["24. kerület", null],
  ["0. ker", null],
  ["V", null],
  ["5", null],
  ["kerület", null],
  ["Budapest", null],
  ["Szeged 5. ker", null],
  ["1052. kerület", null],
  ["", null],
])("parses '%s' as %s", (text, number) => {
  expect(parseBudapestDistrict(searchKey(text))).toBe(number);
});

test("knows 23 districts, each with a name", () => {
  expect(budapestDistricts.map(({ number }) => number)).toEqual(
    Array.from({ length: 23 }, (_, index) => index + 1),
  );
  expect(budapestDistricts.every(({ names }) => names.length > 0)).toBe(true);
});
