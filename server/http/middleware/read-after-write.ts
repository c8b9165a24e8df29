import { createMiddleware } from "hono/factory";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import type { Services } from "#server/services.ts";

/** Life of a mark: a process that is further behind is not ready, and gets no requests. */
const maxAgeSeconds = 30;

const name = "mosdo.wrote";
const pattern = /(?:^|;\s*)mosdo\.wrote=([^;]*)/;

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Mark of the last write of a request's sender, from its cookies; null without one. */
export function writeMarkOf(cookie: string | null | undefined): string | null {
  return cookie?.includes(name) ? (pattern.exec(cookie)?.[1] ?? null) : null;
}

/**
 * Middleware that gives the sender of a write a mark, and lets each process that is asked with it look at the
 * database first (docs/product#read-after-write). The mark is a cookie, so that pages, forms without script
 * and programs that keep cookies bring it along by themselves.
 */
export function readAfterWrite({ writeMarks }: Pick<Services, "writeMarks">, isHttps: boolean) {
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  return createMiddleware<AppEnvironment>(async ({ req, header }, next) => {
    const mark = writeMarkOf(req.header("Cookie"));
    if (mark !== null) await writeMarks.hear(mark);
    if (safeMethods.has(req.method)) return next();
    const written = await writeMarks.during(next);
    // A program without cookies stays one: with a cookie it would have to name its origin
    // (docs/product#own-origin).
    const keepsCookies = req.header("Cookie") !== undefined || req.header("Origin") !== undefined;
    if (written === null || !keepsCookies) return;
    header("Set-Cookie", `${name}=${written}; ${attributes}`, { append: true });
  });
}
