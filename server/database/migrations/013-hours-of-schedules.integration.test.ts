import { sql } from "kysely";
import { expect, test } from "vitest";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { hoursOfSchedules } from "./013-hours-of-schedules.ts";

test("the schedules of stored places get the texts that the places had", async () => {
  await using db = await createTestDatabase();
  const weekdays = [...Array<string>(5).fill("08:00-18:00"), "closed", "closed"];
  const places = [
    { opening_hours: " Mo-Fr 08:00-12:00,13:00-18:00 ", openingTimes: weekdays },
    { opening_hours: "Mo-Fr 08:00-12:00,13:00-18:00", openingTimes: weekdays },
    { opening_hours: "Mo-Fr 08:00-18:00; PH off", country: "AT", openingTimes: weekdays },
    { opening_hours: "sunrise-sunset", longitude: -9.14, latitude: 38.72, country: "PT" },
    { opening_hours: "", openingTimes: weekdays },
    { openingTimes: weekdays },
    { opening_hours: "24/7", deleted_at: new Date() },
  ];
  const ids = await addPlaces(db.database, places);
  const schedules = () =>
    db.database
      .selectFrom("place")
      .innerJoin("schedule", "schedule.id", "schedule_id")
      .select(["place.id", "time_zone", "opening_times"])
      .select(["hours_text", "hours_country", "hours_position"])
      .orderBy("place.id")
      .execute();
  const after = await schedules();
  // The former constraint: one schedule for a week and a zone, and none with a text.
  await sql
    .raw(`
    create temporary table was as select distinct on (time_zone, opening_times)
      id, time_zone, opening_times from schedule order by time_zone, opening_times, id;
    update place set schedule_id = was.id from schedule join was using (time_zone, opening_times)
      where schedule.id = place.schedule_id;
    delete from schedule where id not in (select id from was);
    alter table schedule drop constraint schedule_distinct, drop column hours_text,
      drop column hours_country, drop column hours_position,
      add constraint schedule_time_zone_opening_times_key unique (time_zone, opening_times);
    drop table was;`)
    .execute(db.database);
  await db.database.transaction().execute(async (transaction) => {
    await sql.raw(hoursOfSchedules.sql).execute(transaction);
  });
  expect(await schedules()).toEqual(after);
  expect(after.map(({ id }) => id)).toEqual(ids);
  expect(after.map((row) => [row.hours_country, row.hours_position, row.hours_text])).toEqual([
    ["HU", "", "Mo-Fr 08:00-12:00,13:00-18:00"],
    ["HU", "", "Mo-Fr 08:00-12:00,13:00-18:00"],
    ["AT", "", "Mo-Fr 08:00-18:00; PH off"],
    ["PT", "38.7,-9.1", "sunrise-sunset"],
    ["", "", ""],
    ["", "", ""],
    ["HU", "", "24/7"],
  ]);
});
