import type { BaseLogger } from "pino";

const hourMs = 60 * 60 * 1000;

/**
 * Does something every hour, until it is disposed; any number of processes may. A time that fails is
 * logged and made up for by the next.
 *
 * @param task may take as long as it likes, but not an hour
 * @param failure what the log says when it failed
 */
export function runEachHour(
  task: () => Promise<void>,
  { log, failure }: { readonly log: Pick<BaseLogger, "warn">; readonly failure: string },
): AsyncDisposable {
  let underWay: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    underWay = task().catch((error) => log.warn({ err: error }, failure));
  }, hourMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await underWay;
    },
  };
}
