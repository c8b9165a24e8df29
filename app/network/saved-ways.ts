import type { Way } from "#domain/way/way.ts";
import { savedAtHeader } from "./offline-detection.ts";

/* Ways in the browser's storage (docs/product#ways), which the service worker responds with without a connection. */

const cacheName = "mosdo-ways";

/** Path of the API for ways. */
export const waysApiPath = "/api/v1/ways";

/** Path by which a way along a track is saved: no server has its line. */
export function trackWayPath(track: string): string {
  return `${waysApiPath}?track=${encodeURIComponent(track)}`;
}

/** Header of a saved way: path and query of its page. */
const pageHeader = "Content-Location";

/** A saved way without its content. */
export interface SavedWay {
  /** Path and query of the API, or its {@link trackWayPath}, by which it is found. */
  readonly path: string;
  /** Path and query of the page that shows it. */
  readonly page: string;
  readonly saved: Date;
}

/** @throws {DOMException} where the browser has no room */
export async function saveWay({ path, page, saved }: SavedWay, way: Way): Promise<void> {
  const headers = {
    "Content-Type": "application/json",
    [pageHeader]: page,
    [savedAtHeader]: saved.toISOString(),
  };
  const cache = await caches.open(cacheName);
  await cache.put(path, new Response(JSON.stringify(way), { headers }));
}

/** Undefined also where the browser stores nothing. */
export async function findSavedWay(path: string): Promise<Response | undefined> {
  return typeof caches === "undefined" ? undefined : caches.match(path, { cacheName });
}

export async function deleteSavedWay(path: string): Promise<void> {
  await (await caches.open(cacheName)).delete(path);
}

/** The saved ways, the last one first. */
export async function listSavedWays(): Promise<readonly SavedWay[]> {
  const cache = await caches.open(cacheName);
  const ways = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const { pathname, search } = new URL(request.url);
      const headers = (await cache.match(request))?.headers;
      const page = headers?.get(pageHeader) ?? "/way";
      return { path: pathname + search, page, saved: new Date(headers?.get(savedAtHeader) ?? 0) };
    }),
  );
  return ways.sort((one, other) => other.saved.getTime() - one.saved.getTime());
}
