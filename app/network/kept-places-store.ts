import {
  type BoundingBox,
  formatBoundingBox,
  parseBoundingBox,
} from "#domain/geography/bounding-box.ts";
import type { KeptFor, KnownArea } from "#domain/offline/kept-areas.ts";
import type { KeptSet } from "#domain/offline/kept-places.ts";
import type { PlaceSet } from "#domain/offline/place-set.ts";

/*
 * Sets of places in the browser's own storage (docs/product#places-without-a-connection): pages write them, the
 * worker answers from them. Nothing in them is anyone's own.
 */

/** Cache of the sets. */
const cacheName = "mosdo-places";

/** What is known of a kept set without reading it. */
export interface KeptArea extends KnownArea {
  readonly count: number;
  /** Size as JSON. */
  readonly bytes: number;
}

const keptForHeader = "Kept-For";
const madeHeader = "Kept-At";
const countHeader = "Kept-Count";

/** Address of the set of an area. */
export function placeSetPath(area: BoundingBox): string {
  return `/api/v1/places/set?bbox=${formatBoundingBox(area)}`;
}

function areaOf(url: string): BoundingBox | null {
  return parseBoundingBox(new URL(url).searchParams.get("bbox") ?? "");
}

/** Stores a set, in place of an older one of its area. */
export async function keepSet(area: BoundingBox, set: PlaceSet, keptFor: KeptFor): Promise<void> {
  const json = JSON.stringify(set);
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": String(json.length),
    [keptForHeader]: keptFor,
    [madeHeader]: set.made,
    [countHeader]: String(set.count),
  };
  const cache = await caches.open(cacheName);
  await cache.put(placeSetPath(area), new Response(json, { headers }));
}

/** All kept areas, the one that was made last first. */
export async function listKeptAreas(): Promise<KeptArea[]> {
  const cache = await caches.open(cacheName);
  const areas = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const response = await cache.match(request);
      const area = areaOf(request.url);
      if (response === undefined || area === null) return null;
      const { headers } = response;
      return {
        area,
        keptFor: headers.get(keptForHeader) as KeptFor,
        made: new Date(headers.get(madeHeader) ?? 0),
        count: Number(headers.get(countHeader)),
        bytes: Number(headers.get("Content-Length")),
      };
    }),
  );
  return areas.filter((area) => area !== null).sort((a, b) => b.made.getTime() - a.made.getTime());
}

/** Removes the set of an area. */
export async function forgetSet(area: BoundingBox): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.delete(placeSetPath(area));
}

/** All sets, read. */
export async function readKeptSets(): Promise<KeptSet[]> {
  const cache = await caches.open(cacheName);
  const sets = await Promise.all(
    (await cache.keys()).map(async (request): Promise<KeptSet | null> => {
      const response = await cache.match(request);
      const area = areaOf(request.url);
      return response && area ? { area, set: await response.json() } : null;
    }),
  );
  return sets.filter((set) => set !== null);
}
