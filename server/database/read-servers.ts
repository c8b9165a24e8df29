import { type PostgresPoolClient, type PostgresQueryResult, sql } from "kysely";
import type { BaseLogger } from "pino";
import type { ReplicaState } from "#domain/operation/operating-status.ts";
import { type Database, databaseOn } from "./connect.ts";
import type { ConnectionPool } from "./connection-pool.ts";
import { DatabaseAway, isDatabaseAway, readWithin } from "./database-errors.ts";
import { ensureDatabaseReachable } from "./open-database.ts";

/**
 * What the last question to a replica told: that it cannot be reached, that it is not a copy of the primary
 * (another cluster, or one that has gone another way), that it has become a primary itself, or that it
 * replays the primary's write-ahead log, and up to which position. Positions are bytes from the log's start.
 */
export type ReplicaSight =
  | { readonly kind: "lost" | "foreign" | "promoted" }
  | { readonly kind: "standby"; readonly replayed: number };

/**
 * Whether a replica may answer a read: it has replayed all that this process has seen of the primary. What it
 * answers is then never older than the place index, nor than a write that this process has answered.
 */
export function mayAnswer(sight: ReplicaSight, seen: number): boolean {
  return sight.kind === "standby" && sight.replayed >= seen;
}

/** Lag from which on a replica is called behind. */
export const behindFromMs = 5_000;
/** Lag below which it is called in step again, so that one at the limit is not reported each second. */
export const inStepBelowMs = 2_000;

/** @param lagMs time since the replica lacks something that this process has seen of the primary */
export function replicaState(
  before: ReplicaState,
  { kind }: Pick<ReplicaSight, "kind">,
  lagMs: number,
): ReplicaState {
  if (kind === "lost") return "lost";
  if (kind !== "standby") return "not_a_replica";
  return lagMs >= (before === "behind" ? inStepBelowMs : behindFromMs) ? "behind" : "in_step";
}

/** What `/readyz` says of the two servers. */
export interface ServerStates {
  readonly primary: "answers" | "lost";
  readonly replica: ReplicaState;
}

/**
 * Position of the server's own log that everything in the statement's snapshot was written before: what is
 * visible has been written, if not yet flushed.
 */
export const logPosition = sql<number>`pg_wal_lsn_diff(
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end,
  '0/0')::bigint`;

/** What a look of the change feed has found: the position of the log that it has seen everything up to. */
interface Look {
  readonly position: number;
}

export interface ReadServersOptions {
  readonly primary: ConnectionPool;
  readonly replica: ConnectionPool;
  /** Connection for the questions about the replica alone, which must not wait for those of visitors. */
  readonly watch: ConnectionPool;
  readonly log: Pick<BaseLogger, "info" | "warn">;
}

/** Time between two questions to the replica. */
const intervalMs = 1_000;
/** Time until the first question after the primary got ahead of the replica; it doubles each time. */
const soonMs = 20;
/** Longest wait for the replica's answer to them; then it is lost, and its reads are asked of the primary. */
const answerLimitMs = 2_000;
/** Positions that the replica has not reached; with one a half second, the oldest of them is old enough. */
const maxMarks = 120;
const betweenMarksMs = 500;

/** A moment (`performance.now()`), and what this process had seen of the primary's log by then. */
interface Mark {
  readonly atMs: number;
  readonly position: number;
}

/**
 * The primary and its replica, and which of them answers a read (docs/decisions/034).
 *
 * The replica does where it has replayed all that this process has seen; else the primary. Where one of them
 * is lost, also in the middle of a statement, the other is asked the same. While the primary is away a replica
 * that is behind answers too, rather than no one; `onBehind` hears of that before each such answer, so that
 * it is not kept as the newest.
 */
export class ReadServers implements AsyncDisposable {
  /** Database for reads. */
  readonly database: Database;
  readonly #primary: Server;
  readonly #replica: Server;
  readonly #watch: { readonly pool: ConnectionPool; readonly database: Database };
  readonly #log: ReadServersOptions["log"];
  readonly #listeners: (() => void)[] = [];
  #sight: ReplicaSight = { kind: "lost" };
  #states: ServerStates = { primary: "answers", replica: "in_step" };
  /** Position up to which this process has seen the primary's log; before the first look, nothing is enough. */
  #seen = Number.POSITIVE_INFINITY;
  #marks: Mark[] = [];
  #cluster: string | null = null;
  #waitMs = soonMs;
  #timer: NodeJS.Timeout | undefined;
  #nextAtMs = Number.POSITIVE_INFINITY;
  #asking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor({ primary, replica, watch, log }: ReadServersOptions) {
    this.#primary = { pool: primary, database: databaseOn(primary) };
    this.#replica = { pool: replica, database: databaseOn(replica) };
    this.#watch = { pool: watch, database: databaseOn(watch) };
    this.#log = log;
    this.database = databaseOn({
      options: replica.options,
      connect: () => ReadClient.open(this.#inOrder(), () => this.#tellBehind()),
      end: async () => {},
    });
  }

