import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import { writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import {
  createInstance,
  expectCompleteOrNothing,
  type Instance,
  leftBy,
  startCommand,
  untilDatabaseKnows,
} from "./import-commands.ts";

/* One kill; those at random moments, of changes and removals too, are in import-kills.full.test.ts. */

test("an import that is killed in its transaction leaves nothing half, and the next one completes it", async () => {
  await using complete = await createInstance();
  await using broken = await createInstance();
  const [imported] = await Promise.all([completeImport(complete), killInTransaction(broken)]);
  expect(imported).toBe(0);
  const all = await leftBy(complete);
  expect(all.rows.addresses).toBeGreaterThan(0);
  await untilDatabaseKnows(broken);
  expectCompleteOrNothing(await leftBy(broken), all, "killed");
  expect(await completeImport(broken)).toBe(0);
  expect(await leftBy(broken)).toEqual(all);
});

function startImport(instance: Instance) {
  const path = join(instance.folder, "village.osm.pbf");
  writeFileSync(path, writeOsmPbf(hungarianExtract));
  return startCommand(instance, "import", path);
}

async function completeImport(instance: Instance): Promise<number | null> {
  const [code] = await once(startImport(instance), "exit");
  return code;
}

async function killInTransaction(instance: Instance): Promise<void> {
  const { database } = instance.db;
  // The import stops at this table until it is killed.
  await database.transaction().execute(async (holding) => {
    await sql`lock table settlement in access exclusive mode`.execute(holding);
    const child = startImport(instance);
    const ended = once(child, "exit");
    const isBlocked = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and not granted`.execute(database);
      return rows[0].count > 0;
    };
    await expect.poll(isBlocked, { timeout: 100_000 }).toBe(true);
    process.kill(-child.pid!, "SIGKILL");
    await ended;
  });
}
