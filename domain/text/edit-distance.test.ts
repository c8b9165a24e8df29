import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

test.each([
  ["", "", 0],
  ["szeged", "szeged", 0],
  ["szegd", "szeged", 1],
  ["szeeged", "szeged", 1],
  ["szaged", "szeged", 1],
  ["szegde", "szeged", 1],
  ["sezgde", "szeged", 2],
  ["miskolcz", "miskolc", 1],
  ["eger", "baja", 3],
  ["ab", "abcdef", 3],
  ["abcdef", "ab", 3],
])("from '%s' to '%s' is %i, counted up to 2", (typed, text, distance) => {
  expect(editDistance(typed, text, { most: 2 })).toBe(distance);
});

test.each([
  ["szekesfehrv", "szekesfehervar", 1],
  ["deb", "debrecen", 0],
  ["dbe", "debrecen", 1],
  ["debrecenn", "debrecen", 1],
  ["xyz", "debrecen", 3],
])("from '%s' to the beginning of '%s' is %i", (typed, text, distance) => {
  expect(editDistance(typed, text, { most: 2, isPrefix: true })).toBe(distance);
});
