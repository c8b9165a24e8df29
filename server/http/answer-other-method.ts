import type { Context } from "hono";
import { baseRoutePath } from "hono/route";
import { allowedMethods, type Route } from "./allowed-methods.ts";
import { problem } from "./problem.ts";

/**
 * Answers what no call took: 404 where no call has this path; else `OPTIONS` is told the path's methods (204),
 * and any other method refused (405). Both name them in `Allow` (RFC 9110, 15.5.6).
 */
export function answerOtherMethod(context: Context, routes: readonly Route[]): Response {
  const base = baseRoutePath(context).replace(/\/$/, "");
  const methods = allowedMethods(routes, context.req.path.slice(base.length));
  if (methods.length === 0) return problem(context, "error.notfound");
  context.header("Allow", methods.join(", "));
  if (context.req.method !== "OPTIONS") return problem(context, "error.method");
  context.header("Cache-Control", "no-store");
  return context.body(null, 204);
}
