import { setImmediate as nextTick } from "node:timers/promises";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import {
  ConcurrencyLimiter,
  isOverloaded,
  type Overloaded,
} from "#server/concurrency/concurrency-limiter.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { busyPage, wantsPage } from "#server/http/failure-response.ts";
import { overloadedProblem } from "#server/http/problem.ts";
import type { SiteTexts } from "#server/i18n.ts";
import { queueKey } from "#server/rate-limits/client-key.ts";
import type { Services } from "#server/services.ts";
import { clientClosedRequest } from "./request-log.ts";

/**
 * Limits of costly responses: four at once, so that others go on while some wait for the database, and a queue of some
 * seconds.
 */
const responseLimits = { task: "an answer", maxRunning: 4, maxQueued: 60, maxWaitMs: 5_000 };

/**
 * Ticks of the event loop that each page waits for before it begins, where it is not alone. A tick accepts one
 * connection (libuv), and a page takes some ten milliseconds of it: without these, the next visitor would wait behind
 * the pages of five hundred connections. On a quiet loop a tick takes microseconds.
 */
const ticksBeforePage = 32;

/** The same for responses of the API: a list takes a third of a millisecond. */
const ticksBeforeList = 1;

/**
 * Middleware that limits the concurrency of costly responses, which share one thread. The queue is fair by IP address.
 * Beyond it the response is a 503 with `Retry-After`, before any work is done. A page that waits for a password to be
 * hashed gives its turn back meanwhile.
 */
export function limitConcurrency(
  limiter = new ConcurrencyLimiter(responseLimits),
  site: SiteTexts | null = null,
  work: Pick<Services, "holdingTurn"> | null = null,
) {
  // A page that waits for nothing is made before the next request of its tick is received.
  let isTickUsed = false;
  const afterTicks = async (ticks: number, respond: () => Promise<void>) => {
    try {
      const isFirst = () => limiter.running === 1 && !(isTickUsed && ticks > 1);
      for (let tick = 0; !isFirst() && tick < ticks; tick++) await nextTick();
      await respond();
    } finally {
      isTickUsed = true;
      void nextTick().then(() => {
        isTickUsed = false;
      });
    }
  };
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const { signal } = context.req.raw;
    const client = queueKey(context.var.client.clientAddress);
    const isList = context.req.path.startsWith("/api/");
    const ticks = isList ? ticksBeforeList : ticksBeforePage;
    try {
      await limiter.run(
        (turn) => afterTicks(ticks, () => (work ? work.holdingTurn(turn, next) : next())),
        { client, signal },
      );
    } catch (error) {
      if (isOverloaded(error)) return respondOverloaded(context, error, site);
      // The client has gone while its request was queued.
      if (signal.aborted) return new Response(null, { status: clientClosedRequest });
      throw error;
    }
  });
}

function respondOverloaded(
  context: Context<AppEnvironment>,
  { retryAfterSeconds }: Overloaded,
  site: SiteTexts | null,
) {
  if (!wantsPage(context)) return overloadedProblem(context, retryAfterSeconds);
  context.header("Retry-After", String(retryAfterSeconds));
  return busyPage(context, site);
}
