import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";

const quietPaths = new Set(["/healthz", "/readyz"]);

/**
 * Logs each request once, when its headers are ready: method, path, status and milliseconds.
 * The query string stays out of the log, because it can hold a place someone looked for or a code.
 */
export function requestLog(log: Logger) {
  return createMiddleware(async (context, next) => {
    const startedAt = performance.now();
    await next();
    const { method, path } = context.req;
    const level = context.res.status >= 500 ? "error" : quietPaths.has(path) ? "debug" : "info";
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    log[level]({ method, path, status: context.res.status, durationMs }, "request");
  });
}
