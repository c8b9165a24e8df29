export type Cell = string | number | boolean | null;

/** Row of CSV (RFC 4180). */
export function formatRow(cells: readonly Cell[]): string {
  return `${cells.map(formatCell).join(",")}\r\n`;
}

/**
 * Cell of CSV. A text that a spreadsheet would evaluate as a formula gets a leading apostrophe, so that it is shown as
 * text; a lone `-` is not a formula. So does a text that begins with an apostrophe: a reading program removes one
 * leading apostrophe (docs/product#export).
 */
export function formatCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = /^\s*[=+\-@\t\r].|^'/s.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
