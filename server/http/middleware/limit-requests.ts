import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { sourceListLimits } from "#domain/source-list/source-list.ts";
import { hasPermission } from "#server/accounts/permission.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** @param consume counts a request; the seconds to wait where it is over the limit (docs/product#rate-limits) */
function limitRequests(consume: Services["consumeSearchLimit"]) {
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const { client, viewer } = context.var;
    const retryAfterSeconds = await consume(client, viewer);
    if (retryAfterSeconds === null) return next();
    context.header("Retry-After", String(retryAfterSeconds));
    return problem(context, "error.toomanyrequests");
  });
}

/** Middleware that limits the state-changing requests a minute of an IP address and of an account. */
export function limitWrites(services: Pick<Services, "consumeWriteLimit">) {
  const limit = limitRequests((...from) => services.consumeWriteLimit(...from));
  return createMiddleware<AppEnvironment>((context, next) =>
    safeMethods.has(context.req.method) ? next() : limit(context, next),
  );
}

/** The same for address searches and directions. */
export function limitAddressSearches(services: Pick<Services, "consumeSearchLimit">) {
  return limitRequests((...from) => services.consumeSearchLimit(...from));
}

/** The same for texts of opening hours that are parsed. */
export function limitHours(services: Pick<Services, "consumeHoursLimit">) {
  return limitRequests((...from) => services.consumeHoursLimit(...from));
}

/**
 * Middleware before the reports of browsers: 404 where the operator has switched them off, and limits a minute, of a
 * client address and in total (docs/product#errors-in-browsers).
 */
export function receiveBrowserReports(
  services: Pick<Services, "publicConfig" | "consumeReportLimit">,
) {
  const limit = limitRequests(async (client) => services.consumeReportLimit(client));
  return createMiddleware<AppEnvironment>(async (context, next) =>
    services.publicConfig.browserErrors ? limit(context, next) : problem(context, "error.notfound"),
  );
}

/** Middleware before measurements of a page: 404 where the operator has switched them off (docs/product#speed-of-pages). */
export function receiveWebVitals(services: Pick<Services, "publicConfig">) {
  return createMiddleware<AppEnvironment>(async (context, next) =>
    services.publicConfig.webVitals ? next() : problem(context, "error.notfound"),
  );
}

/** Maximum size of a request's body: far more than any form or call needs. */
const limitAnyBody = bodyLimit({
  maxSize: 256 * 1024,
  onError: (context) => problem(context, "error.toolarge"),
});

/** The same for a town's list: above what its page refuses with a sentence. */
const limitListBody = bodyLimit({
  maxSize: 2 * sourceListLimits.bytes,
  onError: (context) => problem(context, "error.toolarge"),
});

/** Path of the form with a town's list, as a page and as its data. */
const isListPath = /^\/moderation\/lists(?:\.data)?$/;

/**
 * Middleware that responds with 413 to a longer body; only the administrator may send a town's list. A body of GET and
 * HEAD is never read.
 */
export const limitBody = createMiddleware<AppEnvironment>((context, next) => {
  if (["GET", "HEAD"].includes(context.req.method)) return next();
  const isList =
    isListPath.test(context.req.path) && hasPermission(context.var.viewer, "importLists");
  return isList ? limitListBody(context, next) : limitAnyBody(context, next);
});

/** The same for a report of a browser: one of a policy contains all of its directives, and a URL of any length. */
export const limitReportBody = bodyLimit({
  maxSize: 16 * 1024,
  onError: (context) => problem(context, "error.toolarge"),
});

/** Middleware that responds to a longer report of a page's speed, which any page may send at any time, as to an invalid one. */
export const limitVitalBody = bodyLimit({
  maxSize: 4096,
  onError: (context) =>
    problem(context, "error.parameter", [{ field: "body", code: "error.parameter" }]),
});
