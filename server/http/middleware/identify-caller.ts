import { isIP } from "node:net";
import { createMiddleware } from "hono/factory";
import { unreadViewer } from "#server/accounts/viewer.ts";
import { isDatabaseAway, readWithin } from "#server/database/database-errors.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { requestLanguage } from "#server/i18n.ts";
import type { Services } from "#server/services.ts";

/** The longest wait for a session, in milliseconds; what it is asked for is answered from memory. */
const sessionTimeoutMs = 3_000;

/** The same for the map's own images, which only the administrator's session makes a difference to. */
const imageSessionTimeoutMs = 1_000;

const isMapImage = /^\/(?:tiles\/|map-picture\.svg$)/;

/**
 * Finds out who asks, and renews the session of who does: `caller` and `viewer`. A session that cannot
 * be read is not a visitor's: the viewer says so, and whatever depends on it answers 503.
 */
export function identifyCaller({
  trustedProxies,
  identifyViewer,
}: Pick<Services, "trustedProxies" | "identifyViewer">) {
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const request = context.req.raw;
    const caller = {
      headers: request.headers,
      // In process, as in tests, there is no connection.
      clientAddress: clientAddress({
        socketAddress: context.env?.incoming?.socket.remoteAddress,
        forwardedFor: context.req.header("X-Forwarded-For"),
        trustedProxies,
      }),
      language: requestLanguage(request),
    };
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
    // A renewal never undoes what the answer itself says of the session.
    const own = context.res.headers.getSetCookie().map(cookieName);
    const renewals = setCookies.filter((cookie) => !own.includes(cookieName(cookie)));
    for (const cookie of renewals) context.header("Set-Cookie", cookie, { append: true });
    // Someone's session must never come out of a cache that others share, nor what its owner was
    // shown in place of their own.
    if (renewals.length > 0 || viewer.isUnread) {
      context.header("Cache-Control", "private, no-store");
    }
  });
}

function cookieName(setCookie: string): string {
  return setCookie.split("=", 1)[0];
}

interface AddressSource {
  /** Who opened the connection; undefined where there is none, as in tests in process. */
  readonly socketAddress: string | undefined;
  /** The header `X-Forwarded-For`: each proxy appends whom it heard the request from. */
  readonly forwardedFor: string | undefined;
  /** How many proxies of our own stand in front (`TRUST_PROXY`). */
  readonly trustedProxies: number;
}

/**
 * The address of the client. With proxies of our own, it is what the outermost of them saw: what
 * stands further left in the header, anyone can have written. Without them the header says nothing.
 */
export function clientAddress({ socketAddress, forwardedFor, trustedProxies }: AddressSource) {
  const socket = socketAddress ?? "unknown";
  if (trustedProxies === 0 || forwardedFor === undefined) return socket;
  const entries = forwardedFor.split(",").map((entry) => entry.trim());
  const address = entries[Math.max(entries.length - trustedProxies, 0)];
  return isIP(address) ? address : socket;
}
