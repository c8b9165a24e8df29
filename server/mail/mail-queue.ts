import { setTimeout as delay } from "node:timers/promises";
import type { BaseLogger } from "pino";
import { withTimeout } from "#server/turns/with-timeout.ts";
import type { Mailer } from "./mailer.ts";

interface MailQueueOptions {
  readonly log: Pick<BaseLogger, "warn" | "error">;
  /** Wait before each further attempt. */
  readonly retryAfterMs?: readonly number[];
  /** Longest wait when the queue is disposed. */
  readonly stopTimeoutMs?: number;
}

/** Mailer that does not keep its caller waiting; disposing it waits for the mails under way. */
export interface MailQueue extends Mailer, AsyncDisposable {}

/**
 * Sends mails in the background, and tries again when the mail server fails. The caller does not
 * learn the outcome: the time of an answer, or its failure, would tell a stranger which addresses
 * have an account. The log names mails that could not be sent, without their link.
 *
 * Disposing ends the waits: each remaining mail gets one last attempt, and mails that the mail
 * server has not taken in time are lost.
 */
export function createMailQueue(mailer: Mailer, options: MailQueueOptions): MailQueue {
  const { log, retryAfterMs = [2_000, 15_000, 60_000], stopTimeoutMs = 5_000 } = options;
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();

  const deliver: Mailer["send"] = async (message) => {
    const { to, subject } = message;
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retryAfterMs.length || stopping.signal.aborted;
      try {
        return await mailer.send(message);
      } catch (error) {
        if (isLast) return log.error({ err: error, to, subject }, "a mail could not be sent");
        log.warn({ err: error, to, subject }, "a mail could not be sent yet");
        await delay(retryAfterMs[attempt], undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };

  return {
    async send(message) {
      const delivery = deliver(message);
      underWay.add(delivery);
      void delivery.finally(() => underWay.delete(delivery));
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await withTimeout(stopTimeoutMs, Promise.all(underWay), () => []);
      if (underWay.size > 0) log.error({ mails: underWay.size }, "mails are lost by the stop");
    },
  };
}
