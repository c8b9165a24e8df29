import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Database } from "#server/database/connect.ts";
import { readExtract } from "#server/import/extract/read-extract.ts";
import { readJsonFile } from "#server/import/json/read-json-file.ts";
import { removeSamplePlaces } from "#server/import/sample-places.ts";
import { importPlaces } from "#server/import/toilets/import-places.ts";
import type { ImportReport } from "#server/import/toilets/import-report.ts";
import { markInNoFile, removeGonePlaces } from "#server/import/toilets/remove-gone-places.ts";
import { TownFinder } from "#server/import/toilets/surroundings.ts";
import { whileNoOtherImports } from "./import-lock.ts";
import { fileKindOf } from "./read-unpacked.ts";
import { type ImportStage, type ReadFile, StagedElements } from "./staged-elements.ts";

export interface ImportOptions {
  readonly database: Database;
  readonly path: string;
  /** Country of all elements, ISO 3166-1 alpha-2; null where the import determines it. */
  readonly country: string | null;
  /**
   * Country that the installation serves, ISO 3166-1 alpha-2, for the detection of swapped
   * coordinates.
   */
  readonly homeCountry?: string;
  /** Whether an extract may replace newer data of its name; false by default. */
  readonly takesOlder?: boolean;
  /**
   * Whether the file is the former one of its name with changes applied: toilets that only the former one had are
   * gone then. Else absence proves nothing; false by default.
   */
  readonly hasChangesApplied?: boolean;
  readonly now: Date;
  readonly onProgress: (stage: ImportStage, share: number) => void;
  /** Folder of this import alone, for copies of the file in another form; by default one of the system. */
  readonly workFolder?: string;
  /** Work that follows under the import lock, while the result's files are there. */
  readonly afterwards?: (result: ImportResult) => Promise<void>;
}

export interface ImportResult extends ReadFile {
  readonly source: string;
  readonly report: ImportReport;
  /** Number of repeated elements. */
  readonly repeated: number;
  /** Number of sample places that the import removed. */
  readonly samplesRemoved: number;
}

/**
 * Imports a file: an extract of OpenStreetMap (PBF, or XML), toilets from Overpass or GeoJSON, packed or not. The
 * server may run meanwhile. The file is read completely before anything is written. The writing may
 * be interrupted anywhere: a second import completes it (docs/product#import).
 *
 * @throws ImportFileError where the file cannot be imported; the database is unchanged then
 */
export function importFile(options: ImportOptions): Promise<ImportResult> {
  const { workFolder = join(tmpdir(), `import-${randomUUID()}`) } = options;
  return whileNoOtherImports(options.database, async () => {
    // What an import that was cut off has left goes first.
    rmSync(workFolder, { recursive: true, force: true });
    mkdirSync(workFolder, { recursive: true });
    try {
      const result = await importLocked({ ...options, workFolder });
      await options.afterwards?.(result);
      return result;
    } finally {
      rmSync(workFolder, { recursive: true, force: true });
    }
  });
}

async function importLocked(
  options: ImportOptions & { readonly workFolder: string },
): Promise<ImportResult> {
  const { database, path, country, homeCountry = null, takesOlder = false } = options;
  const { hasChangesApplied = false, now, onProgress, workFolder } = options;
  const source = sourceName(path);
  const staged = new StagedElements(source);
  const { report } = staged;
  const kind = await fileKindOf(path);
  const isJson = kind === "json" || kind === "documents";
  const read = isJson
    ? await readJsonFile(path, { staged, source }, (share) => onProgress("reading", share))
    : await readExtract(
        path,
        { database, staged, source, country, takesOlder, workFolder, isXml: kind !== "pbf" },
        onProgress,
      );

  for (const double of await staged.removeDoubles(database)) {
    report.leaveOut("double");
    report.remark({ kind: "double", ...double });
  }
  const towns = await TownFinder.load(database, country);
  let done = 0;
  for (const elements of staged.batches()) {
    const job = { database, towns, homeCountry, report, source, now };
    await importPlaces(job, elements);
    done += elements.length;
    onProgress("places", done / staged.count);
  }
  if (read.incomplete === null) {
    const missing = await staged.findMissing(database, source);
    for (const { osm_id, was_missing } of missing) {
      if (hasChangesApplied && !was_missing) staged.noteGone(osm_id);
    }
    const absent = missing.filter(({ osm_id }) => !staged.gone.has(osm_id));
    remarkMissing(absent, report);
    await markInNoFile(
      database,
      absent.map(({ id }) => id),
    );
  }
  // An element that is marked as gone counts also in an incomplete file, and for a place of any
  // source.
  await removeGonePlaces({ database, now, report }, [...staged.gone]);
  const hasPlaces = report.added + report.updated + report.unchanged > 0;
  const samplesRemoved = hasPlaces ? await removeSamplePlaces(database, now) : 0;
  return { ...read, source, report, repeated: staged.repeated, samplesRemoved };
}

/**
 * Reports places that are no longer in the file. They are not deleted: they may still exist
 * (docs/product#import-again).
 */
function remarkMissing(
  missing: readonly { readonly id: number; readonly osm_id: string }[],
  report: ImportReport,
): void {
  for (const { id, osm_id } of missing) {
    report.remark({ kind: "missing", osmId: osm_id, placeId: id });
  }
}

/**
 * Stable name of a source: the file's name without extensions and without a date or 'latest', which
 * providers of extracts add. `/data/hungary-260101.osm.pbf` is `hungary`.
 */
export function sourceName(path: string): string {
  const name = basename(path).replace(
    /(\.(osm|overpass))?(\.(pbf|json|geojson|osm|xml))?(\.(gz|bz2))?$/i,
    "",
  );
  return name.replace(/[-_.](latest|\d{4,8}|\d{4}-\d{2}-\d{2})$/i, "") || name;
}
