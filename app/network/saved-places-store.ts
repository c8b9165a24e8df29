import {
  type BoundingBox,
  formatBoundingBox,
  parseBoundingBox,
} from "#domain/geography/bounding-box.ts";
import type { PlaceSet } from "#domain/offline/place-set.ts";
import type { KnownArea, SavedFor } from "#domain/offline/saved-areas.ts";
import type { SavedSet } from "#domain/offline/saved-places.ts";

/* Sets of places in the browser's storage (docs/product#places-without-a-connection), without personal data. */

const cacheName = "mosdo-places";

/** What is known of a saved set without reading it. */
export interface SavedArea extends KnownArea {
  readonly count: number;
  /** Size as JSON. */
  readonly bytes: number;
}

const savedForHeader = "Kept-For";
const madeHeader = "Kept-At";
const countHeader = "Kept-Count";

export function placeSetPath(area: BoundingBox): string {
  return `/api/v1/places/set?bbox=${formatBoundingBox(area)}`;
}

function areaOf(url: string): BoundingBox | null {
  return parseBoundingBox(new URL(url).searchParams.get("bbox") ?? "");
}

/** Stores a set, in place of an older one of its area. */
export async function saveSet(area: BoundingBox, set: PlaceSet, savedFor: SavedFor): Promise<void> {
  const json = JSON.stringify(set);
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": String(json.length),
    [savedForHeader]: savedFor,
    [madeHeader]: set.made,
    [countHeader]: String(set.count),
  };
  const cache = await caches.open(cacheName);
  await cache.put(placeSetPath(area), new Response(json, { headers }));
}

export async function listSavedAreas(): Promise<SavedArea[]> {
  const cache = await caches.open(cacheName);
  const areas = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const response = await cache.match(request);
      const area = areaOf(request.url);
      if (response === undefined || area === null) return null;
      const { headers } = response;
      return {
        area,
        savedFor: headers.get(savedForHeader) as SavedFor,
        made: new Date(headers.get(madeHeader) ?? 0),
        count: Number(headers.get(countHeader)),
        bytes: Number(headers.get("Content-Length")),
      };
    }),
  );
  return areas.filter((area) => area !== null).sort((a, b) => b.made.getTime() - a.made.getTime());
}

export async function deleteSet(area: BoundingBox): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.delete(placeSetPath(area));
}

export async function readSavedSets(): Promise<SavedSet[]> {
  const cache = await caches.open(cacheName);
  const sets = await Promise.all(
    (await cache.keys()).map(async (request): Promise<SavedSet | null> => {
      const response = await cache.match(request);
      const area = areaOf(request.url);
      return response && area ? { area, set: await response.json() } : null;
    }),
  );
  return sets.filter((set) => set !== null);
}
