import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { searchNames } from "./search-names.ts";

test("every further name is that of a settlement in the gazetteer, and is in it", () => {
  const [header, ...rows] = readFileSync("server/geo/embedded/gazetteer/settlements.tsv", "utf8")
    .trim()
    .split("\n");
  const others = header.split("\t").indexOf("others");
  const otherNames = new Map(
    rows
      .map((row) => row.split("\t"))
      .filter((columns) => columns[others])
      .map((columns) => [`${columns[1]} ${columns[6]}`, columns[others].split("|")]),
  );
  expect(Object.fromEntries(otherNames)).toEqual(Object.fromEntries(searchNames));
});
