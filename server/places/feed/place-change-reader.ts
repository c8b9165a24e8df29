import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { PlaceChange, PlaceEntry } from "#domain/place-index/place-entry.ts";
import { type PlaceFlag, placeFlag, placeFlags } from "#domain/place-index/place-state.ts";
import type { Database } from "#server/database/connect.ts";
import { type HoursColumns, hoursTextOf } from "#server/opening/schedules.ts";

/**
 * Maximum number of places read and handed over in one turn of the event loop: five to ten milliseconds of
 * processor with a hundred thousand places in the index. An import changes as many, and requests are
 * answered between the turns.
 */
const readAtOnce = 100;

/** Changes that are taken in the turn in which they arrive, such as those of one visitor's write. */
const fewChanges = 20;

/** Place as the index holds it, and whether it exists. */
export type EntryRow = Omit<PlaceEntry, "hours"> & HoursColumns & { deleted: boolean };

/** Flags that are not columns of their own. */
const derivedFlags: Partial<Record<PlaceFlag, string>> = {
  free: "(coalesce(price, 0) = 0 and price_known)",
  // An import says so (docs/decisions/008); the form for a new place knows no such places.
  forKeyHolders: "(coalesce(attributes ->> 'centralkey', 'no') <> 'no')",
};

/** Each flag of the place index by its name, and how the table `place` says it. */
const flagColumns = placeFlags.map((flag) => ({ flag, column: derivedFlags[flag] ?? flag }));

/** The flags of a place as one number, as `placeFlag` packs them. */
export const packedFlags = sql.raw<number>(
  flagColumns.map(({ flag, column }) => `${column}::int * ${placeFlag[flag]}`).join(" + "),
);

/** The columns of an `EntryRow`, of `place join schedule`. */
export const entryColumns = sql`
  place.id, longitude, latitude,
  ${sql.raw(flagColumns.map(({ flag, column }) => `${column} as "${flag}"`).join(", "))},
  opening_times as "openingTimes", time_zone as "timeZone",
  hours_text, hours_country, hours_position, city,
  (extract(epoch from added) * 1000000)::bigint as "addedMicros",
  rating_sum as "ratingSum", rating_count as "ratingCount",
  deleted_at is not null as deleted`;

export function toChange({ deleted, ...row }: EntryRow): PlaceChange {
  if (deleted) return { kind: "remove", id: row.id };
  const { hours_text, hours_country, hours_position, ...entry } = row;
  const hours = hoursTextOf({ hours_text, hours_country, hours_position });
  return { kind: "put", entry: { ...entry, hours } };
}

/** The first transaction that may still be running: those with lower numbers have ended. */
export async function readHorizon(database: Database): Promise<bigint> {
  const { rows } = await sql<{ horizon: string }>`
    select pg_snapshot_xmin(pg_current_snapshot()) as horizon`.execute(database);
  return BigInt(rows[0].horizon);
}

/**
 * Reads what has changed in the database since it last looked, transaction by transaction.
 *
 * All that a transaction has written becomes visible in one moment, however long it took. So one that
 * has been read is done with, and one that could not be seen yet is read by a later look: the clock
 * has no part in it (docs/decisions/015).
 */
export class PlaceChangeReader {
  readonly #database: Database;
  #horizon: bigint;
  /** Transactions from the horizon on that have been read. */
  #read: bigint[] = [];

  /** @param horizon from `readHorizon`, before the index was loaded */
  constructor(database: Database, horizon: bigint) {
    this.#database = database;
    this.#horizon = horizon;
  }

  /** All changes of transactions before this one have been handed over. */
  get horizon(): bigint {
    return this.#horizon;
  }

