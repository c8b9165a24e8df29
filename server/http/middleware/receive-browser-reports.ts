import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

/**
 * Middleware before the reports of browsers: 404 where the operator has switched them off, and limits a minute, of a
 * client address and in total (docs/product#errors-in-browsers).
 */
export function receiveBrowserReports(
  services: Pick<Services, "publicConfig" | "consumeReportLimit">,
) {
  return createMiddleware<AppEnvironment>(async (context, next) => {
    if (!services.publicConfig.browserErrors) return problem(context, "error.notfound");
    const retryAfterSeconds = services.consumeReportLimit(context.var.client);
    if (retryAfterSeconds === null) return next();
    context.header("Retry-After", String(retryAfterSeconds));
    return problem(context, "error.toomanyrequests");
  });
}

/** Maximum size of a report: one of a policy contains all of its directives, and a URL of any length. */
const maxReportBytes = 16 * 1024;

/** Middleware that responds with 413 to a longer report. */
export const limitReportBody = bodyLimit({
  maxSize: maxReportBytes,
  onError: (context) => problem(context, "error.toolarge"),
});
