import { fetchApi } from "#app/network/fetch-api.ts";
import { forgetSet, keepSet, listKeptAreas, placeSetPath } from "#app/network/kept-places-store.ts";
import { listenForContact, tellNewVersion } from "#app/network/offline-detection.ts";
import { sendWaiting } from "#app/network/waiting-writes.ts";
import { tellWorker, type WorkerMessage } from "#app/network/worker-message.ts";
import { keepLastView, loadLastView, onNextView } from "#app/place/last-view.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { placeZoom } from "#domain/map/initial-view.ts";
import { parseMapView } from "#domain/map/map-view.ts";
import { areasAround, areasToForget, type KeptFor } from "#domain/offline/kept-areas.ts";
import type { PlaceSet } from "#domain/offline/place-set.ts";

/** Time between two looks at what is kept. */
const lookEveryMs = 20_000;

/** Age from which a set is loaded again. */
const staleAfterMs = 24 * 60 * 60_000;

/**
 * Registers the service worker, keeps the places around what the visitor looks at, and renews what is kept
 * (docs/product#places-without-a-connection). A browser that saves data keeps only what the visitor has asked for.
 */
export async function careForOffline(): Promise<void> {
  if (isCaring) return;
  isCaring = true;
  sendWithContact();
  const registration = await registerWorker();
  if (registration === null) return;
  watchForNewVersion(registration);
  await keepInTurn();
  // The map of a slow browser stands later.
  if (loadLastView() === null) onNextView(() => void keepInTurn());
  setInterval(() => void keepInTurn(), lookEveryMs);
  addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    void registration.update().catch(() => {});
    void keepInTurn();
  });
}

let isCaring = false;

/** Registers the worker and keeps places once, for a page that is there to be read. */
export async function keepOnce(): Promise<void> {
  if ((await registerWorker()) !== null) await keepInTurn();
}

/** Null where the browser cannot, or the operator does not want it. */
async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator) || !("caches" in window)) return null;
  if (document.querySelector("meta[name=offline]")) {
    // What an earlier visit has left asks the server now, and goes.
    await (await navigator.serviceWorker.getRegistration())?.update();
    return null;
  }
  const registration = await navigator.serviceWorker.register("/worker.js");
  // On a first visit the page has started before there was a worker to tell of its language.
  void navigator.serviceWorker.ready.then(({ active }) => {
    const language = document.documentElement.lang;
    active?.postMessage({ kind: "language", language } satisfies WorkerMessage);
  });
  return registration;
}

/** Sends what waits for a connection, now and whenever there is contact. */
function sendWithContact(): void {
  const send = () => void sendWaiting().catch(() => {});
  listenForContact(() => {}, send);
  send();
}

/** The new version waits until the visitor takes it, or has closed all pages of the old one. */
function watchForNewVersion(registration: ServiceWorkerRegistration): void {
  const tell = (worker: ServiceWorker | null) => {
    // The first worker is not a new version.
    if (!worker || !navigator.serviceWorker.controller) return;
    tellNewVersion(() => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      worker.postMessage({ kind: "take-over" } satisfies WorkerMessage);
    });
  };
  tell(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") tell(worker);
    });
  });
}

/** Pause after a set could not be loaded. */
const pauseMs = 5 * 60_000;

let isKeeping = false;
let keepsAgainAt = 0;

/** One look at a time, and of the browser's pages only the one that is looked at. */
async function keepInTurn(): Promise<void> {
  if (isKeeping || document.hidden || !navigator.onLine || Date.now() < keepsAgainAt) return;
  isKeeping = true;
  try {
    if (!(await keepPlaces())) keepsAgainAt = Date.now() + pauseMs;
  } catch {
    // Without storage there is nothing to keep.
  } finally {
    isKeeping = false;
  }
}

/** Returns whether all sets could be loaded. */
async function keepPlaces(): Promise<boolean> {
  const known = await listKeptAreas();
  const stale = known.filter(({ made }) => Date.now() - made.getTime() > staleAfterMs);
  for (const { area, keptFor } of stale) {
    if (keptFor === "seen" && savesData()) continue;
    const outcome = await loadSet(area, keptFor);
    if (outcome === "failed") return false;
    // Smaller ones take its place. What was asked for stays as it is, with its date.
    if (outcome === "too-full" && keptFor === "seen") await forgetAreas([area]);
  }
  noteSpot();
  const view = loadLastView();
  return view === null || savesData() || keepAround([view.longitude, view.latitude]);
}

/** Pages of a place or a town, and lists around a point, name that point in an attribute: `lng,lat`. */
function noteSpot(): void {
  const spot = document.querySelector<HTMLElement>("[data-around]")?.dataset.around;
  const view = parseMapView(`${spot},${placeZoom}`);
  if (view !== null) keepLastView(view);
}

/** Keeps the cells around a point; where the server finds one too full, smaller ones. */
async function keepAround(point: Coordinates): Promise<boolean> {
  const known = new Set((await listKeptAreas()).map(({ area }) => placeSetPath(area)));
  const wanted = areasAround(point, (area) => tooFull.has(placeSetPath(area)));
  for (const area of wanted) {
    const path = placeSetPath(area);
    if (known.has(path) || tooFull.has(path)) continue;
    const outcome = await loadSet(area, "seen");
    if (outcome === "failed") return false;
    if (outcome === "too-full") return keepAround(point);
  }
  await forgetAreas(areasToForget(await listKeptAreas(), wanted));
  return true;
}

/** Addresses of the sets that the server has refused since the page started. */
const tooFull = new Set<string>();

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Removes sets, and tells the worker. */
export async function forgetAreas(areas: readonly BoundingBox[]): Promise<void> {
  if (areas.length === 0) return;
  for (const area of areas) await forgetSet(area);
  tellWorker({ kind: "places-changed" });
}

/** Loads the set of an area and keeps it. The area may have more places than a set may have. */
export async function loadSet(
  area: BoundingBox,
  keptFor: KeptFor,
): Promise<"kept" | "failed" | "too-full"> {
  const path = placeSetPath(area);
  const result = await fetchApi<PlaceSet>(path, { limitMs: 60_000 });
  if (!result.ok) {
    if (result.code !== "error.parameter") return "failed";
    tooFull.add(path);
    return "too-full";
  }
  await keepSet(area, result.body, keptFor);
  tellWorker({ kind: "places-changed" });
  return "kept";
}
