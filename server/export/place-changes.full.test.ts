import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { Mirror, sourceOf, untilEqual, writeAtOnce } from "./mirror.fixture.ts";
import { recordChangeMark } from "./place-changes.ts";

vi.setConfig({ testTimeout: 180_000 });

describe("a mirror that follows the cursor alone", () => {
  test("equals the source after a thousand writes at the same time", async () => {
    await using db = await createTestDatabase();
    const { database } = db;
    await recordChangeMark(database);
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
});
