import { createMiddleware } from "hono/factory";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Middleware that limits the state-changing requests a minute of an IP address and of an account
 * (docs/product#rate-limits).
 */
export function limitWrites(services: Pick<Services, "consumeWriteLimit">) {
  const limit = limitRequests((client, viewer) => services.consumeWriteLimit(client, viewer));
  return createMiddleware<AppEnvironment>((context, next) =>
    safeMethods.has(context.req.method) ? next() : limit(context, next),
  );
}

/**
 * Middleware that limits the address searches and directions a minute of an IP address and of an account
 * (docs/product#rate-limits).
 */
export function limitAddressSearches(services: Pick<Services, "consumeSearchLimit">) {
  return limitRequests((client, viewer) => services.consumeSearchLimit(client, viewer));
}

/** Middleware that limits the texts of opening hours that are parsed a minute (docs/product#rate-limits). */
export function limitHours(services: Pick<Services, "consumeHoursLimit">) {
  return limitRequests((client, viewer) => services.consumeHoursLimit(client, viewer));
}

/** @param consume counts a request; the seconds to wait where it is over the limit */
function limitRequests(consume: Services["consumeSearchLimit"]) {
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const { client, viewer } = context.var;
    const retryAfterSeconds = await consume(client, viewer);
    if (retryAfterSeconds === null) return next();
    context.header("Retry-After", String(retryAfterSeconds));
    return problem(context, "error.toomanyrequests");
  });
}
