import { createMiddleware } from "hono/factory";
import { problem } from "./problem.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a state-changing request that carries a cookie but does not come from our own pages:
 * its `Origin` must be ours, or `Sec-Fetch-Site` must say `same-origin` (DESIGN §6).
 *
 * @param publicUrl the configured outside address; null takes the request's own `Host`
 */
export function requireOwnOrigin(publicUrl: string | null) {
  return createMiddleware(async (context, next) => {
    const { req } = context;
    if (!safeMethods.has(req.method) && req.header("Cookie") !== undefined) {
      const own = new URL(publicUrl ?? req.url).origin;
      const isOwn = req.header("Origin") === own || req.header("Sec-Fetch-Site") === "same-origin";
      if (!isOwn) return problem(context, "error.forbidden");
    }
    return next();
  });
}
