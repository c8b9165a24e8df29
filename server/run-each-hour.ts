import type { BaseLogger } from "pino";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Runs a task now and every hour, until it is disposed; any number of processes may run it. A
 * failure is logged, and the next run does the task again.
 *
 * @param task takes less than an hour
 * @param failure log message for a failure
 */
export function runEachHour(task: () => Promise<void>, logged: FailureLog): AsyncDisposable {
  return runEach(hourMs, task, logged);
}

/** The same each minute; a longer run delays the next one. */
export function runEachMinute(task: () => Promise<void>, logged: FailureLog): AsyncDisposable {
  return runEach(minuteMs, task, logged);
}

interface FailureLog {
  readonly log: Pick<BaseLogger, "warn">;
  readonly failure: string;
}

function runEach(
  intervalMs: number,
  task: () => Promise<void>,
  { log, failure }: FailureLog,
): AsyncDisposable {
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    await task().catch((error) => log.warn({ err: error }, failure));
    isRunning = false;
  };
  let underWay = run();
  const timer = setInterval(() => {
    if (!isRunning) underWay = run();
  }, intervalMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await underWay;
    },
  };
}

/**
 * Runs a task now and after each midnight (UTC), until it is disposed; any number of processes may run it. A
 * failure is logged, and the task is done again an hour later.
 *
 * @param task takes less than an hour
 * @param failure log message for a failure
 */
export function runEachMidnight(
  task: () => Promise<void>,
  { log, failure }: { readonly log: Pick<BaseLogger, "warn">; readonly failure: string },
): AsyncDisposable {
  let timer: NodeJS.Timeout;
  let isOver = false;
  const run = async () => {
    let waitMs = dayMs - (Date.now() % dayMs);
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
