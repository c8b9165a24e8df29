import type { MiddlewareHandler } from "hono";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import type { Services } from "#server/services.ts";

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
    if (offline) {
      await next();
    } else {
      context.res = context.body(removal, 200, {
        "Content-Type": "text/javascript; charset=utf-8",
      });
    }
    context.header("Cache-Control", "no-cache");
  };
}
