import { createMiddleware } from "hono/factory";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { problem } from "./problem.ts";

/**
 * Lets so many searches and other questions to the map a minute through from an address and an account
 * (docs/product#rate-limits).
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
