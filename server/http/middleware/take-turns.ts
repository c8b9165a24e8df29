import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { limitedAddress } from "#server/accounts/rate-limit.ts";
import { busyPage, wantsPage } from "#server/http/answer-failure.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { problem } from "#server/http/problem.ts";
import type { SiteTexts } from "#server/i18n.ts";
import { TooBusy, TurnQueue } from "#server/turns/turn-queue.ts";
import { clientClosedRequest } from "./request-log.ts";

/** Maximum number of answers in work: while some wait for the database, others go on. */
const atOnce = 4;

/**
 * Turns of the event loop that each page waits for before it begins, where it is not alone. A turn accepts
 * one connection (libuv), and a page takes some ten milliseconds of it: without these, five hundred
 * connections that all want pages would keep the next visitor waiting for five hundred pages. On a
 * quiet loop a turn takes microseconds.
 */
const turnsBetweenPages = 32;

/** The same for answers of the API: a list takes a third of a millisecond. */
const turnsBetweenLists = 1;

/** Number of requests that wait, about a second's work; further ones are refused at once. */
const waiting = 60;
const waitMs = 3_000;

/**
 * Lets a bounded number of costly answers be made at once: pages, and lists of the API, which take
 * the same thread. Client addresses take turns, so that one that asks for a thousand pages does not
 * block the others. Further requests get 503 with `Retry-After`, before any work is done.
 */
export function takeTurns(
  turns = new TurnQueue({ task: "an answer", atOnce, waiting, waitMs }),
  site: SiteTexts | null = null,
) {
  let underWay = 0;
  // A page that waits for nothing is made before the next request of its turn is heard of.
  let isTurnUsed = false;
  const inTurn = async (turnsBetween: number, answer: () => Promise<void>) => {
    underWay++;
    try {
      const isFirst = () => underWay === 1 && !(isTurnUsed && turnsBetween > 1);
      for (let turn = 0; !isFirst() && turn < turnsBetween; turn++) await nextTurn();
      await answer();
    } finally {
      underWay--;
      isTurnUsed = true;
      void nextTurn().then(() => {
        isTurnUsed = false;
      });
    }
  };
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const { signal } = context.req.raw;
    const client = limitedAddress(context.var.caller.clientAddress);
    const isList = context.req.path.startsWith("/api/");
    const turnsBetween = isList ? turnsBetweenLists : turnsBetweenPages;
    try {
      await turns.run(() => inTurn(turnsBetween, next), { client, signal });
    } catch (error) {
      if (error instanceof TooBusy) return answerTooBusy(context, error, site);
      // The client has gone while it waited, so the answer is not read.
      if (signal.aborted) return new Response(null, { status: clientClosedRequest });
      throw error;
    }
  });
}

function answerTooBusy(
  context: Context<AppEnvironment>,
  { retryAfterSeconds }: TooBusy,
  site: SiteTexts | null,
) {
  context.header("Retry-After", String(retryAfterSeconds));
  return wantsPage(context) ? busyPage(context, site) : problem(context, "error.unavailable");
}
