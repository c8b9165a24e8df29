import { execFile, spawnSync } from "node:child_process";
import {
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { DatabaseUnavailable } from "#server/database/database-errors.ts";
import { borrowerOf, commandAs, type PostgresAccount } from "./postgres-account.ts";
import type { PostgresBinaries, PostgresPaths } from "./postgres-paths.ts";
import { readSmallFile } from "./postmaster.ts";

/**
 * Only role of the embedded server, its superuser; the socket's private folder keeps other users
 * out.
 */
export const embeddedUser = "mosdo";

const postgresMajor = "18";

/**
 * Creates PostgreSQL's data directory where it is missing. It is created beside its place and then
 * renamed, so that an interrupted start leaves nothing unfinished, and two processes that start at
 * once use the one that was renamed first.
 *
 * Text is UTF-8 in code-point order; the ICU collations (`hu-x-icu`) are there to be named.
 */
export async function makeCluster(
  paths: PostgresPaths,
  binaries: PostgresBinaries,
  account: PostgresAccount,
): Promise<void> {
  if (existsSync(join(paths.cluster, "PG_VERSION"))) {
    ensureSameMajor(paths.cluster);
    return;
  }
  removeAbandoned(paths.root);
  const unfinished = join(paths.root, `${unfinishedPrefix}${process.pid}`);
  mkdirSync(unfinished, { mode: 0o700 });
  if (account.kind === "other") lchownSync(unfinished, account.uid, account.gid);
  const initdb = commandAs(account, binaries.initdb, initdbArguments(unfinished));
  try {
    await promisify(execFile)(initdb.command, initdb.args, { ...initdb.options, cwd: paths.root });
  } catch (cause) {
    removeFolder(unfinished);
    throw new DatabaseUnavailable(
      `The embedded PostgreSQL could not make its data directory in ${paths.root}: ${lastLine(cause)}`,
      { cause },
    );
  }
  try {
    renameSync(unfinished, paths.cluster);
  } catch (cause) {
    removeFolder(unfinished);
    if (!existsSync(join(paths.cluster, "PG_VERSION"))) throw cause;
  }
}

function initdbArguments(directory: string): string[] {
  return [
    `--pgdata=${directory}`,
    `--username=${embeddedUser}`,
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ];
}

const unfinishedPrefix = "unfinished-";

/** Removes unfinished data directories of starts that were killed. */
function removeAbandoned(root: string): void {
  for (const name of readdirSync(root)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    if (!isAlive(Number(name.slice(unfinishedPrefix.length)))) {
      removeFolder(join(root, name));
    }
  }
}

/**
 * Removes a folder. A folder lent to another account is removed with that account's rights, since
 * the account could replace a folder in it by a link meanwhile.
 */
function removeFolder(path: string): void {
  const borrower = borrowerOf(path);
  if (!borrower) {
    rmSync(path, { recursive: true, force: true });
    return;
  }
  const rm = commandAs(borrower, "/bin/sh", ["-c", "rm -rf -- ./*"]);
  spawnSync(rm.command, rm.args, { ...rm.options, cwd: path });
  if (existsSync(path)) rmdirSync(path);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}

function ensureSameMajor(cluster: string): void {
  const major = readSmallFile(join(cluster, "PG_VERSION")).trim();
  if (major === postgresMajor) return;
  throw new DatabaseUnavailable(
    `${cluster} was made by PostgreSQL ${major}, and this version brings PostgreSQL ${postgresMajor}: export with the old version and import with this one, or set DATABASE_URL.`,
  );
}

function lastLine(error: unknown): string {
  const output = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  return output.trim().split("\n").at(-1) ?? "";
}
