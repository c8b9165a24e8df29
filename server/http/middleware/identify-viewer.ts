import { createHash } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { LRUCache } from "lru-cache";
import { isStaff } from "#domain/account/role.ts";
import { isEmbedPath } from "#domain/embed/embed-path.ts";
import type { Identity } from "#server/accounts/better-auth/better-auth-identity.ts";
import { type RequestClient, unreadViewer, type Viewer, visitor } from "#server/accounts/viewer.ts";
import { isDatabaseUnavailable, readWithin } from "#server/database/database-errors.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { ClientAddresses } from "#server/http/client-address.ts";
import { requestLanguage } from "#server/i18n.ts";
import type { Services } from "#server/services.ts";

/** Longest wait for a session, in milliseconds; after it the viewer counts as unread. */
const sessionTimeoutMs = 3_000;

/** The same for map images, which only a session of staff changes. */
const imageSessionTimeoutMs = 1_000;

/** Maximum number of remembered sessions of accounts that are not staff. */
const maxRemembered = 10_000;

/** Time for which such a session is not looked up again for a map image; a browser caches the image as long. */
const rememberedMs = 60_000;

const isMapImage = /^\/(?:tiles\/|map-picture\.svg$)/;

interface IdentifyDeps
  extends Pick<Services, "trustedProxies" | "now" | "isInStep" | "administratorUserId"> {
  readonly identity: Pick<Identity, "findSession">;
}

type SignedInAccount = Awaited<ReturnType<Identity["findSession"]>>["signedIn"];

/**
 * Middleware that sets `client` and `viewer` of a request, and renews the viewer's session. A session that cannot be
 * read does not make a visitor: the viewer is marked as unread, and every call that depends on the session responds
 * with 503.
 *
 * Map images differ for staff only, and a page loads dozens: for these, a session that was found not to be staff's is
 * remembered for a minute. Its account may become a moderator's (docs/product#moderators).
 */
export function identifyViewerOf({
  trustedProxies,
  now,
  isInStep,
  identity,
  administratorUserId,
}: IdentifyDeps) {
  const addresses = new ClientAddresses(trustedProxies);
  const remembered = new LRUCache<string, { readonly viewer: Viewer; readonly untilMs: number }>({
    max: maxRemembered,
  });
  const recall = (cookie: string): Viewer | null => {
    // While the database does not respond, no session is known to be valid.
    const known = isInStep() ? remembered.get(hash(cookie)) : undefined;
    return known !== undefined && now().getTime() < known.untilMs ? known.viewer : null;
  };
  const findViewer = async (client: RequestClient) => {
    const { signedIn, setCookies } = await identity.findSession(client);
    return { viewer: viewerOf(signedIn, administratorUserId), setCookies };
  };
  const identify = async (client: RequestClient, isImage: boolean) => {
    const cookie = client.headers.get("Cookie");
    if (cookie === null) return { viewer: visitor, setCookies: [] };
    const known = isImage ? recall(cookie) : null;
    if (known !== null) return { viewer: known, setCookies: [] };
    const limitMs = isImage ? imageSessionTimeoutMs : sessionTimeoutMs;
    const identified = await readWithin(limitMs, findViewer(client)).catch((error) => {
      if (isDatabaseUnavailable(error)) return { viewer: unreadViewer, setCookies: [] };
      throw error;
    });
    const { viewer } = identified;
    if (viewer.userId !== null && !isStaff(viewer)) {
      remembered.set(hash(cookie), { viewer, untilMs: now().getTime() + rememberedMs });
    }
    return identified;
  };
  return createMiddleware<AppEnvironment>(async (context, next) => {
    const request = context.req.raw;
    const address = addresses.of({
      // A request within the process, as in tests, has no connection.
      socketAddress: context.env?.incoming?.socket.remoteAddress,
      forwardedFor: context.req.header("X-Forwarded-For"),
    });
    const client = clientOf(request, address);
    const { viewer, setCookies } = await identify(client, isMapImage.test(context.req.path));
    context.set("client", client);
    context.set("viewer", viewer);
    await next();
    // A renewal never replaces a session cookie that the response itself sets.
    const own = context.res.headers.getSetCookie().map(cookieName);
    const renewals = setCookies.filter((cookie) => !own.includes(cookieName(cookie)));
    for (const cookie of renewals) context.header("Set-Cookie", cookie, { append: true });
    // A shared cache must never hold a session, nor a response made for one visitor.
    if (renewals.length > 0 || viewer.isUnread) {
      context.header("Cache-Control", "private, no-store");
    }
  });
}

/** Viewer of a session. */
function viewerOf(signedIn: SignedInAccount, administratorUserId: string | null): Viewer {
  if (signedIn === null) return visitor;
  const { id, email, isModerator, isEmailVerified, sessionId } = signedIn;
  const isAdministrator = id === administratorUserId;
  const role = isAdministrator ? "administrator" : isModerator ? "moderator" : "user";
  return { userId: id, email, role, sessionId, isUnconfirmed: !isEmailVerified };
}

/**
 * Middleware that removes the cookies of a request for the page for frames, which is the same for everyone
 * (docs/product#embed).
 */
export const ignoreCookies = createMiddleware<AppEnvironment>((context, next) => {
  const { path, method, raw } = context.req;
  const isRead = method === "GET" || method === "HEAD";
  if (isEmbedPath(path) && isRead && raw.headers.has("Cookie")) {
    const headers = new Headers(raw.headers);
    headers.delete("Cookie");
    context.req.raw = new Request(raw.url, { method, headers, signal: raw.signal });
  }
  return next();
});

/** Client of a request. Most responses do not need the language, so it is determined on first use. */
export function clientOf(request: Request, clientAddress: string): RequestClient {
  return {
    headers: request.headers,
    clientAddress,
    get language() {
      return requestLanguage(request);
    },
  };
}

/** The key is a hash: the cookie itself would open the session. */
function hash(cookie: string): string {
  return createHash("sha256").update(cookie).digest("base64");
}

function cookieName(setCookie: string): string {
  return setCookie.split("=", 1)[0];
}
