import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import { WalkingTiles } from "#server/geo/walking/walking-router.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { childEnvironment } from "#tests/support/run-folder.ts";

/* Imports in a process of their own, as an operator starts them, and their results. */

/** A database and a data directory of their own. */
export interface Instance {
  readonly db: TestDatabase;
  readonly folder: string;
  /** Variables of its commands, besides the usual ones. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Result of an import: rows by table, and digests of files by path. */
interface Left {
  readonly rows: Record<string, number>;
  readonly files: Record<string, string>;
}

export async function createInstance(): Promise<Instance & AsyncDisposable> {
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

/** A command of the operator, in a process group of its own. */
export function startCommand(
  { db, folder, environment = {} }: Instance,
  ...command: string[]
): ChildProcess {
  const { host, user, database } = db.connection;
  const address = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  return spawn(process.execPath, [join(import.meta.dirname, "../../cli/run.ts"), ...command], {
    env: { ...childEnvironment(), ...environment, DATABASE_URL: address, DATA_DIR: folder },
    detached: true,
    stdio: "ignore",
  });
}

/** The database ends the transactions of a client that is gone when it next hears from it. */
export async function untilDatabaseKnows({ db }: Instance): Promise<void> {
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

export async function leftBy({ db, folder }: Instance): Promise<Left> {
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
      // As it is while the map takes its place: the next import makes the map again.
      if (entry.name === "made-of.json" && readFileSync(file, "utf8").includes('"version":0'))
        continue;
      files[file.slice(folder.length + 1)] = contentOf(readFileSync(file), file);
    }
  }
  const ways = new WalkingTiles(folder).sourcesInUse();
  if (ways.length > 0) files["walking-tiles"] = ways.join();
  return { rows: rows[0], files };
}

/**
 * Digest of a file. A street map has its tiles in the order in which they were drawn: it is identified by its numbers
 * of tiles (PMTiles 3, bytes 72 to 96), and by its length.
 */
function contentOf(bytes: Buffer, path: string): string {
  if (!path.endsWith(".pmtiles")) return createHash("sha256").update(bytes).digest("hex");
  if (bytes.length < 127) return "cut off";
  const number = (at: number) => Number(bytes.readBigUInt64LE(at));
  const end = Math.max(...[8, 24, 40, 56].map((at) => number(at) + number(at + 8)));
  return `${[72, 80, 88].map(number).join()} tiles${bytes.length === end ? "" : ", cut off"}`;
}

/** Temporary files may be left: the next import removes them. */
export function expectCompleteOrNothing(left: Left, complete: Left, when: string): void {
  const { toilets, ...addresses } = left.rows;
  const { toilets: allToilets, ...allEmails } = complete.rows;
  expect([0, allToilets], when).toContain(toilets);
  const none = { settlements: 0, streets: 0, addresses: 0, tables: allEmails.tables };
  expect([none, allEmails], when).toContainEqual(addresses);
  for (const [file, digest] of Object.entries(complete.files)) {
    expect([undefined, digest], `${when}: ${file}`).toContain(left.files[file]);
  }
}
