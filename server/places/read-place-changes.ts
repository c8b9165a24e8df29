import { sql } from "kysely";
import type { PlaceChange, PlaceEntry } from "#domain/place-index/place-entry.ts";
import type { Database } from "#server/database/connect.ts";

/**
 * How far back each look goes beyond the last one. It must exceed the longest transaction that
 * writes places, whose rows bear the time of writing and appear only when it commits: a bulk import
 * commits in batches. It also covers the difference between the clocks of a primary and a server.
 */
const overlapMs = 30_000;

/** The most places read and handed over at once, so that the process stays responsive. */
const batchSize = 2_000;

type EntryRow = PlaceEntry & { deleted: boolean; updatedMicros: number };

/** Reads what has changed in the database since it last looked; the same change comes once. */
export class PlaceChangeReader {
  readonly #database: Database;
  readonly #startedAtMs: number;
  /** Database time of the last look; null before the first. */
  #since: Date | null = null;
  /** The version of each place that a look within the overlap has seen: `updated_at` by id. */
  #seen = new Map<number, number>();

  /** Reads changes from `startedAtMs` on (as `performance.now()` tells time), and some before it. */
  constructor(database: Database, startedAtMs: number) {
    this.#database = database;
    this.#startedAtMs = startedAtMs;
  }

  /** One look. A batch counts as seen when the next is asked for, so one that failed comes again. */
  async *read(): AsyncGenerator<PlaceChange[]> {
    const { clock, reached } = await readDatabaseClock(this.#database);
    const since = this.#since?.getTime() ?? clock.getTime() - this.#elapsedMs();
    const from = new Date(since - overlapMs);
    const touched = await findTouchedPlaces(this.#database, from);
    const fresh = touched.filter(({ id, updatedMicros }) => this.#seen.get(id) !== updatedMicros);
    for (let start = 0; start < fresh.length; start += batchSize) {
      const ids = fresh.slice(start, start + batchSize).map(({ id }) => id);
      const rows = await selectEntries(this.#database, ids);
      yield rows.map(toChange);
      for (const { id, updatedMicros } of rows) this.#seen.set(id, updatedMicros);
    }
    this.#forgetAllBut(touched);
    this.#since = reached ?? this.#since;
  }

  #elapsedMs(): number {
    return performance.now() - this.#startedAtMs;
  }

  #forgetAllBut(touched: readonly { id: number }[]): void {
    const seen = this.#seen;
    this.#seen = new Map(touched.map(({ id }) => [id, seen.get(id) ?? 0]));
  }
}

function toChange({ deleted, updatedMicros: _, ...entry }: EntryRow): PlaceChange {
  return deleted ? { kind: "remove", id: entry.id } : { kind: "put", entry };
}

/** Time in the database, and how far it has come: a replica, to what it has replayed, null before any. */
async function readDatabaseClock(database: Database) {
  const { rows } = await sql<{ clock: Date; reached: Date | null }>`
    select clock_timestamp() as clock,
      case when pg_is_in_recovery() then pg_last_xact_replay_timestamp()
        else clock_timestamp() end as reached`.execute(database);
  return rows[0]!;
}

async function findTouchedPlaces(database: Database, from: Date) {
  const { rows } = await sql<{ id: number; updatedMicros: number }>`
    select id, (extract(epoch from updated_at) * 1000000)::bigint as "updatedMicros"
    from place where updated_at > ${from} order by updated_at, id`.execute(database);
  return rows;
}

async function selectEntries(database: Database, ids: readonly number[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select place.id, longitude, latitude, accepted, accessible, public,
      coalesce(price, 0) = 0 and price_known as free,
      opening_times as "openingTimes", time_zone as "timeZone", city,
      (extract(epoch from added) * 1000000)::bigint as "addedMicros",
      rating_sum as "ratingSum", rating_count as "ratingCount",
      deleted_at is not null as deleted,
      (extract(epoch from updated_at) * 1000000)::bigint as "updatedMicros"
    from place join schedule on schedule.id = schedule_id
    where place.id = any(${ids}::int[])`.execute(database);
  return rows;
}
