import type { Logger } from "pino";
import type { Database } from "#server/database/connect.ts";

interface WatchOptions {
  readonly database: Database;
  readonly log: Pick<Logger, "warn">;
  readonly nowMs?: () => number;
}

/** An import into a running server takes effect within this time. */
const maxAgeMs = 15_000;

/**
 * Tells whether an extract has been imported, now and then asking the database. Where that does not
 * answer, it is as it was.
 */
export function watchImports({
  database,
  log,
  nowMs = () => performance.now(),
}: WatchOptions): () => Promise<boolean> {
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let answer: Promise<boolean> = Promise.resolve(false);
  const look = async (before: Promise<boolean>) => {
    try {
      const row = await database.selectFrom("extract").select("id").limit(1).executeTakeFirst();
      return row !== undefined;
    } catch (error) {
      log.warn({ err: error }, "nobody knows whether an extract is imported");
      return before;
    }
  };
  return () => {
    if (nowMs() - askedAtMs >= maxAgeMs) {
      askedAtMs = nowMs();
      answer = look(answer);
    }
    return answer;
  };
}
