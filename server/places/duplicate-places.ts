import { sql } from "kysely";
import { formatCoordinates } from "#domain/geography/coordinates.ts";
import { duplicateKey } from "#domain/place/duplicate-key.ts";
import type { Place } from "#domain/place/place.ts";
import type { Database } from "#server/database/connect.ts";
import { isUniqueViolation } from "#server/database/database-errors.ts";
import type { ImportedFields } from "./import-record.ts";

/** Place that has a duplicate key. */
interface KeyHolder {
  readonly id: number;
  /** Whether it is an element of OpenStreetMap. */
  readonly isImported: boolean;
}

/** The places, not deleted, that have some of the keys: at most one for each (docs/product#duplicate-place). */
export async function findKeyHolders(
  database: Database,
  keys: readonly string[],
): Promise<Map<string, KeyHolder>> {
  const { rows } = await sql<KeyHolder & { readonly dup_key: string }>`
    select dup_key, id, osm_id is not null as "isImported" from place
    where deleted_at is null and (left(dup_key, 200), hashtextextended(dup_key, 0)) in (
      select left(key, 200), hashtextextended(key, 0) from unnest(${keys}::text[]) as key
    )`.execute(database);
  return new Map(rows.map(({ dup_key, ...holder }) => [dup_key, holder]));
}

/**
 * Duplicate key of a place that may lack an address: its texts do not distinguish it, so its position
 * takes the place of the address.
 */
export function keyAt(
  { city, address, comments }: Pick<Place, "city" | "address" | "comments">,
  { longitude, latitude }: Pick<Place, "longitude" | "latitude">,
): string {
  return duplicateKey({
    city,
    address: address || formatCoordinates([longitude, latitude]),
    comments,
  });
}

/**
 * Duplicate key of an element of OpenStreetMap whose words another element has already: the two are two places
 * all the same.
 */
export function keyBeside(key: string, osmId: string): string {
  return `${key}\n${osmId}`;
}

type Duplicate = { readonly ok: false; readonly code: "error.duplicate" };

/** Runs a write; where the index of duplicate keys refuses it, it has not happened. */
export async function refusingDuplicates<Result>(
  write: () => Promise<Result>,
): Promise<Result | Duplicate> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, "place_dup_key")) return { ok: false, code: "error.duplicate" };
    throw error;
  }
}

/** The key of one place, or the place of ours that it repeats. */
export type ClaimedKey =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly placeId: number };

/**
 * Gives imported places duplicate keys (docs/product#duplicate-place). A place without an address cannot be
 * distinguished by its texts, so its position takes the place of the address. Two elements of OpenStreetMap are
 * two places even where their texts are the same: the later one's id is added. A contributor's place keeps
 * its key, and the import's is a duplicate.
 */
export class KeyClaims {
  readonly #holders: Awaited<ReturnType<typeof findKeyHolders>>;
  readonly #claimed = new Set<string>();

  private constructor(holders: Awaited<ReturnType<typeof findKeyHolders>>) {
    this.#holders = holders;
  }

  /** @param keys that some of the places may get, by {@link keyAt} */
  static async open(database: Database, keys: readonly string[]): Promise<KeyClaims> {
    return new KeyClaims(await findKeyHolders(database, [...new Set(keys)]));
  }

  /** @param placeId of the place that is to have the key; null for a new one */
  claim(
    { named, location }: Pick<ImportedFields, "named" | "location">,
    osmId: string,
    placeId: number | null,
  ): ClaimedKey {
    const key = keyAt(named, location);
    const holder = this.#holders.get(key);
    const isOurs = holder !== undefined && holder.id !== placeId && !holder.isImported;
    if (isOurs) return { ok: false, placeId: holder.id };
    const isTaken = (holder !== undefined && holder.id !== placeId) || this.#claimed.has(key);
    this.#claimed.add(key);
    return { ok: true, key: isTaken ? keyBeside(key, osmId) : key };
  }
}
