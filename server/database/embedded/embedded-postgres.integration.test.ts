import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connectDatabase, type Database } from "#server/database/connect.ts";
import { copyData } from "#tests/support/database/start-postgres.ts";
import { addUnusedData } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { commandAs } from "./postgres-account.ts";
import { findPostgresBinaries, type PostgresBinaries } from "./postgres-programs.ts";
import { readPostmaster } from "./postmaster.ts";

/** Account of the system without permissions of its own. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const holderPath = join(import.meta.dirname, "../../../tests/support/hold-postgres.ts");

/** Programs that any user reaches: copies of them where the tests run as root in a private folder. */
const binaries = findReachablePrograms();

function findReachablePrograms(): PostgresBinaries {
  const found = findPostgresBinaries();
  if (found === null) throw new Error("npm has installed no PostgreSQL");
  const isReachable = spawnSync(
    found.postgres,
    ["--version"],
    isRoot ? { uid: nobody, cwd: "/" } : {},
  );
  if (isReachable.status === 0) return found;
  const copies = mkdtempSync(join(tmpdir(), "mosdo-programs-"));
  chmodSync(copies, 0o755);
  cpSync(join(found.postgres, "../.."), copies, { recursive: true, verbatimSymlinks: true });
  const [initdb, postgres] = ["initdb", "postgres"].map((name) => join(copies, "bin", name));
  return { ...found, initdb, postgres };
}

const start = (dataDirectory: string) =>
  startEmbeddedPostgres({ dataDirectory, log: silentLog, binaries });

let folder: string;
let holders: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-embedded-"));
  holders = [];
});
afterEach(async () => {
  for (const holder of holders) await stop(holder);
  // Joins the server that a killed process has left running, and stops it as its last user.
  for (const dataDirectory of [folder, join(folder, "data")]) {
    if (!readPostmaster(clusterOf(dataDirectory))) continue;
    const left = await start(dataDirectory);
    await left[Symbol.asyncDispose]();
  }
  rmSync(folder, { recursive: true });
});

/** Spares a test that is not about a first start the creation of a database. */
function copyUsedFolder(dataDirectory = folder): void {
  addUnusedData(dataDirectory);
  // Root's where the tests are in a private folder.
  if (!isRoot || statSync(clusterOf(dataDirectory)).uid !== 0) return;
  spawnSync("chown", ["-R", "nobody:", clusterOf(dataDirectory)]);
  rmSync(join(dataDirectory, "postgres/socket"), { recursive: true, force: true });
}

function clusterOf(dataDirectory: string): string {
  return join(dataDirectory, "postgres/cluster");
}

function isRunning(dataDirectory: string): boolean {
  return readPostmaster(clusterOf(dataDirectory)) !== null;
}

/**
 * Starts another process that uses the database; resolves once it has printed a line like
 * `pattern`.
 */
