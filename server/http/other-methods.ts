import type { Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { AppEnvironment } from "./app-environment.ts";
import { problem } from "./problem.ts";

/**
 * Middleware for a method that a path does not support: `OPTIONS` gets the path's methods (204), any other method is
 * refused (405). Both name them in `Allow` (RFC 9110, 15.5.6). An unknown path stays at 404.
 *
 * Middleware of `app` must be for all methods (`app.use`), so that it does not count as a call.
 */
export function respondToOtherMethods(app: Hono<AppEnvironment>) {
  return methodNotAllowed<AppEnvironment>({
    app,
    onMethodNotAllowed: (context, methods) => {
      context.header("Allow", [...methods, "OPTIONS"].join(", "));
      if (context.req.method !== "OPTIONS") return problem(context, "error.method");
      context.header("Cache-Control", "no-store");
      return context.body(null, 204);
    },
  });
}
