import type { Database } from "#server/database/connect.ts";
import type { ExtractCounts } from "#server/import/extract/import-extract.ts";
import type { ImportReport } from "#server/import/toilets/import-report.ts";
import type { StagedElements } from "./staged-elements.ts";

/** What the work is at; a file without addresses has two of these. */
export type ImportStage = "reading" | "shapes" | "addresses" | "places";

/** Where a file is read to. */
export interface ImportTarget {
  readonly connection: Database;
  /** Takes the toilets. */
  readonly staged: StagedElements;
  /** Hears of what is left out. */
  readonly report: ImportReport;
  readonly source: string;
}

/** What a file was, beside its toilets. */
export interface ReadFile {
  /** Null for a file of toilets only; `"unchanged"` for one that is already there. */
  readonly extract: ExtractCounts | "unchanged" | null;
  /** Why the file is not complete, in its own words; null where nothing says so. */
  readonly incomplete: string | null;
}
