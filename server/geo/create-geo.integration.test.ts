import { expect, test, vi } from "vitest";
import { watchImports } from "#server/geo/create-geo.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

test("detects an import within a quarter of a minute, and repeats its last result while the database is unavailable", async () => {
  const { database, ...db } = await createTestDatabase();
  let now = 0;
  const warn = vi.fn();
  const isImported = watchImports({ database, log: { ...silentLog, warn }, nowMs: () => now });
  expect(await isImported()).toBe(false);
  await database
    .insertInto("extract")
    .values({ name: "test", digest: "", bounds: "(1,1),(0,0)" })
    .execute();
  now += 14_999;
  expect(await isImported()).toBe(false);
  now += 1;
  expect(await isImported()).toBe(true);

  await db[Symbol.asyncDispose]();
  now += 15_000;
  expect(await isImported()).toBe(true);
  expect(warn).toHaveBeenCalledOnce();
});
