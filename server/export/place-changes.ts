import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import * as v from "valibot";
import { restoreDays } from "#domain/moderation/decision.ts";
import { maxId } from "#domain/place/place-id.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { instantSchema } from "#domain/validation/instant-schema.ts";
import type { Database } from "#server/database/connect.ts";
import { acceptedPlaces, isVisible } from "#server/database/place-visibility.ts";
import { placeLicences } from "./licences.ts";
import {
  type ExportedRow,
  exportedColumns,
  exportedPlaceSchema,
  toExportedPlace,
} from "./read-places.ts";

/** Number of changes on a page, and its maximum. */
export const changesPerPage = 100;
export const maxChangesPerPage = 1_000;

const dayMs = 24 * 60 * 60 * 1000;

/** Maximum time between a mirror's requests (docs/product#mirrors): a change can be a day on its way. */
export const mirrorDays = restoreDays - 1;

/** Time by which the clocks of a caller and of the database may differ. */
const clockToleranceMs = 5 * 60 * 1000;

/** How far a mirror has come. */
export interface MirrorCursor {
  /** Numbers of transactions mean the same within an epoch only. */
  readonly epoch: string;
  /** Last transaction that it has changes of, and the last place of these. */
  readonly transaction: bigint;
  readonly id: number;
  /** Unix time in milliseconds at which it last had everything. */
  readonly completeAtMs: number;
}

export function writeCursor({ epoch, transaction, id, completeAtMs }: MirrorCursor): string {
  return Buffer.from([epoch, transaction, id, completeAtMs].join(".")).toString("base64url");
}

/** Null where the text is not a cursor of ours. */
export function readCursor(text: string): MirrorCursor | null {
  const pattern = /^([\w-]{1,20})\.(0|[1-9]\d{0,17})\.(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,14})$/;
  const parts = pattern.exec(Buffer.from(text, "base64url").toString("latin1"));
  if (parts === null || Number(parts[3]) > maxId) return null;
  const [, epoch, transaction, id, completeAtMs] = parts;
  return {
    epoch,
    transaction: BigInt(transaction),
    id: Number(id),
    completeAtMs: Number(completeAtMs),
  };
}

const updatedAt = v.pipe(instantSchema, v.description("time of the last change"));

/** State of a place for a mirror: its current content, or that it is gone. */
const placeChangeOfMirrorSchema = v.union([
  v.object({
    id: exportedPlaceSchema.entries.id,
    deleted: v.pipe(
      v.literal(true),
      v.description(
        "true for a place that is not shown (any more); it may be one that the mirror never had",
      ),
    ),
    updated_at: updatedAt,
  }),
  v.object({ ...exportedPlaceSchema.entries, updated_at: updatedAt }),
]);

/** One page of changes, as the API returns it (docs/product#mirrors). */
export const placeChangesSchema = v.object({
  places: v.array(placeChangeOfMirrorSchema),
  cursor: v.pipe(
    v.string(),
    v.description("opaque; with it the next page, or what has changed since, is asked for"),
  ),
  has_more: v.pipe(
    v.boolean(),
    v.description("whether there are more already; false where the mirror has all there is"),
  ),
});

type PlaceChanges = DeepReadonly<v.InferOutput<typeof placeChangesSchema>>;

/** A request of a mirror. */
export interface ChangesQuery {
  /** Position after which it continues. */
  readonly from: MirrorCursor | Date;
  /** 1…`maxChangesPerPage`. */
  readonly perPage: number;
}

export interface ChangesDeps {
  readonly database: Database;
  /** Licence of the places added here; null where the operator has not named one. */
  readonly ownLicence: string | null;
}

export type ChangesResult =
  | ({ readonly ok: true } & PlaceChanges)
  | { readonly ok: false; readonly code: "error.toofarback" | "error.unavailable" };

/**
 * The places that have changed, in the order of the transactions that changed them last. Only what is below the
 * horizon is given: there, no transaction can come to light any more, so that one who goes by the cursor alone
 * misses none, however late it was committed (docs/decisions/041).
 *
 * Each page is one statement, of one snapshot.
 */
export async function listPlaceChanges(
  deps: ChangesDeps,
  { from, perPage }: ChangesQuery,
): Promise<ChangesResult> {
  const { database, ownLicence } = deps;
  const moment = await readMoment(database, from instanceof Date ? from : null);
  if (moment === null) return { ok: false, code: "error.unavailable" };
  const start = from instanceof Date ? startOf(from, moment) : from;
  if (start.epoch !== moment.epoch) return { ok: false, code: "error.toofarback" };
  if (start.completeAtMs < moment.nowMs - mirrorDays * dayMs) {
    return { ok: false, code: "error.toofarback" };
  }
  // A cursor is behind the horizon, unless the database has gone back in time.
  if (start.transaction >= BigInt(moment.horizon)) {
    return { ok: false, code: "error.toofarback" };
  }
  const rows = await readChangedPlaces(database, start, perPage + 1);
  const page = rows.slice(0, perPage);
  const hasMore = rows.length > perPage;
  const last = page.at(-1);
  const licences = placeLicences(ownLicence);
  return {
    ok: true,
    places: page.map((row) => {
      const updated_at = row.updated_at.toISOString();
      return row.shown
        ? { ...toExportedPlace(row, licences), updated_at }
        : { id: row.id, deleted: true as const, updated_at };
    }),
    cursor: writeCursor({
      epoch: start.epoch,
      // The position is that of a change that was committed: a crash cannot give its number to another one.
      transaction: last ? BigInt(last.changed_in) : start.transaction,
      id: last ? last.id : start.id,
      completeAtMs: hasMore ? start.completeAtMs : Math.max(start.completeAtMs, moment.nowMs),
    }),
    has_more: hasMore,
  };
}

