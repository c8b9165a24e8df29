import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { searchNames } from "./search-names.ts";

test("every further name is that of a settlement in the gazetteer, and is in it", () => {
  const [, ...rows] = readFileSync("server/geo/embedded/gazetteer/settlements.tsv", "utf8")
    .trim()
    .split("\n");
  const otherNames = new Map(
    rows
      .map((row) => row.split("\t"))
      .filter((columns) => columns[9])
      .map((columns) => [`${columns[1]} ${columns[6]}`, columns[9].split("|")]),
  );
  expect(Object.fromEntries(otherNames)).toEqual(Object.fromEntries(searchNames));
});
