import { statSync } from "node:fs";
import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { findValhalla, WalkingTiles } from "#server/geo/walking/walking-router.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import type { ExtractCounts } from "./extract/import-extract.ts";
import {
  DamagedExtract,
  ExtractFiles,
  openStored,
  type StoredExtract,
  versionOf,
} from "./extract-files.ts";
import { whileNoOtherImports } from "./import-file.ts";
import { isMarkedGone, isToilets } from "./is-toilets.ts";
import type { OnProgress } from "./osm/osm-file.ts";
import type { OsmKind, OsmTags } from "./osm-element.ts";
import { makeStreetMap, readMadeOf } from "./street-map/make-street-map.ts";
import {
  adoptPlaces,
  markInNoFile,
  type RemovedPlaces,
  removePlacesInNoFile,
} from "./toilets/import-toilets.ts";
import { makeWalkingTiles } from "./walking-tiles/make-walking-tiles.ts";

/** Whether the imported file is in the ways or in the street map, or an earlier one of its name. */
export type Presence = "present" | "earlier" | "absent";

/** Extract with the state of its parts. */
export interface ImportedExtract {
  readonly name: string;
  /** Its part of the search; null where a removal was interrupted after this. */
  readonly search: SearchedExtract | null;
  /** Number of places whose last import was of it. */
  readonly places: number;
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
  const [searched, places] = await Promise.all([readSearched(database), countPlaces(database)]);
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
      places: places.get(name) ?? 0,
      fileBytes: file ? statSync(file.path).size : null,
      streetMap: presenceIn(inMap),
      ways: presenceIn(inWays),
    };
  });
}

interface Removal {
  /** Whether its places go too, those that nobody has touched here; see {@link removePlacesInNoFile}. */
  readonly withPlaces?: boolean;
  readonly now?: Date;
  readonly onMapProgress?: OnProgress;
}

/** What is left after a removal. */
export interface RemovedExtract extends WaysAndMap {
  readonly places: RemovedPlaces;
  /** Names of the other extracts whose damaged files do not tell which places they have too. */
  readonly damaged: readonly string[];
}

/**
 * Removes an extract: its settlements, streets, landmarks and addresses, its file, and its part of street map
 * and ways, which are made again without it. Places that another extract's file has too are that one's from now
 * on; the others are in no file any more. After an interruption the next call completes it.
 *
 * @returns null where there is nothing of that name
 * @throws ImportFileError where an import is running, or places are to go that a damaged file may have too;
 * nothing is changed then
 */
export function removeExtract(
  { database, dataDirectory }: Store,
  name: string,
  { withPlaces = false, now = new Date(), onMapProgress = () => {} }: Removal = {},
): Promise<RemovedExtract | null> {
  return whileNoOtherImports(database, async () => {
    const extracts = await listExtracts({ database, dataDirectory });
    const isKnown = extracts.some((extract) => extract.name === name);
    // Of an extract that was removed before, its places may be left.
    const isLeft = withPlaces && (await countPlaces(database)).has(name);
    if (!isKnown && !isLeft) return null;
    const others = new ExtractFiles(dataDirectory).list().filter((file) => file.name !== name);
    const { toilets, damaged } = await readToilets(others);
    if (withPlaces) ensureNoneDamaged(damaged);
    // Deleted ones too: staff may restore them.
    const { rows: brought } = await sql<{ id: number }>`
      select id from place where imported ->> 'source' = ${name} order by id`.execute(database);
    await markInNoFile(
      database,
      brought.map(({ id }) => id),
    );
    for (const [other, osmIds] of toilets) await adoptPlaces(database, other, osmIds);
    const places = withPlaces
      ? await removePlacesInNoFile(name, { database, now })
      : { removed: 0, stayed: (await countPlaces(database)).get(name) ?? 0 };
    await database.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await transaction.deleteFrom("extract").where("name", "=", name).execute();
    });
    new ExtractFiles(dataDirectory).remove(name);
    new WalkingTiles(dataDirectory).removeOwnSet(name);
    return { ...(await renewWaysAndMap(dataDirectory, onMapProgress)), places, damaged };
  });
}

/**
 * Deletes the places that are in no file any more and that nobody has touched here. Those that the file of an
 * extract has are its own from now on, and stay.
 *
 * @throws ImportFileError where an import is running, or an extract's file is damaged; nothing is changed then
 */
export function removePlaces(
  { database, dataDirectory }: Store,
  now = new Date(),
): Promise<RemovedPlaces> {
  return whileNoOtherImports(database, async () => {
    if ((await countPlacesInNoFile(database)).size === 0) return { removed: 0, stayed: 0 };
    const { toilets, damaged } = await readToilets(new ExtractFiles(dataDirectory).list());
    ensureNoneDamaged(damaged);
    for (const [extract, osmIds] of toilets) await adoptPlaces(database, extract, osmIds);
    return removePlacesInNoFile(null, { database, now });
  });
}

