import { createMiddleware } from "hono/factory";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { clientAddress } from "./client-address.ts";
import { requestLanguage } from "./request-language.ts";

/** Finds out who asks, and renews the session of who does: `caller` and `viewer`. */
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
    const { viewer, setCookies } = await identifyViewer(caller);
    context.set("caller", caller);
    context.set("viewer", viewer);
    await next();
    // A renewal never undoes what the answer itself says of the session.
    const own = context.res.headers.getSetCookie().map(cookieName);
    const renewals = setCookies.filter((cookie) => !own.includes(cookieName(cookie)));
    for (const cookie of renewals) context.header("Set-Cookie", cookie, { append: true });
    // Someone's session must never come out of a cache that others share.
    if (renewals.length > 0) context.header("Cache-Control", "private, no-store");
  });
}

function cookieName(setCookie: string): string {
  return setCookie.split("=", 1)[0];
}
