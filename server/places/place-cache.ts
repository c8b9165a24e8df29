import { LRUCache } from "lru-cache";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { PlaceSource } from "#domain/place-index/place-results.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { isDatabaseUnavailable } from "#server/database/database-errors.ts";
import { acceptedAndPendingPlaces, visibleTo } from "#server/database/place-visibility.ts";
import {
  noOwnMarks,
  type PlaceRow,
  selectOwnMarks,
  selectPlaces,
  toNearPlace,
  toPlace,
} from "./place-row.ts";

/** Places with the time of their reading. */
export interface ReadPlaces {
  readonly rows: readonly PlaceRow[];
  /** Time at which the oldest was read; null where all are current. */
  readonly asOf: Date | null;
}

interface CachedPlace {
  readonly row: PlaceRow;
  readonly readAt: Date;
  /** Whether it has not changed since, as far as this process knows. */
  isCurrent: boolean;
}

export interface PlaceCacheOptions {
  /** Maximum number of places; a thousand take some 2 MB. */
  readonly maxPlaces?: number;
  /** Whether this process has lately read all changes; only then are cached places used in place of a query. */
  readonly isInStep?: () => boolean;
}

/**
 * Rows of the places that were read last, as everyone sees them. While the process is in step with the change feed,
 * current rows save a query (docs/decisions/054); while the database is unavailable, older ones do too
 * (docs/decisions/014).
 */
export class PlaceCache {
  readonly #places: LRUCache<number, CachedPlace>;
  readonly #isInStep: () => boolean;
  /** Number of invalidations: a row that was read across one may be older than it. */
  #invalidations = 0;
  #failures = 0;
  #failedAtMs = Number.NEGATIVE_INFINITY;

  constructor({ maxPlaces = 10_000, isInStep = () => false }: PlaceCacheOptions = {}) {
    this.#places = new LRUCache({ max: maxPlaces });
    this.#isInStep = isInStep;
  }

  /** Number of reads that failed or may be out of date; it grows before older rows are used. */
  get failures(): number {
    return this.#failures;
  }

  /** Time of the last one of them, by `performance.now()`. */
  get failedAtMs(): number {
    return this.#failedAtMs;
  }

  /** Marks places as changed, so that they are read again; null for all. */
  invalidate(ids: Iterable<number> | null): void {
    this.#invalidations++;
    for (const id of ids ?? this.#places.keys()) {
      const place = this.#places.peek(id);
      if (place !== undefined) place.isCurrent = false;
    }
  }

  /**
   * The places: current rows from the cache, the others read; while the database is unavailable, all from the cache.
   *
   * @param read reads places that may be all or some of `ids`
   * @throws what the read throws, where one of the places is not cached
   */
  async read(
    ids: readonly number[],
    now: Date,
    read: (ids: readonly number[]) => Promise<PlaceRow[]>,
  ): Promise<ReadPlaces> {
    const current = this.#isInStep() ? this.#find(ids).filter(({ isCurrent }) => isCurrent) : [];
    const rows = current.map(({ row }) => row);
    if (rows.length === ids.length) return { rows, asOf: null };
    const known = new Set(rows.map(({ id }) => id));
    const missing = ids.filter((id) => !known.has(id));
    try {
      return { rows: [...rows, ...(await this.#readMissing(missing, now, read))], asOf: null };
    } catch (error) {
      this.#failures++;
      this.#failedAtMs = performance.now();
      const cached = this.#find(ids);
      // A page with holes would be taken for the whole.
      if (!isDatabaseUnavailable(error) || cached.length < ids.length) throw error;
      const readAt = cached.map((place) => place.readAt.getTime());
      return { rows: cached.map(({ row }) => row), asOf: new Date(Math.min(...readAt)) };
    }
  }

  async #readMissing(
    ids: readonly number[],
    now: Date,
    read: (ids: readonly number[]) => Promise<PlaceRow[]>,
  ): Promise<PlaceRow[]> {
    const invalidations = this.#invalidations;
    const rows = await read(ids);
    const isCurrent = invalidations === this.#invalidations;
    for (const row of rows) {
      this.#places.set(row.id, { row: { ...row, ...noOwnMarks }, readAt: now, isCurrent });
    }
    return rows;
  }

  #find(ids: readonly number[]): CachedPlace[] {
    return ids.flatMap((id) => this.#places.get(id) ?? []);
  }
}

/** Sources of places with all that is known of them. */
export interface ReadDeps {
  readonly database: Database;
  /** Absent where nothing is cached. */
  readonly placeCache?: PlaceCache;
  /** Instant of the question. */
  readonly now: () => Date;
  /** The present, where `now` is another instant. */
  readonly today?: () => Date;
}

/**
 * Those of the places that exist and the viewer may see, in the order of `ids`, with the viewer's own confirmations
 * and reviews. A contributor sees the own pending ones. What everyone sees may come from the cache; what is the viewer's own is always read.
 */
export async function readPlaces(
  { database, placeCache = new PlaceCache(), now }: ReadDeps,
  ids: readonly number[],
  viewer: Viewer,
): Promise<ReadPlaces> {
  const instant = now();
  const { rows, asOf } = await placeCache.read(ids, instant, (missing) =>
    selectPlaces(database, missing, visitor, acceptedAndPendingPlaces),
  );
  const { includeUnaccepted } = visibleTo(viewer);
  const found = new Map(rows.map((row) => [row.id, row]));
  const ordered = ids.flatMap((id) => found.get(id) ?? []);
  const { userId } = viewer;
  const isOwn = ({ added_by }: PlaceRow) => userId !== null && added_by === userId;
  const visible = ordered.filter((row) => includeUnaccepted || row.accepted || isOwn(row));
  if (userId === null || asOf !== null || visible.length === 0) return { rows: visible, asOf };
  try {
    const marks = await selectOwnMarks(
      database,
      visible.map(({ id }) => id),
      userId,
    );
    return { rows: visible.map((row) => ({ ...row, ...marks.get(row.id) })), asOf };
  } catch (error) {
    if (isDatabaseUnavailable(error)) return { rows: visible, asOf: instant };
    throw error;
  }
}

export interface PlaceDeps extends ReadDeps {
  readonly placeIndex: PlaceIndex;
}

/** The places that the viewer may see, for the results of `domain/place-index/place-results.ts`. */
export function placeSource(deps: PlaceDeps, viewer: Viewer): PlaceSource {
  const { placeIndex, now, today } = deps;
  return {
    ...{ placeIndex, now, visible: visibleTo(viewer) },
    read: async (ids) => {
      const { rows, asOf } = await readPlaces(deps, ids, viewer);
      const found = rows.map((row) => ({
        placeAt: (instant: Date) => toPlace(row, instant, viewer, today?.()),
        nearTo: (point: Coordinates, instant: Date) => toNearPlace(row, point, instant, today?.()),
      }));
      return { found, asOf };
    },
  };
}
