import { Readable } from "node:stream";
import { promisify } from "node:util";
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { parseQualityList } from "#domain/text/quality-list.ts";

const compressible =
  /^(text\/|image\/svg\+xml|application\/(json|problem\+json|javascript|xml|manifest\+json|geo\+json|vnd\.mapbox-vector-tile))/;

/** Whether compression makes a response of this media type smaller; bitmap images are compressed already. */
export function isCompressible(type: string): boolean {
  return compressible.test(type);
}

/** Sitemaps are streamed; every other response is complete. */
const streamed = /^application\/xml/;

/** Minimum size of a body that is compressed. */
export const minimumBytes = 1024;

/** Middleware that compresses responses, in the coding that the client prefers. */
export const compressResponse = createMiddleware<{ Variables: { isCoded?: true } }>(
  async (context, next) => {
    await next();
    if (context.var.isCoded) return;
    const { headers, body, status } = context.res;
    const type = headers.get("Content-Type") ?? "";
    if (!isCompressible(type) || headers.has("Content-Encoding")) return;
    if (status === 206 || status === 304) return;
    const isNamed = /\baccept-encoding\b/i.test(headers.get("Vary") ?? "");
    if (!isNamed) context.header("Vary", "Accept-Encoding", { append: true });
    const length = headers.get("Content-Length");
    const encoding = chooseEncoding(context.req.header("Accept-Encoding"));
    if (!body || !encoding || context.req.method === "HEAD") return;
    if (length !== null && Number(length) < minimumBytes) return;
    if (streamed.test(type)) {
      replaceBody(context, compressStream(body, encoding));
    } else {
      const content = new Uint8Array(await context.res.arrayBuffer());
      if (content.length < minimumBytes) return replaceBody(context, content);
      replaceBody(context, await compressBytes(content, encoding));
    }
    context.res.headers.delete("Content-Length");
    context.res.headers.set("Content-Encoding", encoding);
    const etag = context.res.headers.get("ETag");
    if (etag && !etag.startsWith("W/")) context.res.headers.set("ETag", `W/${etag}`);
  },
);

function replaceBody(context: Context, body: Uint8Array<ArrayBuffer> | ReadableStream): void {
  const { status, headers } = context.res;
  // Removed first: Hono would copy a response that replaces another one, as a stream.
  context.res = undefined;
  context.res = new Response(body, { status, headers });
}

/** Level 3 takes a quarter of brotli's time for 4 % more bytes. */
const zstdLevel = 3;

/** Quality 4 halves the time of the default for a few per cent more bytes; responses are made per request. */
const brotliQuality = 4;

/** Brotli's window, as a power of two: our longest page. The default takes megabytes for each response. */
const brotliWindowBits = 17;

/**
 * Maximum size of a body that is compressed in this thread, such as a page: the way to a worker thread and back
 * costs half as much as the compression itself.
 */
const syncBytes = 256 * 1024;

/** Compresses a complete body. */
export async function compressBytes(
  content: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  const isSync = content.length <= syncBytes;
  switch (encoding) {
    case "zstd": {
      const options = { ...zstdOptions, pledgedSrcSize: content.length };
      return isSync
        ? zstdCompressSync(content, options)
        : promisify(zstdCompress)(content, options);
    }
    case "br": {
      const options = brotliOptions(content.length);
      return isSync
        ? brotliCompressSync(content, options)
        : promisify(brotliCompress)(content, options);
    }
    case "gzip":
      return isSync ? gzipSync(content) : promisify(gzip)(content);
  }
}

/** Compresses a streamed body chunk by chunk, so that its first bytes are not delayed. */
function compressStream(body: ReadableStream, encoding: Encoding): ReadableStream {
  const compressor = {
    zstd: () => createZstdCompress(zstdStreamOptions),
    br: () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, ...brotliOptions() }),
    gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
  }[encoding]();
  const source = Readable.fromWeb(body as import("node:stream/web").ReadableStream);
  source.on("error", (error) => compressor.destroy(error));
  compressor.on("close", () => source.destroy());
  source.pipe(compressor);
  return Readable.toWeb(compressor) as ReadableStream;
}

/** `ZSTD_c_targetCBlockSize` of zstd.h, which Node has without a name. */
const targetBlockSize = 130;

/**
 * Bytes of a compressed block, about. A decoder waits for a whole block, which by default is a whole page: a thin line
 * then shows nothing of it before its end.
 */
const blockBytes = 2048;

const zstdOptions = {
  params: {
    [constants.ZSTD_c_compressionLevel]: zstdLevel,
    [targetBlockSize]: blockBytes,
  },
};

/** One chunk at a time: Node adds an empty frame where chunks wait at the end (nodejs/node#66078). */
const zstdStreamOptions = {
  ...zstdOptions,
  flush: constants.ZSTD_e_flush,
  writableHighWaterMark: 1,
};

function brotliOptions(bytes = 0): BrotliOptions {
  return {
    // One chunk where the length is known: markup compresses to a sixth.
    chunkSize: Math.max(constants.Z_DEFAULT_CHUNK, Math.ceil(bytes / 4)),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_LGWIN]: brotliWindowBits,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  };
}

/** Content codings of our responses, the preferred first. */
const encodings = ["zstd", "br", "gzip"] as const;

export type Encoding = (typeof encodings)[number];

/**
 * Chooses the content coding for an `Accept-Encoding` header (RFC 9110 §12.5.3): a coding with `q=0` never, null where
 * the client accepts none of ours.
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | null {
  return encodings.find((encoding) => accepts(acceptEncoding, encoding)) ?? null;
}

/** Whether a client accepts a content coding, by its `Accept-Encoding` header. */
export function accepts(acceptEncoding: string | undefined, encoding: Encoding): boolean {
  const accepted = parseQualityList(acceptEncoding ?? "");
  const qualities = new Map(accepted.map(({ item, quality }) => [item.toLowerCase(), quality]));
  return (qualities.get(encoding) ?? qualities.get("*") ?? 0) > 0;
}
