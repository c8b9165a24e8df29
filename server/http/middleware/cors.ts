import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type CallDescription, isPublicRead } from "#server/http/api-call.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { problem } from "#server/http/problem.ts";
import { RoutePatterns } from "#server/http/route-patterns.ts";
import type { RateLimitResult } from "#server/rate-limits/memory-rate-limiter.ts";
import type { Services } from "#server/services.ts";
import type { HeaderLines } from "./security-headers.ts";

/** Headers that a script of another site may read, beside those that it always may (Fetch, 3.3.4). */
const exposed = [
  ...["Content-Disposition", "Deprecation", "ETag", "Link", "RateLimit-Limit"],
  ...["RateLimit-Remaining", "RateLimit-Reset", "Retry-After", "Sunset", "Vary"],
];

/** Headers of an answer that pages of other sites may read (docs/product#pages-of-other-sites). */
export const corsHeaders: HeaderLines = [
  ["Access-Control-Allow-Origin", "*"],
  ["Access-Control-Expose-Headers", exposed.join(", ")],
  ["Cross-Origin-Resource-Policy", "cross-origin"],
];

/** Time for which a browser need not ask again whether it may ask: a day. */
const preflightSeconds = 24 * 60 * 60;

/**
 * Answer that pages of other sites may read, unless it was made for a session. It is sent without credentials to
 * such pages; a cache must not give them the answer to an account.
 */
function allowAllOrigins({ res: { headers }, var: { viewer } }: Context<AppEnvironment>): void {
  if (!/\bcookie\b/i.test(headers.get("Vary") ?? "")) headers.append("Vary", "Cookie");
  if (viewer.userId !== null || viewer.isUnread) return;
  for (const [name, value] of corsHeaders) headers.set(name, value);
}

/** Headers of an answer that say how many readings are left. */
function rateLimitHeaders({ limit, remaining, resetSeconds }: RateLimitResult): HeaderLines {
  return [
    ["RateLimit-Limit", String(limit)],
    ["RateLimit-Remaining", String(remaining)],
    ["RateLimit-Reset", String(resetSeconds)],
  ];
}

/** Whether a page of our own asks; a program may say so too, and gets no more than such a page. */
function isOwnPage(fetchSite: string | undefined): boolean {
  return fetchSite === "same-origin";
}

/**
 * Middleware of the calls that everyone may make and that change nothing: it counts them by client address
 * (docs/product#rate-limits), and lets pages of other sites read them (docs/product#pages-of-other-sites).
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
    const isReading = method === "GET" || method === "HEAD";
    if ((!isReading && method !== "OPTIONS") || !open.has(patterns.of(path))) return next();
    if (!isReading) {
      await next();
      return allowPreflight(context);
    }
    const { clientAddress } = context.var.caller;
    const isOwn = isOwnPage(context.req.header("Sec-Fetch-Site"));
    const limited = consumeReadLimit({ clientAddress, isOwnPage: isOwn });
    if (limited?.isRefused) {
      context.header("Retry-After", String(limited.resetSeconds));
      context.res = problem(context, "error.toomanyrequests");
    } else await next();
    for (const [name, value] of limited ? rateLimitHeaders(limited) : []) {
      context.res.headers.set(name, value);
    }
    allowAllOrigins(context);
  });
}

/** Answer to a browser that asks whether a page of another site may ask. */
export function allowPreflight({ res: { headers } }: Context): void {
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set("Access-Control-Allow-Methods", "GET, HEAD");
  headers.set("Access-Control-Allow-Headers", "*");
  headers.set("Access-Control-Max-Age", String(preflightSeconds));
  headers.set("Cross-Origin-Resource-Policy", "cross-origin");
}
