import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  connectDatabase,
  type Database,
  databaseThrough,
  newConnection,
} from "#server/database/connect.ts";
import { migrate } from "#server/database/migrate.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addGeneratedPlaces } from "#tests/support/database/add-generated-places.ts";
import { addPlaces, addReviews } from "#tests/support/database/add-places.ts";
import {
  createOldestDatabase,
  createTestDatabase,
  emptySchema,
  type TestDatabase,
} from "#tests/support/database/test-database.ts";
import { contentsOf, fillTables, shapeOf } from "#tests/support/database-content.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import {
  type Manifest,
  manifestFile,
  manifestSumFile,
  readBackup,
  sumLine,
} from "./backup-format.ts";
import {
  type OperatorFileSettings,
  operatorFilesOf,
  restoreOperatorFiles,
} from "./operator-files.ts";
import { inspectTarget, restoreBackup } from "./restore-backup.ts";
import { type BackupOptions, type BackupResult, backupLock, writeBackup } from "./write-backup.ts";

let folder: string;
let directory: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-backup-"));
  directory = join(folder, "backups");
});
afterEach(() => rmSync(folder, { recursive: true }));

const noon = new Date("2026-11-23T12:00:00.250Z");
const secret = "a-secret-of-the-original-server-0123456789";

/** Number of tables under an exclusive lock, seen from another database of the same server. */
async function lockedTables(
  database: Database,
  { connection }: Pick<TestDatabase, "connection">,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks join pg_database d on d.oid = database
    where datname = ${connection.database} and locktype = 'relation'
      and mode = 'AccessExclusiveLock'`.execute(database);
  return rows[0].count;
}

/** A connection as the commands use it, closed afterwards. */
async function connected<Result>(
  { connection }: Pick<TestDatabase, "connection">,
  run: (client: ReturnType<typeof newConnection>) => Promise<Result>,
): Promise<Result> {
  const client = newConnection(connection, "mosdo backup");
  client.on("error", () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

function takeBackup(db: TestDatabase, options: Partial<BackupOptions> = {}): Promise<BackupResult> {
  return connected(db, (client) =>
    writeBackup({ client, directory, secretPath: null, now: () => noon, ...options }),
  );
}

async function pathOf(taking: Promise<BackupResult>): Promise<string> {
  const result = await taking;
  if (result.kind !== "taken") throw new Error(result.kind);
  return result.path;
}

/** Restores with the database's other connections closed, as for a stopped server. */
async function restore(
  db: TestDatabase,
  path: string,
  { replacesData = false, secretPath = null as string | null } = {},
): Promise<void> {
  const backup = await readBackup(path);
  await connected(db, (client) =>
    restoreBackup({ client, backup, replacesData: replacesData, secretPath }),
  );
}

/** A database for a restore, without other connections. */
async function createTarget() {
  const db = await createTestDatabase();
  await disconnect(db);
  return db;
}

/** Closes a database's connections, and waits until its server has ended their sessions. */
async function disconnect({ database, connection }: TestDatabase): Promise<void> {
  await database.destroy();
  // Under a name of its own, which a restore does not count.
  const client = newConnection(connection, "observer");
  await client.connect();
  try {
    const untilUnused = async () =>
      expect((await inspectTarget(databaseThrough(client))).users).toBe(0);
    await vi.waitFor(untilUnused, { interval: 5, timeout: 120_000 });
  } finally {
    await client.end();
  }
}

const readIn = <Result>(db: TestDatabase, read: (database: Database) => Promise<Result>) =>
  connected(db, (client) => read(databaseThrough(client)));

/** A filled database that no test changes, its contents, and a backup of it with a secret. */
let original: TestDatabase;
let originalContents: Record<string, unknown[]>;
let sound: string;
let soundFolder: string;
beforeAll(async () => {
  soundFolder = mkdtempSync(join(tmpdir(), "mosdo-sound-backup-"));
  const secretPath = join(soundFolder, "auth-secret");
  writeFileSync(secretPath, secret);
  original = await createTestDatabase();
  const { database } = original;
  await fillTables(database);
  // Transaction numbers of a cluster that is far ahead of this one.
  await sql`alter table place disable trigger place_updated`.execute(database);
  await sql`update place set changed_in = '999999999999'`.execute(database);
  await sql`alter table place enable always trigger place_updated`.execute(database);
  originalContents = await contentsOf(database);
  sound = await pathOf(
    takeBackup(original, { directory: join(soundFolder, "backups"), secretPath }),
  );
});
afterAll(async () => {
  rmSync(soundFolder, { recursive: true });
  await original?.[Symbol.asyncDispose]();
});

/** Contents of a copy: marks of visitors are left out. */
const copiedContents = () => ({ ...originalContents, visitor_mark: [] });

describe("a restored copy in a database without any table", () => {
  let target: TestDatabase;
  let ranMeanwhile: string[];
  let horizon: string;
  let data: string;
  beforeAll(async () => {
    data = join(soundFolder, "data");
    target = await createTarget();
    await readIn(target, emptySchema);
    const { rows } = await readIn(target, (database) =>
      sql<{ at: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as at`.execute(
        database,
      ),
    );
    horizon = rows[0].at;
    const restoring = restore(target, sound, { secretPath: join(data, "auth-secret") });
    // It has checked for servers, and creates the tables.
    const untilLocked = async () =>
      expect(await lockedTables(original.database, target)).toBeGreaterThan(0);
    await vi.waitFor(untilLocked, { interval: 5, timeout: 120_000 });
    await using starting = connectDatabase(target.connection, { log: silentLog });
    [ranMeanwhile] = await Promise.all([migrate(starting), restoring]);
  });
  afterAll(() => target?.[Symbol.asyncDispose]());

  test("equals the original table by table, and continues its numbers", async () => {
    expect(originalContents.visitor_mark).toHaveLength(1);
    expect(originalContents.place.length).toBeGreaterThan(200);
    expect(await readIn(target, contentsOf)).toEqual(copiedContents());
    expect(await readIn(target, shapeOf)).toEqual(await shapeOf(original.database));
  });

  test("has the secret, readable for its owner only", () => {
    expect(readFileSync(join(data, "auth-secret"), "utf8")).toBe(secret);
    expect(statSync(join(data, "auth-secret")).mode & 0o777).toBe(0o600);
    expect(readdirSync(data)).toEqual(["auth-secret"]);
  });

  test("was waited for by a server that started meanwhile", () => {
    expect(ranMeanwhile).toEqual([]);
  });

  test("marks its places as changed for every server, by the number of its own transaction", async () => {
    const { rows } = await readIn(target, (database) =>
      sql<{ numbers: number; isNew: boolean; isPast: boolean }>`
        select count(distinct changed_in)::int as numbers,
          min(changed_in) >= ${horizon}::xid8 as "isNew",
          max(changed_in) < pg_snapshot_xmax(pg_current_snapshot()) as "isPast"
        from place`.execute(database),
    );
    expect(rows).toEqual([{ numbers: 1, isNew: true, isPast: true }]);
  });

  test("counts and refuses again as the original does", async () => {
    await readIn(target, async (database) => {
      const [id] = await addPlaces(database, [{}]);
      await addReviews(database, id, [5, 3]);
      const { rows } = await sql`
        select rating_sum, rating_count from place where id = ${id}`.execute(database);
      expect(rows[0]).toMatchObject({ rating_sum: 8, rating_count: 2 });
      await expect(sql`delete from place where id = ${id}`.execute(database)).rejects.toThrow(
        "must be marked as deleted first",
      );
    });
  });
});

