import type { Database } from "#server/database/connect.ts";
import type { ExtractResult } from "#server/import/extract/import-extract.ts";
import type { ImportReport } from "#server/import/toilets/import-report.ts";
import type { StagedElements } from "./staged-elements.ts";

/**
 * Stage of an import; a file without addresses has only `reading` and `places`, and only change files have
 * `merging`.
 */
export type ImportStage = "merging" | "reading" | "shapes" | "addresses" | "places";

/** Destination of the contents of a file. */
export interface ImportTarget {
  readonly database: Database;
  /** Toilets of the file. */
  readonly staged: StagedElements;
  /** Report of the elements that are left out. */
  readonly report: ImportReport;
  /** Ids of elements that are marked as gone. */
  readonly gone: Set<string>;
  readonly source: string;
  /** Country of all elements, ISO 3166-1 alpha-2; null where the import determines it. */
  readonly country: string | null;
  /** Whether an extract may replace newer data of its name. */
  readonly takesOlder: boolean;
}

/** Result of reading a file, apart from its toilets. */
export interface ReadFile {
  /**
   * Result of an extract; null for a file of toilets only, `"unchanged"` for one that is already
   * imported.
   */
  readonly extract: ExtractResult | "unchanged" | null;
  /**
   * SHA-256 of an extract, of the reader's version and of a given country; null for a file of
   * toilets only.
   */
  readonly digest: string | null;
  /** Reason why the file is not complete, in its own text; null for a complete file. */
  readonly incomplete: string | null;
}
