import type { BaseLogger } from "pino";
import type { Database } from "#server/database/connect.ts";
import { forgetExpired } from "./forget-expired.ts";

const hourMs = 60 * 60 * 1000;

interface ForgettingDeps {
  readonly database: Database;
  readonly log: Pick<BaseLogger, "warn">;
}

/**
 * Tidies up every hour, until it is disposed; any number of processes may. A time that fails is made
 * up for by the next.
 */
export function forgetEachHour({ database, log }: ForgettingDeps): AsyncDisposable {
  let underWay: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    underWay = forgetExpired({ database }).catch((error) =>
      log.warn({ err: error }, "what has expired could not be removed"),
    );
  }, hourMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await underWay;
    },
  };
}
