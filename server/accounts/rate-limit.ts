import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";

/** At most `attempts` within any stretch of `windowMs`. */
export interface RateLimit {
  /** What is limited: part of the key, so that limits do not count each other's attempts. */
  readonly name: string;
  readonly attempts: number;
  readonly windowMs: number;
}

/** Whole seconds until the next attempt is let through, at least 1; null when this one is. */
export type RetryAfterSeconds = number | null;

/**
 * Counts an attempt by `subject` and says whether it is let through. One that is not does not
 * count, so that whoever waits gets through.
 *
 * The window slides and the attempts are in the database, by its clock: any number of processes
 * share one limit, and attempts at the same moment cannot both take the last place. Subjects are
 * kept as digests: the table is no list of addresses.
 */
export async function takeAttempt(
  database: Database,
  { name, attempts, windowMs }: RateLimit,
  subject: string,
): Promise<RetryAfterSeconds> {
  const key = createHash("sha256").update(`${name}\n${subject}`).digest("base64url");
  const window = sql`make_interval(secs => ${windowMs / 1000})`;
  const recent = sql`array(
    select attempt from unnest(rate_limit.attempts) as attempt
    where attempt > statement_timestamp() - ${window} order by attempt
  )`;
  const isFree = sql`cardinality(${recent}) < ${attempts}`;
  const { rows } = await sql<{ allowed: boolean; retry_after_seconds: number }>`
    insert into rate_limit (key, attempts, allowed, expires_at)
    values (
      ${key}, array[statement_timestamp()], true, statement_timestamp() + ${window}
    )
    on conflict (key) do update set
      attempts = case when ${isFree} then ${recent} || statement_timestamp() else ${recent} end,
      allowed = ${isFree},
      expires_at = statement_timestamp() + ${window}
    returning allowed, ceil(
      extract(epoch from attempts[1] + ${window} - statement_timestamp())
    )::int as retry_after_seconds`.execute(database);
  const [{ allowed, retry_after_seconds }] = rows;
  return allowed ? null : Math.max(1, retry_after_seconds);
}
