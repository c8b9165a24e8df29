import { createMiddleware } from "hono/factory";
import { originFor } from "#server/config/config.ts";
import { problem } from "#server/http/problem.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a state-changing request that another site's page sends: its `Origin` must be ours, or
 * `Sec-Fetch-Site` must say `same-origin` (docs/product#own-origin). One that names neither comes from
 * a program, not from a page, and passes as long as it carries no cookie. Whether a page's request
 * carries one makes no difference: signing a visitor in without asking is an attack as well.
 *
 * @param publicUrl the configured outside address; null takes the request's own `Host`
 */
export function requireOwnOrigin(publicUrl: string | null) {
  return createMiddleware(async (context, next) => {
    const { req } = context;
    if (safeMethods.has(req.method)) return next();
    const own = originFor(publicUrl, req.url);
    const origin = req.header("Origin");
    const site = req.header("Sec-Fetch-Site");
    const isOwn = origin === own || site === "same-origin";
    const isProgram =
      origin === undefined && site === undefined && req.header("Cookie") === undefined;
    return isOwn || isProgram ? next() : problem(context, "error.forbidden");
  });
}
