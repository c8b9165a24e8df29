import type { ColumnMapping, ColumnMeaning } from "#domain/source-list/column-mapping.ts";
import { type SourceList, sourceListLimits } from "#domain/source-list/source-list.ts";
import { meaningOfHeader } from "./column-meanings.ts";
import { decodeText } from "./decode-text.ts";
import { columnsOf, findMapping } from "./find-mapping.ts";
import { readCsv } from "./read-csv.ts";
import { readRows } from "./read-rows.ts";
import { SourceListError } from "./source-list-error.ts";
import { type Table, toTable } from "./table.ts";

export { SourceListError } from "./source-list-error.ts";

export interface SourceListOptions {
  /** What the columns mean; found by their names and values where it is absent. */
  readonly mapping?: ColumnMapping | undefined;
  /** ISO 3166-1 alpha-2, by which coordinates are tried and old encodings told apart; null for none. */
  readonly homeCountry: string | null;
}

/**
 * Reads a town's table: CSV, XLSX, ODS, GeoJSON or JSON.
 *
 * @throws SourceListError where the file is not a table, beyond the limits, and without positions and addresses
 */
export async function readSourceList(
  bytes: Uint8Array,
  fileName: string,
  { mapping, homeCountry }: SourceListOptions,
): Promise<SourceList> {
  if (bytes.length > sourceListLimits.bytes) throw new SourceListError({ code: "too-large" });
  const table = await readTable(bytes, homeCountry);
  const found = mapping
    ? { columns: columnsOf(table, mapping), mapping }
    : findMapping(table, fileName, homeCountry);
  const meanings = new Set(found.columns.map(({ meaning }) => meaning));
  const isPlaced = placing.some((together) => together.every((meaning) => meanings.has(meaning)));
  if (!isPlaced && mapping === undefined) throw new SourceListError({ code: "no-positions" });
  const rows = readRows(table, found.mapping, homeCountry);
  return {
    ...found,
    firstRows: table.rows.slice(0, 5).map(({ cells }) => cells.slice(0, table.headers.length)),
    rows,
    asksWinter: rows.some(({ hours }) => hours.kind === "asks-winter"),
  };
}

/** Meanings that together say where a place is. */
const placing: readonly (readonly ColumnMeaning[])[] = [
  ["latitude", "longitude"],
  ["position"],
  ["address"],
  ["street"],
];

async function readTable(bytes: Uint8Array, homeCountry: string | null): Promise<Table> {
  return toTable(readCsv(decodeText(bytes, homeCountry)), countKnown);
}

function countKnown(cells: readonly string[]): number {
  return cells.filter((cell) => cell !== "" && meaningOfHeader(cell)?.isSure).length;
}
