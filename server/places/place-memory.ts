import { BoundedCache } from "#domain/place-index/bounded-cache.ts";
import type { FoundPlaces } from "#domain/place-index/place-answers.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { isDatabaseAway } from "#server/database/database-errors.ts";
import { acceptedAndPendingPlaces, visibleTo } from "#server/database/place-visibility.ts";
import { type SelectedPlace, selectOwnMarks, selectPlaces } from "./place-row.ts";

/** Places with the time of their reading. */
export type ReadPlaces = FoundPlaces<SelectedPlace>;

interface KeptPlace {
  readonly row: SelectedPlace;
  readonly readAt: Date;
  /** Whether it has not been changed since, as far as this process has heard. */
  isCurrent: boolean;
}

export interface PlaceMemoryOptions {
  /** Maximum number of places; a thousand take some 2 MB. */
  readonly keptPlaces?: number;
  /** Whether this process has heard of all changes lately; only then do remembered places answer. */
  readonly isInStep?: () => boolean;
}

/**
 * The places that were read last, as everyone sees them. In step with the change feed, which tells what has
 * changed, it answers instead of the database (docs/decisions/025); while the database is away, it answers
 * with what was read before (docs/decisions/014).
 */
export class PlaceMemory {
  readonly #kept: BoundedCache<number, KeptPlace>;
  readonly #isInStep: () => boolean;
  /** Of each reading under way, the places that have not changed since it began. */
  readonly #underWay = new Set<Set<number>>();
  #failures = 0;
  #failedAtMs = Number.NEGATIVE_INFINITY;

  constructor({ keptPlaces = 5_000, isInStep = () => false }: PlaceMemoryOptions = {}) {
    this.#kept = new BoundedCache(keptPlaces);
    this.#isInStep = isInStep;
  }

  /** Number of readings that failed; it grows before what was remembered is answered instead. */
  get failures(): number {
    return this.#failures;
  }

  /** Time of the last one of them, by `performance.now()`. */
  get failedAtMs(): number {
    return this.#failedAtMs;
  }

  /** Notes that places have changed, so that they are read again; null for all. */
  noteChanged(ids: Iterable<number> | null): void {
    if (ids === null) {
      for (const kept of this.#kept.values()) kept.isCurrent = false;
      for (const unchanged of this.#underWay) unchanged.clear();
      return;
    }
    for (const id of ids) {
      const kept = this.#kept.find(id);
      if (kept !== undefined) kept.isCurrent = false;
      for (const unchanged of this.#underWay) unchanged.delete(id);
    }
  }

  /**
   * The places, from memory as far as that is current, and remembers what was read; while the database is
   * away, remembers what was read before.
   *
   * @param read reads places that may be all or some of `ids`
   * @throws what the reading throws, where one of the places is not remembered
   */
  async readOrRecall(
    ids: readonly number[],
    now: Date,
    read: (ids: readonly number[]) => Promise<SelectedPlace[]>,
  ): Promise<ReadPlaces> {
    const current = this.#isInStep() ? this.#findCurrent(ids) : [];
    if (current.length === ids.length) return { rows: current, asOf: null };
    const known = new Set(current.map(({ id }) => id));
    const missing = ids.filter((id) => !known.has(id));
    try {
      return { rows: [...current, ...(await this.#read(missing, now, read))], asOf: null };
    } catch (error) {
      this.#failures++;
      this.#failedAtMs = performance.now();
      const recalled = isDatabaseAway(error) ? this.#recall(ids) : null;
      if (recalled === null) throw error;
      return recalled;
    }
  }

  async #read(
    ids: readonly number[],
    now: Date,
    read: (ids: readonly number[]) => Promise<SelectedPlace[]>,
  ): Promise<SelectedPlace[]> {
    const unchanged = new Set(ids);
    this.#underWay.add(unchanged);
    try {
      const rows = await read(ids);
      for (const row of rows) {
        const shownToAll = { ...row, confirmed_on: null, reviewed: false };
        // What the feed told of meanwhile may be older in this reading.
        const isCurrent = unchanged.has(row.id);
        this.#kept.keep(row.id, { row: shownToAll, readAt: now, isCurrent });
      }
      return rows;
    } finally {
      this.#underWay.delete(unchanged);
    }
  }

  #findCurrent(ids: readonly number[]): SelectedPlace[] {
    return ids.flatMap((id) => {
      const kept = this.#kept.find(id);
      return kept?.isCurrent ? kept.row : [];
    });
  }

  /** Null unless all of them are known: a page with holes would be taken for the whole. */
  #recall(ids: readonly number[]): ReadPlaces | null {
    const kept = ids.flatMap((id) => this.#kept.find(id) ?? []);
    if (kept.length < ids.length) return null;
    const readAt = kept.map((place) => place.readAt.getTime());
    return { rows: kept.map(({ row }) => row), asOf: new Date(Math.min(...readAt)) };
  }
}

/** Sources of places with all that is known of them. */
export interface ReadDeps {
  readonly database: Database;
  /** Memory of places read lately; without one, nothing is kept. */
  readonly placeMemory?: PlaceMemory;
  readonly now: () => Date;
}

/**
 * Those of the places that exist and the viewer may see, in the order of `ids`, with the viewer's own confirmations
 * and reviews. What everyone sees may come from memory; what is the viewer's own is always read.
 */
export async function readPlaces(
  { database, placeMemory = new PlaceMemory(), now }: ReadDeps,
  ids: readonly number[],
  viewer: Viewer,
): Promise<ReadPlaces> {
  const instant = now();
  const { rows, asOf } = await placeMemory.readOrRecall(ids, instant, (missing) =>
    selectPlaces(database, missing, visitor, acceptedAndPendingPlaces),
  );
  const { includeUnaccepted } = visibleTo(viewer);
  const found = new Map(rows.map((row) => [row.id, row]));
  const ordered = ids.flatMap((id) => found.get(id) ?? []);
  const visible = includeUnaccepted ? ordered : ordered.filter(({ accepted }) => accepted);
  const { userId } = viewer;
  if (userId === null || asOf !== null || visible.length === 0) return { rows: visible, asOf };
  try {
    const marks = await selectOwnMarks(
      database,
      visible.map(({ id }) => id),
      userId,
    );
    return { rows: visible.map((row) => ({ ...row, ...marks.get(row.id) })), asOf };
  } catch (error) {
    if (isDatabaseAway(error)) return { rows: visible, asOf: instant };
    throw error;
  }
}
