import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import {
  chooseEncoding,
  compressBytes,
  isCompressible,
  minimumBytes,
} from "#server/http/middleware/compress.ts";
import type { CachedResponse } from "./response-cache.ts";

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
