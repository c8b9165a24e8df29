import { BoundedCache } from "#domain/place-index/bounded-cache.ts";
import { isDatabaseAway } from "#server/database/database-errors.ts";
import type { SelectedPlace } from "./place-row.ts";

/** Some 5 MB: more places than are looked at in an hour, and all that most installations have. */
const keptPlaces = 5_000;

/** Places with the time of their reading. */
export interface ReadPlaces {
  readonly rows: readonly SelectedPlace[];
  /** Time at which the oldest was read; null where they come from the database itself. */
  readonly asOf: Date | null;
}

interface KeptPlace {
  readonly row: SelectedPlace;
  readonly readAt: Date;
}

/**
 * The places that were read last, as everyone sees them, for the time when the database is away
 * (docs/decisions/014). It never answers while the database does.
 */
export class PlaceMemory {
  readonly #kept = new BoundedCache<number, KeptPlace>(keptPlaces);
  #failures = 0;

  /** Number of readings that failed; it grows before what was remembered is answered instead. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * Reads places, and remembers them; while the database is away, remembers what was read before.
   *
   * @throws what the reading throws, where one of the places is not remembered
   */
  async readOrRecall(
    ids: readonly number[],
    now: Date,
    read: () => Promise<SelectedPlace[]>,
  ): Promise<ReadPlaces> {
    try {
      const rows = await read();
      for (const row of rows) {
        const shownToAll = { ...row, confirmed_on: null, reviewed: false };
        this.#kept.keep(row.id, { row: shownToAll, readAt: now });
      }
      return { rows, asOf: null };
    } catch (error) {
      this.#failures++;
      const recalled = isDatabaseAway(error) ? this.#recall(ids) : null;
      if (recalled === null) throw error;
      return recalled;
    }
  }

  /** Null unless all of them are known: a page with holes would be taken for the whole. */
  #recall(ids: readonly number[]): ReadPlaces | null {
    const kept = ids.flatMap((id) => this.#kept.find(id) ?? []);
    if (kept.length < ids.length) return null;
    const readAt = kept.map((place) => place.readAt.getTime());
    return { rows: kept.map(({ row }) => row), asOf: new Date(Math.min(...readAt)) };
  }
}
