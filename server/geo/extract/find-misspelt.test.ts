import { expect, test } from "vitest";
import { countTypos } from "./find-misspelt.ts";

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
