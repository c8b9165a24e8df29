/** Why a file is refused as a source list. */
const listFaults = [
  /** Longer than `sourceListLimits.bytes`. */
  "too-large",
  "too-many-rows",
  "too-many-columns",
  /** A packed file that unpacks to far more than a table has. */
  "unpacks-too-large",
  /** Of a format that is not read. */
  "not-a-table",
  /** Of a format that is read, and broken. */
  "damaged",
  /** A quotation mark that begins a cell has no end. */
  "unclosed-quote",
  /** Cells of the header are merged across columns. */
  "merged-header",
  /** A formula without a stored value. */
  "formula",
  /** Without a row. */
  "empty",
  /** No row looks like the names of columns. */
  "no-header",
  /** Neither positions nor addresses. */
  "no-positions",
  /** An address of another scheme than `https:`. */
  "not-https",
  /** An address within a private network. */
  "private-address",
  /** No answer from an address, or none in time. */
  "unreachable",
  /** The server of an address answers with an error: `status`. */
  "refused",
] as const;

/** A file that is refused, and where in it. */
export interface ListFault {
  readonly code: (typeof listFaults)[number];
  readonly sheet?: string;
  /** From 1. */
  readonly line?: number;
  /** Header of the column, or its letter. */
  readonly column?: string;
  /** HTTP status. */
  readonly status?: number;
}
