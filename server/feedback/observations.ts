import { sql, type Transaction } from "kysely";
import { isLimited, observationLimit } from "#domain/account/daily-limits.ts";
import { isKnownPerson, isStaff } from "#domain/account/role.ts";
import { agreedFact, isObservable } from "#domain/feedback/observation.ts";
import type { observedReasons } from "#domain/feedback/report.ts";
import {
  leastAgainstHours,
  likelyAt,
  observedPlace,
  storedObservationDays,
} from "#domain/opening/likely-open.ts";
import { dayMs, localDateAt, localTimeAt } from "#domain/opening/local-time.ts";
import { isOpenNow } from "#domain/opening/open-status.ts";
import { type AskedFact, askedFacts, type VisitorFacts } from "#domain/place/asked-facts.ts";
import type { PermissionFailure } from "#server/accounts/permission.ts";
import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { dayKindOf, openingAt } from "#server/opening/opening-hours.ts";
import { type PlaceRow, scheduleOfRow } from "#server/places/place-row.ts";
import { countOfDay } from "#server/rate-limits/day-marks.ts";
import type { Context } from "#server/use-case-context.ts";
import { hasProvedTrue } from "./closures.ts";
import {
  countOnce,
  isReportingVisitor,
  type VisitorFeedbackDeps,
  writeAsVisitor,
} from "./visitor-feedback.ts";
import { writeAboutPlace } from "./write-about-place.ts";

/** An answer at the door: whether the place is open, or one fact. */
export interface DoorAnswer {
  readonly asked: "open" | AskedFact;
  readonly answer: boolean;
  /** Instant at which it was given without a connection; absent for now. */
  readonly at?: Date | undefined;
}

export type ObserveResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: PermissionFailure | "error.notfound" | "error.limit" | "error.parameter";
    };

interface ObserveDeps extends VisitorFeedbackDeps {
  readonly config: Pick<Context["config"], "rateLimits" | "visitorReports">;
}

/**
 * Stores an answer at the door (docs/product#observation). One counts of an account, place, question and day of the
 * place's own clock, and of an IP address, place, question and day (UTC); a second one replaces it. `error.parameter`
 * for an instant in the future or more than 24 hours ago, `error.limit` beyond `observationLimit` places a day.
 */
export async function observePlace(
  deps: ObserveDeps,
  placeId: number,
  given: DoorAnswer,
  viewer: Viewer,
  client: Pick<RequestClient, "clientAddress">,
): Promise<ObserveResult> {
  const now = deps.now();
  const at = given.at ?? now;
  if (!isObservable(at, now)) return { ok: false, code: "error.parameter" };
  if (isReportingVisitor(viewer, deps.config)) {
    return writeAsVisitor<ObserveResult>(deps, { placeId, client }, async (write) => {
      const { transaction, place, mark } = write;
      const what = ["observation", placeId];
      const count = await countOnce(deps, write, {
        limits: { observations: observationLimit },
        what,
      });
      if (count === "limit") return { ok: false, code: "error.limit" };
      const witness = { mark: mark(...what), trusted: false };
      await store({ transaction, place, at, now }, given, witness);
      return { ok: true };
    });
  }
  const about = { placeId, viewer, permission: "confirmPlace", alone: true } as const;
  return writeAboutPlace<ObserveResult>(deps, about, async ({ transaction, place, userId }) => {
    const seen = await transaction
      .selectFrom("observation")
      .select("id")
      .where("place_id", "=", placeId)
      .where("account_id", "=", userId)
      .where("on_day", "=", localDateAt(at, place.time_zone))
      .executeTakeFirst();
    const times = seen ? 0 : await countOfDay(transaction, userId, "observations");
    if (isLimited(viewer) && times > observationLimit) return { ok: false, code: "error.limit" };
    const trusted =
      isStaff(viewer) || (isKnownPerson(viewer) && (await isProved(transaction, userId)));
    await store({ transaction, place, at, now }, given, { account_id: userId, trusted });
    return { ok: true };
  });
}

async function isProved(transaction: Transaction<Schema>, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ proved: boolean }>`
    select ${hasProvedTrue(sql`${accountId}::text`)} as proved`.execute(transaction);
  return rows[0].proved;
}

interface Observing {
  readonly transaction: Transaction<Schema>;
  readonly place: PlaceRow;
  readonly at: Date;
  readonly now: Date;
}

interface Witness {
  readonly trusted: boolean;
  readonly account_id?: string;
  readonly mark?: Buffer;
}

