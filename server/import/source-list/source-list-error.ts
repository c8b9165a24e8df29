import type { ListFault } from "#domain/source-list/list-fault.ts";
import { sourceListLimits } from "#domain/source-list/source-list.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";

/** Error for a file that cannot be read as a source list: `fault` for pages, the message for the command. */
export class SourceListError extends ImportFileError {
  readonly fault: ListFault;

  constructor(fault: ListFault, options?: ErrorOptions) {
    super(`${whereOf(fault)}${sentences[fault.code]}`, options);
    this.fault = fault;
  }
}

function whereOf({ sheet, line, column }: ListFault): string {
  const parts = [
    sheet !== undefined && `sheet '${sheet}'`,
    line !== undefined && `line ${line}`,
    column !== undefined && `column ${column}`,
  ].filter((part) => part !== false);
  const where = parts.join(", ");
  return where && `${where[0].toUpperCase()}${where.slice(1)}: `;
}

const { bytes, rows, columns } = sourceListLimits;

const sentences: Readonly<Record<ListFault["code"], string>> = {
  "too-large": `The file has more than ${bytes / 1_000_000} MB.`,
  "too-many-rows": `The table has more than ${rows} rows.`,
  "too-many-columns": `The table has more than ${columns} columns.`,
  "unpacks-too-large": "Unpacked, the file is far larger than a table.",
  "not-a-table": "The file is not a table in CSV, XLSX, ODS, GeoJSON or JSON.",
  damaged: "The file is damaged.",
  "unclosed-quote": "The quotation mark that begins a cell here has no end.",
  "merged-header":
    "The header is merged across several columns. Give each column a name of its own.",
  formula: "A formula has no stored value. Save the file once in a spreadsheet program.",
  empty: "The table has no rows.",
  "no-header": "No row looks like the names of columns.",
  "no-positions": "The table has neither positions nor addresses.",
  "not-https": "The address does not begin with https:.",
  "private-address": "The address leads into a private network.",
  unreachable: "The address does not answer, or not in time.",
  refused: "The server of the address answers with an error.",
};
