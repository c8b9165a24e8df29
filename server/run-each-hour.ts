import type { BaseLogger } from "pino";

const hourMs = 60 * 60 * 1000;

/**
 * Runs a task now and every hour, until it is disposed; any number of processes may run it. A
 * failure is logged, and the next run does the task again.
 *
 * @param task takes less than an hour
 * @param failure log message for a failure
 */
export function runEachHour(
  task: () => Promise<void>,
  { log, failure }: { readonly log: Pick<BaseLogger, "warn">; readonly failure: string },
): AsyncDisposable {
  const run = () => task().catch((error) => log.warn({ err: error }, failure));
  let underWay = run();
  const timer = setInterval(() => {
    underWay = run();
  }, hourMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await underWay;
    },
  };
}
