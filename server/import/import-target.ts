import type { Database } from "#server/database/connect.ts";
import type { ExtractCounts } from "#server/import/extract/import-extract.ts";
import type { ImportReport } from "#server/import/toilets/import-report.ts";
import type { StagedElements } from "./staged-elements.ts";

/** Stage of an import; a file without addresses has only `reading` and `places`. */
export type ImportStage = "reading" | "shapes" | "addresses" | "places";

/** Target that a file is read into. */
export interface ImportTarget {
  readonly connection: Database;
  /** Table of staged toilets. */
  readonly staged: StagedElements;
  /** Report of the elements that are left out. */
  readonly report: ImportReport;
  readonly source: string;
}

/** Result of reading a file, apart from its toilets. */
export interface ReadFile {
  /**
   * Counts of an extract; null for a file of toilets only, `"unchanged"` for one that is already
   * imported.
   */
  readonly extract: ExtractCounts | "unchanged" | null;
  /** SHA-256 of an extract and of the version of its reading; null for a file of toilets only. */
  readonly digest: string | null;
  /** Reason why the file is not complete, in its own words; null for a complete file. */
  readonly incomplete: string | null;
}
