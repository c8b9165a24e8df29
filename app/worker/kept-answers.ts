import { keptAtHeader } from "#app/network/offline-detection.ts";
import { type KeptListResponse, keptListPath } from "#app/network/worker-message.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { latitudeOfWorldY, longitudeOfWorldX } from "#domain/geography/web-mercator.ts";
import {
  encodePlaceTile,
  parseTileAddress,
  type TileAddress,
} from "#domain/map/place-tile-format.ts";
import type { KeptPlaces } from "#domain/offline/kept-places.ts";
import { nearestPlacesQuerySchema } from "#domain/place/nearest-places.ts";
import { parseId } from "#domain/place/place-id.ts";
import { filterQuerySchema, placeListQuerySchema } from "#domain/place/place-list-query.ts";
import { answerList, answerNearest } from "#domain/place-index/place-answers.ts";
import { readQuery } from "#domain/reading/read-query.ts";

const places = "/api/v1/places";
const tiles = "/tiles/places/";

/** Whether an address asks for places that {@link answerFromKept} may know. */
export function asksForPlaces({ pathname }: URL): boolean {
  return (
    pathname === places ||
    pathname === `${places}/nearest` ||
    pathname.startsWith(tiles) ||
    (pathname.startsWith(`${places}/`) && parseId(pathname.slice(places.length + 1)) !== null)
  );
}

/**
 * The answer of the server to a visitor, from the places that the browser keeps
 * (docs/product#places-without-a-connection); null where they do not reach over what was asked for, or nothing
 * proper was asked.
 */
export async function answerFromKept(
  kept: KeptPlaces,
  { pathname, searchParams }: URL,
  now: Date,
): Promise<Response | null> {
  if (kept.size === 0) return null;
  if (pathname === places || pathname === keptListPath) {
    return answerKeptList(kept, pathname, searchParams, now);
  }
  if (pathname === `${places}/nearest`) return answerKeptNearest(kept, searchParams, now);
  if (pathname.startsWith(tiles)) return answerKeptTile(kept, pathname, searchParams, now);
  const id = parseId(pathname.slice(places.length + 1));
  const found = id === null ? null : kept.find(id, now);
  return found && json(found.place, found.asOf);
}

async function answerKeptList(
  kept: KeptPlaces,
  pathname: string,
  params: URLSearchParams,
  now: Date,
) {
  const isForPage = pathname === keptListPath;
  const parsed = readQuery(placeListQuerySchema, params, { ignoreUnknownParameters: isForPage });
  if (!parsed.ok) return null;
  const { near, bbox } = parsed.query;
  const isKnown = bbox !== null ? kept.touches(bbox) : near === null || kept.covers(near);
  if (!isKnown) return null;
  const list = await answerList(kept.sourceAt(now), parsed.query);
  const dated = { as_of: kept.oldest.toISOString(), ...list };
  const result: KeptListResponse = { query: parsed.query, list: dated };
  return json(isForPage ? result : dated, kept.oldest);
}

async function answerKeptNearest(kept: KeptPlaces, params: URLSearchParams, now: Date) {
  const parsed = readQuery(nearestPlacesQuerySchema, params);
  if (!parsed.ok || !kept.covers(parsed.query.near)) return null;
  return json(await answerNearest(kept.sourceAt(now), parsed.query), kept.oldest);
}

function answerKeptTile(kept: KeptPlaces, pathname: string, params: URLSearchParams, now: Date) {
  const [z = "", x = "", file = ""] = pathname.slice(tiles.length).split("/");
  const coordinates = parseTileAddress(z, x, file);
  const parsed = readQuery(filterQuerySchema, params);
  if (coordinates === null || !parsed.ok || !kept.touches(boxOfTile(coordinates))) return null;
  const query = { ...parsed.query, includeUnaccepted: false };
  const tile = kept.indexAt(now).tile(coordinates.z, coordinates.x, coordinates.y, query);
  return new Response(encodePlaceTile(tile), {
    headers: {
      "Content-Type": "application/vnd.mapbox-vector-tile",
      [keptAtHeader]: kept.oldest.toISOString(),
    },
  });
}

function boxOfTile({ z, x, y }: TileAddress): BoundingBox {
  const side = 2 ** z;
  return {
    west: longitudeOfWorldX(x / side),
    east: longitudeOfWorldX((x + 1) / side),
    north: latitudeOfWorldY(y / side),
    south: latitudeOfWorldY((y + 1) / side),
  };
}

function json(content: object, asOf: Date): Response {
  return new Response(JSON.stringify(content), {
    headers: { "Content-Type": "application/json", [keptAtHeader]: asOf.toISOString() },
  });
}
