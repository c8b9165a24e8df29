import type { UsageKind } from "#domain/operation/operating-status.ts";
import type { RequestMetrics } from "#server/metrics/request-metrics.ts";
import { isPageView, isProgram, type Usage } from "#server/metrics/usage.ts";
import type { RequestLogDeps } from "./middleware/request-log.ts";
import type { RoutePatterns } from "./route-patterns.ts";

interface CountDeps {
  readonly requestMetrics: Pick<RequestMetrics, "recordRequest">;
  readonly usage: Pick<Usage, "record">;
  readonly routes: Pick<RoutePatterns, "of">;
  /** Use that a successful GET of a route counts as. */
  readonly usageOf: ReadonlyMap<string, UsageKind>;
}

/**
 * Counts each request for the metrics, and the pages and searches of persons as usage of the day
 * (docs/product#usage-without-persons), whether or not the response came from the cache.
 */
export function countRequests({
  requestMetrics,
  usage,
  routes,
  usageOf,
}: CountDeps): NonNullable<RequestLogDeps["count"]> {
  return ({ method, path, status, seconds, userAgent, destination }) => {
    const route = routes.of(path);
    requestMetrics.recordRequest({ method, route, status, seconds });
    const kind = method === "GET" && (status === 200 || status === 304) && usageOf.get(route);
    if (!kind || isProgram(userAgent)) return;
    if (kind !== "page-view" || isPageView(destination)) usage.record(kind);
  };
}