/** The greatest transaction below the horizon that has changed a place. */
const settled = sql`coalesce((
  select changed_in from place where changed_in < pg_snapshot_xmin(pg_current_snapshot())
  order by changed_in desc limit 1), '0'::xid8)`;

const currentEpoch = sql<string | null>`(select epoch from change_mark order by at desc limit 1)`;

interface Moment {
  readonly epoch: string;
  readonly nowMs: number;
  /** Numbers of transactions. */
  readonly horizon: string;
  readonly settled: string;
  /** Transaction of the last mark before the requested time; null where there is none. */
  readonly marked: string | null;
}

/** Null where no server has noted a mark yet. @param since time whose mark is looked for */
async function readMoment(database: Database, since: Date | null): Promise<Moment | null> {
  const sinceMs = since === null ? 0 : since.getTime() - clockToleranceMs;
  const { rows } = await sql<Moment | (Omit<Moment, "epoch"> & { readonly epoch: null })>`
    select ${currentEpoch} as epoch,
      floor(extract(epoch from statement_clock()) * 1000)::bigint as "nowMs",
      pg_snapshot_xmin(pg_current_snapshot())::text as horizon, ${settled}::text as settled,
      (select settled::text from change_mark
        where at <= to_timestamp(${sinceMs} / 1000.0::double precision)
        order by at desc limit 1) as marked`.execute(database);
  const [moment] = rows;
  return moment.epoch === null ? null : moment;
}

function startOf(since: Date, { epoch, marked, nowMs }: Moment): MirrorCursor {
  // Places that no transaction has changed since they got such numbers have 0.
  const id = marked === null || marked === "0" ? 0 : maxId;
  return {
    epoch,
    transaction: BigInt(marked ?? 0),
    id,
    completeAtMs: Math.min(since.getTime(), nowMs),
  };
}

interface ChangedRow extends ExportedRow {
  readonly changed_in: string;
  readonly updated_at: Date;
  readonly shown: boolean;
}

async function readChangedPlaces(
  database: Database,
  { transaction, id }: MirrorCursor,
  limit: number,
): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    select ${exportedColumns}, place.changed_in::text, place.updated_at,
      ${isVisible(acceptedPlaces)} as shown
    from place join schedule on schedule.id = schedule_id
    where (place.changed_in, place.id) > (${String(transaction)}::xid8, ${id}::int)
      and place.changed_in < pg_snapshot_xmin(pg_current_snapshot())
      -- Samples are never in an export; what waits, or was declined, was not in one yet: no mirror has it, unless it
      -- was accepted for a moment.
      and not sample and (accepted or exists (
        select from audit where place_id = place.id and action = 'undo-accept-place'))
    order by place.changed_in, place.id limit ${limit}`.execute(database);
  return rows;
}

/** Cursor of a mirror that reads all places from now on; null where no server has noted a mark. */
export async function readStartCursor(database: Database): Promise<string | null> {
  const moment = await readMoment(database, null);
  if (moment === null) return null;
  const { epoch, settled, nowMs } = moment;
  return writeCursor({ epoch, transaction: BigInt(settled), id: maxId, completeAtMs: nowMs });
}

/** Whether places may have changed since a cursor was read. @param text from `readStartCursor` */
export async function haveChangedSince(database: Database, text: string | null): Promise<boolean> {
  const cursor = text === null ? null : readCursor(text);
  if (cursor === null) return true;
  const { rows } = await sql<{ epoch: string | null; changed: boolean }>`
    select ${currentEpoch} as epoch, exists (
      select from place where changed_in > ${String(cursor.transaction)}::xid8
    ) as changed`.execute(database);
  const [{ epoch, changed }] = rows;
  return changed || epoch !== cursor.epoch;
}

/** Advisory lock of the process that notes a mark; "marks" in ASCII. */
const markLock = 0x6d61726b73;

/**
 * Notes where the changes are now, unless that was done in the last half hour, and forgets marks that are too
 * old to be requested. Where marks are ahead of this cluster, they came from another one with its data, and a
 * new epoch begins.
 */
export async function recordChangeMark(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${markLock}::bigint)`.execute(transaction);
    await sql`
      delete from change_mark where exists (
        select from change_mark where settled >= pg_snapshot_xmax(pg_current_snapshot())
      )`.execute(transaction);
    await sql`
      delete from change_mark
      where at < database_clock() - make_interval(days => ${restoreDays + 1})
        and at < (select max(at) from change_mark)`.execute(transaction);
    const epoch = randomBytes(9).toString("base64url");
    // The time is taken after the snapshot: all that the mark speaks of was visible by then.
    await sql`
      insert into change_mark (settled, epoch)
      select ${settled}, coalesce(${currentEpoch}, ${epoch})
      where not exists (
        select from change_mark where at > database_clock() - interval '30 minutes'
      )`.execute(transaction);
  });
}

/** Begins a new epoch after places were replaced: mirrors have to load everything again. */
export async function forgetChangeMarks(database: Database): Promise<void> {
  await sql`do $$ begin
    if to_regclass('change_mark') is not null then delete from change_mark; end if;
  end $$`.execute(database);
}
