import { readdirSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import { etag } from "hono/etag";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { fileCaching } from "#server/http/caching.ts";
import type { Services } from "#server/services.ts";

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
  const { path } = context.req;
  const isNamedByContent = path.startsWith("/assets/") || context.req.query("v") !== undefined;
  headers.set("Cache-Control", fileCaching({ isNamedByContent }));
  const seconds = Date.parse(headers.get("Last-Modified") ?? "") / 1000;
  headers.set("ETag", `W/"${headers.get("Content-Length")}-${seconds.toString(36)}"`);
};

/** Path of the service worker; browsers check it for changes at each visit. */
export const offlineWorkerPath = "/worker.js";

/** Service worker that removes all caches of the product in a browser, and then itself. */
export const removal = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("mosdo-"));
  await Promise.all(names.map((name) => caches.delete(name)));
  await registration.unregister();
})()));
`;

/**
 * `GET /worker.js`: the build's service worker, or with `OFFLINE=off` one that removes it from browsers. Browsers
 * revalidate it each time: a cached worker could never be replaced.
 */
export function offlineWorker({
  offline,
}: Pick<Services["publicConfig"], "offline">): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const headers = { "Content-Type": "text/javascript; charset=utf-8" };
    if (offline) await next();
    else context.res = context.body(removal, 200, headers);
    context.header("Cache-Control", "no-cache");
  };
}
