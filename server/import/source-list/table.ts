import { sourceListLimits } from "#domain/source-list/source-list.ts";
import { maxHeaderLength } from "./column-meanings.ts";
import { SourceListError } from "./source-list-error.ts";

/** Row of cells as a file has it. */
export interface TableRow {
  /** Line of the file where it begins, or the row of the sheet, from 1. */
  readonly line: number;
  /** Texts without white space around them; empty for an empty cell. */
  readonly cells: readonly string[];
}

/** Table of a source list. */
export interface Table {
  /** Names of the columns, each once. */
  readonly headers: readonly string[];
  /** Rows that are not empty. Each has a cell for each column; further ones belong to no column. */
  readonly rows: readonly TableRow[];
  /** Number of the system of coordinates in the EPSG registry where the file states it; else null. */
  readonly epsg: number | null;
}

/** Counts the cells of a row that are a known name of a column. */
export type CountNames = (cells: readonly string[]) => number;

/** Number of rows at the start of a table among which the header is. */
export const rowsBeforeHeader = 20;

/** Where the rows of a table come from. */
interface TableOrigin {
  readonly sheet?: string;
  readonly epsg?: number | null;
}

/**
 * Table of rows.
 *
 * @param at index of the header, -1 for none
 * @throws SourceListError where no row is a header, and beyond the limits
 */
export function toTable(
  rows: readonly TableRow[],
  at: number,
  { sheet, epsg = null }: TableOrigin = {},
): Table {
  const first = rows.find(({ cells }) => isFilled(cells));
  if (first === undefined) throw new SourceListError({ code: "empty", sheet });
  if (at === -1) throw new SourceListError({ code: "no-header", sheet, line: first.line });
  const header = rows[at];
  const below = rows
    .slice(at + 1)
    .filter(({ cells }) => isFilled(cells) && !isRepeated(cells, header.cells));
  const headers = namesOf(header.cells, below);
  if (headers.length > sourceListLimits.columns) {
    throw new SourceListError({ code: "too-many-columns", sheet, line: header.line });
  }
  if (below.length === 0) throw new SourceListError({ code: "empty", sheet, line: header.line });
  if (below.length > sourceListLimits.rows) {
    const { line } = below[sourceListLimits.rows];
    throw new SourceListError({ code: "too-many-rows", sheet, line });
  }
  return {
    headers,
    rows: below.map(({ line, cells }) => ({ line, cells: fit(cells, headers.length) })),
    epsg,
  };
}

/**
 * The header among the first rows: the row with the most known names, else the first that is as wide as any and has no
 * number.
 *
 * @returns its index, -1 for none, and the number of the known names
 */
export function findHeader(
  rows: readonly TableRow[],
  countKnown: CountNames,
): { readonly at: number; readonly known: number } {
  const first = rows.slice(0, rowsBeforeHeader);
  const known = first.map(({ cells }) => countKnown(cells));
  const most = Math.max(0, ...known);
  if (most >= 2) return { at: known.indexOf(most), known: most };
  const widths = first.map(({ cells }) => cells.filter((cell) => cell !== "").length);
  const widest = Math.max(0, ...widths);
  const at = first.findIndex(
    ({ cells }, index) =>
      widths[index] === widest && widest > 1 && !cells.some((cell) => /^-?[\d.,\s]+$/.test(cell)),
  );
  return { at: widest === 1 ? known.indexOf(1) : at, known: most };
}

function isFilled(cells: readonly string[]): boolean {
  return cells.some((cell) => cell !== "");
}

/** Whether a row only repeats the header, as on each page of a printed list. */
function isRepeated(cells: readonly string[], header: readonly string[]): boolean {
  return cells.every((cell, index) => cell === "" || cell === header[index]);
}

/** Names of the columns: a repeated one has a number, a missing one is the letter of its column. */
function namesOf(header: readonly string[], rows: readonly TableRow[]): string[] {
  let width = header.length;
  while (width > 0 && header[width - 1] === "") width--;
  const seen = new Map<string, number>();
  return header.slice(0, width).map((cell, index) => {
    const isUsed = cell !== "" || rows.some(({ cells }) => (cells[index] ?? "") !== "");
    const name =
      cell.slice(0, maxHeaderLength).replaceAll(/\s+/g, " ").trim() ||
      (isUsed ? columnLetter(index) : "");
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 && name !== "" ? name : `${name || columnLetter(index)} (${count})`;
  });
}

/** Letter of a column in a spreadsheet: A for 0, AA for 26. */
export function columnLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetter(Math.floor(index / 26) - 1) + letter;
}

/** Maximum length of a cell's text, as long as any text of a place. */
const maxCellLength = 2_000;

/** Cells for each column, and those beyond that are not empty. */
function fit(cells: readonly string[], width: number): string[] {
  let length = cells.length;
  while (length > width && cells[length - 1] === "") length--;
  return Array.from({ length: Math.max(width, length) }, (_, index) => clip(cells[index] ?? ""));
}

/** Text without runs of blanks, cut to the maximum length. */
function clip(text: string): string {
  return text.slice(0, maxCellLength).replaceAll(/[ \t\u00a0]{2,}/g, " ");
}
