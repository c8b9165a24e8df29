import { stat } from "node:fs/promises";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { etag } from "hono/etag";

const yearSeconds = 365 * 24 * 3600;
const hourSeconds = 3600;

/**
 * The built client files below `root`. Names in `/assets` carry a hash of their content and may be
 * kept for ever; everything else (translations, fonts, base map) is asked for again after an hour,
 * with a validator made of size and time, so that an unchanged file costs no bytes.
 */
export function staticFiles(root: string) {
  const files = new Hono();
  files.use(
    "/assets/*",
    serveStatic({
      root,
      precompressed: true,
      onFound: (_path, context) =>
        context.header("Cache-Control", `public, max-age=${yearSeconds}, immutable`),
    }),
  );
  files.use(etag({ weak: true }));
  files.use(
    serveStatic({
      root,
      precompressed: true,
      index: "",
      onFound: async (path, context) => {
        const { size, mtimeMs } = await stat(path);
        context.header("Cache-Control", `public, max-age=${hourSeconds}`);
        context.header("ETag", `W/"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`);
      },
    }),
  );
  return files;
}
