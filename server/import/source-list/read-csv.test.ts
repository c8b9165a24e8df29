import { expect, test } from "vitest";
import { readCsv } from "./read-csv.ts";

test.each([
  ["comma", "a,b,c\n1,2,3\n"],
  ["semicolon, with decimal commas", "a;b;c\n1,5;2,5;3,5\n"],
  ["tabulator", "a\tb\tc\n1\t2\t3\n"],
  ["vertical bar", "a|b|c\n1|2|3\n"],
  ["the delimiter that Excel names", "sep=;\na;b;c\n1;2;3\n"],
  ["Windows' and old Mac's line breaks", "a,b,c\r\n1,2,3\r4,5,6"],
])("separates cells by %s", (_, text) => {
  expect(readCsv(text).map(({ cells }) => cells.length)).toEqual(
    text.includes("\r4") ? [3, 3, 3] : [3, 3],
  );
});

test("numbers rows by the line where they begin", () => {
  const text = 'name, note\nA,"one\ntwo "\n\nB,x\n';
  expect(readCsv(text)).toEqual([
    { line: 1, cells: ["name", "note"] },
    { line: 2, cells: ["A", "one\ntwo"] },
    { line: 5, cells: ["B", "x"] },
  ]);
});

test("takes a quotation mark within a cell as it is", () => {
  expect(readCsv('a,b\nThe "Old" one,x\n')[1].cells).toEqual(['The "Old" one', "x"]);
});

test("names the line of a quotation mark without an end", () => {
  const text = 'a,b\nA,1\nB,"2\nC,3\nD,4\n';
  expect(() => readCsv(text)).toThrow(
    "Line 3: The quotation mark that begins a cell here has no end.",
  );
});

test("refuses zero bytes", () => {
  expect(() => readCsv("a,b\n\0,1\n")).toThrow("Line 2: The file is not a table");
});
