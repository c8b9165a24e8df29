import type { Database } from "#server/database/connect.ts";
import { findKeyHolders, keyAt, keyBeside } from "#server/places/duplicate-places.ts";
import type { ImportedFields } from "#server/places/import-record.ts";

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

  /** Reads the holders of the keys that these places may get. */
  static async open(database: Database, places: readonly ImportedFields[]): Promise<KeyClaims> {
    const keys = new Set(places.map(plainKey));
    return new KeyClaims(await findKeyHolders(database, [...keys]));
  }

  /** @param placeId of the place that is to have the key; null for a new one */
  claim(fields: ImportedFields, osmId: string, placeId: number | null): ClaimedKey {
    const key = plainKey(fields);
    const holder = this.#holders.get(key);
    const isOurs = holder !== undefined && holder.id !== placeId && !holder.isImported;
    if (isOurs) return { ok: false, placeId: holder.id };
    const isTaken = (holder !== undefined && holder.id !== placeId) || this.#claimed.has(key);
    this.#claimed.add(key);
    return { ok: true, key: isTaken ? keyBeside(key, osmId) : key };
  }
}

function plainKey({ named, location }: ImportedFields): string {
  return keyAt(named, location);
}
