import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";
import type { UsageKind } from "#domain/operation/operating-status.ts";
import type { RoutePatterns } from "#server/http/route-patterns.ts";
import type { RequestMetrics } from "#server/metrics/request-metrics.ts";
import { isPageView, isProgram, type Usage } from "#server/metrics/usage.ts";

const quietPaths = new Set(["/healthz", "/readyz", "/metrics"]);

/** Receivers of each completed request. */
export interface RequestLogDeps {
  readonly log: Pick<Logger, "debug" | "info" | "error">;
  /** Counts it for the metrics. */
  readonly count?: (request: CountedRequest) => void;
}

/** Request as it is counted. */
interface CountedRequest {
  readonly method: string;
  /** Path, without its query. */
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
  readonly userAgent: string | undefined;
  /** Destination of the response: `Sec-Fetch-Dest`. */
  readonly destination: string | undefined;
}

/**
 * Status in the log of a request whose client disconnected before the response. HTTP has none for it, since no client
 * receives it; nginx logs the same.
 */
export const clientClosedRequest = 499;

/**
 * Logs each request once, when its headers are ready: method, path, status and milliseconds. The query string stays out
 * of the log, because it can contain a search or a code.
 *
 * A disconnected client is not an error of the server, whatever the outcome of its request.
 */
export function requestLog({ log, count }: RequestLogDeps) {
  return createMiddleware(async (context, next) => {
    const startedAtMs = performance.now();
    await next();
    const { method, path } = context.req;
    const status = context.req.raw.signal.aborted ? clientClosedRequest : context.res.status;
    const level = status >= 500 ? "error" : quietPaths.has(path) ? "debug" : "info";
    const tookMs = performance.now() - startedAtMs;
    const durationMs = Math.round(tookMs * 10) / 10;
    log[level]({ method, path, status, durationMs }, "request");
    const userAgent = context.req.header("User-Agent");
    const destination = context.req.header("Sec-Fetch-Dest");
    count?.({ method, path, status, seconds: tookMs / 1_000, userAgent, destination });
  });
}

/** Path of a place's page, or of its data for a map's panel. */
const viewedPlace = /^(?:\/api\/v1)?\/places\/(\d{1,9})$/;

interface CountDeps {
  readonly requestMetrics: Pick<RequestMetrics, "recordRequest">;
  readonly usage: Pick<Usage, "record" | "recordView">;
  readonly routes: Pick<RoutePatterns, "of">;
  /** Use that a successful GET of a route counts as. */
  readonly usageOf: ReadonlyMap<string, UsageKind>;
}

/**
 * Counts each request for the metrics, and the pages and searches of persons as usage of the day
 * (docs/product#usage-statistics), whether or not the response came from the cache.
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
    const isShown = method === "GET" && (status === 200 || status === 304) && !isProgram(userAgent);
    if (!isShown) return;
    const placeId = viewedPlace.exec(path)?.[1];
    if (placeId !== undefined) usage.recordView(Number(placeId));
    const kind = usageOf.get(route);
    if (!kind) return;
    if (kind !== "page-view" || isPageView(destination)) usage.record(kind);
  };
}
