import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { BaseLogger } from "pino";
import { minuteMs } from "#domain/opening/local-time.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { changedId } from "#domain/place-index/place-store.ts";
import type { Database } from "#server/database/connect.ts";
import { readWithin } from "#server/database/database-errors.ts";
import { PlaceChangeReader, PlaceReconciler } from "./place-change-reader.ts";

export interface PlaceFeedOptions {
  readonly database: Database;
  readonly placeIndex: PlaceIndex;
  readonly now: () => Date;
  readonly log: Pick<BaseLogger, "warn" | "info">;
  /** Horizon from `readHorizon`, before the index was loaded: later transactions may be missing in it. */
  readonly since: bigint;
  /** Time between two reads of the changes. */
  readonly intervalMs?: number;
  /** Time between two comparisons of the whole index with the table. */
  readonly reconcileIntervalMs?: number;
}

/** Called with changed places once the place index has them. */
type ChangeListener = (ids: readonly number[] | null) => void;

/** Running change feed. Disposing it waits for the read in progress. */
export interface PlaceFeed extends AsyncDisposable {
  /** Milliseconds since the place index was last known to agree with the database. */
  ageMs(): number;
  /**
   * It grows with every batch of changes that was read, also of what the index does not hold, such as an
   * address, and where any place may have changed.
   */
  readonly changes: number;
  /** Adds a listener, which gets the ids of changed places, or null where any may have changed. */
  subscribe(listener: ChangeListener): void;
  /**
   * Reads at once, so that a visitor who has just written sees the change in the next response of this process; the
   * other processes follow within their interval. A failed read is repeated by the next one.
   */
  catchUp(): Promise<void>;
}

/** Usual time between two reads: other processes show a change within twice as long. */
export const usualIntervalMs = 1_000;

/** Maximum time between two reads, which doubles while the database fails. */
const maxIntervalMs = 15_000;

const hourMs = 60 * minuteMs;

/** Maximum number of repaired places that the log names. */
const namedRepaired = 10;

/**
 * Keeps the place index in step with what any process writes to the database, and with the clock.
 *
 * It polls the database. A failing one is polled ever less often; the index keeps its last state. Every hour, and
 * after anything that can have cost a change, the whole index is compared with the table, a step a poll.
 */
