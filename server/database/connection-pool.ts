import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg, { type PoolClient, type PoolConfig } from "pg";
import type { BaseLogger } from "pino";
import {
  countWait,
  DatabaseUnavailable,
  readWithin,
  recordUnavailable,
  remainingWait,
} from "./database-errors.ts";

export interface PoolOptions {
  /** Log for lost and destroyed connections. */
  readonly log: Pick<BaseLogger, "warn">;
  readonly maxConnections: number;
  /** Maximum wait for a connection, whether it is opened or freed by another request. */
  readonly connectTimeoutMs: number;
  /** Time after which a statement is cancelled. */
  readonly statementTimeoutMs: number;
  /** Grace for a silent connection after its statement's limit: a working database reports the cancellation by then. */
  readonly responseGraceMs: number;
  /** Maximum time for running statements when the pool ends. */
  readonly endTimeoutMs: number;
}

/** Connections of a pool, by their state. */
export interface PoolCounts {
  readonly open: number;
  readonly idle: number;
  /** Requests, not connections. */
  readonly queued: number;
}

/** Limits of a pool that sets no others. */
export const poolLimits = {
  maxConnections: 10,
  connectTimeoutMs: 10_000,
  statementTimeoutMs: 10_000,
  responseGraceMs: 2_000,
  endTimeoutMs: 1_000,
} as const satisfies Partial<PoolOptions>;

/**
 * Idle limit of a transaction: an idle one keeps its locks, and the change feed rereads past it
 * each time. A transaction that needs a longer pause sets its own limit (server/import/extract).
 */
const idleTransactionTimeoutMs = 15_000;

/** Maximum age of a connection; a new one follows a host name to its new address. */
const maxLifetimeSeconds = 30 * 60;

/**
 * Pool of connections to PostgreSQL for Kysely, none of which can hang for ever.
 *
 * `pg` waits without limit for a response, and after its `query_timeout` it lends a silent connection to the next
 * request. Here a connection that is silent beyond its statement's limit is destroyed, with all that were opened
 * before. From then on, and where none can be opened, one request at a time tries again; the others fail with
 * `DatabaseUnavailable` at once (docs/decisions/014).
 *
 * PgBouncer lends a session for one transaction at a time: limits begin with each transaction, and a statement beyond
 * its limit is cancelled from here.
 */
export class ConnectionPool implements PostgresPool {
  readonly options: pg.PoolOptions;
  readonly #pool: pg.Pool;
  readonly #settings: PoolOptions;
  readonly #lent = new Set<LentClient>();
  readonly #clients = new WeakMap<PoolClient, LentClient>();
  /** Error of the last failed connection; null while the database responds. */
  #away: DatabaseUnavailable | null = null;
  #isTrying = false;
  /** Generation of new connections; older ones, from before the last silence, are lent no more. */
  #generation = 0;

