import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { readWithin } from "#server/database/database-errors.ts";
import type { PlaceFeed } from "./follow-place-changes.ts";

/** Longest wait for a poll of the database; beyond it, the response is as new as this process's index. */
const pollLimitMs = 1_000;
/** Maximum number of tokens of other processes whose writes this one has applied; each is sent for half a minute. */
const maxApplied = 10_000;

/**
 * Read-your-writes tokens: a writer brings the token of the last write along to any process of the product
 * (docs/product#read-after-write). A process polls the database before it responds to a token of another
 * process that it meets for the first time. A token is the name of its process and a number; it says nothing
 * of the writer or the write.
 */
export class ConsistencyTokens {
  readonly #feed: Pick<PlaceFeed, "catchUp" | "ageMs">;
  readonly #process = randomBytes(6).toString("base64url");
  readonly #applied = new LRUCache<string, true>({ max: maxApplied });
  readonly #request = new AsyncLocalStorage<{ hasWritten: boolean }>();
  #number = 0;

  constructor(feed: Pick<PlaceFeed, "catchUp" | "ageMs">) {
    this.#feed = feed;
  }

  /** Notes that the request under way has changed what other requests read. */
  recordWrite(): void {
    const request = this.#request.getStore();
    if (request !== undefined) request.hasWritten = true;
  }

  /** Runs a request; the token of its write, or null without a write. */
  async issueAfter(run: () => Promise<void>): Promise<string | null> {
    const request = { hasWritten: false };
    await this.#request.run(request, run);
    return request.hasWritten ? `${this.#process}.${(++this.#number).toString(36)}` : null;
  }

  /** Whether this process has the writes of a token; true for a text that is not a token. */
  hasApplied(token: string): boolean {
    if (!/^[\w-]{8}\.[\da-z]{1,10}$/.test(token)) return true;
    return token.startsWith(`${this.#process}.`) || this.#applied.has(token);
  }

  /** Polls the database, unless this process has the writes of the token. */
  async apply(token: string): Promise<void> {
    if (this.hasApplied(token)) return;
    const startedAtMs = performance.now();
    await readWithin(pollLimitMs, this.#feed.catchUp()).catch(() => {});
    const ageMs = this.#feed.ageMs();
    // Measured after the age: a pause between the two must not make the poll older than it is.
    const tookMs = performance.now() - startedAtMs;
    if (ageMs <= Math.ceil(tookMs)) this.#applied.set(token, true);
  }
}
