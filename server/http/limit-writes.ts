import { createMiddleware } from "hono/factory";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { problem } from "./problem.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Lets so many state-changing calls a minute through from an address and an account
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
