import tzLookup from "@photostructure/tz-lookup";
import { type Selectable, sql } from "kysely";
import type { OpeningTimes } from "#domain/opening/seven-entries.ts";
import { type HoursText, type Schedule, scheduleKey } from "#domain/opening/status-changes.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";

/** A schedule to be stored; without `hours` it is of the seven entries alone. */
export type PlaceSchedule = Pick<Schedule, "openingTimes" | "timeZone"> & Partial<Schedule>;

/** Columns of a schedule that hold its text. */
export type HoursColumns = Pick<
  Selectable<Schema["schedule"]>,
  "hours_text" | "hours_country" | "hours_position"
>;

/**
 * The ids of schedules, in the order given; those that are not there yet are added, also when
 * several processes add the same one at once. Schedules that are there are only read, never locked:
 * most places share a few. A new one keeps others who add the same waiting until it is committed,
 * so a transaction that takes long asks for its schedules before it begins.
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

/** Columns by which schedules are told apart, in the order of their index. */
const columnNames = [
  ...(["time_zone", "opening_times"] as const),
  ...(["hours_text", "hours_country", "hours_position"] as const),
] as const;

const distinctColumns = sql.join(columnNames.map((name) => sql.ref(name)));

/**
 * Schedules as a table, by which the index finds each of some thousands among many; a list of rows behind `in`
 * is compared one by one with all that are there.
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

/** The text of a schedule's columns; null without one. */
export function hoursTextOf(row: HoursColumns): HoursText | null {
  const { hours_text: text, hours_country: country, hours_position: position } = row;
  return text === "" ? null : { text, country, position };
}

/** The four words of the syntax that depend on the sun; the library knows no others for them. */
const namesSun = /sun(rise|set)|dawn|dusk/i;

/** Whether what a text says depends on where the sun rises. */
export function dependsOnSun(text: string): boolean {
  return namesSun.test(text);
}

/** The text of opening hours at a place, with all that its meaning depends on; null for an empty one. */
export function hoursAt(
  text: string | null,
  place: { country: string; longitude: number; latitude: number },
): HoursText | null {
  const said = text?.trim() ?? "";
  if (said === "") return null;
  // Within a tenth of a degree the sun rises at the same minute, or the next.
  const position = [place.latitude, place.longitude].map((degrees) => degrees.toFixed(1)).join();
  return { text: said, country: place.country, position: dependsOnSun(said) ? position : "" };
}

/** The schedule of a place by its site: the seven entries, and the text where there is one. */
export function scheduleAt(
  { times, text }: { readonly times: OpeningTimes; readonly text: string | null },
  place: { country: string; longitude: number; latitude: number },
) {
  return { timeZone: timeZoneOf(place), openingTimes: times, hours: hoursAt(text, place) };
}

/**
 * The IANA time zone that a place's opening times are in.
 *
 * Hungary has one zone, whatever the simplified borders of the lookup say; elsewhere the
 * coordinates decide. `country` is ISO 3166-1 alpha-2.
 */
export function timeZoneOf(place: {
  country: string;
  longitude: number;
  latitude: number;
}): string {
  if (place.country === "HU") return "Europe/Budapest";
  return tzLookup(place.latitude, place.longitude);
}
