import { expect, test } from "vitest";
import { formatCell } from "./csv-row.ts";

test.each([
  ["Fő tér 1.", "Fő tér 1."],
  ["a, b", '"a, b"'],
  ['a "b"', '"a ""b"""'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["+36 1 234", "'+36 1 234"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  [" =1", "' =1"],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ["'s-Hertogenbosch", "''s-Hertogenbosch"],
  ["'=1", "''=1"],
  ["-", "-"],
  [-19.05, "-19.05"],
  [true, "true"],
  [null, ""],
])("%j is the cell %s", (value, cell) => {
  expect(formatCell(value)).toBe(cell);
});
