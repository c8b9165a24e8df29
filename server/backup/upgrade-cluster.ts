import { statfsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import type { BaseLogger } from "pino";
import { type Database, databaseThrough, newConnection } from "#server/database/connect.ts";
import { ClusterUpgrade, findNeededUpgrade } from "#server/database/embedded/cluster-upgrade.ts";
import type { EmbeddedServer } from "#server/database/embedded/embedded-server.ts";
import { findDoneMigrations, ownTables } from "#server/database/migrate.ts";
import { BackupError, describeContents, readBackup } from "./backup-format.ts";
import { restoreBackup } from "./restore-backup.ts";
import { type FoundTable, readIdentities, setTextForms, writeBackup } from "./write-backup.ts";

interface UpgradeOptions {
  readonly dataDirectory: string;
  readonly log: Pick<BaseLogger, "info" | "warn" | "error">;
  readonly now: () => Date;
  /** Reports progress to the operator, a line each. */
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
  readonly freeBytes?: (folder: string) => number;
}

type UpgradeResult =
  | { readonly kind: "not-needed" }
  | {
      readonly kind: "upgraded";
      /** Folder of the new cluster. */
      readonly cluster: string;
      /** Folder of the old cluster, unchanged. */
      readonly old: string;
      /** Major versions. */
      readonly from: number;
      readonly to: number;
      /** Foreign tables, views and databases, which are in the old cluster alone. */
      readonly leftBehind: readonly string[];
    };

/**
 * Upgrades the embedded database from the cluster of an older major version of PostgreSQL to a new
 * one of the installed version: by a backup and its restore, compared with the original afterwards.
 * The new cluster is put in place in one step, when it is complete and on the disk; an interruption
 * before that leaves the old one in use (docs/decisions/040).
 *
 * @throws {Error} with one line; then the old cluster is unchanged
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<UpgradeResult> {
  const { dataDirectory, log, report, signal } = options;
  const needed = findNeededUpgrade(dataDirectory);
  if (needed === null) return { kind: "not-needed" };
  const [from, to] = [needed.from.major, needed.binaries.major];
  report(`Bringing the database over from PostgreSQL ${from} to ${to}.`);
  await using move = await ClusterUpgrade.begin(dataDirectory, needed, log);
  await using older = await move.startOlder(signal);
  await using original = await connect(older, signal);
  const database = databaseThrough(original.client);
  const { freeBytes = readFreeBytes } = options;
  await ensureRoom(database, { folder: move.folder, freeBytes: freeBytes(move.folder) });
  const leftBehind = await findForeign(database);
  await using newer = await move.startNewer();
  const isFilled = (await findDoneMigrations(database)).length > 0;
  if (isFilled) await copy(options, { move, original: original.client, newer });
  signal.throwIfAborted();
  await original[Symbol.asyncDispose]();
  const cluster = await move.finish(older, newer);
  return { kind: "upgraded", cluster, old: move.from.path, from, to, leftBehind };
}

interface Connection extends AsyncDisposable {
  readonly client: pg.Client;
}

/** Connection that the operator's stop closes. */
async function connect({ connection }: EmbeddedServer, signal: AbortSignal): Promise<Connection> {
  const client = newConnection(connection, "mosdo upgrade");
  client.on("error", () => {});
  const end = () => client.end();
  const cut = () => void end();
  signal.throwIfAborted();
  await client.connect();
  signal.addEventListener("abort", cut);
  return {
    client,
    async [Symbol.asyncDispose]() {
      signal.removeEventListener("abort", cut);
      await end();
    },
  };
}

/** Size of an empty cluster, with its write-ahead log at its longest. */
const emptyClusterBytes = 400 * 1024 ** 2;

/** Checks the free space: new cluster and backup are each at most as large as the old cluster. */
async function ensureRoom(
  database: Database,
  { folder, freeBytes }: { readonly folder: string; readonly freeBytes: number },
): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(database);
  const neededBytes = 2 * rows[0].bytes + emptyClusterBytes;
  if (freeBytes >= neededBytes) return;
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
  throw new BackupError(
    `The disk of ${folder} has ${gigabytes(freeBytes)} GB free, and ${gigabytes(neededBytes)} GB are needed: make room. Nothing has been changed.`,
  );
}

