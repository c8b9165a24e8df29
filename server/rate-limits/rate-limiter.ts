import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { clientNetworks } from "./client-key.ts";

/** At most `attempts` within any period of `windowMs`. */
export interface RateLimit {
  /** Name of the limit: part of the key, so that limits do not count each other's attempts. */
  readonly name: string;
  readonly attempts: number;
  readonly windowMs: number;
}

/** Whole seconds until the next attempt is let through, at least 1; null where this one is. */
export type RetryAfterSeconds = number | null;

/**
 * Counts an attempt of a subject. A refused one does not count, so that a client that waits gets through.
 *
 * The window slides. The attempts are in the database, by its clock: processes share one limit, and two simultaneous
 * attempts cannot both be the last. Subjects are digests, so the table is not a list of IP addresses.
 */
export async function consumeAttempt(
  database: Database,
  { name, attempts, windowMs }: RateLimit,
  subject: string,
): Promise<RetryAfterSeconds> {
  const key = attemptKey(name, subject);
  const window = sql`make_interval(secs => ${windowMs / 1000})`;
  const recent = sql`array(
    select attempt from unnest(rate_limit.attempts) as attempt
    where attempt > statement_clock() - ${window} order by attempt
  )`;
  const isFree = sql`cardinality(${recent}) < ${attempts}`;
  const { rows } = await sql<{ allowed: boolean; retry_after_seconds: number }>`
    insert into rate_limit (key, attempts, allowed, expires_at)
    values (
      ${key}, array[statement_clock()], true, statement_clock() + ${window}
    )
    on conflict (key) do update set
      attempts = case when ${isFree} then ${recent} || statement_clock() else ${recent} end,
      allowed = ${isFree},
      expires_at = statement_clock() + ${window}
    returning allowed, ceil(
      extract(epoch from attempts[1] + ${window} - statement_clock())
    )::int as retry_after_seconds`.execute(database);
  const [{ allowed, retry_after_seconds }] = rows;
  return allowed ? null : Math.max(1, retry_after_seconds);
}

/** Primary key of the attempts of a subject. */
export function attemptKey(limitName: string, subject: string): string {
  return createHash("sha256").update(`${limitName}\n${subject}`).digest("base64url");
}

/** Counts an attempt of a client in each of its networks, as {@link consumeAttempt} does in one. */
export async function consumeClientAttempt(
  database: Database,
  limit: RateLimit,
  clientAddress: string,
): Promise<RetryAfterSeconds> {
  // The smallest first: a refused client must not use up the attempts of its neighbours.
  for (const { key, allowance } of clientNetworks(clientAddress)) {
    const attempts = limit.attempts * allowance;
    const retryAfterSeconds = await consumeAttempt(
      database,
      { ...limit, attempts },
      `address ${key}`,
    );
    if (retryAfterSeconds !== null) return retryAfterSeconds;
  }
  return null;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Limits for each client address ({@link clientNetworks}) and for each account; sign-in, registration and reset count the
 * named e-mail address as the account (docs/product#rate-limits).
 */
export const rateLimits = {
  signIn: { name: "sign-in", attempts: 10, windowMs: minuteMs },
  signUp: { name: "sign-up", attempts: 5, windowMs: hourMs },
  reset: { name: "reset", attempts: 5, windowMs: hourMs },
  codeCheck: { name: "code-check", attempts: 10, windowMs: minuteMs },
  // Codes of second factors, by account alone: of the million codes three are right at a time.
  secondFactorMinute: { name: "second-factor-minute", attempts: 5, windowMs: minuteMs },
  secondFactorHour: { name: "second-factor-hour", attempts: 10, windowMs: hourMs },
  write: { name: "write", attempts: 60, windowMs: minuteMs },
  hoursParsing: { name: "hours-reading", attempts: 120, windowMs: minuteMs },
  addressSearch: { name: "address-search", attempts: 120, windowMs: minuteMs },
} as const satisfies Record<string, RateLimit>;

/** Database of the attempts, switch, and listener of refusals. */
export interface RateLimiter {
  readonly database: Database;
  /** False lets everything through (`RATE_LIMITS=off`). */
  readonly isOn: boolean;
  /** Called with the name of the limit of each refused request. */
  readonly onRefused?: (limitName: string) => void;
}

/** Counts a request by its IP address and, for a signed-in viewer, by the account (docs/product#rate-limits). */
export async function consumeRateLimit(
  { database, isOn, onRefused }: RateLimiter,
  limit: RateLimit,
  { clientAddress, userId }: { readonly clientAddress: string; readonly userId: string | null },
): Promise<RetryAfterSeconds> {
  if (!isOn) return null;
  // The account first: an account over its limit must not use up the IP address that it shares with others.
  const byAccount =
    userId === null ? null : await consumeAttempt(database, limit, `account ${userId}`);
  const retryAfterSeconds =
    byAccount ?? (await consumeClientAttempt(database, limit, clientAddress));
  if (retryAfterSeconds !== null) onRefused?.(limit.name);
  return retryAfterSeconds;
}
