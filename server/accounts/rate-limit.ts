import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import type { Caller, Viewer } from "./viewer.ts";

/** At most `attempts` within any stretch of `windowMs`. */
export interface RateLimit {
  /** What is limited: part of the key, so that limits do not count each other's attempts. */
  readonly name: string;
  readonly attempts: number;
  readonly windowMs: number;
}

/**
 * Whole seconds until the next attempt is let through, at least 1; null when this one is let
 * through.
 */
export type RetryAfterSeconds = number | null;

/**
 * Counts an attempt by `subject` and tells whether it is let through. A refused attempt does not
 * count, so that a caller who waits gets through.
 *
 * The window slides and the attempts are in the database, by its clock: any number of processes
 * share one limit, and attempts at the same moment cannot both take the last place. Subjects are
 * kept as digests: the table is not a list of addresses.
 */
export async function takeAttempt(
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

/** Name under which the attempts of a client are stored. */
export function attemptKey(limitName: string, subject: string): string {
  return createHash("sha256").update(`${limitName}\n${subject}`).digest("base64url");
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Limits for each client address and for each account; sign-in, registration and reset count the
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
  hoursReading: { name: "hours-reading", attempts: 120, windowMs: minuteMs },
  addressSearch: { name: "address-search", attempts: 120, windowMs: minuteMs },
} as const satisfies Record<string, RateLimit>;

/** What limits are counted with. */
export interface Limiter {
  readonly database: Database;
  /** False lets everything through (`RATE_LIMITS=off`). */
  readonly isOn: boolean;
  /** Hears the name of the limit of each refused call. */
  readonly onRefused?: (limitName: string) => void;
}

/**
 * Counts a call by its client address and by the account, where someone is signed in
 * (docs/product#rate-limits). Null lets it through.
 */
export async function limitCalls(
  { database, isOn, onRefused }: Limiter,
  limit: RateLimit,
  { caller, viewer }: { caller: Pick<Caller, "clientAddress">; viewer: Viewer },
): Promise<RetryAfterSeconds> {
  if (!isOn) return null;
  // The account first: an account over its limit must not use up the address that it shares with
  // others.
  const byAccount =
    viewer.userId === null ? null : await takeAttempt(database, limit, `account ${viewer.userId}`);
  const retryAfterSeconds =
    byAccount ??
    (await takeAttempt(database, limit, `address ${limitedAddress(caller.clientAddress)}`));
  if (retryAfterSeconds !== null) onRefused?.(limit.name);
  return retryAfterSeconds;
}

/**
 * Form in which a client address is counted: an IPv6 address as its /56 network, because providers
 * give a single customer that much (RFC 6177); an IPv4 address as it is, also when it is written as
 * IPv6.
 */
export function limitedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head, tail] = address.split("%")[0].split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(missing, 0)).fill("0"), ...after];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16));
  // The first 56 bits: of the fourth group the upper half.
  network[3] &= 0xff00;
  return `${network.map((group) => group.toString(16)).join(":")}::/56`;
}
