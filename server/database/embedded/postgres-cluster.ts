import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { DatabaseUnusable } from "#server/database/database-errors.ts";
import { borrowerOf, commandAs, type PostgresAccount } from "./postgres-account.ts";
import type { PostgresPaths } from "./postgres-paths.ts";
import type { PostgresBinaries } from "./postgres-programs.ts";
import { readBeginning, readSmallFile } from "./postmaster.ts";

/** Only role of the embedded server, its superuser; the socket's private folder keeps other users out. */
export const embeddedUser = "mosdo";

/** File with a cluster's major version. */
const versionFile = "PG_VERSION";

/** PostgreSQL's data directory of one major version. */
export interface FoundCluster {
  readonly path: string;
  readonly major: number;
}

/** Clusters in the folder of the embedded PostgreSQL, the oldest major version first. */
export function findClusters(root: string): FoundCluster[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => /^cluster(-\d+)?$/.test(name))
    .map((name) => ({ path: join(root, name), major: readMajor(join(root, name)) }))
    .filter(({ major }) => major > 0)
    .sort((one, other) => one.major - other.major || one.path.length - other.path.length);
}

/** 0 for a folder that is not a cluster. */
function readMajor(cluster: string): number {
  try {
    return Number.parseInt(readSmallFile(join(cluster, versionFile)), 10) || 0;
  } catch {
    return 0;
  }
}

/** Path of the cluster that an upgrade to a major version creates beside the old one. */
export function upgradedCluster(root: string, major: number): string {
  return join(root, `cluster-${major}`);
}

/**
 * Chooses the cluster of a major version: the existing one, else `cluster`, which is then created, but never beside
 * clusters of other versions only (docs/decisions/040).
 *
 * @throws DatabaseUnusable with one line that contains the remedy
 */
export function chooseCluster(root: string, major: number): string {
  const found = findClusters(root);
  const last = found.at(-1);
  if (last === undefined) return join(root, "cluster");
  if (last.major > major) {
    throw new DatabaseUnusable(
      `${last.path} was made by PostgreSQL ${last.major}, and this version brings PostgreSQL ${major}: take the newer version of the program again, or, to go back without what was written since, first rename that folder to unused-${basename(last.path)}.`,
    );
  }
  if (last.major < major) {
    throw new DatabaseUnusable(
      `${last.path} was made by PostgreSQL ${last.major}, and this version brings PostgreSQL ${major}: run npm run upgrade-database, which brings everything over and leaves that folder as it is.`,
    );
  }
  ensureNotOvertaken(last, found);
  return last.path;
}

/** Record beside an upgraded cluster of the one that it was made from. */
interface Origin {
  /** Name of its folder. */
  readonly folder: string;
  /** SHA-256 of its `pg_control` at that time: every start and stop of PostgreSQL changes it. */
  readonly control: string;
}

const originFile = (cluster: string) => `${cluster}.origin.json`;

/** Records, beside the place of a cluster, which one it is made from; that one must be stopped. */
export function recordOrigin(cluster: string, from: FoundCluster): void {
  const origin: Origin = { folder: basename(from.path), control: sumOfControl(from.path) };
  writeFileSync(originFile(cluster), `${JSON.stringify(origin)}\n`, { flush: true });
}

/** Refuses a cluster where an older version has written into its origin after the upgrade: nothing is lost silently. */
function ensureNotOvertaken(cluster: FoundCluster, found: readonly FoundCluster[]): void {
  if (!existsSync(originFile(cluster.path))) return;
  const { folder, control }: Origin = JSON.parse(readFileSync(originFile(cluster.path), "utf8"));
  const from = found.find(({ path }) => basename(path) === folder);
  if (from === undefined || sumOfControl(from.path) === control) return;
  throw new DatabaseUnusable(
    `${from.path} was used after ${cluster.path} had been made from it, so each may hold what the other lacks: rename the one that is not to be used to unused-${folder} or unused-${basename(cluster.path)}; in the second case then run npm run upgrade-database.`,
  );
}

function sumOfControl(cluster: string): string {
  const control = readBeginning(join(cluster, "global", "pg_control"));
  return createHash("sha256").update(control).digest("hex");
}

/**
 * Creates PostgreSQL's data directory where it is missing: beside its place and then renamed, so that an interrupted
 * start leaves nothing unfinished, and two that start at once use the first. Text is UTF-8 in code-point order.
 */
export async function makeCluster(
  paths: PostgresPaths,
  binaries: PostgresBinaries,
  account: PostgresAccount,
): Promise<void> {
  if (existsSync(join(paths.cluster, versionFile))) return;
  removeAbandoned(paths.root);
  const unfinished = join(paths.root, `${unfinishedPrefix}${process.pid}`);
  mkdirSync(unfinished, { mode: 0o700 });
  if (account.kind === "other") lchownSync(unfinished, account.uid, account.gid);
  const initdb = commandAs(account, binaries.initdb, initdbArguments(unfinished));
  try {
    await promisify(execFile)(initdb.command, initdb.args, { ...initdb.options, cwd: paths.root });
  } catch (cause) {
    removeFolder(unfinished);
    throw new DatabaseUnusable(
      `The embedded PostgreSQL could not make its data directory in ${paths.root}: ${lastLine(cause)}`,
      { cause },
    );
  }
  try {
    renameSync(unfinished, paths.cluster);
  } catch (cause) {
    removeFolder(unfinished);
    if (!existsSync(join(paths.cluster, versionFile))) throw cause;
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

/** Removes unfinished data directories of killed starts. */
function removeAbandoned(root: string): void {
  for (const name of readdirSync(root)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    if (!isAlive(Number(name.slice(unfinishedPrefix.length)))) {
      removeFolder(join(root, name));
    }
  }
}

/**
 * Removes a folder; one lent to another account with that account's permissions, since it could replace a folder in it
 * by a link meanwhile.
 */
export function removeFolder(path: string): void {
  const borrower = borrowerOf(path);
  if (!borrower) {
    rmSync(path, { recursive: true, force: true });
    return;
  }
  const rm = commandAs(borrower, "/bin/sh", ["-c", "rm -rf -- ./* ./.[!.]*"]);
  spawnSync(rm.command, rm.args, { ...rm.options, cwd: path });
  if (existsSync(path)) rmdirSync(path);
}

/** Whether another process has the number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}

function lastLine(error: unknown): string {
  const output = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  return output.trim().split("\n").at(-1) ?? "";
}