function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

interface Copying {
  readonly move: ClusterUpgrade;
  readonly original: pg.Client;
  readonly newer: EmbeddedServer;
}

/** Copies our tables, and compares the copy with the original. */
async function copy(options: UpgradeOptions, { move, original, newer }: Copying): Promise<void> {
  const { now, report, signal } = options;
  const directory = join(move.folder, "backup");
  const taken = await writeBackup({ client: original, directory, secretPath: null, now, signal });
  if (taken.kind !== "taken") throw new BackupError("A backup of this database is under way.");
  report(`Copied: ${describeContents(taken.manifest)}.`);
  const backup = await readBackup(taken.path);
  await using target = await connect(newer, signal);
  const { client } = target;
  await restoreBackup({
    client,
    backup,
    replacesData: false,
    skipsMigrations: true,
    secretPath: null,
  });
  // Of an older version of the program, the copy has later columns too.
  const { tables } = backup.manifest;
  const copied = await summarize(databaseThrough(client), tables);
  const different = findDifference(await summarize(databaseThrough(original), tables), copied);
  if (different !== null) {
    throw new BackupError(
      `The copy differs from the original in ${different}: please report it. The old database is as it was.`,
    );
  }
  report("Compared: the copy has the same rows, values and counters.");
}

/** Contents of a database, by the names of tables and counters. */
export interface Summary {
  /** Columns, number and sum of the rows of each table. */
  readonly tables: ReadonlyMap<string, string>;
  readonly counters: ReadonlyMap<string, number>;
}

async function summarize(database: Database, copied: readonly FoundTable[]): Promise<Summary> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await setTextForms(transaction);
    const tables = new Map<string, string>();
    for (const { name, columns } of copied) {
      const sorted = columns.toSorted();
      const list = sql.join(sorted.map((column) => sql.ref(column)));
      // Sums do not depend on the order of the rows, which may differ between two servers.
      const { rows } = await sql<{ count: number; sum: string | null }>`
        select count(*) as count, sum(('x' || substr(digest, 1, 16))::bit(64)::bigint) as sum
        from (select md5(row(${list})::text) as digest from ${sql.table(name)}) as digests`.execute(
        transaction,
      );
      tables.set(name, `${sorted.join()} ${rows[0].count} ${rows[0].sum}`);
    }
    const identities = await readIdentities(transaction);
    const counters = identities.map(({ table, column, next }): [string, number] => [
      `${table}.${column}`,
      next,
    ]);
    return { tables, counters: new Map(counters) };
  });
}

/** First table or counter in which a copy differs from its original; null where they are equal. */
export function findDifference(original: Summary, copied: Summary): string | null {
  for (const name of new Set([...original.tables.keys(), ...copied.tables.keys()])) {
    if (original.tables.get(name) !== copied.tables.get(name)) return `the table ${name}`;
  }
  for (const [name, next] of original.counters) {
    // A restore corrects a counter that rows have overtaken.
    if ((copied.counters.get(name) ?? 0) < next) return `the counter of ${name}`;
  }
  return null;
}

/** Names of foreign objects in the cluster, which are not copied. */
async function findForeign(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select case when nspname = 'public' then relname else nspname || '.' || relname end as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f') and nspname <> 'information_schema'
      and nspname !~ '^pg_'
      and not (relnamespace = current_schema()::regnamespace and relname = any(${ownTables}))
      and not exists (select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    union all
    select datname from pg_database
    where not datistemplate and datname not in (current_database(), 'postgres')
    order by 1`.execute(database);
  return rows.map(({ name }) => name);
}
