import { Readable } from "node:stream";
import { promisify } from "node:util";
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from "node:zlib";
import type { Encoding } from "./choose-encoding.ts";

/** Quality 4 halves the time of the default for a few per cent more bytes; answers are made per request. */
const brotliQuality = 4;

/** How far back brotli looks, as a power of two: our longest page. The default takes megabytes each. */
const brotliWindowBits = 17;

/** Up to this size it takes less than the way to a worker thread and back. */
const syncBytes = 64 * 1024;

/** Compresses an answer that is there as a whole. */
export async function compressBytes(
  content: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === "gzip") {
    return content.length <= syncBytes ? gzipSync(content) : promisify(gzip)(content);
  }
  const options = brotliOptions(content.length);
  return content.length <= syncBytes
    ? brotliCompressSync(content, options)
    : promisify(brotliCompress)(content, options);
}

/** Compresses an answer as it comes, piece by piece, so that its first bytes are not held back. */
export function compressStream(body: ReadableStream, encoding: Encoding): ReadableStream {
  const compressor =
    encoding === "br"
      ? createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, ...brotliOptions() })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  const source = Readable.fromWeb(body as import("node:stream/web").ReadableStream);
  source.on("error", (error) => compressor.destroy(error));
  compressor.on("close", () => source.destroy());
  source.pipe(compressor);
  return Readable.toWeb(compressor) as ReadableStream;
}

function brotliOptions(bytes = 0): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_LGWIN]: brotliWindowBits,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  };
}
