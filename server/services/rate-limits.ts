import type { Caller, Viewer } from "#server/accounts/viewer.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import { unlessUnavailable } from "#server/database/database-errors.ts";
import type { RequestMetrics } from "#server/metrics/request-metrics.ts";
import {
  browserReportLimit,
  createReadLimiters,
  MemoryRateLimiter,
  type RateLimitResult,
  readLimitName,
} from "#server/rate-limits/memory-rate-limiter.ts";
import {
  consumeRateLimit,
  type RateLimit,
  type RetryAfterSeconds,
  rateLimits,
} from "#server/rate-limits/rate-limiter.ts";

interface RateLimitDeps {
  readonly config: Pick<Config, "rateLimits" | "apiReadLimit">;
  readonly database: Database;
  readonly requestMetrics: Pick<RequestMetrics, "noteRefused">;
}

export type RateLimits = ReturnType<typeof createRateLimits>;

/** Counters of requests (docs/product#rate-limits); each returns the seconds to wait where a request is over its limit. */
export function createRateLimits({ config, database, requestMetrics }: RateLimitDeps) {
  const onRefused = (limitName: string) => requestMetrics.noteRefused(limitName);
  const limiter = { database, isOn: config.rateLimits, onRefused };
  const consume = (limit: RateLimit, { clientAddress }: Caller, { userId }: Viewer) =>
    consumeRateLimit(limiter, limit, { clientAddress, userId });
  const browserReports = new MemoryRateLimiter(browserReportLimit);
  const readLimiters =
    config.rateLimits && config.apiReadLimit > 0 ? createReadLimiters(config.apiReadLimit) : null;
  /** A request counts once, however many parts of the server ask. */
  const counted = new WeakMap<Caller, Promise<RetryAfterSeconds>>();
  return {
    /** Counts a state-changing request. */
    consumeWriteLimit: (caller: Caller, viewer: Viewer): Promise<RetryAfterSeconds> => {
      const count = counted.get(caller) ?? consume(rateLimits.write, caller, viewer);
      counted.set(caller, count);
      return count;
    },
    /** Counts an address search. */
    consumeSearchLimit: (caller: Caller, viewer: Viewer) =>
      // The search itself needs no database, and its own limits hold for each outside service.
      unlessUnavailable(consume(rateLimits.addressSearch, caller, viewer)),
    /** Counts a text of opening hours. */
    consumeHoursLimit: (caller: Caller, viewer: Viewer) =>
      unlessUnavailable(consume(rateLimits.hoursParsing, caller, viewer)),
    /** Counts a report of a browser (docs/product#errors-in-browsers). */
    consumeReportLimit: ({ clientAddress }: Pick<Caller, "clientAddress">): RetryAfterSeconds => {
      if (!config.rateLimits) return null;
      const { isRefused, resetSeconds } = browserReports.consume(clientAddress);
      if (isRefused) requestMetrics.noteRefused(browserReportLimit.name);
      return isRefused ? resetSeconds : null;
    },
    /** Counts a read request; null where these are not limited. */
    consumeReadLimit: (asked: {
      readonly clientAddress: string;
      readonly isOwnPage: boolean;
    }): RateLimitResult | null => {
      if (readLimiters === null) return null;
      const limiter = asked.isOwnPage ? readLimiters.ofOwnPages : readLimiters.ofPrograms;
      const result = limiter.consume(asked.clientAddress);
      if (result.isRefused) requestMetrics.noteRefused(readLimitName);
      return result;
    },
  };
}