describe("a restored copy", () => {
  test("is of one instant while writers write", async () => {
    await using original = await createTestDatabase();
    // Slows down the reading.
    await fillTables(original.database);
    let isOver = false;
    let written = 0;
    const write = async () => {
      while (!isOver) {
        await original.database.transaction().execute(async (transaction) => {
          const [id] = await addPlaces(transaction, [{}]);
          await addReviews(transaction, id, [1, 5]);
          await sql`insert into audit (action, place_id) values ('added', ${id})`.execute(
            transaction,
          );
        });
        written++;
      }
    };
    const writers = [write(), write(), write()];
    while (written < 20) await delay(5);
    const slow = await pathOf(takeBackup(original));
    isOver = true;
    await Promise.all(writers);
    await using target = await createTarget();
    await restore(target, slow);
    const { rows } = await readIn(target, (database) =>
      sql<{ added: number; wrong: number; total: number }>`
        select (select count(*)::int from audit where action = 'added') as added,
          (select count(*)::int from audit left join place on place.id = place_id
            where action = 'added' and (place.id is null or rating_sum <> 6)) as wrong,
          (select count(*)::int from place where rating_count <>
            (select count(*) from review where place_id = place.id)) as total`.execute(database),
    );
    expect(rows[0].added).toBeGreaterThanOrEqual(20);
    expect(rows[0]).toMatchObject({ wrong: 0, total: 0 });
  });

  test("of the oldest version is migrated, as the original would be", async () => {
    await using original = await createOldestDatabase();
    const { database } = original;
    await sql`insert into schedule (time_zone, opening_times)
      values ('Europe/Budapest', array_fill('-'::text, array[7]))`.execute(database);
    await sql`insert into place (country, city, address, accessible, public, latitude, longitude,
        schedule_id, dup_key, search_key, visitor_confirmations)
      values ('UA', 'Прикладове', 'Зелена 9', true, true, 47.9, 20.37, 1, 'k', 'зелена', 3)`.execute(
      database,
    );
    await addReviews(database, 1, [5, 3]);
    await sql`insert into extract (name, digest, bounds) values ('x', 'd', '(1,1),(0,0)')`.execute(
      database,
    );
    await sql`insert into settlement (extract_id, osm_id, kind, name, name_hu, name_de, country,
        longitude, latitude, search_key)
      values (1, 'node/1', 'city', 'Bratislava', 'Pozsony', 'Pressburg', 'SK', 17, 48, ''),
        (1, 'node/2', 'village', 'Oščadnica', null, null, 'SK', 18, 49, '')`.execute(database);
    const path = await pathOf(takeBackup(original));
    await using target = await createTarget();
    await restore(target, path);
    await migrate(database);
    const timeless = async (contents: Promise<Record<string, unknown[]>>) => {
      const { migration, place, settlement, ...rest } = await contents;
      const rows = place.map((row) => ({ ...JSON.parse(String(row)), updated_at: null }));
      return { count: migration.length, rows, settlement, ...rest };
    };
    const restored = await timeless(readIn(target, contentsOf));
    expect(restored).toEqual(await timeless(contentsOf(database)));
    expect(restored.rows[0]).toMatchObject({ rating_sum: 8, visitor_confirmations: 1 });
    expect(JSON.parse(String(restored.settlement[0]))).toMatchObject({
      names: { hu: "Pozsony", de: "Pressburg" },
    });
    expect(await readIn(target, shapeOf)).toEqual(await shapeOf(database));
  });
});

