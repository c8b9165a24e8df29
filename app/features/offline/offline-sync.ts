import { fetchApi } from "#app/network/fetch-api.ts";
import { listenForContact, reportNewVersion } from "#app/network/offline-detection.ts";
import { sendQueued } from "#app/network/queued-writes.ts";
import {
  deleteSet,
  listSavedAreas,
  placeSetPath,
  saveSet,
} from "#app/network/saved-places-store.ts";
import { postToWorker, type WorkerMessage } from "#app/network/worker-message.ts";
import { loadLastView, onNextView, storeLastView } from "#app/place/last-view.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { placeZoom } from "#domain/map/initial-view.ts";
import { parseMapView } from "#domain/map/map-view.ts";
import type { PlaceSet } from "#domain/offline/place-set.ts";
import { areasAround, areasToForget, type SavedFor } from "#domain/offline/saved-areas.ts";

/** Interval of the sync. */
const syncEveryMs = 20_000;

/** Age from which a set is loaded again. */
const staleAfterMs = 24 * 60 * 60_000;

/**
 * Registers the service worker, saves the places around what the visitor looks at, and renews saved ones
 * (docs/product#places-without-a-connection). A browser in data-saving mode saves only what the visitor has
 * chosen.
 */
export async function startOfflineSync(): Promise<void> {
  if (isStarted) return;
  isStarted = true;
  sendWhenOnline();
  const registration = await registerWorker();
  if (registration === null) return;
  watchForNewVersion(registration);
  await syncAlone();
  // The map of a slow browser is ready later.
  if (loadLastView() === null) onNextView(() => void syncAlone());
  setInterval(() => void syncAlone(), syncEveryMs);
  addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    void registration.update().catch(() => {});
    void syncAlone();
  });
}

let isStarted = false;

/** Registers the worker and saves places once, for a static page. */
export async function syncOnce(): Promise<void> {
  if ((await registerWorker()) !== null) await syncAlone();
}

/** Null where the browser cannot, or the operator does not want it. */
async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator) || !("caches" in window)) return null;
  if (document.querySelector("meta[name=offline]")) {
    // The worker of an earlier visit updates itself now, and goes.
    await (await navigator.serviceWorker.getRegistration())?.update();
    return null;
  }
  const registration = await navigator.serviceWorker.register("/worker.js");
  // On a first visit the page has started before there was a worker to post its language to.
  void navigator.serviceWorker.ready.then(({ active }) => {
    const language = document.documentElement.lang;
    active?.postMessage({ kind: "language", language } satisfies WorkerMessage);
  });
  return registration;
}

/** Sends queued writes, now and whenever there is contact. */
function sendWhenOnline(): void {
  const send = () => void sendQueued().catch(() => {});
  listenForContact(() => {}, send);
  send();
}

/** The new version waits until the visitor takes it, or has closed all pages of the old one. */
function watchForNewVersion(registration: ServiceWorkerRegistration): void {
  const offer = (worker: ServiceWorker | null) => {
    // The first worker is not a new version.
    if (!worker || !navigator.serviceWorker.controller) return;
    reportNewVersion(() => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      worker.postMessage({ kind: "take-over" } satisfies WorkerMessage);
    });
  };
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") offer(worker);
    });
  });
}

/** Pause after a set could not be loaded. */
const pauseMs = 5 * 60_000;

let isSyncing = false;
let nextSyncAt = 0;

/** One sync at a time, and of the browser's pages only in the visible one. */
async function syncAlone(): Promise<void> {
  if (isSyncing || document.hidden || !navigator.onLine || Date.now() < nextSyncAt) return;
  isSyncing = true;
  try {
    if (!(await syncPlaces())) nextSyncAt = Date.now() + pauseMs;
  } catch {
    // Without storage nothing can be saved.
  } finally {
    isSyncing = false;
  }
}

/** Returns whether all sets could be loaded. */
async function syncPlaces(): Promise<boolean> {
  const known = await listSavedAreas();
  const stale = known.filter(({ made }) => Date.now() - made.getTime() > staleAfterMs);
  for (const { area, savedFor } of stale) {
    if (savedFor === "seen" && savesData()) continue;
    const outcome = await loadSet(area, savedFor);
    if (outcome === "failed") return false;
    // Smaller ones take its place. What the visitor has chosen stays as it is, with its date.
    if (outcome === "too-full" && savedFor === "seen") await deleteAreas([area]);
  }
  storePagePoint();
  const view = loadLastView();
  return view === null || savesData() || saveAround([view.longitude, view.latitude]);
}

/** Pages of a place or a town, and lists around a point, name that point in an attribute: `lng,lat`. */
function storePagePoint(): void {
  const position = document.querySelector<HTMLElement>("[data-around]")?.dataset.around;
  const view = parseMapView(`${position},${placeZoom}`);
  if (view !== null) storeLastView(view);
}

/** Saves the cells around a point; where the server finds one too full, smaller ones. */
async function saveAround(point: Coordinates): Promise<boolean> {
  const known = new Set((await listSavedAreas()).map(({ area }) => placeSetPath(area)));
  const wanted = areasAround(point, (area) => tooFull.has(placeSetPath(area)));
  for (const area of wanted) {
    const path = placeSetPath(area);
    if (known.has(path) || tooFull.has(path)) continue;
    const outcome = await loadSet(area, "seen");
    if (outcome === "failed") return false;
    if (outcome === "too-full") return saveAround(point);
  }
  await deleteAreas(areasToForget(await listSavedAreas(), wanted));
  return true;
}

/** Paths of the sets that the server has refused since the page started. */
const tooFull = new Set<string>();

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Removes sets, and notifies the worker. */
export async function deleteAreas(areas: readonly BoundingBox[]): Promise<void> {
  if (areas.length === 0) return;
  for (const area of areas) await deleteSet(area);
  postToWorker({ kind: "places-changed" });
}

/** Loads the set of an area and saves it. The area may have more places than a set may have. */
export async function loadSet(
  area: BoundingBox,
  savedFor: SavedFor,
): Promise<"saved" | "failed" | "too-full"> {
  const path = placeSetPath(area);
  const result = await fetchApi<PlaceSet>(path, { limitMs: 60_000 });
  if (!result.ok) {
    if (result.code !== "error.parameter") return "failed";
    tooFull.add(path);
    return "too-full";
  }
  await saveSet(area, result.body, savedFor);
  postToWorker({ kind: "places-changed" });
  return "saved";
}
