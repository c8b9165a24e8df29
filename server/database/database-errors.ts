import { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseError } from "pg";
import { withTimeout } from "#server/concurrency/with-timeout.ts";

/** SQLSTATE 08006, connection failure. */
const connectionFailure = "08006";

/**
 * Error for a database that cannot be reached or has stopped answering. It passes by itself, so the
 * visitor is asked to come back (503, docs/product#database-away). For a fault that the operator
 * has to mend, see `DatabaseUnusable`.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseAway";
  readonly code = connectionFailure;
}

/**
 * SQLSTATEs of a failure that passes by itself: connection failures (08), resources used up, a full
 * disk included (53), shutdown, crash and recovery (57P0), a statement that took too long (57014),
 * a failing disk (58030), and a write to a server that has become a standby (25006).
 */
const unavailableStates = /^(?:08\w{3}|53\w{3}|57P0\w|57014|58030|25006)$/;

/**
 * Whether an error says that the database is away, by its SQLSTATE. The class does not count,
 * because the built application holds a copy of it.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && unavailableStates.test(error.code))
    return true;
  return isDatabaseUnavailable(error.cause);
}

const noted = new AsyncLocalStorage<{ error: unknown }>();

/** Records an error for the work within `throwingUnavailable`. Only the connection pool calls it. */
export function noteUnavailable(error: unknown): void {
  const note = noted.getStore();
  if (note && note.error === null && isDatabaseUnavailable(error)) note.error = error;
}

/**
 * Runs work of a library that turns every error into an answer of its own, and throws the
 * database's error where the database was away meanwhile.
 */
export async function throwingUnavailable<Value>(work: () => Promise<Value>): Promise<Value> {
  const note: { error: unknown } = { error: null };
  const value = await noted.run(note, work);
  if (note.error !== null) throw note.error;
  return value;
}

/** Result of a read within a time limit; beyond the limit the database counts as away. */
export function readWithin<Value>(limitMs: number, reading: Promise<Value>): Promise<Value> {
  return withTimeout(limitMs, reading, () => {
    throw new DatabaseUnavailable(`The database has not answered within ${limitMs} ms.`);
  });
}

/** Result of a read that a page can do without; null while the database is away. */
export function unlessUnavailable<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch((error) => {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  });
}

/**
 * Error for a database that cannot be used until the operator acts. The message is one line for the
 * operator: what is wrong and what to change, never a secret.
 */
export class DatabaseUnusable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** SQLSTATE of a row that a unique index refuses. */
const uniqueViolation = "23505";

/**
 * Whether a write failed because of a unique index or constraint: the named one, or any where no
 * name is given.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === uniqueViolation &&
    (constraint === undefined || error.constraint === constraint)
  );
}
