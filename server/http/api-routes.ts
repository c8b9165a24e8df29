import { Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { Logger } from "pino";
import { corsForReads } from "#server/http/middleware/cors.ts";
import { limitConcurrency } from "#server/http/middleware/limit-concurrency.ts";
import {
  limitAddressSearches,
  limitHours,
  limitReportBody,
  limitVitalBody,
  limitWrites,
  receiveBrowserReports,
  receiveWebVitals,
} from "#server/http/middleware/limit-requests.ts";
import type { Services } from "#server/services.ts";
import { accountCalls } from "./api/account.ts";
import { browserReportCalls } from "./api/browser-reports.ts";
import { editCalls } from "./api/edits.ts";
import { feedbackCalls } from "./api/feedback.ts";
import { geoCalls } from "./api/geo.ts";
import { hoursCalls } from "./api/hours.ts";
import { moderationCalls } from "./api/moderation.ts";
import { placeCalls } from "./api/places.ts";
import { reviewCalls } from "./api/reviews.ts";
import { postVitals } from "./api/vitals.ts";
import { wayCalls } from "./api/ways.ts";
import { type ApiCall, addCalls } from "./api-call.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { etagResponse } from "./caching.ts";
import { failureResponse } from "./failure-response.ts";
import { getPlaceTileCall } from "./files/get-tile.ts";
import { openApiDocument } from "./open-api/open-api-document.ts";
import { problem } from "./problem.ts";
import { cacheableRead, createCacheable } from "./response-cache/cacheable.ts";
import { unknownRoute } from "./route-patterns.ts";

/** Calls with the limits of `middleware/limit-requests.ts`. */
const limitedCalls: readonly ApiCall[] = [
  ...placeCalls,
  ...editCalls,
  ...hoursCalls,
  ...reviewCalls,
  ...wayCalls,
  ...feedbackCalls,
  ...geoCalls,
  ...accountCalls,
  ...moderationCalls,
];

/** Every call below `/api/v1`, except the OpenAPI document. */
export const apiCalls: readonly ApiCall[] = [...limitedCalls, postVitals, ...browserReportCalls];

const getDocument = { method: "get", path: "/openapi.json" } as const;

let document: ReturnType<typeof openApiDocument> | undefined;

/** OpenAPI document of all calls, made at its first request. */
export function apiDocument() {
  document ??= openApiDocument(apiCalls, [getPlaceTileCall]);
  return document;
}

/**
 * Routes below `/api/v1`, for the calls that `api/` declares.
 *
 * @param limited concurrency limit of the costly reads, the same as that of pages
 * @param pageOf pattern of a page's path
 * @param cacheable caches responses; default: no cache
 */
export function apiRoutes(
  services: Services,
  log: Logger,
  limited = limitConcurrency(),
  pageOf = (_path: string) => unknownRoute,
  cacheable = createCacheable(services, null),
) {
  const api = new Hono<AppEnvironment>();
  const ground = { services, log, pageOf };
  const before = { limited, cached: cacheable(cacheableRead) };
  // Around the validators: a 304 is sent without the headers of the response.
  api.use(corsForReads(services, "/api/v1", [...limitedCalls, getDocument]));
  api.use(respondToOtherMethods(api));
  api.use(etagResponse);
  api.use(postVitals.path, receiveWebVitals(services), limitVitalBody);
  addCalls(api, [postVitals], ground, before);
  for (const { path } of browserReportCalls)
    api.use(path, receiveBrowserReports(services), limitReportBody);
  addCalls(api, browserReportCalls, ground, before);
  api.use(limitWrites(services));
  api.use("/geo/*", limitAddressSearches(services));
  api.use("/ways", limitAddressSearches(services));
  api.use("/opening-hours", limitHours(services));
  addCalls(api, limitedCalls, ground, before);
  api.get(getDocument.path, (context) => context.json(apiDocument()));
  api.all("*", (context) => problem(context, "error.notfound"));
  api.onError((error, context) =>
    failureResponse(context, error, { log, what: "API call failed" }),
  );
  return api;
}

/**
 * Middleware for a method that a path does not support: `OPTIONS` gets the path's methods (204), any other method is
 * refused (405). Both name them in `Allow` (RFC 9110, 15.5.6). An unknown path stays at 404.
 *
 * Middleware of `app` must be for all methods (`app.use`), so that it does not count as a call.
 */
export function respondToOtherMethods(app: Hono<AppEnvironment>) {
  return methodNotAllowed<AppEnvironment>({
    app,
    onMethodNotAllowed: (context, methods) => {
      context.header("Allow", [...methods, "OPTIONS"].join(", "));
      if (context.req.method !== "OPTIONS") return problem(context, "error.method");
      context.header("Cache-Control", "no-store");
      return context.body(null, 204);
    },
  });
}
