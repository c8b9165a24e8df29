import { type ChildProcess, spawn } from "node:child_process";
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
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseUnavailable } from "../database-unavailable.ts";
import { borrowerOf, commandAs, type PostgresAccount } from "./postgres-account.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import type { PostgresPaths } from "./postgres-paths.ts";

const maxLogBytes = 1_000_000;

/** A server process of ours, from its start on. */
export interface StartedPostmaster {
  hasExited(): boolean;
  /** What it wrote to its log since it was started. */
  output(): string;
}

/**
 * Starts PostgreSQL in a process group of its own: Ctrl-C in the terminal reaches only us, and
 * requests in flight still find their database. Nothing is waited for.
 */
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
 * Opens the log, a file of the folder's owner that PostgreSQL is handed open. Whatever else has its
 * name, such as a link that PostgreSQL's account made while the folder was lent to it, gives way.
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
 * Makes the private folder of the socket. In a shared temporary folder someone else may have made
 * one of that name before, to listen in: such a folder is refused.
 */
function makeSocketDirectory(paths: PostgresPaths, account: PostgresAccount): void {
  const { socketDirectory: path, root } = paths;
  const [uid, gid] = account.kind === "other" ? [account.uid, account.gid] : ownIds();
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isPrivate = found?.isDirectory() === true && (found.mode & 0o077) === 0;
  if (isPrivate && found?.uid === uid) return;
  try {
    // In root's own folder it is the one that another account has had before this one.
    const isInherited = isPrivate && account.kind !== "same" && dirname(path) === root;
    if (!isInherited || borrowerOf(root)) mkdirSync(path, { mode: 0o700 });
    else for (const name of readdirSync(path)) rmSync(join(path, name));
    if (account.kind !== "same") lchownSync(path, uid, gid);
  } catch (cause) {
    throw new DatabaseUnavailable(
      `${path}, the folder of the database's socket, is not a private folder of PostgreSQL's user: remove it, or set DATA_DIR to a shorter path.`,
      { cause },
    );
  }
}

function ownIds(): [uid: number, gid: number] {
  return [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
}
