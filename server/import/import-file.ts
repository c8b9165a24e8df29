import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { type ExtractStage, importExtract, type ReadExtract } from "./extract/import-extract.ts";
import { isOrWasToilets } from "./is-toilets.ts";
import { fileKindOf, type OnProgress, readJsonFile } from "./osm/osm-file.ts";
import { removeSamplePlaces } from "./sample-places.ts";
import { type ImportReport, importToilets, ToiletsOfFile } from "./toilets/import-toilets.ts";

/** Stage of an import; a file without addresses has only `reading` and `places`. */
export type ImportStage = ExtractStage | "places";

export interface ImportOptions {
  readonly database: Database;
  readonly path: string;
  /** Country of all elements, ISO 3166-1 alpha-2; null where the import determines it. */
  readonly country: string | null;
  /** Country of the installation, ISO 3166-1 alpha-2, to detect swapped coordinates. */
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

export interface ImportResult extends ReadExtract {
  readonly source: string;
  readonly report: ImportReport;
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

/** Advisory lock of imports; "mosdo" and "i" in ASCII. */
const importLock = 0x6d6f73646f69;

/**
 * Runs an import under a lock that excludes other imports. A separate transaction holds the lock,
 * since a pooler such as PgBouncer lends a connection for one transaction at a time. It writes
 * nothing, so that neither the change feed nor a vacuum waits for its end.
 *
 * @throws ImportFileError where another import runs
 */
export function whileNoOtherImports<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${importLock}::bigint) as locked`.execute(transaction);
    if (!rows[0].locked)
      throw new ImportFileError("Another import is running: wait until it has ended.");
    return work();
  });
}

async function importLocked(
  options: ImportOptions & { readonly workFolder: string },
): Promise<ImportResult> {
  const { database, path, takesOlder = false, hasChangesApplied = false, now } = options;
  const { homeCountry = null, onProgress } = options;
  const toilets = new ToiletsOfFile(sourceName(path));
  const { report, source } = toilets;
  const kind = await fileKindOf(path);
  const isJson = kind === "json" || kind === "documents";
  const read = isJson
    ? await readToilets(path, toilets, (share) => onProgress("reading", share))
    : await importExtract(path, toilets, { ...options, takesOlder, isXml: kind === "xml" });
  await importToilets(
    {
      ...{ ...options, homeCountry, hasChangesApplied, isComplete: read.incomplete === null },
      onProgress: (share) => onProgress("places", share),
    },
    toilets,
  );
  const hasPlaces = report.added + report.updated + report.unchanged > 0;
  const samplesRemoved = hasPlaces ? await removeSamplePlaces(database, now) : 0;
  return { ...read, source, report, repeated: toilets.repeated, samplesRemoved };
}

/** Reads the toilets of a file of Overpass or GeoJSON. @throws ImportFileError */
async function readToilets(
  path: string,
  toilets: ToiletsOfFile,
  onProgress: OnProgress,
): Promise<ReadExtract> {
  const { report, source } = toilets;
  const incomplete = await readJsonFile(
    path,
    source,
    (element) => {
      if (element === null || typeof element === "string") report.leaveOut(element ?? "other");
      else {
        const { osmId, longitude, latitude, tags } = element;
        if (!isOrWasToilets(tags)) report.leaveOut("other");
        toilets.take(osmId, tags, [longitude, latitude]);
      }
    },
    onProgress,
  );
  if (report.leftOut.has("bad-position") && toilets.elements.size === 0) {
    throw new ImportFileError(
      "None of its coordinates are degrees of longitude (-180 to 180) and latitude (-90 to 90). Convert them to WGS 84 first, such as with ogr2ogr -t_srs EPSG:4326.",
    );
  }
  return { extract: null, digest: null, stored: null, incomplete };
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
