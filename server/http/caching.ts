import { createHash } from "node:crypto";
import type { Context } from "hono";
import { etag } from "hono/etag";
import type { AppEnvironment } from "./app-environment.ts";

/**
 * Caching of an answer that shows open places: until the minute turns. The administrator's answer
 * shows unaccepted places and is never kept (docs/decisions/004).
 */
export function keepUntilTheMinuteTurns(context: Context<AppEnvironment>, now: Date): void {
  context.header("Vary", "Cookie");
  context.header(
    "Cache-Control",
    context.var.viewer.isAdministrator || context.var.viewer.isUnread
      ? "private, no-store"
      : `public, max-age=${secondsUntilNextMinute(now)}`,
  );
}

/**
 * Time that an answer that depends on the opening hours may be kept, in whole seconds (0–60): until
 * the minute turns, because a place can open or close only then.
 */
function secondsUntilNextMinute(now: Date): number {
  return Math.floor((60_000 - (now.getTime() % 60_000)) / 1000);
}

/**
 * Middleware that gives answers a validator made of their content, and answers 304 to a client that
 * has it. The hash is computed in this thread: for a few kilobytes the way to a worker thread and
 * back takes longer than the work.
 */
export const answerEtag = etag({
  generateDigest: (body) => new Uint8Array(createHash("sha1").update(body).digest()).buffer,
});