async function store(
  { transaction, place, at, now }: Observing,
  { asked, answer }: DoorAnswer,
  witness: Witness,
): Promise<void> {
  const { time_zone, country } = place;
  await lockPlaces(transaction, [place.id]);
  const on_day = localDateAt(at, time_zone);
  const { minuteOfDay } = localTimeAt(at, time_zone);
  const seen = {
    ...{ answer, on_day, day_kind: dayKindOf(country, on_day) },
    ...{ hour: Math.floor(minuteOfDay / 60), trusted: witness.trusted },
  };
  await transaction
    .insertInto("observation")
    .values({ place_id: place.id, asked, ...seen, ...witness })
    .onConflict((conflict) =>
      conflict
        .columns(
          witness.mark
            ? ["place_id", "asked", "mark"]
            : ["place_id", "asked", "account_id", "on_day"],
        )
        .doUpdateSet(seen),
    )
    .execute();
  const [counted] = await countAgain(transaction, [place.id], now);
  if (asked !== "open") {
    if (counted.contradicted.includes(asked)) await reportToStaff("contradiction", asked);
    return;
  }
  const found = likelyAt(counted.likely, seen.day_kind, minuteOfDay);
  const isAgainstHours = found && !found.open && found.recent >= leastAgainstHours;
  if (isAgainstHours && isOpenNow(openingAt(scheduleOfRow(place), at).current.status)) {
    await reportToStaff("found-closed", "");
  }

  /** Unless one waits. */
  async function reportToStaff(reason: (typeof observedReasons)[number], text: string) {
    await sql`
      insert into report (place_id, by_visitor, reason, text, on_day, at)
      select ${place.id}, true, ${reason}, ${text}, ${on_day}::date, ${now}
      where not exists (
        select from report where place_id = ${place.id} and resolved_at is null
          and reason = ${reason} and text = ${text}
      )`.execute(transaction);
  }
}

interface CountedRow {
  readonly id: number;
  readonly time_zone: string;
  readonly observed_since: string | null;
  readonly visitor_facts: VisitorFacts | null;
}

/** Counts the observations of places, which the transaction has locked, and stores what they come to. */
async function countAgain(transaction: Transaction<Schema>, ids: readonly number[], now: Date) {
  const isOne = sql<boolean>`= any(${ids}::int[])`;
  const { rows: places } = await sql<CountedRow>`
    select place.id, time_zone, observed_since::text, visitor_facts
    from place join schedule on schedule.id = schedule_id where place.id ${isOne}`.execute(
    transaction,
  );
  const rows = await transaction
    .selectFrom("observation")
    .selectAll()
    .where(sql<boolean>`place_id ${isOne}`)
    .orderBy("on_day", "desc")
    .orderBy("id", "desc")
    .execute();
  const ofPlaces = Map.groupBy(rows, ({ place_id }) => place_id);
  const counted = places.map(({ id, time_zone, observed_since, visitor_facts }) => {
    const all = ofPlaces.get(id) ?? [];
    const observations = all
      .filter(({ asked, on_day, trusted }) => {
        return asked === "open" && (trusted || on_day > (observed_since ?? ""));
      })
      .map((row) => ({
        ...{ day: row.on_day, kind: row.day_kind, hour: row.hour, open: row.answer },
        ...{ account: row.account_id, trusted: row.trusted },
      }));
    const observed = observedPlace(observations, localDateAt(now, time_zone));
    const said = askedFacts.map((name) => {
      const answers = all
        .filter(({ asked }) => asked === name)
        .map((row) => ({ yes: row.answer, day: row.on_day, account: row.account_id }));
      return [name, agreedFact(answers) ?? visitor_facts?.[name]] as const;
    });
    const agreed = said.filter(([, value]) => typeof value === "boolean");
    return {
      id,
      likely: observed.runs,
      open: observed.open,
      closed: observed.closed,
      until: observed.until,
      facts: agreed.length === 0 ? null : Object.fromEntries(agreed),
      contradicted: said.filter(([, value]) => value === "contradiction").map(([name]) => name),
    };
  });
  const stored = counted.map(({ contradicted: _, likely, ...place }) => {
    return { ...place, likely: likely.length === 0 ? null : likely };
  });
  await sql`
    update place set likely = counted.likely, observed_open = counted.open,
      observed_closed = counted.closed, observed_until = counted.until, visitor_facts = counted.facts
    from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
      as counted (id int, likely jsonb, open int, closed int, until date, facts jsonb)
    where place.id = counted.id
      and (place.likely, observed_open, observed_closed, observed_until, place.visitor_facts)
        is distinct from
        (counted.likely, counted.open, counted.closed, counted.until, counted.facts)`.execute(
    transaction,
  );
  return counted;
}

