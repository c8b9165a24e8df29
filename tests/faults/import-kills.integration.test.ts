import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";

/*
 * Imports of an extract that are killed at random moments: `npm test` kills a few, `npm run test:faults` ten. What
 * is there after each is whole or not there, and the next import completes it.
 */
const kills = process.env.FAULTS === "full" ? 10 : 3;
const seed = 20_261_124;
const extract = sharedData("liechtenstein-2015.osm.pbf");

/** A database and a data directory of their own. */
interface Instance {
  readonly db: TestDatabase;
  readonly folder: string;
}

/** What an import leaves: rows by table, and what tells files apart, by path. */
interface Left {
  readonly rows: Record<string, number>;
  readonly files: Record<string, string>;
}

describe.skipIf(extract === null)("an import that is killed", () => {
  it("leaves nothing half, and the next one completes it", {
    timeout: 60_000 + kills * 60_000,
  }, async () => {
    const random = randomNumbers(seed);
    await using instance = await createInstance();
    const startedAtMs = performance.now();
    await complete(instance);
    const wholeMs = performance.now() - startedAtMs;
    const whole = await leftBy(instance);
    expect(whole.rows.toilets).toBeGreaterThan(0);
    expect(Object.keys(whole.files).join()).toMatch(/\.osm\.pbf.*\.pmtiles/);

    const seen = new Set<string>();
    for (let kill = 0; kill < kills; kill++) {
      await using broken = await createInstance();
      const atMs = random() * wholeMs;
      const child = startImport(broken);
      const ended = once(child, "exit");
      await delay(atMs);
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
      await ended;
      await untilDatabaseKnows(broken);
      const left = await leftBy(broken);
      seen.add(JSON.stringify(left.rows) + Object.keys(left.files).length);
      expectWholeOrNothing(left, whole, `killed after ${Math.round(atMs)} ms`);
      await complete(broken);
      expect(await leftBy(broken), `after ${Math.round(atMs)} ms`).toEqual(whole);
    }
    // Kills that all came before the first row would show nothing.
    if (kills >= 10) expect(seen.size).toBeGreaterThan(2);
  });
});

async function createInstance(): Promise<Instance & AsyncDisposable> {
  const db = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), "mosdo-import-kills-"));
  return {
    db,
    folder,
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The import as an operator starts it, in a process group of its own. */
function startImport({ db, folder }: Instance): ChildProcess {
  const { host, user, database } = db.connection;
  const address = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  return spawn(
    process.execPath,
    [join(import.meta.dirname, "../../cli/import.ts"), extract!, "--country", "LI"],
    {
      env: { PATH: process.env.PATH, DATABASE_URL: address, DATA_DIR: folder },
      detached: true,
      stdio: "ignore",
    },
  );
}

async function complete(instance: Instance): Promise<void> {
  const [code] = await once(startImport(instance), "exit");
  expect(code).toBe(0);
}

/** The database ends the transactions of a client that is gone when it next hears from it. */
async function untilDatabaseKnows({ db }: Instance): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
        `.execute(db.database);
        return rows[0].count;
      },
      { timeout: 30_000 },
    )
    .toBe(0);
}

async function leftBy({ db, folder }: Instance): Promise<Left> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from place where osm_id is not null) as toilets,
      (select count(*)::int from settlement) as settlements,
      (select count(*)::int from street) as streets,
      (select count(*)::int from address) as addresses,
      (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as tables
  `.execute(db.database);
  const files: Record<string, string> = {};
  for (const name of ["extracts", "street-map"]) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      files[file.slice(folder.length + 1)] = contentOf(readFileSync(file), file);
    }
  }
  return { rows: rows[0], files };
}

/**
 * Digest of a file. A street map has its tiles in the order in which they were drawn: it is known by their numbers
 * (PMTiles 3, bytes 72 to 96), and by its length, which is that of its parts.
 */
function contentOf(bytes: Buffer, path: string): string {
  if (!path.endsWith(".pmtiles")) return createHash("sha256").update(bytes).digest("hex");
  if (bytes.length < 127) return "cut off";
  const number = (at: number) => Number(bytes.readBigUInt64LE(at));
  const end = Math.max(...[8, 24, 40, 56].map((at) => number(at) + number(at + 8)));
  return `${[72, 80, 88].map(number).join()} tiles${bytes.length === end ? "" : ", cut off"}`;
}

/** Files under names that nothing reads may be there: the next import removes them. */
function expectWholeOrNothing(left: Left, whole: Left, when: string): void {
  const { toilets, ...addresses } = left.rows;
  const { toilets: allToilets, ...allAddresses } = whole.rows;
  expect([0, allToilets], when).toContain(toilets);
  const none = { settlements: 0, streets: 0, addresses: 0, tables: allAddresses.tables };
  expect([none, allAddresses], when).toContainEqual(addresses);
  for (const [file, digest] of Object.entries(whole.files)) {
    expect([undefined, digest], `${when}: ${file}`).toContain(left.files[file]);
  }
}