describe("a backup", () => {
  test("is readable for its owner only, and named after its instant", () => {
    expect(basename(sound)).toBe("mosdo-2026-11-23T12-00-00Z");
    expect(readdirSync(dirname(sound))).toEqual([basename(sound)]);
    for (const each of [dirname(sound), sound]) expect(statSync(each).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(sound)) {
      expect(statSync(join(sound, name)).mode & 0o777).toBe(0o600);
    }
  });

  test("contains the operator's files, which a restore copies to the paths of the settings, and replaces none there", async () => {
    const place = (data: string, settings: Partial<OperatorFileSettings["site"]> = {}) => ({
      site: { logo: join(folder, data, "Logo.SVG"), border: null, ...settings },
      contentDirectory: join(folder, data, "content"),
      dataDirectory: join(folder, data),
    });
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    };
    const read = (name: string) => readFileSync(join(folder, name), "utf8");
    write("old/Logo.SVG", "<svg/>");
    write("old/town.json", "{}");
    write("old/content/hu/terms.md", "date: 2026-11-23");
    write("old/content/de/privacy.md", "date: 2026-11-22");
    write("old/locales/qaa/found-pages.json", "{}");
    write("old/locales/qaa/notes.txt", "");
    const operatorFiles = operatorFilesOf(place("old", { border: join(folder, "old/town.json") }));
    const path = await pathOf(takeBackup(original, { operatorFiles }));
    expect(readdirSync(path).filter((name) => /^(?:site|content|locale)-/.test(name))).toEqual([
      ...["content-de-privacy.md", "content-hu-terms.md", "locale-qaa-found-pages.json"],
      ...["site-border.geojson", "site-logo.svg"],
    ]);
    const backup = await readBackup(path);
    write("new/content/hu/terms.md", "date: 2026-11-24");
    expect(restoreOperatorFiles(backup, place("new"))).toEqual([
      `Restored ${join(folder, "new/Logo.SVG")}.`,
      `${join(path, "site-border.geojson")} belongs to SITE_BORDER, which is not set.`,
      `Restored ${join(folder, "new/content/de/privacy.md")}.`,
      `${join(folder, "new/content/hu/terms.md")} stays as it is; that of the backup is another: ${join(path, "content-hu-terms.md")}.`,
      `Restored ${join(folder, "new/locales/qaa/found-pages.json")}.`,
    ]);
    expect(read("new/Logo.SVG")).toBe("<svg/>");
    expect(read("new/content/hu/terms.md")).toBe("date: 2026-11-24");
    expect(read("new/content/de/privacy.md")).toBe("date: 2026-11-22");
    write("new/town.json", "{}");
    const again = place("new", { border: join(folder, "new/town.json") });
    expect(restoreOperatorFiles(backup, again)).toEqual([
      expect.stringContaining("terms.md stays as it is"),
    ]);
    write("file", "");
    const nowhere = place("new", { border: join(folder, "file/town.json") });
    expect(restoreOperatorFiles(backup, nowhere)[0]).toMatch(
      /town\.json could not be restored \(E(?:EXIST|NOTDIR).*\): copy \S+site-border\.geojson there\.$/,
    );
    truncateSync(join(path, "content-hu-terms.md"), 3);
    await expect(readBackup(path)).rejects.toThrow("content-hu-terms.md is cut off");
  });

  test("contains no marks of visitors", () => {
    expect(readdirSync(sound).filter((name) => name.startsWith("visitor"))).toEqual([]);
  });

  test("is taken by one process at a time", async () => {
    await connected(original, async (other) => {
      await other.query("select pg_advisory_lock($1)", [backupLock]);
      expect((await takeBackup(original)).kind).toBe("under-way");
      expect(readdirSync(directory)).toEqual([]);
    });
    expect((await takeBackup(original)).kind).toBe("taken");
  });

  test("of the same day is enough for a daily one, also for two processes at once", async () => {
    const at = (time: string) => ({
      now: () => new Date(`2026-11-${time}Z`),
      isOnceADay: true,
    });
    expect((await takeBackup(original, at("23T23:59:59"))).kind).toBe("taken");
    expect((await takeBackup(original, at("23T00:00:00"))).kind).toBe("taken-today");
    const night = [
      takeBackup(original, at("24T00:00:00")),
      takeBackup(original, at("24T00:00:01")),
    ];
    const kinds = (await Promise.all(night)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "taken")).toHaveLength(1);
    expect(readdirSync(directory)).toHaveLength(2);
  });

  test("removes an unfinished one and nothing else, and never replaces one of its name", async () => {
    const path = await pathOf(takeBackup(original));
    const others = [
      "mosdo-2026-11-22T12-00-00Z.partia",
      "x.partial",
      "mosdo-2026-13-22T12-00-00Z.partial",
    ];
    for (const name of others) writeFileSync(join(directory, name), "");
    renameSync(path, join(directory, "mosdo-2026-11-22T12-00-00Z.partial"));
    await takeBackup(original);
    expect(readdirSync(directory).sort()).toEqual(["mosdo-2026-11-23T12-00-00Z", ...others].sort());
    await expect(takeBackup(original)).rejects.toThrow("is there already");
    await readBackup(path);
  });

  test("that is stopped leaves no files, and the database free for the next", async () => {
    await using original = await createTestDatabase();
    await sql`insert into audit (action, detail)
      select 'x', to_jsonb(repeat(md5(n::text), 20)) from generate_series(1, 20000) as n`.execute(
      original.database,
    );
    const stop = new AbortController();
    const taking = takeBackup(original, { signal: stop.signal });
    const isWriting = () => readdirSync(folder).length > 0 && readdirSync(directory).length > 0;
    while (!isWriting()) await delay(1);
    stop.abort();
    await expect(taking).rejects.toThrow(/could not be taken: it was stopped\.$/);
    expect(readdirSync(directory)).toEqual([]);
    const taken = () => takeBackup(original).then(({ kind }) => kind);
    await expect.poll(taken, { timeout: 30_000 }).toBe("taken");
  });

  test("of a database without tables of ours is refused", async () => {
    await using empty = await createTestDatabase();
    await emptySchema(empty.database);
    await expect(takeBackup(empty)).rejects.toThrow("has no tables of Mosdó");
    expect(readdirSync(directory)).toEqual([]);
  });

  test("into a path that is not a folder is refused", async () => {
    writeFileSync(directory, "");
    await expect(takeBackup(original)).rejects.toThrow(/cannot be used .*: it is a file\.$/);
    const below = { directory: join(folder, "not/there") };
    await expect(takeBackup(original, below)).rejects.toThrow(/cannot be used .*ENOENT/);
  });
});

