import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Context } from "hono";
import { etag } from "hono/etag";
import { isStaff } from "#domain/account/role.ts";
import type { AppEnvironment } from "./app-environment.ts";
import {
  accepts,
  chooseEncoding,
  compressBytes,
  isCompressible,
  minimumBytes,
} from "./middleware/compress.ts";

/**
 * `Cache-Control` of an answer that shows open places: fresh until the minute turns. Staff's
 * answers show unaccepted places and are never kept (docs/decisions/004).
 */
export function freshForTheMinute({ var: { viewer } }: Context<AppEnvironment>, now: Date): string {
  return isStaff(viewer) || viewer.isUnread ? "private, no-store" : untilTheMinuteTurns(now);
}

/**
 * `Cache-Control` with the time that an answer that depends on the opening hours may be kept, in whole
 * seconds (0–60): until the minute turns, because a place can open or close only then.
 */
export function untilTheMinuteTurns(now: Date): string {
  return `public, max-age=${Math.floor((60_000 - (now.getTime() % 60_000)) / 1000)}`;
}

/** Policy of an answer that is no page: it loads nothing, wherever it is shown. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

interface WholeOptions {
  /** Media type. */
  readonly type: string;
  readonly cacheControl: string;
  /** Headers of the request that it depends on beside the cookie and the accepted coding. */
  readonly vary?: string;
  /** Version with which the validator begins, for `If-Match` (see {@link readIfMatch}). */
  readonly version?: number;
}

/**
 * Version of a place that `If-Match` names (docs/product#version-of-a-place): `"7"`, or a validator that begins
 * with it, `"7-…"`, also a weak one, which a compressed answer has. `*` is any. Null where the header is
 * something else.
 */
export function readIfMatch(header: string): number | "any" | null {
  const text = header.trim();
  if (text === "*") return "any";
  const version = /^(?:W\/)?"([1-9]\d{0,9})(?:-[\w-]*)?"$/.exec(text)?.[1];
  return version === undefined ? null : Number(version);
}

/**
 * Answers with content that depends on the cookie, the accepted coding and what `vary` names: with its validator,
 * compressed, in one piece. Nothing that comes after has to read it again.
 */
export async function answerWhole(
  context: Context<AppEnvironment>,
  content: string | Uint8Array<ArrayBuffer>,
  { type, cacheControl, vary, version }: WholeOptions,
): Promise<Response> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const accepted = chooseEncoding(context.req.header("Accept-Encoding"));
  const isSmaller = bytes.byteLength >= minimumBytes && isCompressible(type);
  const encoding = isSmaller ? accepted : null;
  const sent = encoding === null ? bytes : await compressBytes(bytes, encoding);
  const digest = createHash("sha1").update(bytes).digest("base64url");
  const etag = version === undefined ? `"${digest}"` : `"${version}-${digest}"`;
  const headers = {
    "Content-Type": type,
    "Content-Length": String(sent.byteLength),
    ...(encoding !== null && { "Content-Encoding": encoding }),
    ETag: encoding === null ? etag : `W/${etag}`,
    "Cache-Control": cacheControl,
    Vary: ["Cookie, Accept-Encoding", ...(vary ? [vary] : [])].join(", "),
    "Content-Security-Policy": dataPolicy,
  };
  const body = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  context.set("whole", { encoding: accepted, headers, body });
  return context.body(body, 200, headers);
}

const gunzipInPool = promisify<Uint8Array, Uint8Array<ArrayBuffer>>(gunzip);

/** The same of content that is kept compressed; its validator is made of the given digest. */
export async function answerGzipped(
  context: Context<AppEnvironment>,
  content: { readonly gzip: Uint8Array<ArrayBuffer>; readonly digest: string },
  { type, cacheControl }: Pick<WholeOptions, "type" | "cacheControl">,
): Promise<Response> {
  const isTaken = accepts(context.req.header("Accept-Encoding"), "gzip");
  const body = isTaken ? content.gzip : await gunzipInPool(content.gzip);
  context.set("isCoded", true);
  return context.body(body, 200, {
    "Content-Type": type,
    "Content-Length": String(body.byteLength),
    ...(isTaken && { "Content-Encoding": "gzip" }),
    ETag: `${isTaken ? "W/" : ""}"${content.digest}"`,
    "Cache-Control": cacheControl,
    Vary: "Cookie, Accept-Encoding",
    "Content-Security-Policy": dataPolicy,
  });
}

/**
 * Middleware that gives answers a validator made of their content, and answers 304 to a client that
 * has it. The hash is computed in this thread: for a few kilobytes the way to a worker thread and
 * back takes longer than the work.
 */
export const answerEtag = etag({
  generateDigest: (body) => new Uint8Array(createHash("sha1").update(body).digest()).buffer,
});
