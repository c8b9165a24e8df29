import { createMiddleware } from "hono/factory";
import { originFor } from "#server/config/config.ts";
import { problem } from "#server/http/problem.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * CSRF protection: middleware that refuses a state-changing request of another site's page. Its `Origin` must be ours,
 * or its `Sec-Fetch-Site` must be `same-origin` (docs/product#own-origin). A request with neither comes from a program,
 * not from a page, and passes without a cookie. A page's request is refused without a cookie too: login CSRF signs a
 * visitor in to the attacker's account. `hono/csrf` has other rules (docs/decisions/055).
 *
 * @param publicUrl the configured URL of the site; null takes the request's own `Host`
 */
export function csrf(publicUrl: string | null) {
  return createMiddleware(async (context, next) => {
    const { req } = context;
    if (safeMethods.has(req.method)) return next();
    const own = originFor(publicUrl, req.url);
    const origin = req.header("Origin");
    const site = req.header("Sec-Fetch-Site");
    const isSameOrigin = origin === own || site === "same-origin";
    const isProgram =
      origin === undefined && site === undefined && req.header("Cookie") === undefined;
    return isSameOrigin || isProgram ? next() : problem(context, "error.forbidden");
  });
}