  /**
   * Asks the replica for the first time, and from then on each second.
   *
   * @throws DatabaseUnavailable where one of the servers cannot be used before the operator acts; a replica
   * that is lost may come back
   */
  async start(): Promise<void> {
    await ensureDatabaseReachable(this.#watch.database, "DATABASE_READ_URL").catch((error) => {
      if (!isDatabaseAway(error)) throw error;
    });
    await this.#ask();
  }

  get states(): ServerStates {
    return this.#states;
  }

  /** Connections to the replica. */
  get replicaPool(): ConnectionPool {
    return this.#replica.pool;
  }

  /** Whether the replica can answer reads while the primary is away. */
  get hasReplica(): boolean {
    return isLastResort(this.#sight);
  }

  /** Names a listener, which hears of each read that a replica is about to answer though it is behind. */
  onBehind(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Notes a position of the primary's log that this process has seen everything up to. */
  see(position: number): void {
    this.#seen = position;
    if (mayAnswer(this.#sight, position)) return;
    const now = performance.now();
    const newest = this.#marks.at(-1);
    const isNew = newest === undefined || now - newest.atMs >= betweenMarksMs;
    if (isNew && this.#marks.length < maxMarks) this.#marks.push({ atMs: now, position });
    if (this.#sight.kind === "standby") this.#askIn(this.#waitMs);
  }

  /** Notes that this process knows of something newer than it has seen: the replica waits for the next look. */
  distrust(): void {
    this.#seen = Number.POSITIVE_INFINITY;
  }

  /**
   * Runs a look of the change feed: at the primary, or, while that is away, at a replica that has replayed all
   * that earlier looks have seen. So no look goes back in time.
   */
  async look<Result extends Look>(
    work: (database: Database) => Promise<Result>,
  ): Promise<Result & { readonly database: Database; readonly isReplica: boolean }> {
    const before = this.#sight;
    const { database } = this.#primary;
    try {
      const result = await work(database);
      // A replica cannot have replayed what its primary has not written.
      if (before.kind === "standby" && before.replayed > result.position) {
        this.#sight = { kind: "foreign" };
      }
      this.see(result.position);
      this.#note({ primary: "answers" });
      return { ...result, database, isReplica: false };
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.#note({ primary: "lost" }, error);
      if (!mayAnswer(this.#sight, this.#seen)) throw error;
      const { database } = this.#replica;
      const result = await work(database);
      this.see(result.position);
      return { ...result, database, isReplica: true };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#watch.pool.end(), this.#replica.pool.end(), this.#asking]);
  }

  #inOrder(): Candidate[] {
    const primary = { pool: this.#primary.pool, isBehind: false };
    const replica = { pool: this.#replica.pool, isBehind: false };
    if (mayAnswer(this.#sight, this.#seen)) return [replica, primary];
    return isLastResort(this.#sight) ? [primary, { ...replica, isBehind: true }] : [primary];
  }

  #tellBehind(): void {
    for (const listener of this.#listeners) listener();
  }

  #askIn(waitMs: number): void {
    const atMs = performance.now() + waitMs;
    if (this.#isStopped || atMs >= this.#nextAtMs) return;
    clearTimeout(this.#timer);
    this.#nextAtMs = atMs;
    this.#timer = setTimeout(() => {
      this.#asking = this.#ask();
    }, waitMs).unref();
  }

  async #ask(): Promise<void> {
    // Until the answer has come, no other question is due.
    this.#nextAtMs = Number.NEGATIVE_INFINITY;
    let fault: unknown;
    try {
      this.#sight = await readWithin(answerLimitMs, this.#look());
    } catch (error) {
      if (this.#isStopped) return;
      fault = error;
      this.#giveUp(error);
    }
    const { replayed = 0 } = this.#sight.kind === "standby" ? this.#sight : {};
    this.#marks = this.#marks.filter(({ position }) => position > replayed);
    const isEnough = mayAnswer(this.#sight, this.#seen);
    this.#note({}, fault);
    this.#waitMs = isEnough ? soonMs : Math.min(2 * this.#waitMs, intervalMs);
    this.#nextAtMs = Number.POSITIVE_INFINITY;
    const isWaitedFor = this.#sight.kind === "standby" && !isEnough && this.#seen < Infinity;
    this.#askIn(isWaitedFor ? this.#waitMs : intervalMs);
  }

  async #look(): Promise<ReplicaSight> {
    const before = this.#sight;
    const { database } = this.#watch;
    const { rows } = await sql<{ standby: boolean; replayed: number | null }>`
      select pg_is_in_recovery() as standby,
        pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as replayed`.execute(database);
    const { standby, replayed } = rows[0];
    if (before.kind !== "standby" && !(await this.#isOfPrimary())) return { kind: "foreign" };
    if (!standby) return { kind: "promoted" };
    // Ahead of its primary, it is not believed before a look has found the primary beyond it.
    if (before.kind === "foreign" && replayed !== null && replayed > this.#seen) return before;
    return { kind: "standby", replayed: replayed ?? 0 };
  }

  /** Whether both servers come from the same cluster, as far as they say so. */
  async #isOfPrimary(): Promise<boolean> {
    this.#cluster ??= await readCluster(this.#primary.database);
    const cluster = await readCluster(this.#watch.database);
    return cluster === null || this.#cluster === null || cluster === this.#cluster;
  }

  /** Cuts what is under way at the replica, so that those who wait ask the primary. */
  #giveUp(error: unknown): void {
    this.#sight = { kind: "lost" };
    const away = new DatabaseAway("The replica does not answer.", { cause: error });
    this.#replica.pool.giveUp(away);
    this.#watch.pool.giveUp(away);
  }

  /** Notes the state of both servers, and logs what has become of it. */
  #note(news: Partial<Pick<ServerStates, "primary">>, fault?: unknown): void {
    const before = this.#states;
    const oldest = this.#marks[0];
    const lagMs = oldest === undefined ? 0 : Math.round(performance.now() - oldest.atMs);
    const replica = replicaState(before.replica, this.#sight, lagMs);
    this.#states = { primary: before.primary, ...news, replica };
    const about = { ...(fault !== undefined && { err: fault }), lagMs };
    if (replica !== before.replica) {
      const isWell = replica === "in_step";
      this.#log[isWell ? "info" : "warn"](about, replicaNews[replica]);
    }
    if (this.#states.primary === before.primary) return;
    if (this.#states.primary === "answers") this.#log.info("the primary database answers again");
    else this.#log.warn(about, "the primary database is away: nothing can be written");
  }
}

const replicaNews: Readonly<Record<ReplicaState, string>> = {
  in_step: "the replica is in step with the primary: it answers reads",
  behind: "the replica is behind the primary, which answers reads",
  lost: "the replica does not answer: the primary answers reads",
  not_a_replica: "DATABASE_READ_URL does not lead to a replica of the primary, which answers reads",
};

interface Server {
  readonly pool: ConnectionPool;
  readonly database: Database;
}

/** Whether a replica's answer is better than none. */
function isLastResort({ kind }: ReplicaSight): boolean {
  return kind === "standby" || kind === "promoted";
}

/** Number that a cluster and its copies have in common; null where the server tells it to no one. */
async function readCluster(database: Database): Promise<string | null> {
  try {
    const { rows } = await sql<{ cluster: string }>`
      select system_identifier::text as cluster from pg_control_system()`.execute(database);
    return rows[0].cluster;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return null;
  }
}

interface Candidate {
  readonly pool: ConnectionPool;
  readonly isBehind: boolean;
}

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Connection to the first server that can be reached, which goes over to the next one where that is lost. */
class ReadClient implements PostgresPoolClient {
  readonly #next: Candidate[];
  readonly #tellBehind: () => void;
  #client: PostgresPoolClient | null = null;
  /** Statements of the transaction under way, which the next server would be asked again. */
  #transaction: Statement[] | null = null;

  static async open(servers: Candidate[], tellBehind: () => void): Promise<ReadClient> {
    const client = new ReadClient(servers, tellBehind);
    await client.#connect();
    return client;
  }

  private constructor(servers: Candidate[], tellBehind: () => void) {
    this.#next = servers;
    this.#tellBehind = tellBehind;
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(): never;
  async query<Row>(sql = "", parameters: readonly unknown[] = []) {
    if (/^(?:begin|start transaction)/.test(sql)) this.#transaction = [];
    if (sql === "commit" || sql === "rollback") this.#transaction = null;
    for (;;) {
      try {
        if (this.#client === null) await this.#connect();
        const result = await this.#client!.query<Row>(sql, parameters);
        this.#transaction?.push({ sql, parameters });
        return result;
      } catch (error) {
        if (this.#next.length === 0 || !isForAnother(error)) throw error;
        this.release(true);
      }
    }
  }

  release(destroy?: boolean): void {
    this.#client?.release(destroy);
    this.#client = null;
  }

  /** Connects to the next server that can be reached, and brings it as far as the last one was. */
  async #connect(): Promise<void> {
    for (;;) {
      const [{ pool, isBehind }] = this.#next.splice(0, 1);
      try {
        this.#client = await pool.connect();
        if (isBehind) this.#tellBehind();
        for (const { sql, parameters } of this.#transaction ?? []) {
          await this.#client.query(sql, parameters);
        }
        return;
      } catch (error) {
        this.release(true);
        if (this.#next.length === 0 || !isForAnother(error)) throw error;
      }
    }
  }
}

/** SQLSTATE of a statement that takes too long: it would take as long at the other server. */
const tooLong = "57014";
/** SQLSTATE of a statement at a replica that stands in the way of the replay. */
const inTheWay = "40001";

/** Whether another server may answer where this error came from the first one. */
function isForAnother(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === inTheWay || (code !== tooLong && isDatabaseAway(error));
}
