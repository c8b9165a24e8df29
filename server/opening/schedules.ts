import tzLookup from "@photostructure/tz-lookup";
import { sql } from "kysely";
import type { OpeningTimes } from "#domain/opening/opening-times.ts";
import type { Database } from "#server/database/connect.ts";

/** Opening times and the IANA zone they are in. */
export interface PlaceSchedule {
  readonly timeZone: string;
  readonly openingTimes: OpeningTimes;
}

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
  const rows = schedules.map(({ timeZone, openingTimes }) => ({
    time_zone: timeZone,
    opening_times: openingTimes,
  }));
  await database
    .insertInto("schedule")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["time_zone", "opening_times"]).doNothing())
    .execute();
}

async function findScheduleIds(database: Database, schedules: readonly PlaceSchedule[]) {
  if (schedules.length === 0) return new Map<string, number>();
  const pairs = schedules.map(
    ({ timeZone, openingTimes }) => sql`(${timeZone}, ${openingTimes}::text[])`,
  );
  const rows = await database
    .selectFrom("schedule")
    .selectAll()
    .where(sql<boolean>`(time_zone, opening_times) in (${sql.join(pairs)})`)
    .execute();
  return new Map(
    rows.map(({ id, time_zone, opening_times }) => [
      scheduleKey({ timeZone: time_zone, openingTimes: opening_times }),
      id,
    ]),
  );
}

function scheduleKey({ timeZone, openingTimes }: PlaceSchedule): string {
  return [timeZone, ...openingTimes].join(" ");
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
