import tzLookup from "@photostructure/tz-lookup";
import { type Selectable, sql } from "kysely";
import type { OpeningTimes } from "#domain/opening/seven-entries.ts";
import { type HoursText, type Schedule, scheduleKey } from "#domain/opening/status-changes.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";

/** Site of a place, for its clock and sunrise. */
export interface OpeningSite {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly longitude: number;
  readonly latitude: number;
}

/** Schedule to be stored; without `hours` it consists of the seven entries only. */
export type PlaceSchedule = Pick<Schedule, "openingTimes" | "timeZone"> & Partial<Schedule>;

/** Columns of a schedule's text. */
export type HoursColumns = Pick<
  Selectable<Schema["schedule"]>,
  "hours_text" | "hours_country" | "hours_position"
>;

/**
 * Ids of schedules, in the given order. Missing ones are added, also when several processes add the same one at
 * once. Existing schedules are only read, never locked: most places share a few. A new one blocks others that add
 * the same until it is committed, so a long transaction ensures its schedules before it begins.
 */
export async function ensureSchedules(
  database: Database,
  schedules: readonly PlaceSchedule[],
): Promise<number[]> {
  const wanted = new Map(schedules.map((schedule) => [scheduleKey(schedule), schedule]));
  const ids = await findScheduleIds(database, [...wanted.values()]);
  const missing = [...wanted].filter(([key]) => !ids.has(key)).map(([, schedule]) => schedule);
  if (missing.length > 0) {
    await addSchedules(database, missing);
    for (const [key, id] of await findScheduleIds(database, missing)) ids.set(key, id);
  }
  return schedules.map((schedule) => ids.get(scheduleKey(schedule))!);
}

async function addSchedules(database: Database, schedules: readonly PlaceSchedule[]) {
  await sql`
    insert into schedule (${distinctColumns})
    select ${distinctColumns} from ${tableOf(schedules)}
    on conflict do nothing`.execute(database);
}

async function findScheduleIds(database: Database, schedules: readonly PlaceSchedule[]) {
  if (schedules.length === 0) return new Map<string, number>();
  const { rows } = await sql<Selectable<Schema["schedule"]>>`
    select schedule.* from ${tableOf(schedules)} join schedule using (${distinctColumns})`.execute(
    database,
  );
  return new Map(
    rows.map((row) => {
      const { time_zone: timeZone, opening_times: openingTimes } = row;
      return [scheduleKey({ timeZone, openingTimes, hours: hoursTextOf(row) }), row.id];
    }),
  );
}

/** Columns of the unique index of schedules, in its order. */
const columnNames = [
  ...(["time_zone", "opening_times"] as const),
  ...(["hours_text", "hours_country", "hours_position"] as const),
] as const;

const distinctColumns = sql.join(columnNames.map((name) => sql.ref(name)));

/**
 * Schedules as a table, so that the join uses the index for some thousands of them; a list of rows behind `in`
 * would be compared one by one with all stored ones.
 */
function tableOf(schedules: readonly PlaceSchedule[]) {
  const rows = schedules.map(toColumns);
  const [zones, ...texts] = (
    ["time_zone", "hours_text", "hours_country", "hours_position"] as const
  ).map((name) => rows.map((row) => row[name]));
  const weeks = rows.map(
    ({ opening_times }) => `{${opening_times.map((day) => JSON.stringify(day))}}`,
  );
  const columns = [zones, weeks, ...texts].map((values) => sql`${values}::text[]`);
  return sql`(
    select time_zone, week::text[] as opening_times, hours_text, hours_country, hours_position
    from unnest(${sql.join(columns)})
      as given (time_zone, week, hours_text, hours_country, hours_position)
  ) as given`;
}

function toColumns({ timeZone, openingTimes, hours }: PlaceSchedule) {
  return {
    time_zone: timeZone,
    opening_times: openingTimes,
    hours_text: hours?.text ?? "",
    hours_country: hours?.country ?? "",
    hours_position: hours?.position ?? "",
  };
}

/** Text of a schedule's columns; null without one. */
export function hoursTextOf(row: HoursColumns): HoursText | null {
  const { hours_text: text, hours_country: country, hours_position: position } = row;
  return text === "" ? null : { text, country, position };
}

/** The four keywords of the syntax that depend on the sun, and so on the position; the library accepts no synonyms. */
const namesSun = /sun(rise|set)|dawn|dusk/i;

export function dependsOnSun(text: string): boolean {
  return namesSun.test(text);
}

/** Text of opening hours at a place, with everything that its meaning depends on; null for an empty one. */
export function hoursAt(text: string | null, place: OpeningSite): HoursText | null {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return null;
  // Within a tenth of a degree the sun rises at the same minute, or the next.
  const position = [place.latitude, place.longitude].map((degrees) => degrees.toFixed(1)).join();
  return { text: trimmed, country: place.country, position: dependsOnSun(trimmed) ? position : "" };
}

/** Schedule of a place at a site: the seven entries, and the text where there is one. */
export function scheduleAt(
  { times, text }: { readonly times: OpeningTimes; readonly text: string | null },
  place: OpeningSite,
) {
  return { timeZone: timeZoneOf(place), openingTimes: times, hours: hoursAt(text, place) };
}

/** IANA time zone of a place. Hungary has one, although the lookup's borders are simplified. */
export function timeZoneOf({ country, longitude, latitude }: OpeningSite): string {
  return country === "HU" ? "Europe/Budapest" : tzLookup(latitude, longitude);
}
