import type { BaseLogger } from "pino";

const hourMs = 60 * 60 * 1000;

/**
 * Does something now and every hour, until it is disposed; any number of processes may. A time that
 * fails is logged and made up for by the next.
 *
 * @param task may take as long as it likes, but not an hour
 * @param failure what the log says when it failed
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
