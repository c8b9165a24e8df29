import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
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
  readonly requestMetrics: Pick<RequestMetrics, "recordRefused">;
}

/** Counters of requests (docs/product#rate-limits); each returns the seconds to wait where a request is over its limit. */
export function createRateLimits({ config, database, requestMetrics }: RateLimitDeps) {
  const onRefused = (limitName: string) => requestMetrics.recordRefused(limitName);
  const limiter = { database, isOn: config.rateLimits, onRefused };
  const consume = (limit: RateLimit, { clientAddress }: RequestClient, { userId }: Viewer) =>
    consumeRateLimit(limiter, limit, { clientAddress, userId });
  const browserReports = new MemoryRateLimiter(browserReportLimit);
  const readLimiters =
    config.rateLimits && config.apiReadLimit > 0 ? createReadLimiters(config.apiReadLimit) : null;
  return {
    /** Counts a state-changing request. */
    consumeWriteLimit: (client: RequestClient, viewer: Viewer): Promise<RetryAfterSeconds> =>
      consume(rateLimits.write, client, viewer),
    /** Counts an address search. */
    consumeSearchLimit: (client: RequestClient, viewer: Viewer) =>
      // The search itself needs no database, and its own limits hold for each outside service.
      unlessUnavailable(consume(rateLimits.addressSearch, client, viewer)),
    /** Counts a text of opening hours. */
    consumeHoursLimit: (client: RequestClient, viewer: Viewer) =>
      unlessUnavailable(consume(rateLimits.hoursParsing, client, viewer)),
    /** Counts a report of a browser (docs/product#errors-in-browsers). */
    consumeReportLimit: ({
      clientAddress,
    }: Pick<RequestClient, "clientAddress">): RetryAfterSeconds => {
      if (!config.rateLimits) return null;
      const { isRefused, resetSeconds } = browserReports.consume(clientAddress);
      if (isRefused) requestMetrics.recordRefused(browserReportLimit.name);
      return isRefused ? resetSeconds : null;
    },
    /** Counts a read request; null where these are not limited. */
    consumeReadLimit: (request: {
      readonly clientAddress: string;
      readonly isOwnPage: boolean;
    }): RateLimitResult | null => {
      if (readLimiters === null) return null;
      const limiter = request.isOwnPage ? readLimiters.ofOwnPages : readLimiters.ofPrograms;
      const result = limiter.consume(request.clientAddress);
      if (result.isRefused) requestMetrics.recordRefused(readLimitName);
      return result;
    },
  };
}
