import type { Database } from "#server/database/connect.ts";
import { importPlaces } from "./import-places.ts";
import { batchesOf, markInNoFile, removeGonePlaces } from "./remove-gone-places.ts";
import { TownFinder } from "./surroundings.ts";
import { findMissing, removeDoubles, type ToiletsOfFile } from "./toilets-of-file.ts";

export {
  importListed,
  isChanging,
  type ListedResult,
  type ListedRow,
  mergeListed,
  openListedFields,
  type RowUndo,
  readListedRows,
  undoListed,
} from "./import-listed.ts";
export { importPlaces, toMatched } from "./import-places.ts";
export { type ImportRemark, ImportReport, type LeftOutReason } from "./import-report.ts";
export {
  adoptPlaces,
  batchesOf,
  markInNoFile,
  type RemovedPlaces,
  removePlacesInNoFile,
} from "./remove-gone-places.ts";
export { ToiletsOfFile } from "./toilets-of-file.ts";

interface ToiletsImport {
  readonly database: Database;
  /** Country of all elements, ISO 3166-1 alpha-2; null where the import determines it. */
  readonly country: string | null;
  /** Country that the installation serves, for the detection of swapped coordinates; null for none. */
  readonly homeCountry: string | null;
  /** Whether the file has all toilets of its area: the places that it lacks are marked. */
  readonly isComplete: boolean;
  /** Whether places are gone that only the source's former file had; else absence proves nothing. */
  readonly hasChangesApplied: boolean;
  readonly now: Date;
  readonly onProgress: (share: number) => void;
}

/**
 * Imports the toilets of a file into the places. The result is in their report. The writing may be interrupted
 * anywhere: a second import completes it (docs/product#import).
 */
export async function importToilets(job: ToiletsImport, toilets: ToiletsOfFile): Promise<void> {
  const { database, country, isComplete, hasChangesApplied, onProgress } = job;
  const { report, source, gone } = toilets;
  await removeDoubles(toilets, database);
  const towns = await TownFinder.load(database, country);
  const elements = [...toilets.elements.values()];
  let done = 0;
  for (const batch of batchesOf(elements)) {
    await importPlaces({ ...job, towns, report, source }, batch);
    done += batch.length;
    onProgress(done / elements.length);
  }
  if (isComplete) {
    const missing = await findMissing(toilets, database);
    for (const { osm_id, was_missing } of missing) {
      if (hasChangesApplied && !was_missing) gone.add(osm_id);
    }
    const absent = missing.filter(({ osm_id }) => !gone.has(osm_id));
    // They are not deleted: they may still exist (docs/product#import-again).
    for (const { id: placeId, osm_id: osmId } of absent) {
      report.remark({ kind: "missing", osmId, placeId });
    }
    await markInNoFile(
      database,
      absent.map(({ id }) => id),
    );
  }
  // An element that is marked as gone counts also in an incomplete file, and for a place of any source.
  await removeGonePlaces({ ...job, report }, [...gone]);
}
