import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import { unlessUnavailable } from "#server/database/database-errors.ts";
import {
  browserReportLimit,
  createReadLimiters,
  MemoryRateLimiter,
  type RateLimitResult,
  readLimitName,
} from "./memory-rate-limiter.ts";
import {
  consumeRateLimit,
  type RateLimit,
  type RetryAfterSeconds,
  rateLimits,
} from "./rate-limiter.ts";

interface RequestLimitDeps {
  readonly config: Pick<Config, "rateLimits" | "apiReadLimit">;
  readonly database: Database;
  /** Called with the limit's name at each refusal. */
  readonly onRefused: (limitName: string) => void;
}

interface Client {
  readonly clientAddress: string;
}

interface Account {
  readonly userId: string | null;
}

/** Counters of requests (docs/product#rate-limits); each returns the seconds to wait where a request is over its limit. */
export function createRequestLimits({ config, database, onRefused }: RequestLimitDeps) {
  const limiter = { database, isOn: config.rateLimits, onRefused };
  const consume = (limit: RateLimit, { clientAddress }: Client, { userId }: Account) =>
    consumeRateLimit(limiter, limit, { clientAddress, userId });
  const browserReports = new MemoryRateLimiter(browserReportLimit);
  const readLimiters =
    config.rateLimits && config.apiReadLimit > 0 ? createReadLimiters(config.apiReadLimit) : null;
  return {
    /** Counts a state-changing request. */
    consumeWriteLimit: (client: Client, viewer: Account): Promise<RetryAfterSeconds> =>
      consume(rateLimits.write, client, viewer),
    /** Counts an address search. */
    consumeSearchLimit: (client: Client, viewer: Account) =>
      // The search itself needs no database, and its own limits hold for each outside service.
      unlessUnavailable(consume(rateLimits.addressSearch, client, viewer)),
    /** Counts a text of opening hours. */
    consumeHoursLimit: (client: Client, viewer: Account) =>
      unlessUnavailable(consume(rateLimits.hoursParsing, client, viewer)),
    /** Counts a report of a browser (docs/product#errors-in-browsers). */
    consumeReportLimit: ({ clientAddress }: Client): RetryAfterSeconds => {
      if (!config.rateLimits) return null;
      const { isRefused, resetSeconds } = browserReports.consume(clientAddress);
      if (isRefused) onRefused(browserReportLimit.name);
      return isRefused ? resetSeconds : null;
    },
    /** Counts a read request; null where these are not limited. */
    consumeReadLimit: (
      request: Client & { readonly isOwnPage: boolean },
    ): RateLimitResult | null => {
      if (readLimiters === null) return null;
      const limiter = request.isOwnPage ? readLimiters.ofOwnPages : readLimiters.ofPrograms;
      const result = limiter.consume(request.clientAddress);
      if (result.isRefused) onRefused(readLimitName);
      return result;
    },
  };
}
