import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg, { type PoolClient, type PoolConfig } from "pg";
import type { BaseLogger } from "pino";
import { DatabaseAway, noteAway } from "./database-errors.ts";

export interface PoolOptions {
  /** Hears of connections that are lost or given up. */
  readonly log: Pick<BaseLogger, "warn">;
  readonly maxConnections: number;
  /** The longest wait for a connection, a new one or one that others use. */
  readonly connectTimeoutMs: number;
  /** After this time the database cancels a statement. */
  readonly statementTimeoutMs: number;
}

/**
 * How much longer than its statement may take a connection can be silent. A database that works
 * cancels the statement first and says so; one that does not is not there any more.
 */
const silenceGraceMs = 2_000;

/** Used connections are renewed after this time, so that they follow a host name to its new address. */
const maxLifetimeSeconds = 30 * 60;

/** How long a pool that is ended waits for statements under way. */
const endTimeoutMs = 1_000;

/**
 * Connections to PostgreSQL for Kysely, of which none can hang for ever.
 *
 * `pg` itself waits without limit for an answer, and its `query_timeout` hands a silent connection
 * on to the next request. Here a connection that stays silent beyond the limit of its statement is
 * destroyed, and with it the others that were opened before: they lead to the same silence. From then
 * on, and whenever no connection can be made, one caller at a time tries again and all others are
 * told at once that the database is away (docs/decisions/014).
 */
export class ConnectionPool implements PostgresPool {
  readonly options: pg.PoolOptions;
  readonly #pool: pg.Pool;
  readonly #settings: PoolOptions;
  readonly #lent = new Set<LentClient>();
  readonly #clients = new WeakMap<PoolClient, LentClient>();
  /** Why no connection could be had the last time; null while all is well. */
  #away: DatabaseAway | null = null;
  #isTrying = false;
  /** Connections from before the last silence have an older one and are not lent any more. */
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
      statement_timeout: settings.statementTimeoutMs,
      // A transaction that waits for nothing keeps its locks, and the feeds of places look past it anew
      // each time. Who has a reason to let one wait longer says so in it (server/import/extract).
      idle_in_transaction_session_timeout: 15_000,
      application_name: "mosdo",
    });
    this.options = this.#pool.options;
    const { log } = settings;
    // Without listeners, a lost connection would end the process: the pool hears of idle ones only,
    // and one that is lent out tells nobody while it waits for its next statement.
    this.#pool.on("error", (error) => log.warn({ err: error }, "lost an idle database connection"));
    this.#pool.on("connect", (client) => {
      client.on("error", (error) => log.warn({ err: error }, "lost a database connection"));
      this.#away = null;
    });
  }

  /** @throws {DatabaseAway} where there is none in time */
  async connect(): Promise<PostgresPoolClient> {
    try {
      return await this.#connect();
    } catch (error) {
      noteAway(error);
      throw error;
    }
  }

  async #connect(): Promise<LentClient> {
    if (this.#away === null || this.#pool.idleCount > 0) return this.#lend();
    if (this.#isTrying) throw new DatabaseAway(this.#away.message, { cause: this.#away });
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
    try {
      return await this.#pool.connect();
    } catch (cause) {
      const reason = reasonOf(cause);
      const away = new DatabaseAway(`No database connection: ${reason}`, { cause });
      // Where all are in use, the database is busy, and the next caller may be luckier.
      if (!isFull) this.#away = away;
      throw away;
    }
  }

  #adopt(client: PoolClient): LentClient {
    const lent = new LentClient(client, {
      generation: this.#generation,
      statementTimeoutMs: this.#settings.statementTimeoutMs,
      onSilent: (error) => this.#giveUp(error),
      onReleased: () => this.#lent.delete(lent),
    });
    this.#clients.set(client, lent);
    return lent;
  }

  #giveUp(error: DatabaseAway): void {
    this.#settings.log.warn(
      { err: error },
      "a database connection is silent and has been given up",
    );
    this.#away = error;
    this.#generation++;
  }

  /** Ends every connection; a statement that is still under way after a second is cut off. */
  async end(): Promise<void> {
    const timer = setTimeout(() => {
      for (const lent of this.#lent) lent.destroy();
    }, endTimeoutMs);
    await this.#pool.end();
    clearTimeout(timer);
  }
}

interface LentClientOptions {
  readonly generation: number;
  readonly statementTimeoutMs: number;
  readonly onSilent: (error: DatabaseAway) => void;
  readonly onReleased: () => void;
}

/** One connection, as long as it lasts; lent to one caller at a time. */
class LentClient implements PostgresPoolClient {
  readonly generation: number;
  readonly #client: PoolClient;
  readonly #options: LentClientOptions;
  /** How long the database lets a statement run, in milliseconds: the session's limit… */
  #sessionLimitMs: number;
  /** …and the transaction's, where it has one of its own. Zero is no limit. */
  #transactionLimitMs: number | null = null;
  /** Why the connection was given up. */
  #silence: DatabaseAway | null = null;

  constructor(client: PoolClient, options: LentClientOptions) {
    this.#client = client;
    this.#options = options;
    this.#sessionLimitMs = options.statementTimeoutMs;
    this.generation = options.generation;
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(): never;
  async query<Row>(sql = "", parameters: readonly unknown[] = []) {
    const stopWatching = this.#watch();
    try {
      const result = await this.#client.query(sql, [...parameters]);
      this.#followLimit(sql);
      return result as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      const failure = this.#describe(error);
      noteAway(failure);
      throw failure;
    } finally {
      stopWatching();
    }
  }

  release(destroy?: boolean): void {
    this.#transactionLimitMs = null;
    this.#options.onReleased();
    this.#client.release(destroy);
  }

  /** Cuts the connection where a statement is under way, whatever the database does. */
  destroy(): void {
    // Unlike `release`, this does not wait for an answer.
    (this.#client as unknown as pg.Client).end().catch(() => {});
  }

  /**
   * Gives the connection up when its statement stays without an answer. The grace is a timer of its
   * own: where the process itself was busy for so long, what has come meanwhile is read in it.
   */
  #watch(): () => void {
    const limitMs = this.#transactionLimitMs ?? this.#sessionLimitMs;
    if (limitMs === 0) return () => {};
    const giveUp = () => {
      const seconds = (limitMs + silenceGraceMs) / 1000;
      this.#silence = new DatabaseAway(`The database has been silent for ${seconds} s.`);
      this.#options.onSilent(this.#silence);
      this.destroy();
    };
    let timer = setTimeout(() => {
      timer = setTimeout(giveUp, silenceGraceMs);
    }, limitMs);
    return () => clearTimeout(timer);
  }

  /** Statements may set a limit of their own, as migrations do. */
  #followLimit(sql: string): void {
    if (sql === "commit" || sql === "rollback") this.#transactionLimitMs = null;
    if (/^reset statement_timeout$/i.test(sql))
      this.#sessionLimitMs = this.#options.statementTimeoutMs;
    const [, local, limitMs] = /^set (local )?statement_timeout = (\d+)$/i.exec(sql) ?? [];
    if (limitMs === undefined) return;
    if (local) this.#transactionLimitMs = Number(limitMs);
    else this.#sessionLimitMs = Number(limitMs);
  }

  /** What the database says stays as it is; that the connection broke means that it is away. */
  #describe(error: unknown): unknown {
    if (this.#silence !== null) return this.#silence;
    if (error instanceof pg.DatabaseError || !isBroken(error)) return error;
    return new DatabaseAway(`The database connection broke: ${reasonOf(error)}`, { cause: error });
  }
}

/** What `pg` and the network say of a connection that is gone. */
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
