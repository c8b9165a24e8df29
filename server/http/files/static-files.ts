import { readdirSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import { etag } from "hono/etag";

const yearSeconds = 365 * 24 * 3600;
const hourSeconds = 3600;

/** Name with an extension; folders have none. */
const fileName = /\.[a-z0-9]+$/;

/**
 * Built client files below `root`. Names in `/assets` contain a hash of the content, as URLs with `?v=` do
 * (translations), and may be cached for ever; everything else (translations, fonts, base map) is revalidated after an
 * hour, with a validator made of size and time, so that an unchanged file costs no bytes.
 *
 * The files are listed once, so that no other request reads the disk.
 */
export function staticFiles(root: string) {
  const names = readdirSync(root, { recursive: true }).map(String);
  const paths = new Set(names.filter((name) => fileName.test(name)).map((name) => `/${name}`));
  const files = new Hono();
  const serve = every(
    etag({ weak: true }),
    describeFile,
    serveStatic({ root, precompressed: true }),
  );
  files.get("*", (context, next) => (paths.has(context.req.path) ? serve(context, next) : next()));
  return files;
}

/** Sets a file's `Cache-Control` and validator. */
const describeFile: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  const isHashed = context.req.path.startsWith("/assets/") || context.req.query("v") !== undefined;
  const cacheControl = isHashed
    ? `public, max-age=${yearSeconds}, immutable`
    : `public, max-age=${hourSeconds}`;
  headers.set("Cache-Control", cacheControl);
  const seconds = Date.parse(headers.get("Last-Modified") ?? "") / 1000;
  headers.set("ETag", `W/"${headers.get("Content-Length")}-${seconds.toString(36)}"`);
};
