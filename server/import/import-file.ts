import { basename } from "node:path";
import type { Database } from "#server/database/connect.ts";
import { readExtract } from "#server/import/extract/read-extract.ts";
import { readJsonFile } from "#server/import/json/read-json-file.ts";
import { importPlaces } from "#server/import/toilets/import-places.ts";
import { ImportReport } from "#server/import/toilets/import-report.ts";
import { TownFinder } from "#server/import/toilets/surroundings.ts";
import { removeSamplePlaces } from "#server/sample-places/remove-sample-places.ts";
import { whileNoOtherImports } from "./import-lock.ts";
import type { ImportStage, ReadFile } from "./import-target.ts";
import { StagedElements } from "./staged-elements.ts";

export interface ImportOptions {
  readonly database: Database;
  readonly path: string;
  /** Country of all places of the file, ISO 3166-1 alpha-2; null where the import finds it out. */
  readonly country: string | null;
  readonly now: Date;
  readonly onProgress: (stage: ImportStage, share: number) => void;
}

export interface ImportResult extends ReadFile {
  readonly source: string;
  readonly report: ImportReport;
  /** Number of elements that came more than once. */
  readonly repeated: number;
  /** Number of sample places that the import removed. */
  readonly samplesRemoved: number;
}

/**
 * Imports a file: an extract of OpenStreetMap (`.osm.pbf`), toilets from Overpass or GeoJSON. The
 * server may run meanwhile. The file is read from end to end before anything is written. The
 * writing may be interrupted anywhere: a second import completes it (docs/product#import).
 *
 * @throws ImportFileError where the file cannot be imported; the database is then as before
 */
export function importFile(options: ImportOptions): Promise<ImportResult> {
  return whileNoOtherImports(options.database, (connection) => importHeld(options, connection));
}

async function importHeld(options: ImportOptions, connection: Database): Promise<ImportResult> {
  const { path, country, now, onProgress } = options;
  const source = sourceName(path);
  const report = new ImportReport();
  const staged = await StagedElements.open(connection);
  const target = { connection, staged, report, source };
  const read = path.toLowerCase().endsWith(".pbf")
    ? await readExtract(path, target, onProgress)
    : await readJsonFile(path, target, (share) => onProgress("reading", share));

  const towns = await TownFinder.load(connection, country);
  let done = 0;
  for await (const elements of staged.batches()) {
    await importPlaces({ database: connection, towns, report, source, now }, elements);
    done += elements.length;
    onProgress("places", done / staged.count);
  }
  if (read.incomplete === null) await remarkMissing(staged, report, source);
  const hasPlaces = report.added + report.updated + report.unchanged > 0;
  const samplesRemoved = hasPlaces ? await removeSamplePlaces(connection, now) : 0;
  return { ...read, source, report, repeated: staged.repeated, samplesRemoved };
}

/**
 * Reports the places that the file no longer holds. They are never deleted: they may still exist
 * (docs/product#import-again).
 */
async function remarkMissing(staged: StagedElements, report: ImportReport, source: string) {
  for (const { id, osm_id } of await staged.findMissing(source)) {
    report.remark({ kind: "missing", osmId: osm_id, placeId: id });
  }
}

/**
 * Name of a source from one import to the next: the file's name without endings and without a date or
 * 'latest', which providers of extracts add. `/data/hungary-260101.osm.pbf` is `hungary`.
 */
export function sourceName(path: string): string {
  const name = basename(path).replace(/(\.(osm|overpass))?\.(pbf|json|geojson)$/i, "");
  return name.replace(/[-_.](latest|\d{4,8}|\d{4}-\d{2}-\d{2})$/i, "") || name;
}
