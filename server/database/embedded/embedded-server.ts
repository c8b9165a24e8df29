import { setTimeout as delay } from "node:timers/promises";
import type { BaseLogger } from "pino";
import { readWithin } from "../database-away.ts";
import { type ClusterSetup, joinOrStart } from "./join-or-start.ts";
import { readPostmaster } from "./postmaster-file.ts";
import { leaveServer, type SharedUse } from "./shared-use.ts";
import { stopPostmaster } from "./stop-postmaster.ts";

const rejoinDelayMs = 500;

/** A server that does not answer for this long is left running; the next start joins it. */
const leaveTimeoutMs = 1_000;

type Log = Pick<BaseLogger, "info" | "warn" | "error">;

/**
 * This process's hold on the embedded server: joined or started, joined again when the connection
 * that stands for the hold is lost (a server that ended is started again), and at last left.
 */
export class EmbeddedServer implements AsyncDisposable {
  /** Folder of the Unix socket; the same as long as the hold lasts. */
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

  /** Leaves the server and, as the last who used it, stops it cleanly. */
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
