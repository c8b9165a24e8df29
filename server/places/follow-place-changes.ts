import { setTimeout as delay } from "node:timers/promises";
import type { BaseLogger } from "pino";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { Database } from "#server/database/connect.ts";
import { PlaceChangeReader } from "./read-place-changes.ts";
import { refreshEachMinute } from "./refresh-each-minute.ts";

export interface PlaceFeedOptions {
  readonly database: Database;
  readonly placeIndex: PlaceIndex;
  readonly now: () => Date;
  readonly log: Pick<BaseLogger, "warn" | "info">;
  /** When the loading of the index began, by `performance.now()`; later changes may be missing in it. */
  readonly loadStartedAtMs?: number;
  /** Time between two looks at the database. */
  readonly intervalMs?: number;
}

/** The running change feed. Disposing it waits for the look in progress. */
export interface PlaceFeed extends AsyncDisposable {
  /** Milliseconds since the place index was last known to agree with the database. */
  ageMs(): number;
  /**
   * Looks at once, so that whoever has just written sees it in the next answer of this process; the
   * others follow within their interval. A look that fails is left to the next.
   */
  catchUp(): Promise<void>;
}

/** While the database fails, the time between two looks doubles up to this. */
const maxIntervalMs = 15_000;

/**
 * Keeps the place index in step with what any process writes to the database, and with the clock.
 *
 * It asks rather than listens, so that it works on a read replica too. A database that fails is
 * asked again, ever less often; the index goes on answering with what it has.
 */
export function followPlaceChanges({
  database,
  placeIndex,
  now,
  log,
  loadStartedAtMs = performance.now(),
  intervalMs = 1_000,
}: PlaceFeedOptions): PlaceFeed {
  const reader = new PlaceChangeReader(database, loadStartedAtMs);
  const stop = new AbortController();
  const minutes = refreshEachMinute({ placeIndex, now });
  let agreedAtMs = performance.now();
  const ageMs = () => Math.round(performance.now() - agreedAtMs);
  let looking = Promise.resolve();
  const following = follow();
  return {
    ageMs,
    catchUp: () =>
      look().catch((error) => log.warn({ err: error }, "cannot read place changes after a write")),
    async [Symbol.asyncDispose]() {
      minutes[Symbol.dispose]();
      stop.abort();
      await following;
      await looking;
    },
  };

  async function follow(): Promise<void> {
    for (let failures = 0; await pause(failures); ) {
      const lostMs = ageMs();
      try {
        await look();
        if (failures > 0) log.info({ ageMs: lostMs }, "place changes can be read again");
        failures = 0;
      } catch (error) {
        failures++;
        log.warn({ err: error, ageMs: ageMs(), failures }, "cannot read place changes");
      }
    }
  }

  /** One look after the other: each starts where the last has ended. */
  function look(): Promise<void> {
    const look = looking.then(async () => {
      const startedAtMs = performance.now();
      for await (const changes of reader.read()) placeIndex.apply(changes);
      agreedAtMs = startedAtMs;
    });
    looking = look.catch(() => {});
    return look;
  }

  /** Waits for the next look; false when the feed has been stopped. */
  async function pause(failures: number): Promise<boolean> {
    const waitMs = Math.min(intervalMs * 2 ** failures, Math.max(intervalMs, maxIntervalMs));
    await delay(waitMs, undefined, { ref: false, signal: stop.signal }).catch(() => {});
    return !stop.signal.aborted;
  }
}
