import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { CallDescription } from "#server/http/api-call.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { problem } from "#server/http/problem.ts";
import { RoutePatterns } from "#server/http/route-patterns.ts";
import type { Services } from "#server/services.ts";
import type { HeaderLines } from "./security-headers.ts";

/** Headers that a script of another site may read, beside those that it always may (Fetch, 3.3.4). */
const exposed = [
  ...["Content-Disposition", "Deprecation", "ETag", "Link", "RateLimit-Limit"],
  ...["RateLimit-Remaining", "RateLimit-Reset", "Retry-After", "Sunset", "Vary"],
];

/** Headers of a response that pages of other sites may read (docs/product#pages-of-other-sites). */
const corsHeaders: HeaderLines = [
  ["Access-Control-Allow-Origin", "*"],
  ["Access-Control-Expose-Headers", exposed.join(", ")],
  ["Cross-Origin-Resource-Policy", "cross-origin"],
];

/** Time for which a browser caches the preflight's result: a day. */
const preflightSeconds = 24 * 60 * 60;

/**
 * Lets pages of other sites read a response, unless it was made for a session. Such pages request without credentials;
 * a cache must not give them the response to an account.
 */
function allowAllOrigins({ res: { headers }, var: { viewer } }: Context<AppEnvironment>): void {
  if (!/\bcookie\b/i.test(headers.get("Vary") ?? "")) headers.append("Vary", "Cookie");
  if (viewer.userId !== null || viewer.isUnread) return;
  for (const [name, value] of corsHeaders) headers.set(name, value);
}

/** Whether the call is public and changes nothing (docs/product#pages-of-other-sites). */
export function isPublicRead({
  method,
  path,
  permission,
}: Pick<CallDescription, "method" | "path" | "permission">): boolean {
  return method === "get" && permission === undefined && !path.startsWith("/account/");
}

/**
 * Middleware of the public reads: it limits them by client address (docs/product#rate-limits), and lets pages of other
 * sites read them (docs/product#pages-of-other-sites).
 *
 * @param base path that the calls begin with
 */
export function corsForReads(
  { consumeReadLimit }: Pick<Services, "consumeReadLimit">,
  base: string,
  calls: readonly Pick<CallDescription, "method" | "path" | "permission">[],
) {
  const reads = calls.filter(({ method }) => method === "get");
  const patterns = new RoutePatterns(reads.map(({ path }) => base + path));
  const open = new Set(reads.filter(isPublicRead).map(({ path }) => base + path));
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const { method, path } = context.req;
    const isRead = method === "GET" || method === "HEAD";
    if ((!isRead && method !== "OPTIONS") || !open.has(patterns.of(path))) return next();
    if (!isRead) {
      await next();
      return allowPreflight(context);
    }
    const { clientAddress } = context.var.client;
    // A program may send the same header; it gets no more than such a page.
    const isOwnPage = context.req.header("Sec-Fetch-Site") === "same-origin";
    const limited = consumeReadLimit({ clientAddress, isOwnPage });
    if (limited?.isRefused) {
      context.header("Retry-After", String(limited.resetSeconds));
      context.res = problem(context, "error.toomanyrequests");
    } else await next();
    if (limited) {
      const { headers } = context.res;
      headers.set("RateLimit-Limit", String(limited.limit));
      headers.set("RateLimit-Remaining", String(limited.remaining));
      headers.set("RateLimit-Reset", String(limited.resetSeconds));
    }
    allowAllOrigins(context);
  });
}

/** Middleware that lets pages of other sites read files that are the same for everyone, such as the open data. */
export const corsForFiles = createMiddleware<AppEnvironment>(async (context, next) => {
  const { method } = context.req;
  if (method === "OPTIONS") {
    context.header("Allow", "GET, HEAD, OPTIONS");
    context.header("Cache-Control", "no-store");
    context.res = context.body(null, 204);
    return allowPreflight(context);
  }
  if (method !== "GET" && method !== "HEAD") {
    context.header("Allow", "GET, HEAD, OPTIONS");
    return problem(context, "error.method");
  }
  await next();
  for (const [name, value] of corsHeaders) context.res.headers.set(name, value);
});

/** Response to a preflight request. */
function allowPreflight({ res: { headers } }: Context): void {
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set("Access-Control-Allow-Methods", "GET, HEAD");
  headers.set("Access-Control-Allow-Headers", "*");
  headers.set("Access-Control-Max-Age", String(preflightSeconds));
  headers.set("Cross-Origin-Resource-Policy", "cross-origin");
}
