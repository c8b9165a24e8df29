import { sql } from "kysely";
import { formatCoordinates } from "#domain/geography/coordinates.ts";
import { duplicateKey } from "#domain/place/duplicate-key.ts";
import type { Place } from "#domain/place/place.ts";
import type { Database } from "#server/database/connect.ts";
import { isUniqueViolation } from "#server/database/database-errors.ts";

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
