import { type CellValue, EncryptedFileError, type Sheet } from "hucre";
import { readOds } from "hucre/ods";
import { readXlsx } from "hucre/xlsx";
import { sourceListLimits } from "#domain/source-list/source-list.ts";
import { SourceListError } from "./source-list-error.ts";
import { type CountNames, columnLetter, findHeader, type TableRow } from "./table.ts";
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
    const code = cause instanceof EncryptedFileError ? "not-a-table" : "damaged";
    throw new SourceListError({ code }, { cause });
  });
  const tables = sheets.map((sheet) => ({ sheet, rows: toRows(sheet) }));
  const found = tables.map(({ sheet, rows }) => ({
    ...{ sheet, rows },
    header: findHeader(rows, countKnown),
  }));
  const [chosen] = found.toSorted((one, other) => other.header.known - one.header.known);
  if (chosen === undefined) throw new SourceListError({ code: "empty" });
  const headerLine = chosen.rows[chosen.header.at]?.line;
  if (headerLine !== undefined) refuseMergedHeader(chosen.sheet, headerLine);
  refuseFormulas(chosen.sheet);
  return { rows: chosen.rows, header: chosen.header.at, sheet: chosen.sheet.name };
}

/** Rows of a sheet, without those after the limit but for one. */
function toRows(sheet: Sheet): TableRow[] {
  const rows = sheet.rows.map((cells, index) => ({
    line: index + 1,
    cells: Array.from(cells, textOf),
  }));
  fillMerged(sheet, rows);
  return rows;
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
function fillMerged({ merges = [] }: Sheet, rows: readonly { cells: string[] }[]): void {
  // Ranges do not overlap: together they have at most the cells of the table.
  let left = sourceListLimits.rows * 20;
  for (const { startRow, startCol, endRow, endCol } of merges) {
    const value = rows[startRow]?.cells[startCol] ?? "";
    if (value === "") continue;
    for (let row = startRow; row <= endRow && row < rows.length; row++) {
      for (
        let column = startCol;
        column <= endCol && column <= sourceListLimits.columns;
        column++
      ) {
        if (left-- === 0) return;
        const { cells } = rows[row];
        while (cells.length <= column) cells.push("");
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
