import type { BaseLogger } from "pino";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Waits between two runs. */
const waits = {
  minute: () => minuteMs,
  hour: () => hourMs,
  /** Until midnight, UTC. */
  day: () => dayMs - (Date.now() % dayMs),
};

export type Period = keyof typeof waits;

/**
 * Runs a task now and again each minute, each hour, or after each midnight (UTC), until it is disposed, which waits for
 * a run under way. Any number of processes may run it. A failure is logged, and the task runs again within an hour.
 *
 * @param task takes less than an hour; a longer run delays the next one
 * @param failure log message for a failure
 */
export function runEach(
  each: Period,
  task: () => Promise<void>,
  { log, failure }: { readonly log: Pick<BaseLogger, "warn">; readonly failure: string },
): AsyncDisposable {
  let timer: NodeJS.Timeout;
  let isOver = false;
  const run = async () => {
    let waitMs = waits[each]();
    try {
      await task();
    } catch (error) {
      log.warn({ err: error }, failure);
      waitMs = Math.min(waitMs, hourMs);
    }
    if (isOver) return;
    timer = setTimeout(() => {
      underWay = run();
    }, waitMs).unref();
  };
  let underWay = run();
  return {
    async [Symbol.asyncDispose]() {
      isOver = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
