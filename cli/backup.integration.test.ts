import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addPlaces } from "#tests/support/database/add-places.ts";
import {
  addUnusedData,
  createTestDatabase,
  type TestDatabase,
} from "#tests/support/database/test-database.ts";
import { childEnvironment } from "#tests/support/run-folder.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { backup } from "./backup.ts";
import { commandLine, operate, type Settings, urlOf } from "./command.fixture.ts";
import { restore } from "./restore.ts";

let folder: string;
let backups: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-backups-"));
  // Reachable for the user of PostgreSQL when the tests run as root.
  chmodSync(folder, 0o755);
  backups = join(folder, "backups");
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const settingsOf = (db: TestDatabase): Settings => ({
  DATABASE_URL: urlOf(db),
  DATA_DIR: join(folder, "data"),
  INIT_CWD: folder,
});

const latest = () => join(backups, readdirSync(backups).sort().at(-1)!);

/**
 * Runs a backup in a process of its own and interrupts it while it waits for the counter of places, after the copy of
 * the tables.
 *
 * @returns its exit code and signal, and what it has written until then
 */
async function interruptBackup(db: TestDatabase, signal: NodeJS.Signals) {
  return db.database.transaction().execute(async (holding) => {
    await sql`alter sequence place_id_seq rename to held`.execute(holding);
    const env = { ...childEnvironment(), ...settingsOf(db) };
    const child = spawn(process.execPath, commandLine("backup", "backups"), { env });
    const ended = once(child, "close");
    const isBlocked = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and not granted`.execute(db.database);
      return rows[0].count > 0;
    };
    await expect.poll(isBlocked).toBe(true);
    const written = readdirSync(backups);
    child.kill(signal);
    const [code, killedBy] = await ended;
    await sql`alter sequence held rename to place_id_seq`.execute(holding);
    return { code, killedBy, written };
  });
}

describe("npm run backup", () => {
  test("that is killed leaves an unfinished folder only, which the next run removes", async () => {
    await using db = await createTestDatabase();
    const killed = await interruptBackup(db, "SIGKILL");
    const [left, ...others] = readdirSync(backups);
    expect(killed).toEqual({ code: null, killedBy: "SIGKILL", written: [left] });
    expect(left).toMatch(/^mosdo-.*Z\.partial$/);
    expect(others).toEqual([]);
    expect(await operate(restore, settingsOf(db), `backups/${left}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("was never finished"),
    });
    // The database ends the killed one's session, which holds the lock of backups, when it next hears from it.
    const next = () => operate(backup, settingsOf(db), "backups");
    await expect.poll(next).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^mosdo-.*Z$/)]);
    const checked = await operate(restore, settingsOf(db), latest());
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining("backup is whole") });
  });

  test("that is stopped by the operator leaves no files", async () => {
    await using db = await createTestDatabase();
    const stopped = await interruptBackup(db, "SIGINT");
    expect(stopped).toMatchObject({ code: 1, killedBy: null, written: [expect.any(String)] });
    expect(readdirSync(backups)).toEqual([]);
  });

  test("reports in one line that the disk is full, and leaves no files", async () => {
    await using db = await createTestDatabase();
    await sql`insert into audit (action, detail)
      select 'x', to_jsonb(md5(n::text)) from generate_series(1, 5000) as n`.execute(db.database);
    mkdirSync(backups);
    // The limit of a file's size simulates a full disk: the write fails in the same way.
    const command = [process.execPath, ...commandLine("backup", "backups")];
    const limited = ["-c", 'ulimit -f 100; exec "$@"', "sh", ...command];
    const env = { ...childEnvironment(), ...settingsOf(db) };
    const failure = await promisify(execFile)("sh", limited, { env }).catch((error) => error);
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^mosdo: The backup in \S+ could not be taken: EFBIG.*\n$/),
    });
    expect(readdirSync(backups)).toEqual([]);
  });

  test("reports in one line an unusable folder, a missing database, or its usage", async () => {
    writeFileSync(backups, "");
    await using db = await createTestDatabase();
    const settings = settingsOf(db);
    const oneLine = (text: RegExp) => ({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(text),
    });
    expect(await operate(backup, settings, "backups")).toEqual(
      oneLine(/^mosdo: \S+ cannot be used as the folder of backups: .*\n$/),
    );
    const nowhere = { INIT_CWD: folder, DATA_DIR: join(folder, "nowhere") };
    expect(await operate(backup, nowhere, "other")).toEqual(
      oneLine(/^mosdo: There is nothing to back up: \S+ has no database\.\n$/),
    );
    expect(existsSync(nowhere.DATA_DIR)).toBe(false);
    const unavailable = {
      INIT_CWD: folder,
      DATABASE_URL: "postgres://someone:hidden@127.0.0.1:1/x",
    };
    expect(await operate(backup, unavailable, "other")).toEqual(
      oneLine(/^mosdo: The database of DATABASE_URL cannot be used: .*ECONNREFUSED.*\n$/),
    );
    expect(await operate(backup, {})).toEqual(oneLine(/^mosdo: usage: npm run backup.*\n$/));
    expect(await operate(restore, {})).toEqual(oneLine(/^mosdo: usage: npm run restore.*\n$/));
  });

  test("removes old backups on demand, and only backups", async () => {
    await using db = await createTestDatabase();
    // Two minutes of one day.
    vi.setSystemTime("2026-06-10T12:00:00Z");
    await operate(backup, settingsOf(db), "backups");
    vi.setSystemTime("2026-06-10T12:01:00Z");
    mkdirSync(join(backups, "mosdo-2020-01-01T00-00-00Z"));
    const rotated = await operate(backup, settingsOf(db), "backups", "--keep");
    expect(rotated.stdout).toMatch(/\nRemoved mosdo-\S+Z\.\n$/);
    expect(readdirSync(backups)).toHaveLength(2);
    expect(existsSync(join(backups, "mosdo-2020-01-01T00-00-00Z"))).toBe(true);
  });
});

