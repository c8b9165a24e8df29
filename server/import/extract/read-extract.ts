import { createHash } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { OsmPbfFile, type PbfHeader } from "#server/import/pbf/osm-pbf-file.ts";
import { sortOsmPbf } from "#server/import/pbf/osm-pbf-writer.ts";
import { writePbfOfXml, type XmlContents } from "#server/import/pbf-of-xml.ts";
import { ImportFileError } from "#server/import/read-unpacked.ts";
import type { ImportStage, ReadFile, StagedElements } from "#server/import/staged-elements.ts";
import { isMarkedGone, isOrWasToilets } from "#server/import/toilet-tags.ts";
import {
  type ExtractGeometry,
  loadExtractGeometry,
  type PlacedToilet,
} from "./extract-geometry.ts";
import { importExtract } from "./import-extract.ts";

interface ExtractReading {
  readonly database: Database;
  /** Toilets of the file. */
  readonly staged: StagedElements;
  readonly source: string;
  /** Country of all elements, ISO 3166-1 alpha-2; null where the import determines it. */
  readonly country: string | null;
  /** Whether the extract may replace newer data of its name. */
  readonly takesOlder: boolean;
  /** Folder for copies of the file in another form. */
  readonly workFolder: string;
  readonly isXml: boolean;
}

/**
 * Reads an extract, in PBF or XML: stages its toilets and replaces the settlements, streets, landmarks and addresses
 * of its name, unless these came from the same file. Of XML that is incomplete or has toilets alone, as Overpass
 * answers, only the toilets count, as of JSON. What is wrong with the file is found before anything is
 * written; one whose elements are not sorted is sorted first.
 *
 * @throws ImportFileError where it cannot be read, with nothing written
 */
export async function readExtract(
  givenPath: string,
  { database, staged, source, country, takesOlder, workFolder, isXml }: ExtractReading,
  onProgress: (stage: ImportStage, share: number) => void,
): Promise<ReadFile> {
  const path = isXml ? join(workFolder, "given.osm.pbf") : givenPath;
  const onRead = (share: number) => onProgress("reading", share);
  const { incomplete, positions, unplaced }: XmlContents = isXml
    ? await writePbfOfXml(givenPath, path, onRead)
    : { incomplete: null, positions: new Map(), unplaced: 0 };
  const hash = createHash("sha256").update(importerVersion + (country ?? ""));
  await using given = await OsmPbfFile.open(path, isXml ? undefined : onRead, hash);
  const digest = hash.digest("hex");
  if (given.isEmpty && unplaced === 0) throw new ImportFileError("It has no elements.");
  if (!takesOlder) await ensureNotOlder(database, source, given.header);
  const onShape = (share: number) => onProgress("shapes", share);
  const shapes = await loadExtractGeometry(given, onShape);
  staged.report.leaveOut("no-position", unplaced);
  const stageToilets = ({ toilets }: ExtractGeometry) => {
    for (const toilet of toilets) {
      const position = toilet.position ?? positions.get(toilet.osmId) ?? null;
      stageToilet({ ...toilet, position }, staged);
    }
  };
  if (isXml && (incomplete !== null || !shapes.hasSurroundings)) {
    stageToilets(shapes);
    return { extract: null, digest: null, stored: null, incomplete };
  }
  const sortedPath = shapes.isSorted ? path : join(workFolder, "sorted.osm.pbf");
  if (!shapes.isSorted) await sortOsmPbf(given, sortedPath, onShape);
  await using sorted = shapes.isSorted ? null : await OsmPbfFile.open(sortedPath);
  const file = sorted ?? given;
  const geometry = sorted ? await loadExtractGeometry(sorted, onShape) : shapes;
  stageToilets(geometry);
  const extract = (await isImported(database, source, digest))
    ? "unchanged"
    : await importExtract(database, { file, geometry, name: source, digest, country }, (share) =>
        onProgress("addresses", share),
      );
  return { extract, digest, stored: { path: sortedPath, index: file.index }, incomplete };
}

/**
 * Older data would bring back elements that were removed in OpenStreetMap since
 * (docs/product#import-again).
 */
async function ensureNotOlder(
  database: Database,
  name: string,
  { dataAt }: PbfHeader,
): Promise<void> {
  const former = await database
    .selectFrom("extract")
    .select("data_at")
    .where("name", "=", name)
    .executeTakeFirst();
  const formerAt = former?.data_at ?? null;
  if (dataAt === null || formerAt === null || dataAt >= formerAt) return;
  throw new ImportFileError(
    `Its data is of ${dataAt.toISOString()}, and that of the extract ${name} here is newer, of ${formerAt.toISOString()}. Import a newer file, or this one with --older.`,
  );
}

function stageToilet({ osmId, position, tags }: PlacedToilet, staged: StagedElements): void {
  if (isMarkedGone(tags)) {
    if (isOrWasToilets(tags)) staged.report.leaveOut("unusable");
    staged.noteGone(osmId);
  } else if (position === null) staged.noteUnplaced(osmId);
  else staged.add([{ osmId, longitude: position[0], latitude: position[1], tags }]);
}

async function isImported(database: Database, name: string, digest: string): Promise<boolean> {
  const { rows } = await sql`
    select from extract where name = ${name} and digest = ${digest}`.execute(database);
  return rows.length > 0;
}

/** Version of the extract reader, part of the digest: a new one reads a known file again. */
const importerVersion = "8";
