import { setImmediate as nextTurn } from "node:timers/promises";
import { createMiddleware } from "hono/factory";
import { TooBusy, TurnQueue } from "#server/turns/turn-queue.ts";
import { busyPage, wantsPage } from "./failure-page.ts";
import { problem } from "./problem.ts";

/** Pages that are rendered at once: while some wait for the database, others go on. */
const atOnce = 4;

/**
 * Turns of the event loop that each waits for before it begins, where it is not alone. A turn accepts
 * one connection (libuv), and a page takes some ten milliseconds of it: without these, five hundred
 * connections that all want pages would keep the next visitor waiting for five hundred pages. On a
 * quiet loop a turn takes microseconds.
 */
const turnsBetween = 32;

/** What is rendered in about a second; who comes later is told so at once. */
const waiting = 60;
const waitMs = 3_000;

/**
 * Lets a bounded number of pages be rendered at once; what comes beyond is 503 with `Retry-After`, before
 * anything of it has happened.
 */
export function limitRenderings(turns = new TurnQueue({ task: "pages", atOnce, waiting, waitMs })) {
  let underWay = 0;
  const inTurn = async (render: () => Promise<void>) => {
    underWay++;
    try {
      for (let turn = 0; underWay > 1 && turn < turnsBetween; turn++) await nextTurn();
      await render();
    } finally {
      underWay--;
    }
  };
  return createMiddleware(async (context, next) => {
    try {
      await turns.run(() => inTurn(next), context.req.raw.signal);
    } catch (error) {
      if (!(error instanceof TooBusy)) throw error;
      context.header("Retry-After", String(error.retryAfterSeconds));
      return wantsPage(context) ? busyPage(context) : problem(context, "error.unavailable");
    }
  });
}
