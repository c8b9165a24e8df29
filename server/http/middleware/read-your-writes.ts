import { createMiddleware } from "hono/factory";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import type { Services } from "#server/services.ts";

/** Life of a token: a process that is further behind is not ready, and gets no requests. */
const maxAgeSeconds = 30;

const name = "mosdo.wrote";
const pattern = /(?:^|;\s*)mosdo\.wrote=([^;]*)/;

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Token of the viewer's last write, from the request's cookies; null without one. */
export function consistencyTokenOf(cookie: string | null | undefined): string | null {
  return cookie?.includes(name) ? (pattern.exec(cookie)?.[1] ?? null) : null;
}

/**
 * Middleware that sets a cookie with a token after a write, and polls the database before a request with a token of
 * another process (docs/product#read-after-write). Pages, forms without script and programs that store cookies send the
 * cookie.
 */
export function readYourWrites(
  { consistencyTokens }: Pick<Services, "consistencyTokens">,
  isHttps: boolean,
) {
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  return createMiddleware<AppEnvironment>(async ({ req, header }, next) => {
    const token = consistencyTokenOf(req.header("Cookie"));
    if (token !== null) await consistencyTokens.apply(token);
    if (safeMethods.has(req.method)) return next();
    const issued = await consistencyTokens.issueAfter(next);
    // A program without cookies stays one: with a cookie it would have to name its origin
    // (docs/product#own-origin).
    const keepsCookies = req.header("Cookie") !== undefined || req.header("Origin") !== undefined;
    if (issued === null || !keepsCookies) return;
    header("Set-Cookie", `${name}=${issued}; ${attributes}`, { append: true });
  });
}
