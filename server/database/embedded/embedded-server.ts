import { realpathSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
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

const rejoinDelayMs = 500;

/** Time limit for leaving the server; one that does not respond is left running, for the next start to join. */
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
 * Use of the embedded server by this process: it joins or starts the server, again where the connection that marks the
 * use is lost, and leaves it at the end.
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

  /** Whether this process is the only user; then no other can join until it has left and stopped the server. */
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
/** Time in which another process that starts or ends may hold the cluster's lock without responding. */
const conflictTimeoutMs = 10_000;
const pollMs = 10;
const conflictPollMs = 200;

export interface ClusterSetup {
  readonly paths: PostgresPaths;
  readonly binaries: PostgresBinaries;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Joins the server that runs on the cluster, or creates what is missing and starts one. PostgreSQL's own lock decides
 * between two that start at once; the loser joins.
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

/** Folder of the socket: that of our own `postmaster.pid`, else the one that a new start would choose. */
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

/**
 * Settings of the embedded server, for a small machine that must not lose acknowledged writes; given on every start.
 */
export const postgresSettings: Readonly<Record<string, string>> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "60",
  shared_buffers: "64MB",
  effective_cache_size: "256MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "256MB",
  min_wal_size: "48MB",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  // Compilation of a query takes longer than any of our queries.
  jit: "off",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  // Starts, stops and crashes only; a failed statement is reported by our own code.
  log_min_messages: "log",
  log_checkpoints: "off",
};

/**
 * Advisory lock that each process which uses the server holds in shared mode; one that can take it exclusively is the
 * last and may stop the server. It ends with its connection, so a killed process never counts as a user.
 */
const inUseLock = 0x6d6f7364;

/** Use of the running server by one process. */
interface SharedUse {
  /** Connection that holds the lock; its `end` event means that the use is lost. */
  readonly client: pg.Client;
  readonly socketDirectory: string;
}

type JoinResult =
  | { readonly kind: "joined"; readonly use: SharedUse }
  /** The socket is silent, or the server of another data directory responds. */
  | { readonly kind: "absent" }
  /** The server is starting or stopping. */
  | { readonly kind: "busy" };

/** Our database in the embedded server. */
const embeddedDatabase = "mosdo";

const connectTimeoutMs = 5_000;

/** Connects to the server that listens in `socketDirectory`, and counts as one of its users. */
async function joinServer(socketDirectory: string, cluster: string): Promise<JoinResult> {
  const client = new pg.Client({
    host: socketDirectory,
    user: embeddedUser,
    database: "postgres",
    application_name: "mosdo in use",
    connectionTimeoutMillis: connectTimeoutMs,
  });
  // Without a listener, an error between two queries would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    if (!rows[0] || realpathSync(rows[0].data_directory) !== realpathSync(cluster)) {
      await client.end();
      return { kind: "absent" };
    }
    await client.query("select pg_advisory_lock_shared($1)", [inUseLock]);
    await makeDatabase(client);
    return { kind: "joined", use: { client, socketDirectory } };
  } catch (error) {
    client.end().catch(() => {});
    return { kind: isNobodyListening(error) ? "absent" : "busy" };
  }
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [
    embeddedDatabase,
  ]);
  if (rowCount === 0) await client.query(`create database ${embeddedDatabase}`);
}

/**
 * Leaves the server. Returns true where no other process uses it: a process that joins now then waits until the server
 * has been stopped.
 */
async function leaveServer({ client }: SharedUse): Promise<boolean> {
  await client.query("select pg_advisory_unlock_shared($1)", [inUseLock]);
  const { rows } = await client.query<{ alone: boolean }>(
    "select pg_try_advisory_lock($1) as alone",
    [inUseLock],
  );
  return rows[0]?.alone === true;
}

function isNobodyListening(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOENT" || code === "ECONNREFUSED" || code === "ENOTDIR";
}
