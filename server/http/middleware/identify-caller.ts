import { createMiddleware } from "hono/factory";
import { isEmbedPath } from "#domain/embed/embed-path.ts";
import { type Caller, unreadViewer } from "#server/accounts/viewer.ts";
import { isDatabaseAway, readWithin } from "#server/database/database-errors.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { ClientAddresses } from "#server/http/client-address.ts";
import { requestLanguage } from "#server/i18n.ts";
import type { Services } from "#server/services.ts";

/** Longest wait for a session, in milliseconds; after it the request is answered from memory. */
const sessionTimeoutMs = 3_000;

/**
 * Longest wait for a session of a request for map images, in milliseconds; only a session of staff
 * changes these.
 */
const imageSessionTimeoutMs = 1_000;

const isMapImage = /^\/(?:tiles\/|map-picture\.svg$)/;

/**
 * Middleware that sets `caller` and `viewer` of a request, and renews the viewer's session. A
 * session that cannot be read does not make the viewer a visitor: the viewer is marked, and every
 * call that depends on the session answers 503.
 */
export function identifyCaller({
  trustedProxies,
  accounts: { identifyViewer },
}: Pick<Services, "trustedProxies"> & {
  readonly accounts: Pick<Services["accounts"], "identifyViewer">;
}) {
  const addresses = new ClientAddresses(trustedProxies);
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const request = context.req.raw;
    const address = addresses.of({
      // A request within the process, as in tests, has no connection.
      socketAddress: context.env?.incoming?.socket.remoteAddress,
      forwardedFor: context.req.header("X-Forwarded-For"),
    });
    const caller = callerOf(request, address);
    const limitMs = isMapImage.test(context.req.path) ? imageSessionTimeoutMs : sessionTimeoutMs;
    const { viewer, setCookies } = await readWithin(limitMs, identifyViewer(caller)).catch(
      (error) => {
        if (isDatabaseAway(error)) return { viewer: unreadViewer, setCookies: [] };
        throw error;
      },
    );
    context.set("caller", caller);
    context.set("viewer", viewer);
    await next();
    // A renewal never replaces a session cookie that the answer itself sets.
    const own = context.res.headers.getSetCookie().map(cookieName);
    const renewals = setCookies.filter((cookie) => !own.includes(cookieName(cookie)));
    for (const cookie of renewals) context.header("Set-Cookie", cookie, { append: true });
    // A shared cache must never hold a session, nor an answer made for one visitor.
    if (renewals.length > 0 || viewer.isUnread) {
      context.header("Cache-Control", "private, no-store");
    }
  });
}

/**
 * Middleware that leaves the cookies of a request for the page for frames unread (docs/product#embed): what
 * stands on another site's page is the same for everyone.
 */
export const leaveCookies = createMiddleware<AppEnvironment>((context, next) => {
  const { path, method, raw } = context.req;
  if (isEmbedPath(path) && (method === "GET" || method === "HEAD")) {
    const headers = new Headers(raw.headers);
    headers.delete("Cookie");
    context.req.raw = new Request(raw.url, { method, headers, signal: raw.signal });
  }
  return next();
});

/** Caller of a request. Most answers do not need the language, so it is found when it is asked for. */
export function callerOf(request: Request, clientAddress: string): Caller {
  return {
    headers: request.headers,
    clientAddress,
    get language() {
      return requestLanguage(request);
    },
  };
}

function cookieName(setCookie: string): string {
  return setCookie.split("=", 1)[0];
}
