import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";

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
