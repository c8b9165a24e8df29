import type { OpeningTimes } from "#domain/opening-times.ts";
import type { Database } from "#server/database/connect.ts";

/** Opening times and the IANA zone they are in. */
export interface PlaceSchedule {
  readonly timeZone: string;
  readonly openingTimes: OpeningTimes;
}

/**
 * The ids of schedules, in the order given; those that are not there yet are added, also when
 * several processes add the same one at once.
 */
export async function ensureSchedules(
  database: Database,
  schedules: readonly PlaceSchedule[],
): Promise<number[]> {
  const distinct = new Map(schedules.map((schedule) => [scheduleKey(schedule), schedule]));
  if (distinct.size === 0) return [];
  const rows = await database
    .insertInto("schedule")
    .values(
      [...distinct.values()].map(({ timeZone, openingTimes }) => ({
        time_zone: timeZone,
        opening_times: openingTimes,
      })),
    )
    // An update that changes nothing, since `do nothing` would not return the row that is there.
    .onConflict((conflict) =>
      conflict
        .columns(["time_zone", "opening_times"])
        .doUpdateSet({ time_zone: (update) => update.ref("excluded.time_zone") }),
    )
    .returning(["id", "time_zone", "opening_times"])
    .execute();
  const ids = new Map(
    rows.map((row) => [
      scheduleKey({ timeZone: row.time_zone, openingTimes: row.opening_times }),
      row.id,
    ]),
  );
  return schedules.map((schedule) => ids.get(scheduleKey(schedule))!);
}

function scheduleKey({ timeZone, openingTimes }: PlaceSchedule): string {
  return [timeZone, ...openingTimes].join(" ");
}
