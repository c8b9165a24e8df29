import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { problem } from "#server/http/problem.ts";

/** Maximum size of a request's body: far more than any form or call needs. */
const maxBodyBytes = 256 * 1024;

const limit = bodyLimit({
  maxSize: maxBodyBytes,
  onError: (context) => problem(context, "error.toolarge"),
});

/** Middleware that responds with 413 to a longer body. A body of GET and HEAD is never read. */
export const limitBody = createMiddleware((context, next) => {
  const { method } = context.req;
  return method === "GET" || method === "HEAD" ? next() : limit(context, next);
});

/** Maximum size of a report of a page's speed, which any page may send at any time. */
const maxVitalBytes = 4096;

/** Middleware that responds to a longer report of a page's speed as to an invalid one. */
export const limitVitalBody = bodyLimit({
  maxSize: maxVitalBytes,
  onError: (context) =>
    problem(context, "error.parameter", [{ field: "body", code: "error.parameter" }]),
});
