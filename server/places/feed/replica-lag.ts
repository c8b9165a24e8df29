import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";

/** A moment (`performance.now()`), and the end of the primary's write-ahead log then. */
interface Mark {
  readonly atMs: number;
  readonly position: number;
}

/** Marks that a replica has not reached; with one a second, beyond this the oldest is old enough. */
const maxMarks = 120;

/**
 * Lag of a streaming replica behind its primary, by the positions of both in the
 * write-ahead log. The replica's own clock cannot tell: when nothing is written it has replayed
 * nothing for long and lacks nothing, and cut off from its primary it does not know what it lacks.
 */
export class ReplicaLag {
  readonly #primary: Database;
  readonly #replica: Database;
  /** Those that the replica has not reached, oldest first. */
  #marks: Mark[] = [];
  #asking: Promise<void> | null = null;

  constructor({ primary, replica }: { primary: Database; replica: Database }) {
    this.#primary = primary;
    this.#replica = replica;
  }

  /**
   * Since when the replica lacks something that the primary has written, by `performance.now()`; null
   * where it lacks nothing that is known of. While the primary does not answer, nothing newer is
   * known. A read database that is not a streaming replica lacks nothing.
   */
  async missingSince(): Promise<number | null> {
    this.#asking ??= this.#askPrimary().finally(() => {
      this.#asking = null;
    });
    if (this.#marks.length === 0) return null;
    const replayed = await readPosition(
      this.#replica,
      "case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end",
    );
    this.#marks = this.#marks.filter(({ position }) => replayed !== null && position > replayed);
    return this.#marks[0]?.atMs ?? null;
  }

  /** Not waited for: reading from the replica goes on while the primary is away. */
  async #askPrimary(): Promise<void> {
    const atMs = performance.now();
    const position = await readPosition(this.#primary, "pg_current_wal_flush_lsn()").catch(
      () => null,
    );
    if (position === null) return;
    const newest = this.#marks.at(-1);
    // Another server has become the primary, and has not got as far.
    if (newest && position < newest.position) this.#marks = [];
    if (this.#marks.length < maxMarks) this.#marks.push({ atMs, position });
  }
}

/** A position in the write-ahead log as bytes from its start. */
async function readPosition(database: Database, position: string): Promise<number | null> {
  const { rows } = await sql<{ position: number | null }>`
    select pg_wal_lsn_diff(${sql.raw(position)}, '0/0')::bigint as position`.execute(database);
  return rows[0].position;
}
