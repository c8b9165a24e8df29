import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Context } from "hono";
import { fileCaching } from "#server/http/caching.ts";
import { problem } from "#server/http/problem.ts";

/**
 * `GET /basemap.pmtiles`: the operator's base map, of which the browser requests ranges (RFC 9110 §14). The file may be
 * replaced while we run; its validator is strong, so that a client never combines ranges of two files.
 */
export async function getBaseMapFile(context: Context, path: string): Promise<Response> {
  const file: FileHandle | null = await open(path).catch(() => null);
  if (!file) return problem(context, "error.notfound");
  let isStreaming = false;
  try {
    const { size, mtimeMs } = await file.stat();
    const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
    context.header("ETag", etag);
    context.header("Accept-Ranges", "bytes");
    context.header("Cache-Control", fileCaching({ isNamedByContent: false }));
    if (isKnown(context.req.header("If-None-Match"), etag)) return context.body(null, 304);

    context.header("Content-Type", "application/vnd.pmtiles");
    const range = parseRange(wantedRange(context, etag), size);
    if (range.kind === "unsatisfiable") {
      context.header("Content-Range", `bytes */${size}`);
      return context.body(null, 416);
    }
    const { first, last } = range.kind === "part" ? range : { first: 0, last: size - 1 };
    context.header("Content-Length", String(last - first + 1));
    if (range.kind === "part") context.header("Content-Range", `bytes ${first}-${last}/${size}`);
    const status = range.kind === "part" ? 206 : 200;
    if (context.req.method === "HEAD" || size === 0) return context.body(null, status);
    isStreaming = true;
    // The stream closes the file when it has been sent, or when the client has gone.
    const stream = Readable.toWeb(file.createReadStream({ start: first, end: last }));
    return context.body(stream as ReadableStream, status);
  } finally {
    if (!isStreaming) await file.close();
  }
}

/** Range of a request. Only `GET` has one; with `If-Range`, only as long as the file is still the same. */
function wantedRange({ req }: Context, etag: string): string | undefined {
  const condition = req.header("If-Range");
  if (req.method !== "GET" || (condition !== undefined && condition !== etag)) return undefined;
  return req.header("Range");
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}

/** Bytes of a file in a response: all, a range (both ends included), or none of the requested ones. */
export type ByteRange =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly first: number; readonly last: number }
  | { readonly kind: "unsatisfiable" };

const wholeFile: ByteRange = { kind: "whole" };

/**
 * Reads a `Range` header for a file of `size` bytes (RFC 9110 §14.2). Several ranges at once, other units and malformed
 * headers are ignored: the response is the whole file. An end beyond the file is the file's end.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "");
  if (!match) return wholeFile;
  const [, from = "", to = ""] = match;
  if (from === "") return to === "" ? wholeFile : suffix(Number(to), sizeBytes);
  const first = Number(from);
  const end = to === "" ? sizeBytes - 1 : Number(to);
  if (end < first && to !== "") return wholeFile;
  if (first >= sizeBytes) return { kind: "unsatisfiable" };
  return { kind: "part", first, last: Math.min(end, sizeBytes - 1) };
}

/** Last bytes of the file. */
function suffix(lengthBytes: number, sizeBytes: number): ByteRange {
  if (lengthBytes === 0 || sizeBytes === 0) return { kind: "unsatisfiable" };
  return { kind: "part", first: Math.max(0, sizeBytes - lengthBytes), last: sizeBytes - 1 };
}
