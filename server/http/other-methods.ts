import type { Context } from "hono";
import { baseRoutePath } from "hono/route";
import { problem } from "./problem.ts";

/**
 * Answers what no call took: 404 where no call has this path; else `OPTIONS` is told the path's methods (204),
 * and any other method refused (405). Both name them in `Allow` (RFC 9110, 15.5.6).
 */
export function answerOtherMethod(context: Context, routes: readonly Route[]): Response {
  const base = baseRoutePath(context).replace(/\/$/, "");
  const methods = allowedMethods(routes, context.req.path.slice(base.length));
  if (methods.length === 0) return problem(context, "error.notfound");
  context.header("Allow", methods.join(", "));
  if (context.req.method !== "OPTIONS") return problem(context, "error.method");
  context.header("Cache-Control", "no-store");
  return context.body(null, 204);
}

/** A call: its method, and its path with `:name` for a part that varies. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/**
 * The methods of a path, for the header `Allow`: those of its calls, `HEAD` with `GET`, and `OPTIONS`. None
 * where no call has it. Middleware, which is for all methods or for all paths, is no call.
 *
 * @param path without what stands before all of them
 */
export function allowedMethods(routes: readonly Route[], path: string): readonly string[] {
  const own = routes
    .filter((route) => route.method !== "ALL" && !route.path.includes("*"))
    .filter((route) => hasPath(route, path))
    .flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return own.length === 0 ? [] : [...new Set([...own, "OPTIONS"])];
}

function hasPath(route: Route, path: string): boolean {
  const wanted = route.path.split("/");
  const parts = path.split("/");
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => {
      const isNamed = part.startsWith(":");
      return isNamed ? parts[index] !== "" : part === parts[index];
    })
  );
}
