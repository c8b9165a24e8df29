import { setTimeout as delay } from "node:timers/promises";
import { DatabaseUnavailable } from "../database-unavailable.ts";
import { borrowerOf, choosePostgresAccount } from "./postgres-account.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { makeCluster } from "./postgres-cluster.ts";
import type { PostgresPaths } from "./postgres-paths.ts";
import { readPostmaster, removeStalePostmasterFile } from "./postmaster-file.ts";
import { joinServer, type SharedUse } from "./shared-use.ts";
import { type StartedPostmaster, startPostmaster } from "./start-postmaster.ts";

/** Long enough for crash recovery on a slow disk. */
const startTimeoutMs = 120_000;
/** How long another process may hold the cluster without answering: it starts, or it ends. */
const conflictTimeoutMs = 10_000;
const pollMs = 10;
const conflictPollMs = 200;

export interface ClusterSetup {
  readonly paths: PostgresPaths;
  readonly binaries: PostgresBinaries;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Joins the server that runs on the cluster, or makes what is missing and starts one. PostgreSQL's
 * own lock on its data directory decides between two that start at once; the loser joins.
 */
export async function joinOrStart(setup: ClusterSetup, signal: AbortSignal): Promise<SharedUse> {
  const { paths } = setup;
  const begun = Date.now();
  let started: StartedPostmaster | null = null;
  while (Date.now() - begun < startTimeoutMs) {
    signal.throwIfAborted();
    const socketDirectory = findSocketDirectory(paths);
    const answer = await joinServer(socketDirectory, paths.cluster);
    if (answer.kind === "joined") return answer.use;
    if (answer.kind === "busy" || (started && !started.hasExited())) {
      await delay(pollMs);
      continue;
    }
    if (started) {
      ensureMayRetry(started, Date.now() - begun);
      await delay(conflictPollMs);
    }
    started = await start(setup);
  }
  throw new DatabaseUnavailable(
    `The embedded PostgreSQL did not become ready within ${startTimeoutMs / 1000} seconds; see ${paths.logFile}.`,
  );
}

/**
 * The folder of the socket: the one that `postmaster.pid` names, where that file is our own, and else
 * the one that we would choose ourselves.
 */
function findSocketDirectory({ cluster, socketDirectory }: PostgresPaths): string {
  if (borrowerOf(cluster)) return socketDirectory;
  return readPostmaster(cluster)?.socketDirectory ?? socketDirectory;
}

async function start({ paths, binaries, settings }: ClusterSetup): Promise<StartedPostmaster> {
  const account = choosePostgresAccount(paths, binaries.postgres);
  await makeCluster(paths, binaries, account);
  removeStalePostmasterFile(paths.cluster);
  return startPostmaster(paths, binaries, account, settings);
}

function ensureMayRetry(ended: StartedPostmaster, elapsedMs: number): void {
  const fatalLine = ended
    .output()
    .split("\n")
    .find((line) => line.includes("FATAL:"));
  const reason = fatalLine?.split("FATAL:").at(1)?.trim() ?? ended.output().trim();
  const isHeldByAnother = /lock file|shared memory block/.test(reason);
  if (isHeldByAnother && elapsedMs < conflictTimeoutMs) return;
  throw new DatabaseUnavailable(`The embedded PostgreSQL did not start: ${reason}`);
}
