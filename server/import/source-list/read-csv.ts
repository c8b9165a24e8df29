import { CsvError, parse } from "csv-parse/sync";
import { SourceListError } from "./source-list-error.ts";
import type { TableRow } from "./table.ts";

/**
 * Rows of a text whose cells are separated by a comma, a semicolon, a tab or a vertical bar.
 *
 * @throws SourceListError for a quotation mark without an end
 */
export function readCsv(text: string): TableRow[] {
  const zero = text.indexOf("\0");
  if (zero !== -1) {
    throw new SourceListError({
      code: "not-a-table",
      line: text.slice(0, zero).split("\n").length,
    });
  }
  const lines = text.replaceAll(/\r\n?/g, "\n");
  // Excel names the delimiter in a separate line.
  const [named, delimiter = delimiterOf(lines)] = /^sep=(.)\n/.exec(lines) ?? [""];
  return parseRows(lines.slice(named.length), delimiter, named === "" ? 1 : 2);
}

const delimiters = [",", ";", "\t", "|"] as const;

/** Number of characters by which the delimiter is found. */
const sampleLength = 20_000;

/** The delimiter that cuts the first rows into the most cells, with the same number in each row. */
function delimiterOf(text: string): string {
  const sample = text.slice(0, sampleLength).replace(/\n[^\n]*$/, "");
  const scored = delimiters.map((delimiter) => {
    const rows: string[][] = parse(sample, { ...options, delimiter, to: 20, ...lenient });
    const widths = rows.map(({ length }) => length);
    const usual = widths.toSorted((one, other) => one - other)[widths.length >> 1] ?? 0;
    const alike = widths.filter((width) => width === usual).length;
    return { delimiter, score: usual > 1 ? usual * (alike / widths.length) ** 2 : 0 };
  });
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

const options = { relax_column_count: true, skip_empty_lines: true, trim: true } as const;
/** A sample may end within quotation marks. */
const lenient = { skip_records_with_error: true, relax_quotes: true } as const;

interface ParsedRow {
  readonly record: readonly string[];
  /** Line where the row ends. */
  readonly info: { readonly lines: number };
}

function parseRows(text: string, delimiter: string, firstLine: number): TableRow[] {
  const rows: TableRow[] = [];
  let end = 0;
  const take = (parsed: unknown) => {
    const { record, info } = parsed as ParsedRow;
    end = info.lines;
    const breaks = record.join("").split("\n").length - 1;
    rows.push({ line: end - breaks + firstLine - 1, cells: record.map((cell) => cell.trim()) });
    return null;
  };
  try {
    parse(text, { ...options, delimiter, info: true, relax_quotes: true, on_record: take });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new SourceListError({ code: "unclosed-quote", line: end + firstLine }, { cause });
  }
  return rows;
}
