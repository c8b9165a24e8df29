import { limitedAddress, type RetryAfterSeconds } from "./rate-limit.ts";

/** Number of calls a minute. */
export interface MinuteLimit {
  /** Name among the figures. */
  readonly name: string;
  readonly ofAddress: number;
  readonly ofAll: number;
}

/**
 * Limit on errors and policy violations that browsers report (docs/product#errors-in-browsers). The first
 * visitors of a page that is broken are enough to learn of it.
 */
export const browserReportLimit: MinuteLimit = {
  name: "browser-report",
  ofAddress: 20,
  ofAll: 100,
};

const minuteMs = 60_000;

/**
 * Limit that a process counts in memory, for calls that must cost nothing and hold while the database is away.
 * A minute begins with the first call in it; addresses are forgotten at its end.
 */
export class MemoryLimit {
  readonly #limit: MinuteLimit;
  readonly #nowMs: () => number;
  readonly #counts = new Map<string, number>();
  #all = 0;
  #endsAtMs = Number.NEGATIVE_INFINITY;

  /** @param nowMs clock that never goes back */
  constructor(limit: MinuteLimit, nowMs = () => performance.now()) {
    this.#limit = limit;
    this.#nowMs = nowMs;
  }

  /** Counts a call; the wait where it is over a limit. A refused call does not count. */
  take(clientAddress: string): RetryAfterSeconds {
    const nowMs = this.#nowMs();
    if (nowMs >= this.#endsAtMs) {
      this.#counts.clear();
      this.#all = 0;
      this.#endsAtMs = nowMs + minuteMs;
    }
    const address = limitedAddress(clientAddress);
    const count = this.#counts.get(address) ?? 0;
    const { ofAddress, ofAll } = this.#limit;
    if (count >= ofAddress || this.#all >= ofAll) {
      return Math.max(1, Math.ceil((this.#endsAtMs - nowMs) / 1000));
    }
    this.#counts.set(address, count + 1);
    this.#all++;
    return null;
  }
}