  /**
   * One look, which hands over batches of changes. Nothing of it counts as read before the last batch
   * has been taken: if that fails, all of them come again.
   *
   * @returns whether the numbers of transactions have gone back since the last look: then this is not
   * the database that was followed so far, and what was read from it may not hold
   */
  async look(take: (changes: readonly PlaceChange[]) => void): Promise<{ wentBack: boolean }> {
    const { horizon, transactions } = await this.#findUnread();
    const ids = transactions.length === 0 ? [] : await findPlaces(this.#database, transactions);
    for (let start = 0; start < ids.length; start += readAtOnce) {
      const changes = await readChanges(this.#database, ids.slice(start, start + readAtOnce));
      if (changes.length > fewChanges) await nextTurn();
      take(changes);
      if (changes.length > fewChanges) await nextTurn();
    }
    const wentBack = horizon < this.#horizon;
    const read = wentBack ? transactions : [...this.#read, ...transactions];
    this.#read = read.filter((transaction) => transaction >= horizon);
    this.#horizon = horizon;
    return { wentBack };
  }

  /**
   * The transactions that have changed places and are visible now, but for those that have been read.
   * Steps from one to the next in the index, so that a large one costs no more than a small one. Those
   * whose number is still to come are of another cluster, from a dump: the index was loaded with them.
   */
  async #findUnread(): Promise<{ horizon: bigint; transactions: bigint[] }> {
    const { rows } = await sql<{ horizon: string; transactions: string[] }>`
      with recursive changed (transaction) as (
        (select changed_in from place
          where changed_in >= ${String(this.#horizon)}::xid8 order by changed_in limit 1)
        union all
        select (select changed_in from place
          where changed_in > transaction order by changed_in limit 1)
        from changed where transaction < pg_snapshot_xmax(pg_current_snapshot())
      )
      select pg_snapshot_xmin(pg_current_snapshot()) as horizon, array(
        select transaction::text from changed
        where transaction < pg_snapshot_xmax(pg_current_snapshot())
          and transaction <> all(${this.#read.map(String)}::xid8[])
      ) as transactions`.execute(this.#database);
    const { horizon, transactions } = rows[0];
    return { horizon: BigInt(horizon), transactions: transactions.map(BigInt) };
  }
}

/** The places that the transactions were the last to change; packed, as it can be all there are. */
async function findPlaces(database: Database, transactions: readonly bigint[]): Promise<number[]> {
  const { rows } = await sql<{ ids: Buffer | null }>`
    select string_agg(int4send(id), ''::bytea) as ids from place
    where changed_in = any(${transactions.map(String)}::xid8[])`.execute(database);
  const { ids } = rows[0];
  if (ids === null) return [];
  return Array.from({ length: ids.length / 4 }, (_, number) => ids.readInt32BE(number * 4));
}

/** Current state of the places; one that has been removed for good counts as gone. */
export async function readChanges(
  database: Database,
  ids: readonly number[],
): Promise<PlaceChange[]> {
  const { rows } = await sql<EntryRow>`
    select ${entryColumns} from place join schedule on schedule.id = schedule_id
    where place.id = any(${ids}::int[])`.execute(database);
  const found = new Set(rows.map(({ id }) => id));
  const gone = ids.filter((id) => !found.has(id));
  return [...rows.map(toChange), ...gone.map((id): PlaceChange => ({ kind: "remove", id }))];
}

/** Places changed in one short transaction. */
const renewedAtOnce = 5_000;

/**
 * Gives places that come from a dump of another cluster, whose transactions had higher numbers, a
 * number of this one. Until then the change feed leaves them aside, as they are in the index from its
 * start; but transactions of this cluster would get to the same numbers one day.
 *
 * @param database the one that takes writes
 */
export async function renewRestoredChanges(database: Database): Promise<void> {
  let renewed: bigint;
  do {
    // The trigger sees to the rest of the row.
    const { numAffectedRows } = await sql`
      with ahead as materialized (
        select id from place where changed_in >= pg_snapshot_xmax(pg_current_snapshot())
        order by changed_in limit ${renewedAtOnce}
      ), held as materialized (
        select id from place where id in (select id from ahead) order by id for no key update
      )
      update place set changed_in = pg_current_xact_id() where id in (select id from held)`.execute(
      database,
    );
    renewed = numAffectedRows ?? 0n;
  } while (renewed > 0n);
}