/** Locks places in the order of their ids, as every write does that locks several. */
async function lockPlaces(transaction: Transaction<Schema>, ids: readonly number[]): Promise<void> {
  await transaction
    .selectFrom("place")
    .select("id")
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Places whose observations are counted in one transaction. */
const countedAtOnce = 500;

/**
 * Removes observations at the end of their retention time, and counts those of places again where some have become too
 * old to count, or to count as recent.
 */
export async function renewObserved({
  database,
  now,
}: Pick<Context, "database" | "now">): Promise<void> {
  const instant = now();
  const dayOf = (days: number) =>
    new Date(instant.getTime() - days * dayMs).toISOString().slice(0, 10);
  await database
    .deleteFrom("observation")
    .where("on_day", "<=", dayOf(storedObservationDays))
    .execute();
  const due = sql<boolean>`observed_until <= ${dayOf(0)}::date`;
  await countInBatches(database, instant, due);
}

async function countInBatches(
  database: Database,
  now: Date,
  which: ReturnType<typeof sql<boolean>>,
): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await database
      .selectFrom("place")
      .select("id")
      .where(which)
      .where("id", ">", last)
      .orderBy("id")
      .limit(countedAtOnce)
      .execute();
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    last = ids[ids.length - 1];
    await database.transaction().execute(async (transaction) => {
      await lockPlaces(transaction, ids);
      await countAgain(transaction, ids, now);
    });
  }
}

/** Leaves what untrusted witnesses of a place, which is locked, have found up to a day out of account. */
export async function ignoreObservations(
  transaction: Transaction<Schema>,
  placeId: number,
  day: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable("place")
    .set({ observed_since: day })
    .where("id", "=", placeId)
    .execute();
  await countAgain(transaction, [placeId], now);
}

/** Takes them into account again. */
export async function countObservationsAgain(
  transaction: Transaction<Schema>,
  placeId: number,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable("place")
    .set({ observed_since: null })
    .where("id", "=", placeId)
    .where("observed_since", "is not", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await countAgain(transaction, [placeId], now);
}

/** A removed row, as the undo of its removal needs it. */
export interface RemovedObservation {
  readonly place_id: number;
  readonly asked: "open" | AskedFact;
}

/** Removes observations, and what visitors said of the facts that they name, unless others say it. */
async function remove(
  transaction: Transaction<Schema>,
  now: Date,
  which: ReturnType<typeof sql<boolean>>,
): Promise<RemovedObservation[]> {
  await sql`
    select from place where id in (select place_id from observation where ${which})
    order by id for no key update`.execute(transaction);
  const { rows } = await sql<{ row: RemovedObservation }>`
    with removed as (delete from observation where ${which} returning *)
    select to_jsonb(removed) - 'mark' as row from removed`.execute(transaction);
  const removed = rows.map(({ row }) => row);
  const ids = [...new Set(removed.map(({ place_id }) => place_id))];
  for (const name of askedFacts) {
    const answered = removed.filter(({ asked }) => asked === name).map(({ place_id }) => place_id);
    if (answered.length === 0) continue;
    await sql`
      update place set visitor_facts = visitor_facts - ${name}::text
      where id = any(${answered}::int[])`.execute(transaction);
  }
  for (let first = 0; first < ids.length; first += countedAtOnce) {
    await countAgain(transaction, ids.slice(first, first + countedAtOnce), now);
  }
  return removed;
}

/** Removes the observations of an account; returns them for {@link restoreObservations}. */
export function removeObservations(
  transaction: Transaction<Schema>,
  accountId: string,
  now: Date,
): Promise<RemovedObservation[]> {
  return remove(transaction, now, sql<boolean>`account_id = ${accountId}`);
}

/** Restores removed observations of places that are locked. */
export async function restoreObservations(
  transaction: Transaction<Schema>,
  removed: readonly RemovedObservation[],
  now: Date,
): Promise<void> {
  if (removed.length === 0) return;
  await sql`
    insert into observation (place_id, asked, answer, on_day, day_kind, hour, trusted, account_id)
      select place_id, asked, answer, on_day, day_kind, hour, trusted, account_id
      from jsonb_populate_recordset(null::observation, ${JSON.stringify(removed)}) as copied
      where exists (select from place where id = copied.place_id)
    on conflict do nothing`.execute(transaction);
  await countAgain(transaction, [...new Set(removed.map(({ place_id }) => place_id))], now);
}

/**
 * Removes what visitors without an account, and accounts whose word has not proved true, have answered since a day, for
 * an operator whose town was flooded with wrong answers. Returns the number of answers.
 *
 * @param day ISO 8601 date
 */
export async function forgetObservations(
  { database, now }: Pick<Context, "database" | "now">,
  day: string,
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const which = sql<boolean>`not trusted and on_day >= ${day}::date`;
    return (await remove(transaction, now(), which)).length;
  });
}
