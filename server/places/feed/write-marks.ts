import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { BoundedCache } from "#domain/place-index/bounded-cache.ts";
import { readWithin } from "#server/database/database-errors.ts";
import type { PlaceFeed } from "./follow-place-changes.ts";

/** Longest wait for a look at the database; without it the answer is as new as this process has it. */
const lookLimitMs = 1_000;
/** Marks of other processes that are remembered; each is asked with for half a minute at most. */
const rememberedMarks = 10_000;

/**
 * Marks of writes, which a writer brings along to any process of the product (docs/product#read-after-write).
 * A process that has not looked at the database since it first saw the mark of another one looks before it
 * answers. A mark is the name of its process and a number; it says nothing of who wrote, nor what.
 */
export class WriteMarks {
  readonly #feed: Pick<PlaceFeed, "catchUp" | "ageMs">;
  readonly #process = randomBytes(6).toString("base64url");
  readonly #heard = new BoundedCache<string, object>(rememberedMarks);
  readonly #underWay = new AsyncLocalStorage<{ hasWritten: boolean }>();
  #number = 0;

  constructor(feed: Pick<PlaceFeed, "catchUp" | "ageMs">) {
    this.#feed = feed;
  }

  /** Notes that the request under way has changed what others see. */
  note(): void {
    const request = this.#underWay.getStore();
    if (request !== undefined) request.hasWritten = true;
  }

  /** Answers a request; the mark of what it has written, or null where it has written nothing. */
  async during(answer: () => Promise<void>): Promise<string | null> {
    const request = { hasWritten: false };
    await this.#underWay.run(request, answer);
    return request.hasWritten ? `${this.#process}.${(++this.#number).toString(36)}` : null;
  }

  /** Whether this process knows what was written before the mark was given; of no mark at all it does. */
  hasHeard(mark: string): boolean {
    if (!/^[\w-]{8}\.[\da-z]{1,10}$/.test(mark)) return true;
    return mark.startsWith(`${this.#process}.`) || this.#heard.find(mark) !== undefined;
  }

  /** Looks at the database, where this process has not done so since the mark was given. */
  async hear(mark: string): Promise<void> {
    if (this.hasHeard(mark)) return;
    const begunAtMs = performance.now();
    await readWithin(lookLimitMs, this.#feed.catchUp()).catch(() => {});
    const ageMs = this.#feed.ageMs();
    // Taken after the age: a pause between the two must not make the look older than it is.
    const tookMs = performance.now() - begunAtMs;
    if (ageMs <= Math.ceil(tookMs)) this.#heard.keep(mark, {});
  }
}
