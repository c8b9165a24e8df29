import { type ChildProcess, execFile, spawn } from "node:child_process";
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
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { childEnvironment } from "#tests/support/run-folder.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { clockEnvironment } from "#tests/support/test-clock.ts";

const run = promisify(execFile);

let folder: string;
let backups: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-backups-"));
  // Reachable for the user of PostgreSQL when the tests run as root.
  chmodSync(folder, 0o755);
  backups = join(folder, "backups");
});
afterEach(() => rmSync(folder, { recursive: true }));

type Settings = Readonly<Record<string, string>>;

function commandLine(script: string, args: readonly string[]): string[] {
  return [join(import.meta.dirname, script), ...args];
}

function environment(settings: Settings) {
  return { ...childEnvironment(), INIT_CWD: folder, ...settings };
}

/** Runs a command as an operator does; a failure is a value with its exit code. */
async function operate(settings: Settings, script: string, ...args: string[]) {
  const env = environment(settings);
  return run(process.execPath, commandLine(script, args), { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

function settingsOf({ connection }: TestDatabase): Settings {
  const { host, user, database } = connection;
  const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  return { DATABASE_URL: url, DATA_DIR: join(folder, "data") };
}

const latest = () => join(backups, readdirSync(backups).sort().at(-1)!);

/** A database whose copy takes some seconds, with a hundred thousand rows. */
async function createLarge(rows = 100_000): Promise<TestDatabase> {
  const db = await createTestDatabase();
  await addPlaces(db.database, [{}]);
  await sql`insert into audit (action, detail)
    select 'x', to_jsonb(repeat(md5(n::text), 30)) from generate_series(1, ${rows}::int) as n`.execute(
    db.database,
  );
  return db;
}

/** A running backup: its folder exists, and is incomplete. */
async function startBackup(db: TestDatabase): Promise<ChildProcess> {
  const env = environment(settingsOf(db));
  const child = spawn(process.execPath, commandLine("backup.ts", ["backups"]), { env });
  const hasBegun = () => existsSync(backups) && readdirSync(backups).length > 0;
  while (!hasBegun()) await delay(1);
  expect(child.exitCode).toBeNull();
  return child;
}

describe("npm run backup", () => {
  test("that is killed leaves an unfinished folder only, which the next run removes", async () => {
    await using db = await createLarge();
    const child = await startBackup(db);
    child.kill("SIGKILL");
    await once(child, "close");
    const [left, ...others] = readdirSync(backups);
    expect(left).toMatch(/^mosdo-.*Z\.partial$/);
    expect(others).toEqual([]);
    expect(await operate(settingsOf(db), "restore.ts", `backups/${left}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("was never finished"),
    });
    // The rows have made the copy long enough; it waits for the end of the killed one's session.
    await sql`truncate audit`.execute(db.database);
    const next = await operate(settingsOf(db), "backup.ts", "backups");
    expect(next).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^mosdo-.*Z$/)]);
    const checked = await operate(settingsOf(db), "restore.ts", latest());
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining("backup is whole") });
  });

  test("that is stopped by the operator leaves no files", async () => {
    await using db = await createLarge();
    const child = await startBackup(db);
    child.kill("SIGINT");
    expect(await once(child, "close")).toEqual([1, null]);
    expect(readdirSync(backups)).toEqual([]);
  });

  test("reports in one line that the disk is full, and leaves no files", async () => {
    await using db = await createLarge(20_000);
    mkdirSync(backups);
    // The limit of a file's size simulates a full disk: the write fails in the same way.
    const command = [process.execPath, ...commandLine("backup.ts", ["backups"])];
    const limited = ["-c", 'ulimit -f 100; exec "$@"', "sh", ...command];
    const env = environment(settingsOf(db));
    const failure = await run("sh", limited, { env }).catch((error) => error);
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
    expect(await operate(settings, "backup.ts", "backups")).toEqual(
      oneLine(/^mosdo: \S+ cannot be used as the folder of backups: .*\n$/),
    );
    const nowhere = { DATA_DIR: join(folder, "nowhere") };
    expect(await operate(nowhere, "backup.ts", "other")).toEqual(
      oneLine(/^mosdo: There is nothing to back up: \S+ has no database\.\n$/),
    );
    expect(existsSync(nowhere.DATA_DIR)).toBe(false);
    const unavailable = { DATABASE_URL: "postgres://someone:hidden@127.0.0.1:1/x" };
    expect(await operate(unavailable, "backup.ts", "other")).toEqual(
      oneLine(/^mosdo: The database of DATABASE_URL cannot be used: .*ECONNREFUSED.*\n$/),
    );
    expect(await operate({}, "backup.ts")).toEqual(oneLine(/^mosdo: usage: npm run backup.*\n$/));
  });

  test("removes old backups on demand, and only backups", async () => {
    await using db = await createTestDatabase();
    const shift = join(folder, "shift");
    const settings = { ...settingsOf(db), ...clockEnvironment(shift) };
    // Two minutes of one day.
    const noonMs = Date.parse("2026-06-10T12:00:00Z") - Date.now();
    writeFileSync(shift, String(noonMs));
    await operate(settings, "backup.ts", "backups");
    writeFileSync(shift, String(noonMs + 60_000));
    mkdirSync(join(backups, "mosdo-2020-01-01T00-00-00Z"));
    const rotated = await operate(settings, "backup.ts", "backups", "--keep");
    expect(rotated.stdout).toMatch(/\nRemoved mosdo-\S+Z\.\n$/);
    expect(readdirSync(backups)).toHaveLength(2);
    expect(existsSync(join(backups, "mosdo-2020-01-01T00-00-00Z"))).toBe(true);
  });
});

describe("npm run restore", () => {
  test("changes nothing without confirmation, and names the database without its password", async () => {
    await using db = await createTestDatabase();
    await addPlaces(db.database, [{}]);
    await operate(settingsOf(db), "backup.ts", "backups");
    // A server's connection would be closed after half a minute without a query.
    const dryRun = await db.database.connection().execute(async (users) => {
      await sql`select 1`.execute(users);
      return operate(settingsOf(db), "restore.ts", latest());
    });
    expect(dryRun).toMatchObject({ code: 0, stderr: "" });
    expect(dryRun.stdout).toContain(
      `into the database ${db.connection.database} on ${db.connection.host}, which now has places: 1, accounts: 0, reviews: 0.`,
    );
    expect(dryRun.stdout).toContain("Before that: A server or a command");
    expect(dryRun.stdout).toContain("add --replace");
    expect(dryRun.stdout).toContain("Nothing has been changed. Add --yes");
    const fresh = { DATA_DIR: join(folder, "fresh") };
    const made = await operate(fresh, "restore.ts", latest());
    expect(made.stdout).toContain(`into the database in ${fresh.DATA_DIR}, which would be made.`);
    expect(existsSync(fresh.DATA_DIR)).toBe(false);
  });

  test("creates an instance that starts, serves, and accepts the sessions of the original", async () => {
    buildWhenNeeded();
    const servers: ServerProcess[] = [];
    const serve = async (settings: Settings) => {
      const server = new ServerProcess(await findFreePort(), {
        ...{ GEO_PROVIDER: "embedded", LOG_LEVEL: "warn", ...settings },
      });
      servers.push(server);
      await server.readyAfterMs();
      return server;
    };
    try {
      const original = { DATA_DIR: join(folder, "original") };
      const ownText = "content/en/imprint.md";
      mkdirSync(join(original.DATA_DIR, "content/en"), { recursive: true });
      writeFileSync(join(original.DATA_DIR, ownText), "date: 2026-11-23\n\n# Own imprint");
      const running = await serve(original);
      const registered = await fetch(`${running.origin}/api/auth/sign-up/email`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: running.origin },
        body: JSON.stringify({ email: "anna@example.org", password: "Jelszo-123", name: "" }),
      });
      const cookies = registered.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
      const Cookie = cookies.join("; ");
      const placesOf = async ({ origin }: ServerProcess) => {
        const list = await fetch(`${origin}/api/v1/places?per_page=1`);
        expect(list.status).toBe(200);
        return (await list.json()).total;
      };
      const total = await placesOf(running);
      expect(await operate(original, "backup.ts", "backups")).toMatchObject({ code: 0 });
      expect(await operate(original, "restore.ts", latest(), "--yes", "--replace")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("stop all of them first"),
      });

      const copy = { DATA_DIR: join(folder, "copy") };
      const restored = await operate(copy, "restore.ts", latest(), "--yes");
      expect(restored).toMatchObject({ code: 0, stderr: "" });
      expect(restored.stdout).toContain(`Restored ${join(copy.DATA_DIR, ownText)}.`);
      const server = await serve(copy);
      expect(await placesOf(server)).toBe(total);
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
      expect(await (await fetch(`${server.origin}/imprint?lang=en`)).text()).toContain(
        "Own imprint",
      );
    } finally {
      for (const server of servers) await server.stop();
    }
  });
});
