import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { LikelyRun } from "#domain/opening/likely-open.ts";
import { askedFacts, type VisitorFacts, withVisitorFacts } from "#domain/place/asked-facts.ts";
import { type PlaceFacts, withPlainFacts } from "#domain/place/place-facts.ts";
import { feeOf } from "#domain/place/place-fee.ts";
import { maxId } from "#domain/place/place-id.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { FlagSource } from "#domain/place-index/place-query.ts";
import type { EntryChange, PlaceEntry } from "#domain/place-index/place-store.ts";
import { recordOf } from "#domain/validation/record-of.ts";
import type { Database } from "#server/database/connect.ts";
import { type HoursColumns, hoursTextOf } from "#server/opening/opening-hours.ts";
import { storedFactSet } from "#server/places/place-row.ts";

/**
 * Maximum number of places read and handed over in one turn of the event loop: five to ten milliseconds of
 * processor with a hundred thousand places in the index. An import changes as many, and requests are
 * answered between the turns.
 */
const readAtOnce = 100;

/** Changes that are taken in the turn in which they arrive, such as those of one visitor's write. */
const fewChanges = 20;

/** Columns of a place that its flags follow from. */
interface FlagColumns {
  readonly accepted: boolean;
  readonly doubted: boolean;
  readonly accessible: boolean;
  readonly public: boolean;
  readonly costs: boolean;
  readonly price_known: boolean;
  readonly is_free: boolean;
  /** Texts apart. */
  readonly facts: PlaceFacts;
  /** Whether it opens with a key of a scheme other than the Euro key. */
  readonly has_key_scheme: boolean;
  readonly visitor_facts: VisitorFacts | null;
}

/** Place as the table holds it for the index. */
type EntryRow = Omit<PlaceEntry, keyof FlagSource | "hours" | "likely"> &
  FlagColumns &
  HoursColumns & {
    readonly country: string;
    readonly likely: readonly LikelyRun[] | null;
    readonly deleted: boolean;
  };

const isFree = "(coalesce(price, 0) = 0)";
const hasKeyScheme = "(coalesce(fact_texts ? 'key_scheme', false))";
/** As `doubtOf` says it. */
const isDoubted = `coalesce(greatest(closed_reported, private_reported)
  > coalesce(greatest(last_confirmed, visitor_confirmed), '-infinity'), false)`;

/** The columns of an `EntryRow`, of `place join schedule`. */
const entryColumns = sql`
  place.id, country, likely, visitor_facts, longitude, latitude, accepted, accessible, public, costs, price_known,
  ${sql.raw(isDoubted)} as doubted,
  ${sql.raw(isFree)} as is_free, ${sql.raw(hasKeyScheme)} as has_key_scheme,
  ${sql.raw(storedFactSet)},
  opening_times as "openingTimes", time_zone as "timeZone",
  hours_text, hours_country, hours_position, city,
  (extract(epoch from added) * 1000000)::bigint as "addedMicros",
  rating_sum as "ratingSum", rating_count as "ratingCount",
  (extract(epoch from closed_until) * 1000)::bigint as "closedUntilMs",
  deleted_at is not null as deleted`;

function toChange({ deleted, ...row }: EntryRow): EntryChange {
  const { id, country, longitude, latitude, openingTimes, timeZone, city, likely } = row;
  const { addedMicros, ratingSum, ratingCount, closedUntilMs } = row;
  const { hours_text, hours_country, hours_position } = row;
  if (deleted) return { kind: "remove", id };
  const entry = {
    ...{ id, longitude, latitude, openingTimes, timeZone, city },
    ...{ addedMicros, ratingSum, ratingCount, closedUntilMs, ...toFlagSource(row) },
    hours: hoursTextOf({ hours_text, hours_country, hours_position }),
    likely: likely && { runs: likely, country },
  };
  return { kind: "put", entry };
}

function toFlagSource(row: FlagColumns): FlagSource {
  const { accepted, doubted, costs, price_known, is_free, has_key_scheme, visitor_facts } = row;
  const stored = {
    // The amount makes no difference to the filters.
    fee: feeOf({ price: is_free ? 0 : 1, price_known, costs }),
    facts: withPlainFacts({ ...row.facts, ...(has_key_scheme && { key_scheme: "any" }) }, row),
  };
  const { fee, facts } = withVisitorFacts(stored, visitor_facts);
  return { accepted, doubted, fee, facts };
}

/** Columns of a place that its flags follow from, facts apart, as bits of one number. */
const flagNames = [
  ...(["accepted", "accessible", "public", "costs", "price_known"] as const),
  ...(["is_free", "has_key_scheme", "doubted"] as const),
] as const;

const flagBits = recordOf(flagNames, (name) => 2 ** flagNames.indexOf(name));

/** Bits above those, two for each fact that visitors are asked for: that they say yes, that they say no. */
const saidBits = askedFacts.map((name, index) => {
  const yes = 2 ** (flagNames.length + 2 * index);
  return { name, yes, no: 2 * yes };
});

/** Packed flags are below this. */
export const packedFlagsEnd = 2 ** (flagNames.length + 2 * askedFacts.length);

const derivedColumns: ReadonlyMap<string, string> = new Map([
  ["is_free", isFree],
  ["has_key_scheme", hasKeyScheme],
  ["doubted", `(${isDoubted})`],
]);

