import { setTimeout as delay } from "node:timers/promises";
import type { BaseLogger } from "pino";
import { DatabaseUnusable, readWithin } from "#server/database/database-errors.ts";
import { borrowerOf, choosePostgresAccount } from "./postgres-account.ts";
import { embeddedUser, makeCluster } from "./postgres-cluster.ts";
import type { PostgresPaths } from "./postgres-paths.ts";
import type { PostgresBinaries } from "./postgres-programs.ts";
import {
  readPostmaster,
  removeStalePostmasterFile,
  type StartedPostmaster,
  startPostmaster,
  stopPostmaster,
} from "./postmaster.ts";
import { embeddedDatabase, joinServer, leaveServer, type SharedUse } from "./shared-use.ts";

const rejoinDelayMs = 500;

/**
 * Time limit for leaving the server; one that does not respond is left running, and the next start
 * joins it.
 */
const leaveTimeoutMs = 1_000;

type Log = Pick<BaseLogger, "info" | "warn" | "error">;

/** Complete `PoolConfig` of `pg`. */
export interface EmbeddedConnection {
  /** Folder of the Unix socket. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

/**
 * Use of the embedded server by this process: it joins or starts the server, joins it again when
 * the connection that marks the use is lost (and restarts it where it has ended), and leaves it at
 * the end.
 */
export class EmbeddedServer implements AsyncDisposable {
  /** Folder of the Unix socket; the same during the whole use. */
  readonly socketDirectory: string;
  readonly #setup: ClusterSetup;
  readonly #log: Log;
  readonly #leaving = new AbortController();
  #use: SharedUse;
  #rejoining: Promise<void> = Promise.resolve();

  static async join(setup: ClusterSetup, log: Log): Promise<EmbeddedServer> {
    const use = await joinOrStart(setup, new AbortController().signal);
    return new EmbeddedServer(setup, log, use);
  }

  private constructor(setup: ClusterSetup, log: Log, use: SharedUse) {
    const { socketDirectory } = use;
    this.socketDirectory = socketDirectory;
    this.#setup = { ...setup, paths: { ...setup.paths, socketDirectory } };
    this.#log = log;
    this.#use = use;
    this.#rejoinWhenLost();
  }

  /** Connection to the database `mosdo`: over a Unix socket, without a password. */
  get connection(): EmbeddedConnection {
    return { host: this.socketDirectory, user: embeddedUser, database: embeddedDatabase };
  }

  /**
   * Whether this process is the server's only user. If so, no other can join it until this one has
   * left and the server has been stopped.
   */
  isOnlyUser(): Promise<boolean> {
    return leaveServer(this.#use);
  }

  #rejoinWhenLost(): void {
    this.#use.client.once("end", () => {
      if (this.#leaving.signal.aborted) return;
      this.#log.warn("lost the embedded PostgreSQL, joining or starting it again");
      this.#rejoining = this.#rejoin();
    });
  }

  async #rejoin(): Promise<void> {
    while (!this.#leaving.signal.aborted) {
      try {
        this.#use = await joinOrStart(this.#setup, this.#leaving.signal);
        this.#rejoinWhenLost();
        this.#log.info("the embedded PostgreSQL is back");
        return;
      } catch (error) {
        if (this.#leaving.signal.aborted) return;
        this.#log.error({ err: error }, "the embedded PostgreSQL is not back yet");
        await delay(rejoinDelayMs);
      }
    }
  }

  /** Leaves the server; the last process that used it stops it cleanly. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#leaving.signal.aborted) return;
    this.#leaving.abort();
    await this.#rejoining;
    const isLast = await readWithin(leaveTimeoutMs, leaveServer(this.#use)).catch(() => false);
    const postmaster = readPostmaster(this.#setup.paths.cluster);
    if (isLast && postmaster) {
      const { pid } = postmaster;
      if (await stopPostmaster(this.#setup.paths.cluster, pid)) {
        this.#log.info("stopped the embedded PostgreSQL");
      } else {
        this.#log.warn({ pid }, "postmaster.pid names no process of PostgreSQL's, stopped none");
      }
    } else if (postmaster) {
      this.#log.info("left the embedded PostgreSQL running");
    }
    await this.#use.client.end().catch(() => {});
  }
}

/**
 * Stops a server that a killed process has left behind; starts none.
 *
 * @throws Error when it does not end
 */
export async function stopLeftBehind(paths: PostgresPaths): Promise<void> {
  const begun = Date.now();
  while (Date.now() - begun < conflictTimeoutMs) {
    const result = await joinServer(findSocketDirectory(paths), paths.cluster);
    if (result.kind === "absent") return;
    if (result.kind === "joined") {
      const postmaster = readPostmaster(paths.cluster);
      const isLast = await leaveServer(result.use);
      if (isLast && postmaster) await stopPostmaster(paths.cluster, postmaster.pid);
      await result.use.client.end().catch(() => {});
    }
    await delay(conflictPollMs);
  }
  throw new Error(`the PostgreSQL in ${paths.cluster} does not end`);
}

/** Time limit of a start: long enough for crash recovery on a slow disk. */
const startTimeoutMs = 120_000;
/**
 * Time in which another process that starts or ends may hold the cluster's lock without responding.
 */
const conflictTimeoutMs = 10_000;
const pollMs = 10;
const conflictPollMs = 200;

export interface ClusterSetup {
  readonly paths: PostgresPaths;
  readonly binaries: PostgresBinaries;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Joins the server that runs on the cluster, or creates the missing parts and starts one.
 * PostgreSQL's own lock on its data directory decides between two that start at once; the loser
 * joins.
 */
async function joinOrStart(setup: ClusterSetup, signal: AbortSignal): Promise<SharedUse> {
  const { paths } = setup;
  const begun = Date.now();
  let started: StartedPostmaster | null = null;
  while (Date.now() - begun < startTimeoutMs) {
    signal.throwIfAborted();
    const socketDirectory = findSocketDirectory(paths);
    const result = await joinServer(socketDirectory, paths.cluster);
    if (result.kind === "joined") return result.use;
    if (result.kind === "busy" || (started && !started.hasExited())) {
      await delay(pollMs);
      continue;
    }
    if (started) {
      ensureMayRetry(started, Date.now() - begun);
      await delay(conflictPollMs);
    }
    started = await start(setup);
  }
  throw new DatabaseUnusable(
    `The embedded PostgreSQL did not become ready within ${startTimeoutMs / 1000} seconds; see ${paths.logFile}.`,
  );
}

/**
 * Folder of the socket: the one in `postmaster.pid`, where that file is our own, else the one that
 * a new start would choose.
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
  const isLockedByAnother = /lock file|shared memory block/.test(reason);
  if (isLockedByAnother && elapsedMs < conflictTimeoutMs) return;
  throw new DatabaseUnusable(`The embedded PostgreSQL did not start: ${reason}`);
}
