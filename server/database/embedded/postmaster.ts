import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  ftruncateSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DatabaseUnusable } from "#server/database/database-errors.ts";
import { borrowerOf, commandAs, type PostgresAccount } from "./postgres-account.ts";
import type { PostgresPaths } from "./postgres-paths.ts";
import type { PostgresBinaries } from "./postgres-programs.ts";

const maxLogBytes = 1_000_000;

/** PostgreSQL process that this server has started. */
export interface StartedPostmaster {
  hasExited(): boolean;
  /** Its log since its start. */
  output(): string;
}

/** Starts PostgreSQL in a process group of its own, out of reach of the terminal's Ctrl-C. Returns without waiting. */
export function startPostmaster(
  paths: PostgresPaths,
  binaries: PostgresBinaries,
  account: PostgresAccount,
  settings: Readonly<Record<string, string>>,
): StartedPostmaster {
  makeSocketDirectory(paths, account);
  const logFile = openLog(paths);
  const logStart = fstatSync(logFile).size;
  const args = ["-D", paths.cluster, "-k", paths.socketDirectory];
  for (const [name, value] of Object.entries(settings)) args.push("-c", `${name}=${value}`);
  const postgres = commandAs(account, binaries.postgres, args);
  const child = spawn(postgres.command, postgres.args, {
    ...postgres.options,
    cwd: paths.root,
    detached: true,
    stdio: ["ignore", logFile, logFile],
  });
  closeSync(logFile);
  child.unref();
  let failure: Error | null = null;
  child.on("error", (error) => {
    failure = error;
  });
  return {
    hasExited: () => failure !== null || hasEnded(child),
    output: () =>
      failure?.message ?? readFileSync(paths.logFile).subarray(logStart).toString("utf8"),
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Opens the log, which PostgreSQL gets open. Anything else of that name is removed, such as a link of PostgreSQL's
 * account.
 */
function openLog({ logFile: path, root, cluster }: PostgresPaths): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const owner = statSync(root);
  const trusted = [owner.uid, lstatSync(cluster).uid];
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isLog = found?.isFile() && found.nlink === 1 && trusted.includes(found.uid);
  if (found && !isLog) rmSync(path);
  const flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | (isLog ? 0 : O_EXCL);
  const logFile = openSync(path, flags, 0o600);
  const { uid, size } = fstatSync(logFile);
  if (uid !== owner.uid) fchownSync(logFile, owner.uid, owner.gid);
  if (size > maxLogBytes) ftruncateSync(logFile);
  return logFile;
}

/**
 * Creates the private folder of the socket. One of that name that another user has made in a shared temporary folder,
 * to intercept connections, is refused.
 */
function makeSocketDirectory(paths: PostgresPaths, account: PostgresAccount): void {
  const { socketDirectory: path, root } = paths;
  const [uid, gid] = account.kind === "other" ? [account.uid, account.gid] : ownIds();
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isPrivate = found?.isDirectory() === true && (found.mode & 0o077) === 0;
  if (isPrivate && found?.uid === uid) return;
  try {
    // In root's own folder it belonged to the former account of PostgreSQL.
    const isInherited = isPrivate && account.kind !== "same" && dirname(path) === root;
    if (!isInherited || borrowerOf(root)) mkdirSync(path, { mode: 0o700 });
    else for (const name of readdirSync(path)) rmSync(join(path, name));
    if (account.kind !== "same") lchownSync(path, uid, gid);
  } catch (cause) {
    throw new DatabaseUnusable(
      `${path}, the folder of the database's socket, is not a private folder of PostgreSQL's user: remove it, or set DATA_DIR to a shorter path.`,
      { cause },
    );
  }
}

function ownIds(): [uid: number, gid: number] {
  return [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
}

const stopTimeoutMs = 30_000;
const pollMs = 10;

/**
 * Stops the server cleanly: SIGINT is PostgreSQL's 'fast' shutdown, which removes `postmaster.pid` last. Resolves when
 * that file is gone.
 *
 * @returns false where the process of that number is not PostgreSQL.
 * @throws Error when it still runs after 30 seconds; it is then left to finish by itself.
 */
export async function stopPostmaster(cluster: string, pid: number): Promise<boolean> {
  if (!interrupt(cluster, pid)) return false;
  const begun = Date.now();
  while (readPostmaster(cluster)?.pid === pid) {
    if (Date.now() - begun > stopTimeoutMs) {
      throw new Error(`PostgreSQL ${pid} is still stopping after ${stopTimeoutMs / 1000} seconds`);
    }
    await delay(pollMs);
  }
  return true;
}

/** Sends SIGINT with the permissions of PostgreSQL's account, whose file could name any process. */
function interrupt(cluster: string, pid: number): boolean {
  const borrower = borrowerOf(cluster);
  if (borrower) {
    const kill = commandAs(borrower, "/bin/sh", ["-c", 'kill -INT "$0"', String(pid)]);
    return spawnSync(kill.command, kill.args, { ...kill.options, cwd: "/" }).status === 0;
  }
  try {
    return process.kill(pid, "SIGINT");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}

/** Entries of `postmaster.pid`, which PostgreSQL writes about its running server. */
export interface Postmaster {
  readonly pid: number;
  readonly socketDirectory: string;
}

const fileName = "postmaster.pid";

/** Server that runs on `cluster`, or ran until it was killed; null after a clean stop. */
export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readSmallFile(join(cluster, fileName)).split("\n");
    const pid = Number(lines[0]);
    // The socket's folder is the fifth line, written a moment after the first.
    const socketDirectory = lines[4];
    return Number.isInteger(pid) && pid > 0 && socketDirectory ? { pid, socketDirectory } : null;
  } catch {
    return null;
  }
}

/**
 * Removes a `postmaster.pid` whose number now belongs to another program, as after a restart of a container: PostgreSQL
 * would take it for a running server. Only Linux shows the working directory of a process, which is PostgreSQL's data
 * directory; elsewhere the file stays.
 */
export function removeStalePostmasterFile(cluster: string): void {
  const postmaster = readPostmaster(cluster);
  if (!postmaster || process.platform !== "linux") return;
  try {
    const workingDirectory = statSync(`/proc/${postmaster.pid}/cwd`);
    const clusterDirectory = statSync(cluster);
    const isSame =
      workingDirectory.ino === clusterDirectory.ino &&
      workingDirectory.dev === clusterDirectory.dev;
    if (!isSame) rmSync(join(cluster, fileName), { force: true });
  } catch {
    // The process has ended (PostgreSQL detects that itself) or belongs to another user.
  }
}

/** Text of a small file in a folder of PostgreSQL's account; see `readBeginning`. */
export function readSmallFile(path: string): string {
  return readBeginning(path).toString("utf8");
}

/** Maximum number of bytes read from a file; the length of `pg_control`, too. */
const maxBytes = 8_192;

/**
 * Beginning of a file in a folder of PostgreSQL's account, which may have put anything there: a symbolic link is
 * refused, and a pipe does not block.
 *
 * @throws Error of the file system, `ENOENT` for a missing file.
 */
export function readBeginning(path: string): Buffer {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const buffer = Buffer.alloc(maxBytes);
    return buffer.subarray(0, readSync(file, buffer));
  } finally {
    closeSync(file);
  }
}
