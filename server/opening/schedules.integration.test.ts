import { describe, expect, test } from "vitest";
import { connectDatabase } from "#server/database/connect.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { ensureSchedules, type PlaceSchedule } from "./schedules.ts";

const daily = (range: string, timeZone = "Europe/Budapest"): PlaceSchedule => ({
  timeZone,
  openingTimes: Array<string>(7).fill(range),
});

describe("ensureSchedules", () => {
  test("gives one id to equal schedules, in the order given", async () => {
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

  test("adds a schedule once under simultaneous requests", async () => {
    await using db = await createTestDatabase();
    const requests = Array.from({ length: 20 }, () =>
      ensureSchedules(db.database, [daily("06:00-12:00"), daily("-")]),
    );
    const answers = await Promise.all(requests);
    expect(new Set(answers.map((ids) => ids.join())).size).toBe(1);
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