/** Changes the manifest, with a sum that fits. */
function rewrite(path: string, change: (manifest: Manifest) => object): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(path, manifestFile), "utf8"));
  const text = Buffer.from(JSON.stringify(change(manifest)));
  writeFileSync(join(path, manifestFile), text);
  writeFileSync(join(path, manifestSumFile), sumLine(text));
}

/** A copy of the sound backup, to be damaged. */
function copySound(): string {
  const path = join(directory, basename(sound));
  cpSync(sound, path, { recursive: true });
  return path;
}

const place = "place.copy.gz";

describe("refuses a backup", () => {
  test.each<[string, (path: string) => void, RegExp]>([
    [
      "without its manifest",
      (path) => rmSync(join(path, manifestFile)),
      /lacks|manifest\.json cannot be read/,
    ],
    [
      "without the manifest's sum",
      (path) => rmSync(join(path, manifestSumFile)),
      /manifest\.json\.sha256 cannot be read/,
    ],
    [
      "with a manifest that was changed",
      (path) => appendFileSync(join(path, manifestFile), " "),
      /^manifest\.json is damaged/,
    ],
    [
      "with a manifest that was cut off",
      (path) => truncateSync(join(path, manifestFile), 100),
      /^manifest\.json is damaged/,
    ],
    [
      "of a newer format",
      (path) => rewrite(path, (manifest) => ({ ...manifest, format: 2 })),
      /has format 2, and this version knows 1/,
    ],
    [
      "that is something else",
      (path) => rewrite(path, () => ({ name: "x" })),
      /does not describe a backup of Mosdó/,
    ],
    [
      "with a path for a table's name",
      (path) =>
        rewrite(path, ({ tables: [table, ...tables], ...manifest }) => ({
          ...manifest,
          tables: [{ ...table, name: "../x" }, ...tables],
        })),
      /does not describe a backup of Mosdó/,
    ],
    [
      "with a path for a file of the operator",
      (path) =>
        rewrite(path, (manifest) => ({
          ...manifest,
          files: [{ name: "../x", bytes: 0, sha256: "0".repeat(64) }],
        })),
      /does not describe a backup of Mosdó/,
    ],
    [
      "of a newer version",
      (path) =>
        rewrite(path, (manifest) => ({
          ...manifest,
          product: "9.9.9",
          migrations: [...manifest.migrations, "999-new"],
        })),
      /newer version \(9\.9\.9\), whose migration 999-new/,
    ],
    [
      "of a version that is too old",
      (path) => rewrite(path, (manifest) => ({ ...manifest, migrations: ["001-places", "037-x"] })),
      /^The backup is of a version before \w+ \(its last migration is 037-x\): restore it with that version \(git checkout /,
    ],
    ["without a file", (path) => rmSync(join(path, place)), /it lacks place\.copy\.gz/],
    [
      "with a file too many",
      (path) => writeFileSync(join(path, "x"), ""),
      /does not belong to it: x/,
    ],
    [
      "with a file that is cut off",
      (path) => truncateSync(join(path, place), 1_000),
      /^place\.copy\.gz is cut off: 1000 bytes of/,
    ],
    [
      "with a file that is too long",
      (path) => appendFileSync(join(path, place), "x"),
      /^place\.copy\.gz is too long/,
    ],
    [
      "with a file in which one bit is wrong",
      (path) => {
        const bytes = readFileSync(join(path, place));
        bytes[500] ^= 1;
        writeFileSync(join(path, place), bytes);
      },
      /^place\.copy\.gz is damaged: its SHA-256/,
    ],
    [
      "with other rows than the manifest says",
      (path) =>
        rewrite(path, ({ tables, ...manifest }) => ({
          ...manifest,
          tables: tables.map((table) => ({
            ...table,
            rows: table.rows + Number(table.name === "place"),
          })),
        })),
      /^place\.copy\.gz has 201 rows instead of 202/,
    ],
    ["that was never finished", (path) => renameSync(path, `${path}.partial`), /is not a folder/],
  ])("%s", async (_, damage, message) => {
    const path = copySound();
    damage(path);
    await expect(readBackup(path)).rejects.toThrow(message);
  });

  test("by the name of an unfinished one", async () => {
    const path = copySound();
    renameSync(path, `${path}.partial`);
    await expect(readBackup(`${path}.partial`)).rejects.toThrow("was never finished");
  });

  test("that lacks a table of its migrations", async () => {
    const path = copySound();
    rmSync(join(path, "review.copy.gz"));
    rewrite(path, ({ tables, ...manifest }) => ({
      ...manifest,
      tables: tables.filter(({ name }) => name !== "review"),
    }));
    await using target = await createTarget();
    await expect(restore(target, path)).rejects.toThrow("they make the table review (");
  });
});

describe("a restore", () => {
  test("into a database in use is refused", async () => {
    await using target = await createTestDatabase();
    await sql`select`.execute(target.database);
    await expect(restore(target, sound)).rejects.toThrow("uses this database: stop all of them");
  });

  test("into a database with places, accounts or reviews is refused, unless told to replace them; another program's tables stay, and a view of it prevents it", async () => {
    await using target = await createTestDatabase();
    await addAccount(target.database, "cili@example.org");
    await sql`insert into visitor_mark (mark) values ('\\x02')`.execute(target.database);
    await sql`create table theirs as select 1 as n`.execute(target.database);
    await disconnect(target);
    await expect(restore(target, sound)).rejects.toThrow(
      "not empty (places: 0, accounts: 1, reviews: 0): add --replace",
    );
    await restore(target, sound, { replacesData: true });
    expect(await readIn(target, contentsOf)).toEqual({ ...copiedContents(), theirs: ['{"n": 1}'] });
    await readIn(target, (database) =>
      sql`create view cities as select city from place`.execute(database),
    );
    await expect(restore(target, sound, { replacesData: true })).rejects.toThrow(
      /as it was before: cannot drop .*other objects depend on/,
    );
  });

  test("into a database of a newer version is refused", async () => {
    await using target = await createTarget();
    await readIn(target, (database) =>
      sql`insert into migration (name) values ('999-new')`.execute(database),
    );
    await expect(restore(target, sound, { replacesData: true })).rejects.toThrow("999-new");
  });

  test("that fails changes nothing: rows, counters, triggers, secret", async () => {
    const path = copySound();
    const backup = await readBackup(path);
    await using target = await createTestDatabase();
    await addGeneratedPlaces(target.database, 20);
    const before = [await contentsOf(target.database), await shapeOf(target.database)];
    await disconnect(target);
    // A row of the last table to be loaded that refers to no place.
    const rows = gunzipSync(readFileSync(join(path, "report.copy.gz"))).toString("utf8");
    const wrong = rows.replace(/^(\d+)\t\d+\t/, "$1\t99999999\t");
    expect(wrong).not.toBe(rows);
    writeFileSync(join(path, "report.copy.gz"), gzipSync(wrong));
    const otherSecret = join(folder, "other-secret");
    writeFileSync(otherSecret, "other");
    const options = { backup, replacesData: true, secretPath: otherSecret };
    const restoring = connected(target, (client) => restoreBackup({ client, ...options }));
    await expect(restoring).rejects.toThrow(/database is as it was before: .*foreign key/);
    expect([await readIn(target, contentsOf), await readIn(target, shapeOf)]).toEqual(before);
    expect(readFileSync(otherSecret, "utf8")).toBe("other");
    expect(readdirSync(folder).sort()).toEqual(["backups", "other-secret"]);
  });
});
