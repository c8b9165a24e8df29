import { expect, test } from "vitest";
import { toTable } from "./table.ts";

const rowsOf = (count: number) =>
  Array.from({ length: count + 1 }, (_, index) => ({
    line: index + 1,
    cells: index === 0 ? ["Name", "Lat"] : ["A", "47.5"],
  }));

test("has at most 50,000 rows below its header", () => {
  expect(toTable(rowsOf(50_000), 0).rows).toHaveLength(50_000);
  expect(() => toTable(rowsOf(50_001), 0, { sheet: "Data" })).toThrow(
    "Sheet 'Data', line 50002: The table has more than 50000 rows.",
  );
});

test("leaves empty rows and repeated headers out", () => {
  const rows = [
    ["Name", "Lat"],
    ["A", "1"],
    ["", ""],
    ["Name", "Lat"],
    ["B", "2"],
  ];
  const table = toTable(
    rows.map((cells, index) => ({ line: index + 1, cells })),
    0,
  );
  expect(table.rows.map(({ line }) => line)).toEqual([2, 5]);
});
