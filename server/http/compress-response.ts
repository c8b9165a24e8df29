import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { chooseEncoding } from "./choose-encoding.ts";
import { compressBytes, compressStream } from "./compress-content.ts";

const compressible =
  /^(text\/|image\/svg\+xml|application\/(json|problem\+json|javascript|manifest\+json|geo\+json|vnd\.mapbox-vector-tile))/;

/** Pages are rendered while they are sent; everything else is there as a whole. */
const streamed = /^text\/html/;

/** A shorter body is not worth the work. */
const minimumBytes = 1024;

/** Compresses what a handler answers, in the coding that the client likes best. */
export const compressResponse = createMiddleware(async (context, next) => {
  await next();
  const { headers, body, status } = context.res;
  const type = headers.get("Content-Type") ?? "";
  if (!compressible.test(type) || headers.has("Content-Encoding") || status === 206) return;
  context.header("Vary", "Accept-Encoding", { append: true });
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
});

function replaceBody(context: Context, body: Uint8Array<ArrayBuffer> | ReadableStream): void {
  const { status, headers } = context.res;
  // Taken away first: set over another one, the answer would be made anew, as a stream.
  context.res = undefined;
  context.res = new Response(body, { status, headers });
}
