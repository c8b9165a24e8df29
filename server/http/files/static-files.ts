import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { etag } from "hono/etag";

const yearSeconds = 365 * 24 * 3600;
const hourSeconds = 3600;

/** Path whose last part has an ending. Pages have none, so no page reads the disk. */
const fileName = "/:path{.*\\.[a-z0-9]+}";

/**
 * Built client files below `root`. Names in `/assets` carry a hash of their content, as addresses
 * with `?v=` do (translations), and may be kept for ever; everything else (translations, fonts, base map) is asked for again after an hour, with
 * a validator made of size and time, so that an unchanged file costs no bytes.
 */
export function staticFiles(root: string) {
  const files = new Hono<FileEnvironment>();
  files.get(
    fileName,
    etag({ weak: true }),
    describeFile,
    serveStatic({
      root,
      precompressed: true,
      onFound: (_, context) => context.set("isFile", true),
    }),
  );
  return files;
}

interface FileEnvironment {
  Variables: {
    /** Whether the answer is a file below the root. */
    isFile?: boolean;
  };
}

/** Sets how long a file may be kept, and its validator. */
const describeFile: MiddlewareHandler<FileEnvironment> = async (context, next) => {
  await next();
  // Another answer at an address with an ending, such as the feed's, has said that itself.
  if (!context.get("isFile")) return;
  const { headers } = context.res;
  const isHashed = context.req.path.startsWith("/assets/") || context.req.query("v") !== undefined;
  const cacheControl = isHashed
    ? `public, max-age=${yearSeconds}, immutable`
    : `public, max-age=${hourSeconds}`;
  headers.set("Cache-Control", cacheControl);
  const seconds = Date.parse(headers.get("Last-Modified") ?? "") / 1000;
  headers.set("ETag", `W/"${headers.get("Content-Length")}-${seconds.toString(36)}"`);
};
