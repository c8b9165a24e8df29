import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { middleOf } from "#server/geometry/line.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import type { ImportStage, ImportTarget, ReadFile } from "#server/import/import-target.ts";
import type { OsmTags } from "#server/import/osm-element.ts";
import { OsmPbfFile, type PbfHeader } from "#server/import/pbf/osm-pbf-file.ts";
import { type ExtractGeometry, loadExtractGeometry } from "./extract-geometry.ts";
import { importExtract } from "./import-extract.ts";
import { isMarkedGone, isOrWasToilets, isToilets } from "./wanted-elements.ts";

/**
 * Reads an extract: stages its toilets and replaces the settlements, streets, landmarks and addresses
 * of its name, unless these came from the same file.
 *
 * @throws ImportFileError where it cannot be read, with nothing written
 */
export async function readExtract(
  path: string,
  target: ImportTarget,
  onProgress: (stage: ImportStage, share: number) => void,
): Promise<ReadFile> {
  const { database, source, country, takesOlder } = target;
  const digest = await fileDigest(path, country);
  const file = await OsmPbfFile.open(path, (share) => onProgress("reading", share));
  try {
    if (file.isEmpty) throw new ImportFileError("It has no elements.");
    if (!takesOlder) await ensureNotOlder(database, source, file.header);
    const geometry = await loadExtractGeometry(file, (share) => onProgress("shapes", share));
    await stageToilets(file, geometry, target);
    if (await isImported(database, source, digest)) {
      return { extract: "unchanged", digest, incomplete: null };
    }
    const extract = await importExtract(
      database,
      { file, geometry, name: source, digest, country },
      (share) => onProgress("addresses", share),
    );
    return { extract, digest, incomplete: null };
  } finally {
    await file[Symbol.asyncDispose]();
  }
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

async function stageToilets(
  file: OsmPbfFile,
  geometry: ExtractGeometry,
  { staged, report, gone }: ImportTarget,
): Promise<void> {
  const add = (osmId: string, position: readonly [number, number] | null, tags: OsmTags) => {
    if (isMarkedGone(tags)) {
      if (isOrWasToilets(tags)) report.leaveOut("unusable");
      gone.add(osmId);
    } else if (!isToilets(tags)) return;
    else if (position === null) report.leaveOut("no-position");
    else staged.add([{ osmId, longitude: position[0], latitude: position[1], tags }]);
  };
  await file.visit({
    node: (id, longitude, latitude, tags) => add(`node/${id}`, [longitude, latitude], tags),
    way(id, refs, tags) {
      const position = isToilets(tags) ? middleOf(geometry.line(refs)) : null;
      add(`way/${id}`, position, tags);
    },
  });
  for (const relation of geometry.relations) {
    const position = isToilets(relation.tags) ? geometry.middle(relation) : null;
    add(`relation/${relation.id}`, position, relation.tags);
  }
}

async function isImported(database: Database, name: string, digest: string): Promise<boolean> {
  const { rows } = await sql`
    select from extract where name = ${name} and digest = ${digest}`.execute(database);
  return rows.length > 0;
}

/** Version of the extract reader: a new one reads a known file again. */
const importerVersion = "4";

/** SHA-256 of a file, of the reader's version and of a given country, in hexadecimal. */
async function fileDigest(path: string, country: string | null): Promise<string> {
  const hash = createHash("sha256").update(importerVersion + (country ?? ""));
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
