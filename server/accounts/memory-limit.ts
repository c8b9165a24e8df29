import { limitedAddress, type RetryAfterSeconds } from "./rate-limit.ts";

/** Number of calls a minute. */
export interface MinuteLimit {
  /** Name among the figures. */
  readonly name: string;
  readonly ofAddress: number;
  /** Of all addresses: as many first calls of the minute, and as many further ones. */
  readonly ofAll: number;
}

/**
 * Limit on errors and policy violations that browsers report (docs/product#errors-in-browsers). The first
 * visitors of a page that is broken are enough to learn of it. First reports count by themselves, so that a few
 * addresses that send without a pause do not keep everyone else's out.
 */
export const browserReportLimit: MinuteLimit = {
  name: "browser-report",
  ofAddress: 20,
  ofAll: 100,
};

/** Name among the figures of the limit of readings, which the operator sets. */
export const readingLimitName = "reading";

/** Limits of readings, by who asks. */
export interface ReadingLimits {
  readonly ofPrograms: MemoryLimit;
  readonly ofOwnPages: MemoryLimit;
}

/** Calls of our own pages for each of a program: behind one address are all visitors of a mobile network. */
const ownPagesShare = 10;

/**
 * Limits of the calls that read, for which nothing may be written. @param ofAddress calls a minute of a program
 */
export function createReadingLimits(ofAddress: number): ReadingLimits {
  const limitOf = (ofAddress: number) =>
    new MemoryLimit({ name: readingLimitName, ofAddress, ofAll: Number.POSITIVE_INFINITY });
  return { ofPrograms: limitOf(ofAddress), ofOwnPages: limitOf(ofAddress * ownPagesShare) };
}

/** What a limit says of a call. */
export interface TakenCall {
  readonly isRefused: boolean;
  /** Calls of an address a minute. */
  readonly limit: number;
  /** Calls of this address that are left in this minute. */
  readonly left: number;
  /** Whole seconds until the next minute begins, at least 1. */
  readonly resetSeconds: number;
}

const minuteMs = 60_000;

/**
 * Limit that a process counts in memory, for calls that must cost nothing and hold while the database is away.
 * A minute begins with the first call in it; addresses are forgotten at its end.
 */
export class MemoryLimit {
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

  /** Counts a call; the wait where it is over a limit. */
  take(clientAddress: string): RetryAfterSeconds {
    const { isRefused, resetSeconds } = this.count(clientAddress);
    return isRefused ? resetSeconds : null;
  }

  /** Counts a call. A refused one does not count. */
  count(clientAddress: string): TakenCall {
    const nowMs = this.#nowMs();
    if (nowMs >= this.#endsAtMs) {
      this.#counts.clear();
      this.#firstCalls = 0;
      this.#furtherCalls = 0;
      this.#endsAtMs = nowMs + minuteMs;
    }
    const address = limitedAddress(clientAddress);
    const count = this.#counts.get(address) ?? 0;
    const { ofAddress, ofAll } = this.#limit;
    const resetSeconds = Math.max(1, Math.ceil(Math.round(this.#endsAtMs - nowMs) / 1000));
    const isFirst = count === 0;
    const ofAllSoFar = isFirst ? this.#firstCalls : this.#furtherCalls;
    const isRefused = count >= ofAddress || ofAllSoFar >= ofAll;
    if (isRefused) return { isRefused, limit: ofAddress, left: 0, resetSeconds };
    this.#counts.set(address, count + 1);
    if (isFirst) this.#firstCalls++;
    else this.#furtherCalls++;
    return { isRefused, limit: ofAddress, left: ofAddress - count - 1, resetSeconds };
  }
}
