import { proxyStatuses } from "#app/network/offline-detection.ts";
import { readSavedSets } from "#app/network/saved-places-store.ts";
import { findSavedWay, waysApiPath } from "#app/network/saved-ways.ts";
import { offlinePages, savedListPath, type WorkerMessage } from "#app/network/worker-message.ts";
import { isEmbedPath } from "#domain/embed/embed-path.ts";
import { SavedPlaces } from "#domain/offline/saved-places.ts";
import { isPlacesRequest, respondFromSaved } from "./saved-responses.ts";
import {
  deleteEverything,
  findFile,
  findPage,
  forgetOldShells,
  forgetOldTiles,
  isWorldTile,
  keepTile,
  loadShell,
  type Shell,
  storeLocale,
} from "./shell.ts";

/*
 * The service worker (docs/decisions/045). Without a response, or none in time, the page is the shell's, and places
 * are the
 * saved ones. It never sends or stores anything of an account.
 */

/** What the build fills in (build-tools/offline-worker.ts). */
declare const builtShell: Shell;
const shell = builtShell;

interface ExtendableWorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableWorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

/** The part of a service worker's global scope that is used here; the types of pages do not have it. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(
    kind: "install" | "activate",
    listen: (event: ExtendableWorkerEvent) => void,
  ): void;
  addEventListener(kind: "fetch", listen: (event: FetchEvent) => void): void;
  addEventListener(
    kind: "message",
    listen: (event: ExtendableWorkerEvent & MessageEvent) => void,
  ): void;
}

const scope = self as unknown as WorkerScope;

/** Time that the server has for a page, and for places, where this browser has them too. */
const pageLimitMs = 6_000;
const placesLimitMs = 4_000;

scope.addEventListener("install", (event) => event.waitUntil(loadShell(shell)));

scope.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      await forgetOldShells(shell);
      await forgetOldTiles();
      await scope.registration.navigationPreload?.enable();
      await scope.clients.claim();
    })(),
  ),
);

scope.addEventListener("message", (event) => {
  const message: WorkerMessage = event.data;
  // Not awaited: it ends when the worker has taken over, and that waits for the worker's events.
  if (message.kind === "take-over") void scope.skipWaiting();
  else event.waitUntil(take(message));
});

async function take(message: Exclude<WorkerMessage, { kind: "take-over" }>): Promise<void> {
  if (isGone) return;
  switch (message.kind) {
    case "started":
      startsMissed = 0;
      await storeMissedStarts(0);
      return storeLocale(shell, message.language);
    case "language":
      return storeLocale(shell, message.language);
    case "places-changed":
      saved = null;
  }
}

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const response = responseFor(event, url);
  // Whatever goes wrong in here, the page gets what it would get without a worker.
  if (response !== null) event.respondWith(response.catch(() => fetch(request)));
});

/** Null for what the browser requests from the server itself. */
function responseFor(event: FetchEvent, url: URL): Promise<Response> | null {
  const { request } = event;
  // A frame has a page of its own, which the shell is not.
  if (isEmbedPath(url.pathname)) return null;
  if (request.mode === "navigate") return pageResponse(event, url);
  if (isWorldTile(url.pathname)) return tileResponse(event, url);
  if (/^\/(assets|fonts|locales)\//.test(url.pathname)) return fileResponse(request, url);
  if (url.pathname === savedListPath)
    return findSaved(url).then((found) => found ?? Response.error());
  if (isPlacesRequest(url)) return firstOf(fetch(request), placesLimitMs, () => findSaved(url));
  if (url.pathname === waysApiPath) {
    return firstOf(fetch(request), placesLimitMs, () => findSavedWay(url.pathname + url.search));
  }
  // The drawn map of a page that began as the shell: the live one is about to cover it.
  if (url.pathname === "/map-picture.svg") {
    return firstOf(fetch(request), placesLimitMs, async () => emptyPicture());
  }
  return null;
}

function emptyPicture(): Response {
  return new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', {
    headers: { "Content-Type": "image/svg+xml" },
  });
}

/** Consecutive starts that no page has reported, after which the worker takes itself for broken. */
const maxMissedStarts = 3;
let startsMissed: number | null = null;

/** Whether it has removed itself; the page that it still serves is the last. */
let isGone = false;

async function pageResponse({ request, preloadResponse }: FetchEvent, url: URL): Promise<Response> {
  // Requested at once: counting reads and writes the storage.
  const fromNetwork = preloadResponse.then((early) => {
    // Firefox does not reject without a connection: it gives the error as a response.
    return early && early.type !== "error" ? early : fetch(request);
  });
  fromNetwork.catch(() => {});
  if (offlinePages.includes(url.pathname) && (await missOneMore()) > maxMissedStarts) {
    isGone = true;
    await deleteEverything();
    await scope.registration.unregister();
    return fromNetwork;
  }
  return firstOf(fromNetwork, pageLimitMs, () => findPage(shell));
}

/** Counts a start until its page has reported it. The number outlives the worker, which the browser stops at any time. */
async function missOneMore(): Promise<number> {
  const stored = await caches.open("mosdo-notes");
  startsMissed ??= Number((await (await stored.match(missedStartsKey))?.text()) ?? 0);
  startsMissed++;
  await storeMissedStarts(startsMissed);
  return startsMissed;
}

const missedStartsKey = "/worker/missed-starts";

async function storeMissedStarts(count: number): Promise<void> {
  const stored = await caches.open("mosdo-notes");
  await stored.put(missedStartsKey, new Response(String(count)));
}

/** A file whose name or query says its content is the shell's; any other, where the server does not respond. */
async function fileResponse(request: Request, url: URL): Promise<Response> {
  const path = url.pathname + url.search;
  const isImmutable = url.pathname.startsWith("/assets/") || url.searchParams.has("v");
  const known = isImmutable ? await findFile(path) : undefined;
  return known ?? firstOf(fetch(request), pageLimitMs, () => findFile(path));
}

/** A tile of the embedded base map, stored once it was seen; an error in time, for which the map shows a coarser one. */
async function tileResponse(event: FetchEvent, url: URL): Promise<Response> {
  const path = url.pathname + url.search;
  const known = await findFile(path);
  if (known) return known;
  const response = await firstOf(fetch(event.request), pageLimitMs, async () => Response.error());
  event.waitUntil(keepTile(path, response.clone()));
  return response;
}

/** The saved places, read; null until they are needed, and after they have changed. */
let saved: Promise<SavedPlaces> | null = null;

async function findSaved(url: URL): Promise<Response | undefined> {
  saved ??= readSavedSets().then((sets) => new SavedPlaces(sets));
  return (await respondFromSaved(await saved, url, new Date())) ?? undefined;
}

/** The server's response; where none comes in time, or only a proxy's, what `instead` finds, else the server's late one. */
async function firstOf(
  fromNetwork: Promise<Response>,
  limitMs: number,
  instead: () => Promise<Response | undefined>,
): Promise<Response> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), limitMs));
  const first = await Promise.race([fromNetwork.catch(() => null), late]);
  if (first !== null && !proxyStatuses.includes(first.status)) return first;
  return (await instead()) ?? fromNetwork;
}