async function startHolder(dataDirectory: string, pattern: RegExp, count = 0) {
  const child = spawn(process.execPath, [holderPath, dataDirectory, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  holders.push(child);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (pattern.test(line)) break;
  }
  return { child, lines };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

async function query<Row>(dataDirectory: string, text: string): Promise<Row[]> {
  await using postgres = await start(dataDirectory);
  await using database = connectDatabase(postgres.connection, { log: silentLog });
  return (await sql.raw<Row>(text).execute(database)).rows;
}

describe("a start", () => {
  let postgres: EmbeddedPostgres;
  let database: Database;
  let dataDirectory: string;
  const rowsOf = async (text: string) =>
    (await sql.raw<Record<string, string>>(text).execute(database)).rows;
  beforeAll(async () => {
    vi.stubEnv("AUTH_SECRET", "the-secret-of-all-sessions");
    vi.stubEnv("SMTP_URL", "smtps://user:password@mail.example");
    dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-embedded-"));
    copyUsedFolder(dataDirectory);
    postgres = await start(dataDirectory);
    vi.unstubAllEnvs();
    database = connectDatabase(postgres.connection, { log: silentLog });
  });
  afterAll(async () => {
    await database?.destroy();
    await postgres?.[Symbol.asyncDispose]();
    rmSync(dataDirectory, { recursive: true });
  });

  test("uses UTF-8, sorts by code point, has the Hungarian order by name, is durable, and listens on a private socket only", async () => {
    const texts = "(values ('zebra'), ('ábra'), ('cukor'), ('csak')) as words (word)";
    const inOrder = async (collation: string) =>
      (await rowsOf(`select word from ${texts} order by word ${collation}`)).map(
        ({ word }) => word,
      );
    expect(await rowsOf("select lower('ÁRVÍZTŰRŐ') as word")).toEqual([{ word: "árvíztűrő" }]);
    expect(await inOrder("")).toEqual(["csak", "cukor", "zebra", "ábra"]);
    expect(await inOrder('collate "hu-x-icu"')).toEqual(["ábra", "cukor", "csak", "zebra"]);

    const names = ["fsync", "synchronous_commit", "full_page_writes"];
    const settings = names.map((name) => `current_setting('${name}') as ${name}`);
    expect(await rowsOf(`select ${settings.join()}`)).toEqual([
      Object.fromEntries(names.map((name) => [name, "on"])),
    ]);
    expect(statSync(postgres.connection.host).mode & 0o777).toBe(0o700);
    expect(await rowsOf("show listen_addresses")).toEqual([{ listen_addresses: "" }]);
  });

  test.runIf(process.platform === "linux")("has nothing of the server's environment", () => {
    const { pid } = readPostmaster(clusterOf(dataDirectory))!;
    const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    const names = environment.flatMap((entry) => entry.split("=", 1)).filter(Boolean);
    const known = ["LC_ALL", "LD_LIBRARY_PATH", "PATH", "TZ"];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(names).toContain("PATH");
    // initdb, and the shells that manage the folders, run the same way.
    for (const kind of ["same", "other", "namespace"] as const) {
      const { options } = commandAs({ kind, uid: 1, gid: 1 }, "initdb", []);
      expect(Object.keys(options.env).filter((name) => !known.includes(name))).toEqual([]);
    }
  });

  test("runs in a process group of its own, out of reach of the terminal's Ctrl-C", () => {
    const { pid } = readPostmaster(clusterOf(dataDirectory))!;
    const groups = spawnSync("ps", ["-o", "pgid=", "-p", `${pid},${process.pid}`], {
      encoding: "utf8",
    });
    expect(new Set(groups.stdout.trim().split(/\s+/)).size).toBe(2);
  });
});

describe("with a second process on the same data directory", () => {
  test("both use one server, which the last to leave stops cleanly", async () => {
    copyUsedFolder();
    const first = await start(folder);
    const { pid } = readPostmaster(clusterOf(folder))!;
    const second = await startHolder(folder, /ready/);
    expect(readPostmaster(clusterOf(folder))?.pid).toBe(pid);

    await first[Symbol.asyncDispose]();
    expect(readPostmaster(clusterOf(folder))?.pid).toBe(pid);

    await stop(second.child);
    expect(second.child.exitCode).toBe(0);
    expect(isRunning(folder)).toBe(false);
    expect(readFileSync(join(folder, "postgres/postgres.log"), "utf8").trim()).toMatch(
      /database system is shut down$/,
    );
  });

  test("both start when they do so at once in an empty folder, which stays root's where it is private", async () => {
    const [own, { child, lines }] = await Promise.all([
      start(folder),
      startHolder(folder, /ready/),
    ]);
    expect(lines.at(-1)).toMatch(/^ready/);
    if (isRoot) expect(statSync(clusterOf(folder)).uid).toBe(0);
    await Promise.all([own[Symbol.asyncDispose](), stop(child)]);
    expect(child.exitCode).toBe(0);
    expect(isRunning(folder)).toBe(false);
    expect(await query(folder, "select 1 as n")).toEqual([{ n: 1 }]);
  });
});

describe("after kill -9", () => {
  test("of the server, its PostgreSQL is joined, and of that alone it is restarted: nothing acknowledged is lost", async () => {
    copyUsedFolder();
    const { child, lines } = await startHolder(folder, /acknowledged 200/, 100_000);
    const { pid } = readPostmaster(clusterOf(folder))!;
    await stop(child, "SIGKILL");
    await using postgres = await start(folder);
    expect(readPostmaster(clusterOf(folder))?.pid).toBe(pid);

    await using database = connectDatabase(postgres.connection, { log: silentLog });
    const acknowledged = Number(lines.at(-1)?.split(" ")[1]);
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from row where n <= ${acknowledged}`.execute(database);
      return rows[0].count;
    };
    expect(await count()).toBe(acknowledged);
    process.kill(pid, "SIGKILL");
    // A connection of the old server can outlive it by a moment and still respond.
    await expect
      .poll(() => readPostmaster(clusterOf(folder))?.pid, { timeout: 60_000 })
      .not.toBe(pid);
    await expect.poll(count, { timeout: 60_000 }).toBe(acknowledged);
  });

  test("of PostgreSQL and the server: it recovers and nothing acknowledged is lost", async () => {
    copyUsedFolder();
    const { child, lines } = await startHolder(folder, /acknowledged 200/, 100_000);
    process.kill(readPostmaster(clusterOf(folder))!.pid, "SIGKILL");
    await stop(child, "SIGKILL");
    const acknowledged = Number(lines.at(-1)?.split(" ")[1]);
    const [row] = await query<{ count: number }>(
      folder,
      `select count(*) from row where n <= ${acknowledged}`,
    );
    expect(row?.count).toBe(acknowledged);
  });
});

test.runIf(process.platform === "linux")(
  "starts although a stale postmaster.pid names a process that is someone else's",
  async () => {
    copyUsedFolder();
    const other = spawn("sleep", ["60"], { stdio: "ignore" });
    holders.push(other);
    const path = join(clusterOf(folder), "postmaster.pid");
    const socket = join(folder, "postgres/socket");
    const lines = [other.pid, clusterOf(folder), 1, 5432, socket, "", "0 0", "ready"];
    writeFileSync(path, lines.join("\n"));
    expect(await query(folder, "select 1 as n")).toEqual([{ n: 1 }]);
  },
);

test.runIf(process.platform === "linux")(
  "takes a copy of a running data directory for itself, not for the original",
  async () => {
    copyUsedFolder();
    await using original = await start(folder);
    const copy = join(folder, "data");
    mkdirSync(copy);
    copyData(folder, copy);
    rmSync(join(copy, "postgres/socket"), { recursive: true });
    await query(copy, "create table copied ()");
    await using database = connectDatabase(original.connection, { log: silentLog });
    const { rows } = await sql`select from pg_tables where tablename = 'copied'`.execute(database);
    expect(rows).toEqual([]);
  },
);

/** Reads a row of every used folder. */
const storedFacts = "select facts from fact_set";

test("works in a path that is too long for a socket", async () => {
  const deep = join(folder, "data", "a-folder-with-a-long-name-".repeat(5));
  mkdirSync(deep, { recursive: true });
  addUnusedData(deep);
  const postgres = await start(deep);
  const { host } = postgres.connection;
  expect(join(host, ".s.PGSQL.5432").length).toBeLessThanOrEqual(103);
  await postgres[Symbol.asyncDispose]();
  rmSync(host, { recursive: true });
});

test("refuses a folder that cannot be created, in one line", async () => {
  writeFileSync(join(folder, "file"), "");
  await expect(start(join(folder, "file/data"))).rejects.toThrow(
    /^[^\n]*DATA_DIR[^\n]*DATABASE_URL[^\n]*$/,
  );
});

test("refuses the data of another PostgreSQL version, in one line with the remedy", async () => {
  const makeCluster = (name: string, major: number) => {
    mkdirSync(join(folder, "postgres", name), { recursive: true });
    writeFileSync(join(folder, "postgres", name, "PG_VERSION"), `${major}\n`);
  };
  makeCluster("cluster", 17);
  await expect(start(folder)).rejects.toThrow(
    /^[^\n]*cluster was made by PostgreSQL 17[^\n]*npm run upgrade-database[^\n]*$/,
  );
  makeCluster("cluster-99", 99);
  await expect(start(folder)).rejects.toThrow(
    /^[^\n]*cluster-99 was made by PostgreSQL 99[^\n]*rename that folder[^\n]*$/,
  );
  // No empty database is created beside them.
  expect(readdirSync(join(folder, "postgres")).sort()).toEqual(["cluster", "cluster-99"]);
});

describe.runIf(isRoot)("as root", () => {
  test("continues when the folder has become private, and when it is no longer so", async () => {
    copyUsedFolder();
    chmodSync(folder, 0o700);
    expect(await query(folder, storedFacts)).toEqual([{ facts: {} }]);
    chmodSync(folder, 0o755);
    expect(await query(folder, storedFacts)).toEqual([{ facts: {} }]);
  });
});

describe.runIf(isRoot)("as root (skipped for other users), in a folder that is lent", () => {
  const postgres = (name = "") => join(folder, "postgres", name);

  /** Leaves the folder as earlier versions did: all of it `nobody`'s. */
  function copyAsBefore() {
    copyUsedFolder();
    const { uid, gid } = statSync(postgres("cluster"));
    mkdirSync(postgres("socket"), { recursive: true, mode: 0o700 });
    for (const name of ["", "postgres.log", "socket"]) lchownSync(postgres(name), uid, gid);
    chmodSync(postgres(), 0o700);
    return { uid, gid };
  }

  function ownersAndModes() {
    return Object.fromEntries(
      ["", "postgres.log", "cluster", "socket"].map((name) => {
        const { uid, mode } = lstatSync(postgres(name));
        return [name, `${uid === 0 ? "root" : "lent"} ${(mode & 0o777).toString(8)}`];
      }),
    );
  }
  const sound = {
    "": "root 711",
    "postgres.log": "root 600",
    cluster: "lent 700",
    socket: "lent 700",
  };

  beforeEach(() => chmodSync(folder, 0o755));

  test("lends the cluster and the socket's folder only, and removes the remains of a killed start, but nothing that they link to", async () => {
    const left = postgres("unfinished-4000000");
    mkdirSync(join(left, "base"), { recursive: true });
    symlinkSync(folder, join(left, "base/link"));
    for (const path of [left, join(left, "base")]) lchownSync(path, nobody, nobody);
    writeFileSync(join(folder, "kept-file"), "");
    await query(folder, "select");
    expect(existsSync(join(folder, "kept-file"))).toBe(true);
    expect(statSync(folder).uid).toBe(0);
    expect(ownersAndModes()).toEqual(sound);
    const names = readdirSync(postgres()).sort();
    expect(names).toEqual(["cluster", "postgres.log", "socket"]);
  });

  test("restores the ownership of a folder that an earlier version lent as a whole, with its log and data", async () => {
    copyAsBefore();
    const log = readFileSync(postgres("postgres.log"), "utf8");
    expect(await query(folder, storedFacts)).toEqual([{ facts: {} }]);
    expect(ownersAndModes()).toEqual(sound);
    expect(readFileSync(postgres("postgres.log"), "utf8").startsWith(log)).toBe(true);
  });

  test.each([
    ["symbolic", symlinkSync],
    ["second", linkSync],
  ])("neither follows nor cuts a %s link in place of the log", async (_kind, link) => {
    const { uid, gid } = copyAsBefore();
    const other = join(folder, "other-file");
    writeFileSync(other, "x".repeat(1_100_000));
    rmSync(postgres("postgres.log"));
    link(other, postgres("postgres.log"));
    lchownSync(postgres("postgres.log"), uid, gid);
    expect(await query(folder, storedFacts)).toEqual([{ facts: {} }]);
    expect(statSync(other).size).toBe(1_100_000);
    expect(ownersAndModes()).toEqual(sound);
  });

  test("ends no foreign process that postmaster.pid names", async () => {
    copyUsedFolder();
    const server = await start(folder);
    const path = postgres("cluster/postmaster.pid");
    const content = readFileSync(path, "utf8");
    const { pid } = readPostmaster(clusterOf(folder))!;
    const other = spawn("sleep", ["60"], { stdio: "ignore" });
    holders.push(other);
    writeFileSync(path, content.replace(/^\d+/, String(other.pid)));
    await server[Symbol.asyncDispose]();
    // Its end would be known before that of a process that begins now.
    await once(spawn("true"), "exit");
    expect([other.exitCode, other.signalCode]).toEqual([null, null]);
    writeFileSync(path, content);
    process.kill(pid, "SIGINT");
    await expect.poll(() => isRunning(folder)).toBe(false);
  });

  test("connects to no other socket that postmaster.pid names", async () => {
    copyUsedFolder();
    const trap = join(folder, "trap");
    mkdirSync(trap);
    let calls = 0;
    const listener = createServer((socket) => {
      calls++;
      socket.destroy();
    }).listen(join(trap, ".s.PGSQL.5432"));
    await once(listener, "listening");
    const lines = [4_000_000, clusterOf(folder), 1, 5432, trap, "", "0 0", "ready"];
    writeFileSync(postgres("cluster/postmaster.pid"), lines.join("\n"));
    try {
      expect(await query(folder, storedFacts)).toEqual([{ facts: {} }]);
      expect(calls).toBe(0);
    } finally {
      listener.close();
    }
  });

  test("refuses a link to a cluster that the account made while it had the folder", async () => {
    const { uid, gid } = copyAsBefore();
    renameSync(clusterOf(folder), join(folder, "moved"));
    symlinkSync(join(folder, "moved"), clusterOf(folder));
    lchownSync(clusterOf(folder), uid, gid);
    await expect(start(folder)).rejects.toThrow(/^[^\n]*cluster is a link[^\n]*$/);
  });
});

test.runIf(isRoot)("works for an ordinary user", async () => {
  copyUsedFolder();
  chownSync(folder, nobody, nobody);
  for (const name of ["", "postgres.log"])
    chownSync(join(folder, "postgres", name), nobody, nobody);
  const account = JSON.stringify({ uid: nobody, binaries });
  const child = spawn(process.execPath, [holderPath, folder, "1", account], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  holders.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toMatch(/^ready/);
  expect((await lines.next()).value).toBe("acknowledged 1");
  expect(statSync(clusterOf(folder)).uid).toBe(nobody);
  await stop(child);
  expect(existsSync(join(clusterOf(folder), "postmaster.pid"))).toBe(false);
});
