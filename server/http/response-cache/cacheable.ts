import { createHash } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { isStaff } from "#domain/account/role.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import {
  chooseEncoding,
  compressBytes,
  isCompressible,
  minimumBytes,
} from "#server/http/middleware/compress.ts";
import type { Services } from "#server/services.ts";
import type { CachedResponse, CacheGroup, ResponseCache } from "./response-cache.ts";

type Versions = Pick<Services, "contentVersion" | "indexVersion">;

/** Cache policy of a route, declared there. */
export interface CachePolicy {
  readonly group: CacheGroup;
  /** Whether a viewer gets the same response as every visitor. */
  readonly isShared: (viewer: Viewer) => boolean;
  /** Version that the response is valid for; null while it must not be cached. */
  readonly versionOf: (services: Versions) => string | null;
  /** What it depends on beside URL and content coding; null for a request whose response must not be cached. */
  readonly variantOf?: (context: Context<AppEnvironment>) => string | null;
  /** Makes the response by the route's handlers; null where it is not the same for everyone. */
  readonly make: (
    context: Context<AppEnvironment>,
    next: () => Promise<void>,
  ) => Promise<CachedResponse | null>;
}

/** Middleware of a route whose responses are cached by a policy. */
export type Cacheable = (policy: CachePolicy) => MiddlewareHandler<AppEnvironment>;

/**
 * Middleware of routes with cached responses.
 *
 * @param cache null in development
 */
export function createCacheable(services: Versions, cache: ResponseCache | null): Cacheable {
  return ({ group, isShared, versionOf, variantOf = () => "", make }) =>
    createMiddleware<AppEnvironment>(async (context, next) => {
      const { method, url } = context.req;
      const isCandidate =
        cache !== null && method === "GET" && !isTimed(url) && isShared(context.var.viewer);
      const variant = isCandidate ? variantOf(context) : null;
      const version = variant === null ? null : versionOf(services);
      if (cache === null || version === null) return next();
      const encoding = chooseEncoding(context.req.header("Accept-Encoding")) ?? "identity";
      const lookup = { group, key: `${encoding} ${variant} ${url}`, version };
      const { response, isHit } = await cache.get(lookup, async () => {
        const made = await make(context, next);
        // A change during the handlers may or may not show in the response.
        return versionOf(services) === version ? made : null;
      });
      return isHit && response !== null ? sendCachedResponse(context, response) : undefined;
    });
}

/** Whether a URL asks about another time, which passes, so that its response is valid for no version. */
function isTimed(url: string): boolean {
  return new URL(url).searchParams.has("at");
}

/** Response of a handler that responds with `contentResponse`; null for any other. */
async function madeByHandler(
  context: Context<AppEnvironment>,
  next: () => Promise<void>,
): Promise<CachedResponse | null> {
  await next();
  return context.var.cacheable ?? null;
}

/** Whether a viewer is surely without an account. */
export function isVisitor({ userId, isUnread }: Viewer): boolean {
  return userId === null && !isUnread;
}

/** Reads of the API. Those of an account contain its own reviews and confirmations. */
export const cacheableRead: CachePolicy = {
  group: "tiles and lists",
  isShared: isVisitor,
  versionOf: ({ contentVersion }) => contentVersion(),
  make: madeByHandler,
};

/**
 * Tiles and pictures of the map. They differ for staff only, and are made of the place index and the street map, so
 * they are cached by these alone while this process may be behind the database (docs/decisions/052).
 */
export const cacheableMapImage: CachePolicy = {
  group: "tiles and lists",
  isShared: (viewer) => !isStaff(viewer) && !viewer.isUnread,
  versionOf: ({ contentVersion, indexVersion }) => contentVersion() ?? indexVersion(),
  make: madeByHandler,
};

interface ResponseOptions {
  /** Header of that name of the request. */
  readonly acceptEncoding: string | undefined;
  /** Media type. */
  readonly type: string;
  /** Request headers that the response depends on, beside `Accept-Encoding`. */
  readonly vary: string;
  /** Version of a place with which the validator begins, for `If-Match` (see `readIfMatch`). */
  readonly version?: number;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Compresses content in the client's coding, and makes its validator of what is sent. */
export async function createCachedResponse(
  content: Uint8Array<ArrayBuffer>,
  { acceptEncoding, type, vary, version, headers }: ResponseOptions,
): Promise<CachedResponse> {
  const isSmaller = content.byteLength >= minimumBytes && isCompressible(type);
  const encoding = isSmaller ? chooseEncoding(acceptEncoding) : null;
  // A copy of its own: zlib's buffer is the start of a larger one.
  const body = encoding === null ? content : new Uint8Array(await compressBytes(content, encoding));
  const digest = createHash("sha1").update(body).digest("base64url");
  const etag = version === undefined ? `"${digest}"` : `"${version}-${digest}"`;
  const validators = { ETag: etag, Vary: `${vary}, Accept-Encoding`, ...headers };
  return {
    etag,
    validators,
    headers: {
      ...validators,
      "Content-Type": type,
      "Content-Length": String(body.byteLength),
      ...(encoding !== null && { "Content-Encoding": encoding }),
    },
    body,
  };
}

/** Responds with a cached response; with 304 to a client that has it. */
export function sendCachedResponse(
  context: Context<AppEnvironment>,
  { etag, headers, validators, body }: CachedResponse,
): Response {
  context.set("isCoded", true);
  return matchesEtag(context.req.header("If-None-Match"), etag)
    ? new Response(null, { status: 304, headers: validators })
    : new Response(body, { headers });
}

/**
 * Whether a client has a response (RFC 9110, 13.1.2).
 *
 * @param ifNoneMatch the request's header of that name
 * @param etag the response's validator, a strong one
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  // Weak comparison (RFC 9110, 8.8.3.2): the tag with its quotes, with or without `W/` before it.
  return ifNoneMatch === "*" || ifNoneMatch.includes(etag);
}
