import { statSync } from "node:fs";
import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { WalkingTiles } from "#server/geo/walking/walking-tiles.ts";
import { ExtractFiles, versionOf } from "#server/import/extract-files.ts";
import { whileNoOtherImports } from "#server/import/import-lock.ts";
import type { OnProgress } from "#server/import/pbf/osm-pbf-file.ts";
import { readMadeOf } from "#server/import/street-map/make-street-map.ts";
import type { ExtractCounts } from "./import-extract.ts";
import { renewWaysAndMap, type WaysAndMap } from "./renew-ways-and-map.ts";

/** Whether the imported file is in the ways or in the street map, or an earlier one of its name. */
export type Presence = "present" | "earlier" | "absent";

/** Extract with the state of its parts. */
export interface ImportedExtract {
  readonly name: string;
  /** Its part of the search; null where a removal was interrupted after this. */
  readonly search: SearchedExtract | null;
  /** Size of the stored file; null without one, as of an import by an earlier version. */
  readonly fileBytes: number | null;
  readonly streetMap: Presence;
  readonly ways: Presence;
}

interface SearchedExtract extends ExtractCounts {
  /** Time of the data's export from OpenStreetMap; null where the file lacks it. */
  readonly dataAt: Date | null;
  readonly importedAt: Date;
}

interface Store {
  readonly database: Database;
  readonly dataDirectory: string;
}

/** The imported extracts, by name, including the remains of interrupted removals. */
export async function listExtracts({ database, dataDirectory }: Store): Promise<ImportedExtract[]> {
  const searched = await readSearched(database);
  const stored = new Map(new ExtractFiles(dataDirectory).list().map((file) => [file.name, file]));
  const inMap = readMadeOf(dataDirectory).map(splitVersion);
  const inWays = new WalkingTiles(dataDirectory).sourcesInUse().map(splitVersion);
  const names = new Set([
    ...searched.keys(),
    ...stored.keys(),
    ...[...inMap, ...inWays].map(({ name }) => name),
  ]);
  return [...names].toSorted().map((name) => {
    const file = stored.get(name);
    const version = searched.get(name)?.version ?? file?.version ?? null;
    const presenceIn = (sources: readonly VersionedName[]): Presence => {
      const found = sources.find((source) => source.name === name);
      if (!found) return "absent";
      return version === null || found.version === version ? "present" : "earlier";
    };
    return {
      name,
      search: searched.get(name) ?? null,
      fileBytes: file ? statSync(file.path).size : null,
      streetMap: presenceIn(inMap),
      ways: presenceIn(inWays),
    };
  });
}

/**
 * Removes an extract: its settlements, streets, landmarks and addresses, its file, and its part of street map
 * and ways, which are made again without it. Its places stay. After an interruption the next call
 * completes it.
 *
 * @returns null where there is nothing of that name
 * @throws ImportFileError where an import is running
 */
export function removeExtract(
  { database, dataDirectory }: Store,
  name: string,
  onMapProgress: OnProgress = () => {},
): Promise<WaysAndMap | null> {
  return whileNoOtherImports(database, async () => {
    const extracts = await listExtracts({ database, dataDirectory });
    if (extracts.every((extract) => extract.name !== name)) return null;
    await database.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await transaction.deleteFrom("extract").where("name", "=", name).execute();
    });
    new ExtractFiles(dataDirectory).remove(name);
    new WalkingTiles(dataDirectory).removeOwnSet(name);
    return renewWaysAndMap(dataDirectory, onMapProgress);
  });
}

async function readSearched(database: Database) {
  const { rows } = await sql<SearchedExtract & { name: string; digest: string }>`
    select name, digest, data_at as "dataAt", imported_at as "importedAt",
      (select count(*)::int from settlement where extract_id = extract.id) as settlements,
      (select count(*)::int from street where extract_id = extract.id and kind is null) as streets,
      (select count(*)::int from address where extract_id = extract.id) as addresses
    from extract`.execute(database);
  return new Map(
    rows.map(({ name, digest, ...extract }) => [name, { ...extract, version: versionOf(digest) }]),
  );
}

interface VersionedName {
  readonly name: string;
  readonly version: string;
}

/** `hungary-0123` */
function splitVersion(versionedName: string): VersionedName {
  const at = versionedName.lastIndexOf("-");
  return { name: versionedName.slice(0, at), version: versionedName.slice(at + 1) };
}
