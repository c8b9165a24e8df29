import { askServer } from "#app/network/ask-server.ts";
import {
  forgetSet,
  keepSet,
  listKeptAreas,
  placeSetAddress,
} from "#app/network/kept-places-store.ts";
import { listenForContact, tellNewVersion } from "#app/network/offline-detection.ts";
import { sendWaiting } from "#app/network/waiting-writes.ts";
import { tellWorker, type WorkerMessage } from "#app/network/worker-message.ts";
import { loadLastView } from "#app/place/last-view.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
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
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  if (document.querySelector("meta[name=offline]")) {
    // What an earlier visit has left asks the server now, and goes.
    await (await navigator.serviceWorker.getRegistration())?.update();
    return;
  }
  const registration = await navigator.serviceWorker.register("/worker.js");
  watchForNewVersion(registration);
  await keepInTurn();
  setInterval(() => void keepInTurn(), lookEveryMs);
  addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    void registration.update().catch(() => {});
    void keepInTurn();
  });
}

let isCaring = false;

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
    if ((keptFor === "asked" || !savesData()) && !(await loadSet(area, keptFor))) return false;
  }
  const view = loadLastView();
  if (view === null || savesData()) return true;
  const addresses = new Set(known.map(({ area }) => placeSetAddress(area)));
  const wanted = areasAround([view.longitude, view.latitude]);
  for (const area of wanted) {
    if (!addresses.has(placeSetAddress(area)) && !(await loadSet(area, "seen"))) return false;
  }
  await forgetAreas(areasToForget(await listKeptAreas(), wanted));
  return true;
}

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

/** Loads the set of an area and keeps it. Returns whether that worked. */
export async function loadSet(area: BoundingBox, keptFor: KeptFor): Promise<boolean> {
  const answer = await askServer<PlaceSet>(placeSetAddress(area), { limitMs: 60_000 });
  if (!answer.ok) return false;
  await keepSet(area, answer.body, keptFor);
  tellWorker({ kind: "places-changed" });
  return true;
}
