import type { ColumnMapping } from "#domain/source-list/column-mapping.ts";
import type { SourceList } from "#domain/source-list/source-list.ts";
import { meaningOfHeader } from "./column-meanings.ts";
import { epsgOf } from "./coordinate-systems.ts";
import { decodeText } from "./decode-text.ts";
import { columnsOf, findMapping } from "./find-mapping.ts";
import { readCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import { readRows } from "./read-rows.ts";
import { SourceListError } from "./source-list-error.ts";
import { type CountNames, findHeader, type Table, toTable } from "./table.ts";

export interface SourceListOptions {
  /** What the columns mean; found by their names and values where it is absent. */
  readonly mapping?: ColumnMapping | undefined;
  /** ISO 3166-1 alpha-2, by which coordinates are tried and old encodings distinguished; null for none. */
  readonly homeCountry: string | null;
}

/** {@link readSourceList} in this thread. */
export async function parseSourceList(
  bytes: Uint8Array,
  fileName: string,
  { mapping, homeCountry }: SourceListOptions,
): Promise<SourceList> {
  const table = await readTable(bytes, homeCountry, mapping ? countMapped(mapping) : countKnown);
  const found = mapping
    ? { columns: columnsOf(table, mapping), mapping }
    : findMapping(table, fileName, homeCountry);
  const rows = readRows(table, found.mapping, homeCountry);
  return {
    ...found,
    firstRows: table.rows.slice(0, 5).map(({ cells }) => cells.slice(0, table.headers.length)),
    rows,
    asksWinter: rows.some(({ hours }) => hours.kind === "asks-winter"),
  };
}

async function readTable(
  bytes: Uint8Array,
  homeCountry: string | null,
  countNames: CountNames,
): Promise<Table> {
  if (startsWith(bytes, "PK\u0003\u0004")) {
    // The library of workbooks is large, and few servers ever read one.
    const { readWorkbook } = await import("./read-workbook.ts");
    const { rows, header, sheet } = await readWorkbook(bytes, countNames);
    return toTable(rows, header, { sheet });
  }
  if (otherFormats.some((start) => startsWith(bytes, start))) {
    throw new SourceListError({ code: "not-a-table" });
  }
  const text = decodeText(bytes, homeCountry);
  if (/^\s*[[{]/.test(text)) {
    const { rows, system } = readJson(text);
    return toTable(rows, 0, { epsg: system === null ? null : epsgOf(system) });
  }
  if (/^\s*</.test(text)) throw new SourceListError({ code: "not-a-table" });
  const rows = readCsv(text);
  return toTable(rows, findHeader(rows, countNames).at);
}

/** Starts of a PDF, of a packed file, of Excel before 2007 and of pictures. */
const otherFormats = [
  "%PDF",
  "\x1f\x8b",
  "7z\xbc\xaf",
  "Rar!",
  "\xd0\xcf\x11\xe0",
  "\x89PNG",
  "\xff\xd8\xff",
];

function startsWith(bytes: Uint8Array, start: string): boolean {
  return [...start].every((letter, index) => bytes[index] === letter.charCodeAt(0));
}

/** Number of the headers that a mapping has. */
function countMapped({ columns }: ColumnMapping): CountNames {
  return (cells) => cells.filter((cell) => columns[cell] !== undefined).length;
}

function countKnown(cells: readonly string[]): number {
  return new Set(cells.filter((cell) => meaningOfHeader(cell)?.isSure)).size;
}
