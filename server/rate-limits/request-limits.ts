import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import { unlessUnavailable } from "#server/database/database-errors.ts";
import { clientNetworks } from "./client-key.ts";
import {
  consumeRateLimit,
  type RateLimit,
  type RetryAfterSeconds,
  rateLimits,
} from "./rate-limiter.ts";

/** Number of requests a minute. */
export interface MinuteLimit {
  /** Label of the limit in the metrics. */
  readonly name: string;
  readonly perIpAddress: number;
  /** Of all IP addresses: the limit of first requests in a minute, and of further ones. */
  readonly overall: number;
}

/**
 * Limit on reports of browsers (docs/product#errors-in-browsers): the first visitors of a broken page suffice. First
 * reports count by themselves, so that a few addresses that send without a pause do not block the others.
 */
const browserReportLimit: MinuteLimit = {
  name: "browser-report",
  perIpAddress: 20,
  overall: 100,
};

/** Label in the metrics of the limit of read requests, which the operator sets (`API_READ_LIMIT`). */
const readLimitName = "reading";

/** Labels of all rate limits in the metrics. */
export const limitNames: readonly string[] = [
  ...Object.values(rateLimits).map(({ name }) => name),
  browserReportLimit.name,
  readLimitName,
];

/** Rate limiters of read requests, by their sender. */
export interface ReadLimiters {
  readonly ofPrograms: MemoryRateLimiter;
  readonly ofOwnPages: MemoryRateLimiter;
}

/** Ratio of our own pages' limit to a program's: a mobile network has its visitors behind one IP address. */
const ownPagesShare = 10;

/**
 * Creates the rate limiters of read requests, without any writes to disk or database.
 *
 * @param perIpAddress requests a minute of a program
 */
export function createReadLimiters(perIpAddress: number): ReadLimiters {
  const limitOf = (perIpAddress: number) =>
    new MemoryRateLimiter({ name: readLimitName, perIpAddress, overall: Number.POSITIVE_INFINITY });
  return { ofPrograms: limitOf(perIpAddress), ofOwnPages: limitOf(perIpAddress * ownPagesShare) };
}

/** Outcome of a counted request. */
export interface RateLimitResult {
  readonly isRefused: boolean;
  /** Requests of an IP address a minute. */
  readonly limit: number;
  /** Requests of this IP address that remain in this minute, also to its larger networks. */
  readonly remaining: number;
  /** Whole seconds until the next minute begins, at least 1. */
  readonly resetSeconds: number;
}

const minuteMs = 60_000;

/**
 * Fixed-window rate limiter in memory, for requests that must stay cheap and are limited while the database is
 * unavailable too. A minute begins with its first request; at its end all counts are dropped.
 */
export class MemoryRateLimiter {
  readonly #limit: MinuteLimit;
  readonly #nowMs: () => number;
  readonly #counts = new Map<string, number>();
  #firstCalls = 0;
  #furtherCalls = 0;
  #endsAtMs = Number.NEGATIVE_INFINITY;

  /** @param nowMs clock that never goes back */
  constructor(limit: MinuteLimit, nowMs = () => performance.now()) {
    this.#limit = limit;
    this.#nowMs = nowMs;
  }

  /** Counts a request. A refused one does not count. */
  consume(clientAddress: string): RateLimitResult {
    const nowMs = this.#nowMs();
    if (nowMs >= this.#endsAtMs) {
      this.#counts.clear();
      this.#firstCalls = 0;
      this.#furtherCalls = 0;
      this.#endsAtMs = nowMs + minuteMs;
    }
    const { perIpAddress, overall } = this.#limit;
    const networks = clientNetworks(clientAddress).map(({ key, allowance }) => {
      const count = this.#counts.get(key) ?? 0;
      return { key, count, left: perIpAddress * allowance - count };
    });
    const left = Math.min(...networks.map((network) => network.left));
    const resetSeconds = Math.max(1, Math.ceil(Math.round(this.#endsAtMs - nowMs) / 1000));
    // Of the largest network: a customer has many links.
    const isFirst = networks.at(-1)?.count === 0;
    const overallSoFar = isFirst ? this.#firstCalls : this.#furtherCalls;
    const isRefused = left <= 0 || overallSoFar >= overall;
    if (isRefused) return { isRefused, limit: perIpAddress, remaining: 0, resetSeconds };
    for (const { key, count } of networks) this.#counts.set(key, count + 1);
    if (isFirst) this.#firstCalls++;
    else this.#furtherCalls++;
    return { isRefused, limit: perIpAddress, remaining: left - 1, resetSeconds };
  }
}

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
