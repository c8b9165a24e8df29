import { describe, expect, test } from "vitest";
import { connectDatabase } from "#server/database/connect.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { ensureSchedules, hoursAt, hoursTextOf, type PlaceSchedule } from "./stored-schedules.ts";

const daily = (range: string, timeZone = "Europe/Budapest"): PlaceSchedule => ({
  timeZone,
  openingTimes: Array<string>(7).fill(range),
});

describe("ensureSchedules", () => {
  test("returns one id for equal schedules, in the given order", async () => {
    await using db = await createTestDatabase();
    const [morning, evening, morningAgain, abroad] = await ensureSchedules(db.database, [
      daily("06:00-12:00"),
      daily("18:00-22:00"),
      daily("06:00-12:00"),
      daily("06:00-12:00", "Europe/Vienna"),
    ]);
    expect(new Set([morning, evening, abroad]).size).toBe(3);
    expect(morningAgain).toBe(morning);
    const again = await ensureSchedules(db.database, [daily("18:00-22:00"), daily("-")]);
    expect(again[0]).toBe(evening);
    expect(await ensureSchedules(db.database, [])).toEqual([]);
  });

  test("distinguishes texts of opening hours by everything that their meaning depends on", async () => {
    await using db = await createTestDatabase();
    const budapest = { country: "HU", longitude: 19.05, latitude: 47.5 };
    const schedules = [
      hoursAt("Mo-Su 08:00-18:00; PH off", budapest),
      hoursAt("Mo-Su 08:00-18:00; PH off", { ...budapest, country: "AT" }),
      hoursAt(" Mo-Su 08:00-18:00; PH off ", { ...budapest, longitude: 16.4 }),
      hoursAt("sunrise-sunset", budapest),
      hoursAt("sunrise-sunset", { ...budapest, longitude: 16.4 }),
      hoursAt("sunrise-sunset", { ...budapest, longitude: 19.06 }),
      hoursAt("", budapest),
      hoursAt(null, budapest),
      undefined,
    ].map((hours) => ({ ...daily("08:00-18:00"), hours }));
    const ids = await ensureSchedules(db.database, schedules);
    expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 1, 0, 3, 4, 3, 6, 6, 6]);
    expect(await ensureSchedules(db.database, schedules)).toEqual(ids);
    const rows = await db.database.selectFrom("schedule").selectAll().orderBy("id").execute();
    const hours = new Map(rows.map((row) => [row.id, hoursTextOf(row)]));
    expect(ids.map((id) => hours.get(id))).toEqual(
      schedules.map((schedule) => schedule.hours ?? null),
    );
  });

  test("adds a schedule once under simultaneous requests", async () => {
    await using db = await createTestDatabase();
    const requests = Array.from({ length: 20 }, () =>
      ensureSchedules(db.database, [daily("06:00-12:00"), daily("-")]),
    );
    const results = await Promise.all(requests);
    expect(new Set(results.map((ids) => ids.join())).size).toBe(1);
  });

  test("does not wait for a transaction that uses the same schedule", async () => {
    await using db = await createTestDatabase();
    await ensureSchedules(db.database, [daily("06:00-12:00")]);
    const impatient = connectDatabase(db.connection, { log: silentLog, statementTimeoutMs: 500 });
    try {
      await db.database.transaction().execute(async (transaction) => {
        await ensureSchedules(transaction, [daily("06:00-12:00")]);
        await ensureSchedules(impatient, [daily("06:00-12:00")]);
      });
    } finally {
      await impatient.destroy();
    }
  });
});