  constructor(connection: PoolConfig, settings: PoolOptions) {
    this.#settings = settings;
    this.#pool = new pg.Pool({
      ...connection,
      max: settings.maxConnections,
      connectionTimeoutMillis: settings.connectTimeoutMs,
      idleTimeoutMillis: 30_000,
      maxLifetimeSeconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: "mosdo",
    });
    this.options = this.#pool.options;
    const { log } = settings;
    // Without listeners, a lost connection would end the process. The connection's own listener
    // logs it; the pool's is called for an idle one too, with an error that carries the whole
    // client.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => {
      client.on("error", (error) => log.warn({ err: error }, "lost a database connection"));
      this.#away = null;
    });
  }

  /** Number of open connections, of idle ones, and of requests that wait for one. */
  get counts(): PoolCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { open: totalCount, idle: idleCount, queued: waitingCount };
  }

  /** Sets the maximum wait for a connection from now on. */
  set connectTimeoutMs(limitMs: number) {
    this.#pool.options.connectionTimeoutMillis = limitMs;
  }

  /** @throws {DatabaseUnavailable} where no connection is free or opened in time */
  async connect(): Promise<PostgresPoolClient> {
    try {
      return await countWait(() => this.#connect());
    } catch (error) {
      recordUnavailable(error);
      throw error;
    }
  }

  async #connect(): Promise<LentClient> {
    if (remainingWait()?.limitMs === 0) {
      throw new DatabaseUnavailable("The time for the database is over.");
    }
    if (this.#away === null || this.#pool.idleCount > 0) return this.#lend();
    if (this.#isTrying) throw new DatabaseUnavailable(this.#away.message, { cause: this.#away });
    this.#isTrying = true;
    try {
      return await this.#lend();
    } finally {
      this.#isTrying = false;
    }
  }

  async #lend(): Promise<LentClient> {
    for (;;) {
      const client = await this.#take();
      const lent = this.#clients.get(client) ?? this.#adopt(client);
      if (lent.generation === this.#generation) {
        this.#lent.add(lent);
        return lent;
      }
      client.release(true);
    }
  }

  async #take(): Promise<PoolClient> {
    const isFull = this.#pool.totalCount >= this.#settings.maxConnections;
    const client = this.#pool.connect();
    const remaining = remainingWait();
    try {
      if (remaining === null) return await client;
      return await readWithin(remaining.limitMs + remaining.graceMs, client);
    } catch (cause) {
      // One that comes too late for this request serves others.
      client.then((late) => late.release()).catch(() => {});
      if (cause instanceof DatabaseUnavailable) throw cause;
      const reason = reasonOf(cause);
      const unavailable = new DatabaseUnavailable(`No database connection: ${reason}`, { cause });
      // Where all connections are in use, the database is busy but available, and the next request
      // may get one.
      if (!isFull) this.#away = unavailable;
      throw unavailable;
    }
  }

  #adopt(client: PoolClient): LentClient {
    const lent = new LentClient(client, {
      generation: this.#generation,
      statementTimeoutMs: this.#settings.statementTimeoutMs,
      responseGraceMs: this.#settings.responseGraceMs,
      onSilent: (error) => this.#leave(error),
      onReadOnly: () => this.reconnect(),
      onReleased: () => this.#lent.delete(lent),
    });
    this.#clients.set(client, lent);
    return lent;
  }

  #leave(error: DatabaseUnavailable): void {
    this.#settings.log.warn(
      { err: error },
      "a database connection is silent and has been given up",
    );
    this.#away = error;
    this.reconnect();
  }

  /** Stops lending the connections that are open now: the address may lead to another server. */
  reconnect(): void {
    this.#generation++;
  }

  /** Ends every connection; a statement still running after the limit is cut off. */
  async end(): Promise<void> {
    const timer = setTimeout(() => {
      for (const lent of this.#lent) lent.destroy();
    }, this.#settings.endTimeoutMs);
    await this.#pool.end();
    clearTimeout(timer);
  }
}

interface LentClientOptions {
  readonly generation: number;
  readonly statementTimeoutMs: number;
  readonly responseGraceMs: number;
  readonly onSilent: (error: DatabaseUnavailable) => void;
  readonly onReadOnly: () => void;
  readonly onReleased: () => void;
}

/** A connection during its whole life; lent to one request at a time. */
class LentClient implements PostgresPoolClient {
  readonly generation: number;
  readonly #client: PoolClient;
  readonly #options: LentClientOptions;
  /** Time limit of a statement in this transaction; null where it sets none, 0 is unlimited. */
  #transactionLimitMs: number | null = null;
  /** Reason why the connection was destroyed. */
  #silence: DatabaseUnavailable | null = null;

  constructor(client: PoolClient, options: LentClientOptions) {
    this.#client = client;
    this.#options = options;
    this.generation = options.generation;
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(): never;
  query<Row>(sql = "", parameters: readonly unknown[] = []) {
    return countWait(() => this.#query<Row>(sql, parameters));
  }

  async #query<Row>(sql: string, parameters: readonly unknown[]) {
    const watch = this.#watch(sql);
    try {
      const result = await this.#client.query(this.#withLimits(sql), [...parameters]);
      this.#followLimit(sql);
      // A cancellation also ends the wait of a commit for a synchronous replica, and PostgreSQL
      // reports success.
      if (watch.isCancelled())
        throw new DatabaseUnavailable("A statement took longer than its limit.");
      return result as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      const failure = this.#describe(error);
      recordUnavailable(failure);
      throw failure;
    } finally {
      await watch.end();
    }
  }

  release(destroy?: boolean): void {
    this.#transactionLimitMs = null;
    this.#options.onReleased();
    this.#client.release(destroy);
  }

  /** Cuts the connection at once, also within a statement, without waiting for the database. */
  destroy(): void {
    // Unlike `release`, this does not wait for a response.
    (this.#client as unknown as pg.Client).end().catch(() => {});
  }

  /** The statement; one that begins a transaction also sets the limits. */
  #withLimits(sql: string): string {
    if (!/^(?:begin|start transaction)\b/i.test(sql)) return sql;
    return `${sql}; set local statement_timeout = ${this.#options.statementTimeoutMs};
      set local idle_in_transaction_session_timeout = ${idleTransactionTimeoutMs}`;
  }

  /**
   * Cancels a statement at its limit, and destroys the connection when no response comes. Both timers begin at the
   * limit: where the process itself was busy, it first reads what has arrived. A commit is not cancelled: without a
   * response, its outcome is unknown.
   */
  #watch(sql: string): Watch {
    const usualMs = this.#transactionLimitMs ?? this.#options.statementTimeoutMs;
    if (usualMs === 0) return unwatched;
    const remaining = remainingWait();
    const limitMs = Math.max(0, Math.min(usualMs, remaining?.limitMs ?? usualMs));
    const responseGraceMs = remaining?.graceMs ?? this.#options.responseGraceMs;
    let cancelling: Socket | null = null;
    const cancel = () => {
      cancelling = requestCancel(this.#client, responseGraceMs);
    };
    const giveUp = () => {
      cancelling?.destroy();
      const seconds = (limitMs + responseGraceMs) / 1000;
      this.#silence = new DatabaseUnavailable(`The database has been silent for ${seconds} s.`);
      this.#options.onSilent(this.#silence);
      this.destroy();
    };
    const timers = [
      setTimeout(() => {
        if (sql !== "commit") timers.push(setTimeout(cancel, pendingReadMs));
        timers.push(setTimeout(giveUp, responseGraceMs));
      }, limitMs),
    ];
    return {
      isCancelled: () => cancelling !== null,
      async end() {
        timers.forEach(clearTimeout);
        if (cancelling && !cancelling.closed) await once(cancelling, "close");
      },
    };
  }

  /** Follows the limits that transactions set for themselves, such as those of migrations. */
  #followLimit(sql: string): void {
    if (sql === "commit" || sql === "rollback") this.#transactionLimitMs = null;
    const [, limitMs] = /^set local statement_timeout = (\d+)$/i.exec(sql) ?? [];
    if (limitMs !== undefined) this.#transactionLimitMs = Number(limitMs);
  }

  /** Error for the request: the database's own as it is; a broken connection means an unavailable database. */
  #describe(error: unknown): unknown {
    if (this.#silence !== null) return this.#silence;
    if (error instanceof pg.DatabaseError && error.code === readOnlyState) {
      this.#options.onReadOnly();
    }
    if (error instanceof pg.DatabaseError || !isBroken(error)) return error;
    return new DatabaseUnavailable(`The database connection broke: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** Watch over a running statement. */
interface Watch {
  readonly isCancelled: () => boolean;
  /** Resolves when no cancellation can reach a later statement. */
  readonly end: () => Promise<void>;
}

const unwatched: Watch = { isCancelled: () => false, end: async () => {} };

/** Time in which a busy process reads pending responses before it cancels a statement. */
const pendingReadMs = 100;

/** SQLSTATE of a write to a read-only server, such as a former primary. */
const readOnlyState = "25006";

/** Code of the message that cancels a statement ('CancelRequest' in PostgreSQL's protocol). */
const cancelRequestCode = 80_877_102;

/**
 * Requests the cancellation of a connection's statement, which then fails (57014). As in libpq, the request goes
 * without TLS, over a connection that the database closes at once; `pg` has none for a connection with TLS.
 */
function requestCancel(client: PoolClient, timeoutMs: number): Socket {
  const { host, port, processID, secretKey } = client as PoolClient & CancelKey;
  const socket = host.startsWith("/")
    ? connect(`${host}/.s.PGSQL.${port}`)
    : connect({ host, port });
  const message = Buffer.alloc(16);
  [message.length, cancelRequestCode, processID, secretKey].forEach((value, index) => {
    message.writeInt32BE(value, 4 * index);
  });
  socket.on("error", () => {});
  socket.setTimeout(timeoutMs, () => socket.destroy());
  socket.resume().write(message);
  return socket;
}

/** Properties of a client of `pg` that its types lack. */
interface CancelKey {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

/** Whether an error of `pg` or the network means that the connection is lost. */
function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && "syscall" in error) return true;
  return /^Connection terminated|is not queryable$|^This socket has been ended/.test(error.message);
}

/** Node reports a host name with several addresses as one error without a message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
