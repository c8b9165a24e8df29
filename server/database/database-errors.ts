import { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseError } from "pg";
import { withTimeout } from "#server/concurrency/with-timeout.ts";

/** SQLSTATE 08006, connection failure. */
const connectionFailure = "08006";

/**
 * Error for a database that cannot be reached or has stopped responding. It is temporary, so the
 * visitor is told to come back (503, docs/product#database-away). For an error that the operator
 * has to fix, see `DatabaseUnusable`.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  readonly code = connectionFailure;
}

/**
 * SQLSTATEs of temporary failures: connection failures (08), resources used up, with a full disk
 * (53), shutdown, crash and recovery (57P0), a statement that took too long (57014), a failing disk
 * (58030), and a write to a server that has become a standby (25006).
 */
const unavailableStates = /^(?:08\w{3}|53\w{3}|57P0\w|57014|58030|25006)$/;

/**
 * Whether an error means an unavailable database, by its SQLSTATE. The class does not count,
 * because the built application has its own copy of it.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && unavailableStates.test(error.code))
    return true;
  return isDatabaseUnavailable(error.cause);
}

const noted = new AsyncLocalStorage<{ error: unknown }>();

/**
 * Records an error for the work within `throwingUnavailable`. Only the connection pool calls it.
 */
export function recordUnavailable(error: unknown): void {
  const record = noted.getStore();
  if (record && record.error === null && isDatabaseUnavailable(error)) record.error = error;
}

/**
 * Runs work of a library that turns every error into a response of its own, and throws the
 * database's error where the database was unavailable meanwhile.
 */
export async function throwingUnavailable<Value>(work: () => Promise<Value>): Promise<Value> {
  const record: { error: unknown } = { error: null };
  const value = await noted.run(record, work);
  if (record.error !== null) throw record.error;
  return value;
}

interface ReadDeadline {
  /** Instant by `performance.now()` until which statements may begin and run. */
  readonly untilMs: number;
  /** Grace for a silent connection after it. */
  readonly graceMs: number;
  /** Whether the work has ended: what goes on behind it, such as a queue that it has woken, has no limit. */
  isOver: boolean;
}

const deadlines = new AsyncLocalStorage<ReadDeadline>();

/**
 * Runs work whose reads, all together, wait for the database no longer than a limit and a grace: from then on the
 * database is unavailable for it.
 */
export async function readingWithin<Value>(
  { limitMs, graceMs }: { readonly limitMs: number; readonly graceMs: number },
  work: () => Promise<Value>,
): Promise<Value> {
  const deadline = { untilMs: performance.now() + limitMs, graceMs, isOver: false };
  try {
    return await deadlines.run(deadline, work);
  } finally {
    deadline.isOver = true;
  }
}

/** Time that the current work has left for a statement, and the grace after it; null without a limit. */
export function remainingRead(): { readonly limitMs: number; readonly graceMs: number } | null {
  const deadline = deadlines.getStore();
  if (deadline === undefined || deadline.isOver) return null;
  return { limitMs: deadline.untilMs - performance.now(), graceMs: deadline.graceMs };
}

/** Stops the time of {@link readingWithin}; what it returns runs work with the time that was left. */
export function pauseReads(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const remaining = remainingRead();
  return (work) => (remaining === null ? work() : readingWithin(remaining, work));
}

/** Result of a read within a time limit; beyond the limit the database counts as unavailable. */
export function readWithin<Value>(limitMs: number, read: Promise<Value>): Promise<Value> {
  return withTimeout(limitMs, read, () => {
    throw new DatabaseUnavailable(`The database has not answered within ${limitMs} ms.`);
  });
}

/** Result of a read that a page can do without; null while the database is unavailable. */
export function unlessUnavailable<Value>(read: Promise<Value>): Promise<Value | null> {
  return read.catch((error) => {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  });
}

/**
 * Error for a database that is unusable until the operator acts. The message is one line for the
 * operator, with the cause and the remedy, never a secret.
 */
export class DatabaseUnusable extends Error {
  override readonly name = "DatabaseUnusable";
}

/** SQLSTATE of a row that a unique index refuses. */
const uniqueViolation = "23505";

/**
 * Whether a write failed because of a unique index or constraint: the named one, or any without a
 * name.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === uniqueViolation &&
    (constraint === undefined || error.constraint === constraint)
  );
}
