import { type CellValue, EncryptedFileError, type Sheet } from "hucre";
import { readOds } from "hucre/ods";
import { readXlsx } from "hucre/xlsx";
import type { ListFault } from "#domain/source-list/list-fault.ts";
import { sourceListLimits } from "#domain/source-list/source-list.ts";
import { SourceListError } from "./source-list-error.ts";
import {
  type CountNames,
  columnLetter,
  findHeader,
  rowsBeforeHeader,
  type TableRow,
} from "./table.ts";
import { checkUnpackedSize } from "./unpacked-size.ts";

/** Sheet of a workbook. */
interface SheetRows {
  readonly rows: readonly TableRow[];
  /** Index of the header, -1 for none. */
  readonly header: number;
  readonly sheet: string;
}

/**
 * Rows of a workbook in XLSX or ODS: of the sheet whose header has the most known names of columns. Cells that are
 * merged have their value in each of them; a formula has its stored value.
 *
 * @throws SourceListError
 */
export async function readWorkbook(bytes: Uint8Array, countKnown: CountNames): Promise<SheetRows> {
  const names = new Set(checkUnpackedSize(bytes));
  const read = names.has("xl/workbook.xml") ? readXlsx : names.has("content.xml") ? readOds : null;
  if (read === null) throw new SourceListError({ code: "not-a-table" });
  const { sheets } = await read(bytes).catch((cause: unknown) => {
    throw new SourceListError({ code: faultOf(cause) }, { cause });
  });
  const found = sheets.map((sheet) => {
    fillMerged(sheet);
    return { sheet, header: findHeader(toRows(sheet.rows.slice(0, rowsBeforeHeader)), countKnown) };
  });
  const [chosen] = found.toSorted((one, other) => other.header.known - one.header.known);
  if (chosen === undefined) throw new SourceListError({ code: "empty" });
  const { sheet, header } = chosen;
  if (header.at !== -1) refuseMergedHeader(sheet, header.at + 1);
  refuseFormulas(sheet);
  return { rows: toRows(sheet.rows), header: header.at, sheet: sheet.name };
}

function faultOf(cause: unknown): ListFault["code"] {
  if (cause instanceof EncryptedFileError) return "not-a-table";
  // A cell far away from the others would fill the memory with empty ones.
  return /\bcells?\b/.test(String(cause)) ? "too-many-rows" : "damaged";
}

function toRows(rows: readonly CellValue[][]): TableRow[] {
  return rows.map((cells, index) => ({ line: index + 1, cells: Array.from(cells, textOf) }));
}

function textOf(value: CellValue): string {
  if (value === null || value === undefined) return "";
  if (!(value instanceof Date)) return String(value).trim();
  if (Number.isNaN(value.getTime())) return "";
  const [day, time] = value.toISOString().split("T");
  // A time of the day alone is on the day before the first one.
  return value.getUTCFullYear() < 1900 ? time.slice(0, 5) : day;
}

/** Gives each cell of a merged range the value of its first one. */
function fillMerged({ merges = [], rows }: Sheet): void {
  // Ranges do not overlap: together they have at most the cells of the table.
  let left = sourceListLimits.rows * 20;
  for (const { startRow, startCol, endRow, endCol } of merges) {
    const value = rows[startRow]?.[startCol] ?? null;
    if (value === null) continue;
    const lastColumn = Math.min(endCol, sourceListLimits.columns);
    for (const cells of rows.slice(startRow, endRow + 1)) {
      for (let column = startCol; column <= lastColumn; column++) {
        if (left-- === 0) return;
        while (cells.length < column) cells.push(null);
        cells[column] = value;
      }
    }
  }
}

function refuseMergedHeader({ name, merges = [] }: Sheet, line: number): void {
  const merged = merges.find(
    ({ startRow, endRow, startCol, endCol }) =>
      startRow < line && line <= endRow + 1 && endCol > startCol,
  );
  if (merged === undefined) return;
  const column = columnLetter(merged.startCol);
  throw new SourceListError({ code: "merged-header", sheet: name, line, column });
}

function refuseFormulas({ name, cells }: Sheet): void {
  for (const [at, { type, value }] of cells ?? []) {
    if (type !== "formula" || value !== null) continue;
    const [row, column] = at.split(",").map(Number);
    const where = { sheet: name, line: row + 1, column: columnLetter(column) };
    throw new SourceListError({ code: "formula", ...where });
  }
}
