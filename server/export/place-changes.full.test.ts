import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { connectDatabase } from "#server/database/connect.ts";
import { startReplicatedPostgres } from "#tests/support/database/start-replicated-postgres.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { Mirror, sourceOf, untilEqual, writeAtOnce } from "./mirror.fixture.ts";
import { noteChangeMark, readStartCursor } from "./place-changes.ts";

vi.setConfig({ testTimeout: 180_000 });

describe("a mirror that follows the cursor alone", () => {
  test("equals the source after a thousand writes at the same time", async () => {
    await using db = await createTestDatabase();
    const { database } = db;
    await noteChangeMark(database);
    const fromTheStart = new Mirror(new Date());
    let isWriting = true;
    const writing = writeAtOnce(database, { seed: 7, writesEach: 125 }).finally(() => {
      isWriting = false;
    });
    const pages: number[] = [];
    const followed = (async () => {
      while (isWriting) {
        await fromTheStart.follow(database);
        pages.push(fromTheStart.places.size);
        await delay(2);
      }
    })();
    // One that loads an export while there is writing, and goes on with the cursor in it.
    await delay(300);
    const { places, cursor } = await sourceOf(database);
    const fromExport = new Mirror(cursor, places);
    await Promise.all([writing, followed]);
    expect(pages.length).toBeGreaterThan(20);
    await untilEqual(fromTheStart, database);
    await untilEqual(fromExport, database);
  });

  test("equals the source also where a replica that is behind answers by turns", async () => {
    await using postgres = await startReplicatedPostgres();
    const primary = connectDatabase(postgres.primary, { log: silentLog });
    const replica = connectDatabase(postgres.replica, { log: silentLog });
    onTestFinished(() => Promise.all([primary.destroy(), replica.destroy()]).then(() => {}));
    await noteChangeMark(primary);
    await vi.waitFor(async () => expect(await readStartCursor(replica)).not.toBe(null), 10_000);
    const mirror = new Mirror(new Date());
    let isWriting = true;
    const writing = writeAtOnce(primary, { seed: 70, writesEach: 125 }).finally(() => {
      isWriting = false;
    });
    const random = randomNumbers(1);
    let behind = 0;
    while (isWriting) {
      if (random() < 0.1) await sql`select pg_wal_replay_pause()`.execute(replica);
      if (random() < 0.1) await sql`select pg_wal_replay_resume()`.execute(replica);
      const before = mirror.places.size;
      if (random() < 0.5) await mirror.follow(primary);
      else await mirror.follow(replica, primary);
      if (mirror.places.size === before) behind++;
      await delay(2);
    }
    await writing;
    await sql`select pg_wal_replay_resume()`.execute(replica);
    expect(behind).toBeGreaterThan(5);
    await untilEqual(mirror, primary);
  });
});
