import type { Context } from "hono";
import type { AppEnvironment } from "./app-environment.ts";
import { secondsUntilNextMinute } from "./seconds-until-next-minute.ts";

/**
 * Lets an answer that shows what is open be kept until the minute turns. The administrator's shows
 * unaccepted places and is never kept (docs/decisions/004).
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