/** Toilets of the stored extracts by name, and the names of those whose files are damaged. */
async function readToilets(files: readonly StoredExtract[]) {
  const toilets = new Map<string, string[]>();
  const damaged: string[] = [];
  for (const { name, path } of files) {
    try {
      toilets.set(name, await toiletsIn(path));
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error;
      damaged.push(name);
    }
  }
  return { toilets, damaged };
}

/** Elements of the toilets in a stored file. */
async function toiletsIn(path: string): Promise<string[]> {
  await using file = await openStored(path);
  const osmIds: string[] = [];
  const gather = (kind: OsmKind, id: number, tags: OsmTags) => {
    if (isToilets(tags) && !isMarkedGone(tags)) osmIds.push(`${kind}/${id}`);
  };
  await file.visit({
    node: (id, _longitude, _latitude, tags) => gather("node", id, tags),
    way: (id, _refs, tags) => gather("way", id, tags),
    relation: (id, _members, tags) => gather("relation", id, tags),
  });
  return osmIds;
}

function ensureNoneDamaged(damaged: readonly string[]): void {
  if (damaged.length === 0) return;
  const names = damaged.join(", ");
  throw new ImportFileError(
    `The stored file of ${names} is damaged, and may have these places too: import ${names} again first. Nothing has been changed.`,
  );
}

/** Number of places that are in no file any more, by the file that brought them; empty without any. */
export async function countPlacesInNoFile(database: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ source: string; count: number }>`
    select imported ->> 'source' as source, count(*)::int from place
    where imported ? 'isInNoFile' and deleted_at is null group by 1 order by 1`.execute(database);
  return new Map(rows.map(({ source, count }) => [source, count]));
}

/** Number of places by the file that brought them. */
async function countPlaces(database: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ source: string; count: number }>`
    select imported ->> 'source' as source, count(*)::int from place
    where imported is not null and deleted_at is null group by 1`.execute(database);
  return new Map(rows.map(({ source, count }) => [source, count]));
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

type Renewed = "made" | "unchanged" | "removed" | "no-router";

/** Result of making the ways, or the street map, of the extracts. */
export type Renewal =
  | { readonly kind: Renewed; readonly tookMs: number }
  /** The former one stays in use; `damaged` names the extract that cannot be read, where that is the reason. */
  | { readonly kind: "failed"; readonly reason: string; readonly damaged?: string };

export interface WaysAndMap {
  /** Names of the extracts of which they are made. */
  readonly extracts: readonly string[];
  /** Reasons why others are left out. */
  readonly leftOut: readonly string[];
  readonly ways: Renewal;
  readonly streetMap: Renewal;
}

/**
 * Makes the walking tiles and the street map of the extracts that are stored now; without an
 * extract it removes them. An extract that cannot be read is left out, unless it is the only one. Must run
 * within `whileNoOtherImports`, after the stored files have changed. Where they are made of these very files,
 * nothing is done; after an interruption the next call completes it, and servers use the former ones until then.
 */
export async function renewWaysAndMap(
  dataDirectory: string,
  onMapProgress: OnProgress = () => {},
): Promise<WaysAndMap> {
  const extracts = new ExtractFiles(dataDirectory).list();
  const leftOut: string[] = [];
  const renewOfReadable = async (make: () => Promise<Renewed>) => {
    for (;;) {
      const renewal = await renew(make);
      if (!("damaged" in renewal) || extracts.length === 1) return renewal;
      leftOut.push(renewal.reason);
      extracts.splice(
        extracts.findIndex(({ name }) => name === renewal.damaged),
        1,
      );
    }
  };
  // The street map reads the whole of each file: the ways are then of those that can be read.
  const streetMap = await renewOfReadable(() =>
    makeStreetMap(dataDirectory, extracts, onMapProgress),
  );
  const ways = await renewOfReadable(() =>
    makeWalkingTiles({ dataDirectory, valhalla: findValhalla() }, extracts),
  );
  return { extracts: extracts.map(({ name }) => name), leftOut, ways, streetMap };
}

async function renew(make: () => Promise<Renewed>): Promise<Renewal> {
  const startedAtMs = performance.now();
  try {
    const kind = await make();
    return { kind, tookMs: performance.now() - startedAtMs };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const damaged = error instanceof DamagedExtract && { damaged: error.extract };
    return { kind: "failed", reason, ...damaged };
  }
}

/** Whether both were made of all extracts; without a router there are no ways to make. */
export function isComplete({ leftOut, ways, streetMap }: WaysAndMap): boolean {
  return leftOut.length === 0 && [ways, streetMap].every(({ kind }) => kind !== "failed");
}
