import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";

const quietPaths = new Set(["/healthz", "/readyz"]);

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
export function requestLog(log: Pick<Logger, "debug" | "info" | "error">) {
  return createMiddleware(async (context, next) => {
    const startedAt = performance.now();
    await next();
    const { method, path } = context.req;
    const status = context.req.raw.signal.aborted ? clientClosedRequest : context.res.status;
    const level = status >= 500 ? "error" : quietPaths.has(path) ? "debug" : "info";
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    log[level]({ method, path, status, durationMs }, "request");
  });
}
