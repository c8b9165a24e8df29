import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";

const quietPaths = new Set(["/healthz", "/readyz", "/metrics"]);

/** What hears of each request whose answer is ready. */
export interface RequestNotes {
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
  /** What the answer is for: `Sec-Fetch-Dest`. */
  readonly destination: string | undefined;
}

/**
 * The status in the log of a request whose client went away before the answer. HTTP has none for
 * it, since no client receives it; nginx logs the same.
 */
export const clientClosedRequest = 499;

/**
 * Logs each request once, when its headers are ready: method, path, status and milliseconds. The
 * query string stays out of the log, because it can hold a place someone looked for or a code.
 *
 * A client that has gone is not a fault of the server, with any outcome of its request.
 */
export function requestLog({ log, count }: RequestNotes) {
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