describe("npm run restore", () => {
  test("changes nothing without confirmation, and names the database without its password", async () => {
    await using db = await createTestDatabase();
    await addPlaces(db.database, [{}]);
    await operate(backup, settingsOf(db), "backups");
    // A server's connection would be closed after half a minute without a query.
    const dryRun = await db.database.connection().execute(async (users) => {
      await sql`select 1`.execute(users);
      return operate(restore, settingsOf(db), latest());
    });
    expect(dryRun).toMatchObject({ code: 0, stderr: "" });
    expect(dryRun.stdout).toContain(
      `into the database ${db.connection.database} on ${db.connection.host}, which now has places: 1, accounts: 0, reviews: 0.`,
    );
    expect(dryRun.stdout).toContain("Before that: A server or a command");
    expect(dryRun.stdout).toContain("add --replace");
    expect(dryRun.stdout).toContain("Nothing has been changed. Add --yes");
    const fresh = { INIT_CWD: folder, DATA_DIR: join(folder, "fresh") };
    const made = await operate(restore, fresh, latest());
    expect(made.stdout).toContain(`into the database in ${fresh.DATA_DIR}, which would be made.`);
    expect(existsSync(fresh.DATA_DIR)).toBe(false);
  });

  test("creates an instance that starts, serves, and accepts the sessions of the original", async () => {
    await using running = await startTestServer({ places: [{}, {}] });
    const original = {
      ...{ INIT_CWD: folder, DATA_DIR: running.folder, DATABASE_URL: running.db.url },
    };
    const ownText = "content/en/imprint.md";
    mkdirSync(join(original.DATA_DIR, "content/en"), { recursive: true });
    writeFileSync(join(original.DATA_DIR, ownText), "date: 2026-11-23\n\n# Own imprint");
    const registered = await fetch(`${running.origin}/api/auth/sign-up/email`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: running.origin },
      body: JSON.stringify({ email: "anna@example.org", password: "Jelszo-123", name: "" }),
    });
    const cookies = registered.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
    const Cookie = cookies.join("; ");
    expect(await operate(backup, original, "backups")).toMatchObject({ code: 0 });
    expect(await operate(restore, original, latest(), "--yes", "--replace")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("stop all of them first"),
    });

    const copy = { INIT_CWD: folder, DATA_DIR: join(folder, "copy") };
    mkdirSync(copy.DATA_DIR);
    addUnusedData(copy.DATA_DIR);
    const restored = await operate(restore, copy, latest(), "--yes");
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(restored.stdout).toContain(`Restored ${join(copy.DATA_DIR, ownText)}.`);
    await using server = await startTestServer({
      settings: () => ({ ...copy, DATABASE_URL: "" }),
    });
    const list = await fetch(`${server.origin}/api/v1/places?per_page=1`);
    expect(await list.json()).toMatchObject({ total: 2 });
    const session = await fetch(`${server.origin}/api/auth/get-session`, { headers: { Cookie } });
    expect(await session.json()).toMatchObject({ user: { email: "anna@example.org" } });
    const place = {
      ...{ country: "HU", city: "Eger", address: "Dobó tér 1.", accessible: false, public: true },
      ...{ latitude: 47.9, longitude: 20.37 },
    };
    const added = await fetch(`${server.origin}/api/v1/places`, {
      method: "POST",
      headers: { Cookie, Origin: server.origin, "Content-Type": "application/json" },
      body: JSON.stringify(place),
    });
    expect(added.status).toBe(201);
    expect((await fetch(`${server.origin}/`)).status).toBe(200);
    expect(await (await fetch(`${server.origin}/imprint?lang=en`)).text()).toContain("Own imprint");
  });
});
