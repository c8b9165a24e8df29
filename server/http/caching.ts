import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Context } from "hono";
import { etag } from "hono/etag";
import { createMiddleware } from "hono/factory";
import { isStaff } from "#domain/account/role.ts";
import { createCachedResponse, sendCachedResponse } from "#server/http/response-cache/cacheable.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { accepts } from "./middleware/compress.ts";

/**
 * Middleware for responses that show which places are open: fresh until the minute turns, in whole seconds (0–60),
 * because a place can open or close only then. Staff's show pending places, and no cache stores them
 * (docs/decisions/054).
 */
export function freshForTheMinute({ now }: { readonly now: () => Date }) {
  return createMiddleware<AppEnvironment>(async (context, next) => {
    await next();
    const {
      res,
      var: { viewer },
    } = context;
    if (!res.ok && res.status !== 304) return;
    const seconds = Math.floor((60_000 - (now().getTime() % 60_000)) / 1000);
    const isPrivate = isStaff(viewer) || viewer.isUnread;
    res.headers.set(
      "Cache-Control",
      isPrivate ? "private, no-store" : `public, max-age=${seconds}`,
    );
  });
}

/** `Cache-Control` of a file: for ever where its URL names its content, else for an hour. */
export function fileCaching({ isNamedByContent }: { readonly isNamedByContent: boolean }): string {
  return isNamedByContent ? "public, max-age=31536000, immutable" : "public, max-age=3600";
}

/** Content security policy of a response that is not a page: it loads nothing, wherever it is shown. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

interface ContentOptions {
  /** Media type. */
  readonly type: string;
  /** Absent where a middleware sets it. */
  readonly cacheControl?: string;
  /** Request headers that the response depends on, beside the cookie and the content coding. */
  readonly vary?: string;
  /** Version of a place with which the validator begins, for `If-Match` (see {@link readIfMatch}). */
  readonly version?: number;
}

/**
 * Version of a place that `If-Match` names (docs/product#version-of-a-place): `"7"`, or a validator that begins with
 * it, `"7-…"`, also a weak one, as of a compressed response. `*` is any. Null for any other text.
 */
export function readIfMatch(header: string): number | "any" | null {
  const text = header.trim();
  if (text === "*") return "any";
  const version = /^(?:W\/)?"([1-9]\d{0,9})(?:-[\w-]*)?"$/.exec(text)?.[1];
  return version === undefined ? null : Number(version);
}

/**
 * Response with content that depends on the cookie, the content coding and what `vary` names: compressed, with its
 * validator, and cacheable where its route says so. 304 for a client that has it.
 */
export async function contentResponse(
  context: Context<AppEnvironment>,
  content: string | Uint8Array<ArrayBuffer>,
  { type, cacheControl, vary, version }: ContentOptions,
): Promise<Response> {
  const response = await createCachedResponse(
    typeof content === "string" ? new TextEncoder().encode(content) : content,
    {
      acceptEncoding: context.req.header("Accept-Encoding"),
      type,
      vary: vary === undefined ? "Cookie" : `Cookie, ${vary}`,
      version,
      headers: {
        ...(cacheControl !== undefined && { "Cache-Control": cacheControl }),
        "Content-Security-Policy": dataPolicy,
      },
    },
  );
  context.set("cacheable", response);
  return sendCachedResponse(context, response);
}

const gunzipInPool = promisify<Uint8Array, Uint8Array<ArrayBuffer>>(gunzip);

/** The same of content that is stored compressed; its validator is the given digest. */
export async function gzippedResponse(
  context: Context<AppEnvironment>,
  content: { readonly gzip: Uint8Array<ArrayBuffer>; readonly digest: string },
  { type, cacheControl }: Required<Pick<ContentOptions, "type" | "cacheControl">>,
): Promise<Response> {
  const isGzipAccepted = accepts(context.req.header("Accept-Encoding"), "gzip");
  const body = isGzipAccepted ? content.gzip : await gunzipInPool(content.gzip);
  context.set("isCoded", true);
  return context.body(body, 200, {
    "Content-Type": type,
    "Content-Length": String(body.byteLength),
    ...(isGzipAccepted && { "Content-Encoding": "gzip" }),
    ETag: `${isGzipAccepted ? "W/" : ""}"${content.digest}"`,
    "Cache-Control": cacheControl,
    Vary: "Cookie, Accept-Encoding",
    "Content-Security-Policy": dataPolicy,
  });
}

/**
 * Middleware that sets an `ETag` made of the content, and responds with 304 to a client that has it. The hash is
 * computed in this thread: for a few kilobytes the way to a worker thread and back takes longer than the work.
 */
export const etagResponse = etag({
  generateDigest: (body) => new Uint8Array(createHash("sha1").update(body).digest()).buffer,
});
