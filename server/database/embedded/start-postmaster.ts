import { type ChildProcess, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
} from "node:fs";
import { DatabaseUnavailable } from "../database-unavailable.ts";
import { commandAs, type PostgresAccount } from "./postgres-account.ts";
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
  const logFile = openLog(paths.logFile);
  const logStart = statSync(paths.logFile).size;
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

function openLog(path: string): number {
  const logFile = openSync(path, "a", 0o600);
  if (statSync(path).size > maxLogBytes) truncateSync(path);
  return logFile;
}

/**
 * Makes the private folder of the socket. In a shared temporary folder someone else may have made
 * one of that name before, to listen in: such a folder is refused.
 */
function makeSocketDirectory(paths: PostgresPaths, account: PostgresAccount): void {
  const { uid, gid } = account.kind === "other" ? account : statSync(paths.root);
  try {
    mkdirSync(paths.socketDirectory, { mode: 0o700 });
    if (account.kind === "other") chownSync(paths.socketDirectory, uid, gid);
  } catch (cause) {
    const found = lstatSync(paths.socketDirectory, { throwIfNoEntry: false });
    if (found?.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return;
    throw new DatabaseUnavailable(
      `${paths.socketDirectory}, the folder of the database's socket, is not a private folder of PostgreSQL's user: remove it, or set DATA_DIR to a shorter path.`,
      { cause },
    );
  }
}
