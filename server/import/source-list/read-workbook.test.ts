import { deflateRawSync } from "node:zlib";
import type { WriteSheet } from "hucre";
import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { parseSourceList } from "./parse-source-list.ts";
import { readSourceList } from "./read-source-list.ts";
import { checkUnpackedSize } from "./unpacked-size.ts";

const header = ["Name", "Lat", "Lon", "Opening hours"];
const row = ["A", 47.5, 19.1, "24/7"];

describe.each([
  ["XLSX", writeXlsx],
  ["ODS", writeOds],
] as const)("%s", (_, write) => {
  const parse = async (...sheets: readonly WriteSheet[]) =>
    parseSourceList(await write({ sheets: [...sheets] }), "list", { homeCountry: "HU" });

  test("has its table on the sheet with known columns, below a title; dates are texts", async () => {
    const date = new Date("2016-07-24T00:00:00Z");
    const rows = [["Toilets of the town"], [], header, row, ["B", 47.25, 19.2, date]];
    const list = await parse(
      { name: "Cover", rows: [["About this list", "2030"]] },
      { name: "T", rows },
    );
    expect(list.rows.map(({ line, position, hours }) => [line, position, hours])).toEqual([
      [4, [19.1, 47.5], { kind: "read", hours: "24/7" }],
      [5, [19.2, 47.25], { kind: "unknown", words: "2016-07-24", isDate: true }],
    ]);
  });

  test("may have a header of two lines, and merged cells among its rows", async () => {
    const list = await parse({
      name: "T",
      rows: [
        ["Name", "Position", null, "Street"],
        [null, "Lat", "Lon", null],
        ["A", 47.5, 19.1, "Park"],
        ["B", 47.6, 19.2, null],
      ],
      merges: [
        { startRow: 0, endRow: 0, startCol: 1, endCol: 2 },
        { startRow: 0, endRow: 1, startCol: 0, endCol: 0 },
        { startRow: 0, endRow: 1, startCol: 3, endCol: 3 },
        { startRow: 2, endRow: 3, startCol: 3, endCol: 3 },
      ],
    });
    expect(list.rows.map(({ tags }) => [tags.name, tags["addr:street"]])).toEqual([
      ["A", "Park"],
      ["B", "Park"],
    ]);
  });

  test.each([
    ["an empty sheet", { rows: [] }, { code: "empty", sheet: "T" }],
    ["a header alone", { rows: [header] }, { code: "empty", sheet: "T", line: 1 }],
    [
      "a header that is merged across columns",
      {
        rows: [["Name", "Position", null], row.slice(0, 3)],
        merges: [{ startRow: 0, endRow: 0, startCol: 1, endCol: 2 }],
      },
      { code: "merged-header", sheet: "T", line: 1, column: "B" },
    ],
    [
      "a formula that was never computed",
      { rows: [header, row], cells: new Map([["1,2", { formula: "B2/2", value: null }]]) },
      { code: "formula", sheet: "T", line: 2, column: "C" },
    ],
  ])("is refused with %s", async (_name, sheet, fault) => {
    await expect(parse({ name: "T", ...sheet })).rejects.toMatchObject({ fault });
  });

  test("takes the stored value of a formula", async () => {
    const value = { formula: "B2/2", value: 19.5, formulaResult: 19.5 };
    const list = await parse({ name: "T", rows: [header, row], cells: new Map([["1,2", value]]) });
    expect(list.rows[0].position).toEqual([19.5, 47.5]);
  });
});

describe("an archive", () => {
  const zeros = deflateRawSync(Buffer.alloc(100_000));

  test("is unpacked up to a limit, whatever size it states", () => {
    const archive = archiveOf([
      ["xl/workbook.xml", zeros],
      ["b", zeros],
    ]);
    expect(checkUnpackedSize(archive, 200_000)).toEqual(["xl/workbook.xml", "b"]);
    expect(() => checkUnpackedSize(archive, 199_999)).toThrow("far larger than a table");
  });

  test.each([
    ["cut off", (archive: Uint8Array) => archive.subarray(0, -30), "damaged"],
    ["of other files", (archive: Uint8Array) => archive, "not-a-table"],
  ])("is refused %s", async (_, change, code) => {
    const archive = change(archiveOf([["word/document.xml", zeros]]));
    await expect(parseSourceList(archive, "x", { homeCountry: null })).rejects.toMatchObject({
      fault: { code },
    });
  });
});

test("is read in a thread of its own, with its faults", async () => {
  const list = await writeXlsx({ sheets: [{ name: "T", rows: [header, row] }] });
  const empty = await writeXlsx({ sheets: [{ name: "T", rows: [] }] });
  const options = { homeCountry: "HU" };
  const [read] = await Promise.all([
    readSourceList(list, "list.xlsx", options),
    expect(readSourceList(empty, "list.xlsx", options)).rejects.toMatchObject({
      message: "Sheet 'T': The table has no rows.",
      fault: { code: "empty", sheet: "T" },
    }),
    expect(readSourceList(new Uint8Array(20_000_001), "list", options)).rejects.toMatchObject({
      fault: { code: "too-large" },
    }),
  ]);
  expect(read.rows).toHaveLength(1);
});

/** ZIP archive of packed files that all state a size of 1. */
function archiveOf(files: readonly (readonly [name: string, packed: Buffer])[]): Uint8Array {
  let offset = 0;
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []];
  for (const [name, packed] of files) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(1, 20);
    entry.writeUInt32LE(1, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...entries, end]);
}
