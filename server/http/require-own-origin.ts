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
    const { method, url, header } = context.req;
    if (!safeMethods.has(method) && header("Cookie") !== undefined) {
      const own = new URL(publicUrl ?? url).origin;
      const isOwn = header("Origin") === own || header("Sec-Fetch-Site") === "same-origin";
      if (!isOwn) return problem(context, "error.forbidden");
    }
    return next();
  });
}