export function followPlaceChanges({
  database,
  placeIndex,
  now,
  log,
  since,
  intervalMs = usualIntervalMs,
  reconcileIntervalMs = hourMs,
}: PlaceFeedOptions): PlaceFeed {
  const reader = new PlaceChangeReader(since);
  const stop = new AbortController();
  const minutes = refreshEachMinute({ placeIndex, now });
  const forecasts = forecastInSlices({ placeIndex, now });
  let agreedAtMs = performance.now();
  let changes = 0;
  const ageMs = () => Math.round(performance.now() - agreedAtMs);
  let reconciler: PlaceReconciler | null = null;
  let reconcileAtMs = performance.now() + reconcileIntervalMs;
  let reading = Promise.resolve();
  let nextRead: Promise<void> | null = null;
  const listeners: ChangeListener[] = [];
  const notify = (ids: readonly number[] | null) => {
    changes++;
    for (const listener of listeners) listener(ids);
  };
  const following = follow();
  return {
    ageMs,
    subscribe: (listener) => void listeners.push(listener),
    get changes() {
      return changes;
    },
    async catchUp() {
      try {
        await readOnce();
      } catch (error) {
        log.warn({ err: error }, "cannot read place changes after a write");
      }
    },
    async [Symbol.asyncDispose]() {
      minutes[Symbol.dispose]();
      forecasts[Symbol.dispose]();
      stop.abort();
      await following;
      await reading;
    },
  };

  async function follow(): Promise<void> {
    for (let failures = 0; await pause(failures); ) {
      const lostMs = ageMs();
      try {
        await readOnce();
        if (failures > 0) {
          log.info({ ageMs: lostMs }, "place changes can be read again");
          // The database may have come back with fewer changes: restored, or replaced by another
          // one.
          reconcileAgain();
        }
        failures = 0;
        await serialize(reconcile);
      } catch (error) {
        failures++;
        log.warn({ err: error, ageMs: ageMs(), failures }, "cannot read place changes");
      }
    }
  }

  /** Reads one after the other. A caller that asks while a read waits for its turn shares that one. */
  function readOnce(): Promise<void> {
    nextRead ??= serialize(() => {
      nextRead = null;
      return readChanges();
    });
    return nextRead;
  }

  async function readChanges(): Promise<void> {
    const startedAtMs = performance.now();
    const { wentBack } = await reader.poll(database, (changes) => {
      placeIndex.apply(changes);
      notify(changes.map(changedId));
    });
    agreedAtMs = startedAtMs;
    if (!wentBack) return;
    log.warn("the database has gone back in time: comparing the place index with it");
    reconcileAgain();
  }

  /** Compares all places with the database, since what was read of any of them may not hold. */
  function reconcileAgain(): void {
    notify(null);
    reconciler = null;
    reconcileAtMs = performance.now();
  }

  /** One step of the comparison, where one is due; the next look goes on with it. */
  async function reconcile(): Promise<void> {
    if (performance.now() < reconcileAtMs) return;
    if (reconciler === null) {
      reconciler = new PlaceReconciler(placeIndex);
      notify(null);
    }
    try {
      const { repaired, isDone } = await reconciler.step(database, reader.horizon);
      if (repaired.length > 0) {
        notify(repaired);
        const ids = repaired.slice(0, namedRepaired);
        log.warn(
          { count: repaired.length, ids },
          "the place index differed from the database: repaired",
        );
      }
      if (!isDone) return;
    } catch (error) {
      log.warn({ err: error }, "cannot compare the place index with the database");
    }
    reconciler = null;
    reconcileAtMs = performance.now() + reconcileIntervalMs;
  }

  /** Runs a task after all earlier ones, also where these failed. */
  function serialize(task: () => Promise<void>): Promise<void> {
    const result = reading.then(task);
    reading = result.catch(() => {});
    return result;
  }

  /** Waits for the next read; false when the feed has been stopped. */
  async function pause(failures: number): Promise<boolean> {
    const waitMs = Math.min(intervalMs * 2 ** failures, Math.max(intervalMs, maxIntervalMs));
    await delay(waitMs, undefined, { ref: false, signal: stop.signal }).catch(() => {});
    return !stop.signal.aborted;
  }
}

/** Lets the index notice, each time a minute turns, which places have opened and closed. */
export function refreshEachMinute({
  placeIndex,
  now,
}: {
  placeIndex: Pick<PlaceIndex, "refreshOpenSchedules">;
  now: () => Date;
}): Disposable {
  let timer = schedule();
  return { [Symbol.dispose]: () => clearTimeout(timer) };

  function schedule(): NodeJS.Timeout {
    // A timer may go off a little early: the millisecond more keeps it out of the old minute.
    const untilNextMinuteMs = minuteMs - (now().getTime() % minuteMs) + 1;
    return setTimeout(refresh, untilNextMinuteMs).unref();
  }

  function refresh() {
    placeIndex.refreshOpenSchedules(now());
    timer = schedule();
  }
}

/** Forecasts of schedules, for one turn of the event loop: a text that needs the library takes a millisecond. */
const forecastSliceMs = 2;
/** Time between two turns, so that requests come first. */
const betweenSlicesMs = 10;
/** Time between two looks for new schedules. */
const idleMs = 500;

/**
 * Forecasts the schedules of the index in short turns, as its start and an import bring thousands of them.
 * Until then they go by the seven entries of a week.
 */
export function forecastInSlices({
  placeIndex,
  now,
}: {
  placeIndex: Pick<PlaceIndex, "forecastSchedules" | "refreshOpenSchedules">;
  now: () => Date;
}): Disposable {
  let isNew = false;
  let timer = setTimeout(runSlice, betweenSlicesMs).unref();
  return { [Symbol.dispose]: () => clearTimeout(timer) };

  function runSlice() {
    const endMs = performance.now() + forecastSliceMs;
    let left = placeIndex.forecastSchedules(now(), 0);
    while (left > 0 && performance.now() < endMs) {
      left = placeIndex.forecastSchedules(now(), 1);
      isNew = true;
    }
    if (left === 0 && isNew) {
      placeIndex.refreshOpenSchedules(now());
      isNew = false;
    }
    timer = setTimeout(runSlice, left > 0 ? betweenSlicesMs : idleMs).unref();
  }
}

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
