import { createMiddleware } from "hono/factory";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Middleware that limits the state-changing calls a minute of a client address and of an account
 * (docs/product#rate-limits).
 */
export function limitWrites(services: Pick<Services, "takeWrite">) {
  return createMiddleware<AppEnvironment>(async (context, next) => {
    if (safeMethods.has(context.req.method)) return next();
    const { caller, viewer } = context.var;
    const retryAfterSeconds = await services.takeWrite(caller, viewer);
    if (retryAfterSeconds === null) return next();
    context.header("Retry-After", String(retryAfterSeconds));
    return problem(context, "error.toomanyrequests");
  });
}

/**
 * Middleware that limits the address searches and directions a minute of a client address and of an
 * account (docs/product#rate-limits).
 */
export function limitAddressSearches(services: Pick<Services, "takeAddressSearch">) {
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const { caller, viewer } = context.var;
    const retryAfterSeconds = await services.takeAddressSearch(caller, viewer);
    if (retryAfterSeconds === null) return next();
    context.header("Retry-After", String(retryAfterSeconds));
    return problem(context, "error.toomanyrequests");
  });
}
