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
  return limitCallsBy((caller, viewer) => services.takeAddressSearch(caller, viewer));
}

/** Middleware that limits the texts of opening hours a minute that are read (docs/product#rate-limits). */
export function limitHoursReadings(services: Pick<Services, "takeHoursReading">) {
  return limitCallsBy((caller, viewer) => services.takeHoursReading(caller, viewer));
}

/** @param take counts a call; the wait where it is over the limit */
function limitCallsBy(take: Services["takeAddressSearch"]) {
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const { caller, viewer } = context.var;
    const retryAfterSeconds = await take(caller, viewer);
    if (retryAfterSeconds === null) return next();
    context.header("Retry-After", String(retryAfterSeconds));
    return problem(context, "error.toomanyrequests");
  });
}
