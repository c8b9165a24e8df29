import { describe, expect, it, test } from "vitest";
import {
  countTypos,
  houseNumberPattern,
  matchHouseNumber,
  parseAddressQuery,
} from "./address-query.ts";

/** A parsed query on one line: `terms | house number | postcode | district`. */
const parse = (text: string) =>
  parseAddressQuery(text).map(({ terms, houseNumber, postcode, district }) =>
    [terms.join(" "), houseNumber ?? "", postcode ?? "", district ?? ""].join(" | "),
  );

describe("parseAddressQuery", () => {
  it.each([
    ["Fő utca", ["fo utca |  |  | "]],
    ["Fő utca 3.", ["fo utca 3 |  |  | ", "fo utca | 3 |  | "]],
    ["12 Kossuth", ["12 kossuth |  |  | ", "kossuth | 12 |  | "]],
    ["Fő u. 12/A", ["fo u 12 a |  |  | ", "fo u | 12/a |  | "]],
    ["Fő u. 12 a", ["fo u 12a |  |  | ", "fo u | 12a |  | "]],
    ["Fő u. 8-14", ["fo u 8 14 |  |  | ", "fo u | 8-14 |  | "]],
    ["Március 15. tér", ["marcius 15 ter |  |  | ", "marcius ter | 15 |  | "]],
    [
      "Március 15. tér 2",
      ["marcius 15 ter 2 |  |  | ", "marcius 15 ter | 2 |  | ", "marcius ter | 15 |  | "],
    ],
    ["9490", ["9490 |  |  | ", " |  | 9490 | "]],
    ["H-1052 Budapest", ["h 1052 budapest |  |  | ", "budapest |  | 1052 | "]],
    ["10117 Berlin", ["10117 berlin |  |  | ", "berlin |  | 10117 | "]],
    ["Fő tér, Wien, Ausztria", ["fo ter wien ausztria |  |  | ", "fo ter wien |  |  | "]],
    ["Ausztria", ["ausztria |  |  | "]],
    ["V. kerület", [" |  |  | 5"]],
    ["Fő utca, 23. ker.", ["fo utca |  |  | 23"]],
    ["24. kerület", ["24 kerulet |  |  | ", "kerulet | 24 |  | "]],
    ["Bp. XIII", ["bp |  |  | 13"]],
    ["Budapest X. utca", ["budapest x utca |  |  | "]],
    ["Gamprin-Bendern", ["gamprin bendern |  |  | "]],
    ["", []],
    [" …,-/ ", []],
  ])("parses '%s'", (text, expected) => {
    const found = parse(text);
    for (const query of expected) expect(found).toContain(query);
    if (expected.length === 0) expect(found).toEqual([]);
  });

  it("drops floors and doors only in the last query", () => {
    expect(parse("Fő u. 3. 2. em. 4.").at(-1)).toBe("fo u | 3 |  | ");
    expect(parse("Fő u. 3 fsz 1").at(-1)).toBe("fo u | 3 |  | ");
  });
});

test.each([
  ["12", "12", "same"],
  ["12a", "12/a", "same"],
  ["12/a", "12a", "same"],
  ["12", "12.", "same"],
  ["8-14", "8-14", "same"],
  ["12", "12/a", "other-entrance"],
  ["12/b", "12", "other-entrance"],
  ["8", "8-14", "within-range"],
  ["10", "8-14", "within-range"],
  ["14", "8-14", "within-range"],
  ["11", "8-14", null],
  ["16", "8-14", null],
  ["6", "8-14", null],
  ["1", "12", null],
  ["12", "112", null],
  ["12", "", null],
  ["12", "a", null],
  ["9", "7;9", "same"],
  ["9", "7+9", "same"],
  ["5", "1,3,5", "same"],
  ["7", "7a;9", "other-entrance"],
  ["10", "7;8-14", "within-range"],
  ["22", "20/22", "within-range"],
  ["24", "20/24", "within-range"],
  ["25", "20/25", null],
  ["100", "5/100", null],
  ["5", "5/100", "other-entrance"],
  ["20", "20/22", "other-entrance"],
  ["21", "20/22", null],
  ["3", "12/3", null],
  ["50", "~50", "between"],
  ["51", "~50", null],
] as const)("typed %s, %s is %s", (typed, key, match) => {
  expect(matchHouseNumber(typed, key)).toBe(match);
});

test.each(["1", "12a", "12/a", "12-14", "12/3", "9999"])("%s is a house number", (text) => {
  expect(text).toMatch(houseNumberPattern);
});

test.each(["'%s' is not a house number", "a", "10117", "12ab", "1/2/3"])(
  "'%s' is not a house number",
  (text) => {
    expect(text).not.toMatch(houseNumberPattern);
  },
);

test.each([
  ["kossuth utca", "kossuth lajos utca", 0],
  ["kosuth utca", "kossuth lajos utca", 1],
  ["kossuth u", "kossuth utca", 0],
  ["utca kossuth", "kossuth utca", 0],
  ["bahnhof strasse", "bahnhofstrasse", 0],
  ["bahnhof street", "bahnhofstrasse", 0],
  ["rotenboden str triesenberg", "rotenbodenstrasse triesenberg", 0],
  ["landstras", "landstrasse schaan", 0],
  ["schan", "schaan", 1],
  ["fo", "fa", null],
  ["becs", "beckagassli", null],
  ["budapest", "balzers", null],
  ["12", "13", null],
])("'%s' for '%s': %s", (typed, name, typos) => {
  expect(countTypos(typed.split(" "), name.split(" "))).toBe(typos);
});