/** The columns of {@link flagBits} and what visitors say as one number. */
export const packedFlags = sql.raw<number>(
  [
    ...Object.entries(flagBits).map(
      ([name, bit]) => `${derivedColumns.get(name) ?? name}::int * ${bit}`,
    ),
    `case when visitor_facts is null then 0 else ${saidBits
      .map(({ name, yes, no }) => {
        const said = `visitor_facts -> '${name}'`;
        return `case ${said} when 'true' then ${yes} when 'false' then ${no} else 0 end`;
      })
      .join(" + ")} end`,
  ].join(" + "),
);

/** What a place's flags follow from, by its packed columns and its set of facts. */
export function unpackFlags(packed: number, facts: PlaceFacts): FlagSource {
  const flags = recordOf(flagNames, (name) => (packed & flagBits[name]) !== 0);
  const said = saidBits.filter(({ yes, no }) => (packed & (yes | no)) !== 0);
  const visitor_facts = Object.fromEntries(
    said.map(({ name, yes }) => [name, (packed & yes) !== 0]),
  );
  return toFlagSource({ facts, ...flags, visitor_facts });
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
  #horizon: bigint;
  /** Transactions from the horizon on that have been read. */
  #read: bigint[] = [];

  /** @param horizon from `readHorizon`, before the index was loaded */
  constructor(horizon: bigint) {
    this.#horizon = horizon;
  }

  /** All changes of transactions before this one have been handed over. */
  get horizon(): bigint {
    return this.#horizon;
  }

  /**
   * One poll, which hands over batches of changes. Nothing of it counts as read before the last batch has been
   * taken: if that fails, all of them come again.
   *
   * @returns whether the numbers of transactions have gone back since the last poll: then this is not the
   * database that was followed so far, and what was read from it may not hold
   */
  async poll(
    database: Database,
    take: (changes: readonly EntryChange[]) => void,
  ): Promise<{ wentBack: boolean }> {
    const { horizon, transactions } = await this.#findUnread(database);
    const ids = transactions.length === 0 ? [] : await findPlaces(database, transactions);
    for (let start = 0; start < ids.length; start += readAtOnce) {
      const batch = ids.slice(start, start + readAtOnce);
      const changes = await readChanges(database, batch);
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
  async #findUnread(database: Database): Promise<{ horizon: bigint; transactions: bigint[] }> {
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
      ) as transactions`.execute(database);
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
): Promise<EntryChange[]> {
  const { rows } = await sql<EntryRow & { asked: number }>`
    select asked, ${entryColumns}
    from unnest(${ids}::int[]) as asked
      left join place on place.id = asked
      left join schedule on schedule.id = schedule_id`.execute(database);
  return rows.map(
    ({ asked, ...row }): EntryChange =>
      row.id === null ? { kind: "remove", id: asked } : toChange(row),
  );
}

/** Places changed in one short transaction. */
const renewedAtOnce = 5_000;

/**
 * Gives places that come from a dump of another cluster, whose transactions had higher numbers, a
 * number of this one. Until then the change feed leaves them aside, as they are in the index from its
 * start; but transactions of this cluster would get to the same numbers one day.
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

/**
 * Places compared at once: some 20 ms of processor in pieces. With one step a second a million is
 * through in 17 minutes.
 */
const stepSize = 1_000;

/** The places that a step found to differ, by id, and how far the comparison has come. */
export interface ReconcileStep {
  readonly repaired: readonly number[];
  readonly isDone: boolean;
}

/**
 * Compares the place index with the table, some ids at a time, and mends what differs. The feed
 * leaves nothing to mend; this is for what it cannot know of: triggers switched off, a database that
 * was restored under a running server, a fault of ours.
 */
export class PlaceReconciler {
  readonly #placeIndex: PlaceIndex;
  #nextId = 0;

  constructor(placeIndex: PlaceIndex) {
    this.#placeIndex = placeIndex;
  }

  /**
   * Compares the next places. The feed must not take in changes meanwhile.
   *
   * @param database the server of the feed's last look
   * @param horizon what the feed has read up to; the places that it has not read yet are left to it
   */
  async step(database: Database, horizon: bigint): Promise<ReconcileStep> {
    const { rows } = await sql<EntryRow & { settled: boolean }>`
      select ${entryColumns},
        changed_in < ${String(horizon)}::xid8
          or changed_in >= pg_snapshot_xmax(pg_current_snapshot()) as settled
      from place join schedule on schedule.id = schedule_id
      where place.id >= ${this.#nextId} order by place.id limit ${stepSize}`.execute(database);
    const isDone = rows.length < stepSize;
    const lastId = isDone ? maxId : rows[rows.length - 1].id;
    const stored = new Set(rows.map(({ id }) => id));
    const vanished = this.#placeIndex
      .idsBetween(this.#nextId, lastId)
      .filter((id) => !stored.has(id));
    const repaired = this.#placeIndex.apply([
      ...rows.filter(({ settled }) => settled).map(({ settled: _, ...row }) => toChange(row)),
      ...vanished.map((id): EntryChange => ({ kind: "remove", id })),
    ]);
    this.#nextId = lastId + 1;
    return { repaired: [...repaired], isDone };
  }
}
