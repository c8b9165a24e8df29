import { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseError } from "pg";
import { withTimeout } from "#server/concurrency/with-timeout.ts";

/** SQLSTATE 08006, connection failure. */
const connectionFailure = "08006";

/**
 * Error for a database that cannot be reached or has stopped responding: temporary, so the visitor is told to come back
 * (503, docs/product#database-unavailable). For one that the operator has to fix, see `DatabaseUnusable`.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  readonly code = connectionFailure;
}

/**
 * SQLSTATEs of temporary failures: connections (08), resources used up (53), shutdown, crash and recovery (57P0), a
 * statement that took too long (57014), a failing disk (58030), a write to a standby (25006).
 */
const unavailableStates = /^(?:08\w{3}|53\w{3}|57P0\w|57014|58030|25006)$/;

/**
 * Whether an error means an unavailable database, by its SQLSTATE: the built application has its own copy of the class.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && unavailableStates.test(error.code))
    return true;
  return isDatabaseUnavailable(error.cause);
}

const noted = new AsyncLocalStorage<{ error: unknown }>();

/** Records an error for the work within `throwingUnavailable`; called by the connection pool alone. */
export function recordUnavailable(error: unknown): void {
  const record = noted.getStore();
  if (record && record.error === null && isDatabaseUnavailable(error)) record.error = error;
}

/**
 * Runs work of a library that turns errors into responses, and throws the database's error where it was unavailable.
 */
export async function throwingUnavailable<Value>(work: () => Promise<Value>): Promise<Value> {
  const record: { error: unknown } = { error: null };
  const value = await noted.run(record, work);
  if (record.error !== null) throw record.error;
  return value;
}

/** Limits of the statements of some work, in milliseconds. */
interface WaitLimits {
  /** Time that statements may take, all together. */
  readonly limitMs: number;
  /** Grace for a silent connection after it. */
  readonly graceMs: number;
}

interface LimitedWork {
  readonly graceMs: number;
  /** Time that was left when the last wait ended; negative within the grace. */
  leftMs: number;
  /** Number of waits under way, and the instant by `performance.now()` at which the first of them began. */
  waits: number;
  sinceMs: number;
  /** Whether the work has ended: what goes on behind it, such as a queue that it has woken, has no limit. */
  isOver: boolean;
}

const limitedWork = new AsyncLocalStorage<LimitedWork>();

/**
 * Runs work whose waits for the database take no longer than a limit and a grace, all in all: then it is unavailable.
 */
export async function withinWaitLimit<Value>(
  { limitMs, graceMs }: WaitLimits,
  run: () => Promise<Value>,
): Promise<Value> {
  const work = { graceMs, leftMs: limitMs, waits: 0, sinceMs: 0, isOver: false };
  try {
    return await limitedWork.run(work, run);
  } finally {
    work.isOver = true;
  }
}

/** Limits that the current work has left; null without any. */
export function remainingWait(): WaitLimits | null {
  const work = limitedWork.getStore();
  if (work === undefined || work.isOver) return null;
  const leftMs = work.leftMs - (work.waits > 0 ? performance.now() - work.sinceMs : 0);
  return {
    limitMs: Math.max(0, leftMs),
    graceMs: Math.max(0, work.graceMs + Math.min(0, leftMs)),
  };
}

/** Waits for the database: the time counts for {@link withinWaitLimit}, that of several waits at once only once. */
export async function countWait<Value>(wait: () => Promise<Value>): Promise<Value> {
  const work = limitedWork.getStore();
  if (work === undefined) return wait();
  if (work.waits++ === 0) work.sinceMs = performance.now();
  try {
    return await wait();
  } finally {
    if (--work.waits === 0) work.leftMs -= performance.now() - work.sinceMs;
  }
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

/** Error for a database that is unusable until the operator acts: one line with cause and remedy, never a secret. */
export class DatabaseUnusable extends Error {
  override readonly name = "DatabaseUnusable";
}

/** SQLSTATE of a row that a unique index refuses. */
const uniqueViolation = "23505";

/** Whether a write failed because of a unique index or constraint: the named one, or any. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === uniqueViolation &&
    (constraint === undefined || error.constraint === constraint)
  );
}
