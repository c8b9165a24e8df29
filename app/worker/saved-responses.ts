import { savedAtHeader } from "#app/network/offline-detection.ts";
import { type SavedListResponse, savedListPath } from "#app/network/worker-message.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { latitudeOfWorldY, longitudeOfWorldX } from "#domain/geography/web-mercator.ts";
import {
  encodePlaceTile,
  parseTileCoordinates,
  type TileCoordinates,
} from "#domain/map/place-tile-format.ts";
import type { SavedPlaces } from "#domain/offline/saved-places.ts";
import { nearestPlacesQuerySchema } from "#domain/place/nearest-places.ts";
import { parseId } from "#domain/place/place-id.ts";
import { filterQuerySchema, placeListQuerySchema } from "#domain/place/place-list-query.ts";
import { listResult, nearestResult } from "#domain/place-index/place-results.ts";
import { languageOf } from "#domain/text/language.ts";
import { parseQuery } from "#domain/validation/parse-query.ts";

const places = "/api/v1/places";
const tiles = "/tiles/places/";

/** Whether a URL requests places for {@link respondFromSaved} may know. */
export function isPlacesRequest({ pathname }: URL): boolean {
  return (
    pathname === places ||
    pathname === `${places}/nearest` ||
    pathname.startsWith(tiles) ||
    (pathname.startsWith(`${places}/`) && parseId(pathname.slice(places.length + 1)) !== null)
  );
}

/** The response from the saved places (docs/product#places-without-a-connection); null where they do not cover it. */
export async function respondFromSaved(
  saved: SavedPlaces,
  { pathname, searchParams }: URL,
  now: Date,
): Promise<Response | null> {
  if (saved.size === 0) return null;
  if (pathname === places || pathname === savedListPath) {
    return listResponse(saved, pathname, searchParams, now);
  }
  if (pathname === `${places}/nearest`) return nearestResponse(saved, searchParams, now);
  if (pathname.startsWith(tiles)) return tileResponse(saved, pathname, searchParams, now);
  const id = parseId(pathname.slice(places.length + 1));
  const at = searchParams.get("at") ?? undefined;
  const found = id === null ? null : saved.find(id, now, at);
  return found && json(found.place, found.asOf);
}

async function listResponse(
  saved: SavedPlaces,
  pathname: string,
  params: URLSearchParams,
  now: Date,
) {
  const isForPage = pathname === savedListPath;
  const parsed = parseQuery(placeListQuerySchema, params, { ignoreUnknownParameters: isForPage });
  if (!parsed.ok) return null;
  const { near, bbox } = parsed.query;
  const isKnown = bbox !== null ? saved.touches(bbox) : near === null || saved.covers(near);
  if (!isKnown) return null;
  const lang = isForPage && params.get("lang");
  const query = { ...parsed.query, ...(lang && { language: languageOf(lang) }) };
  const list = await listResult(await saved.sourceOf(query.at, now), query);
  const dated = { as_of: saved.oldest.toISOString(), ...list };
  const result: SavedListResponse = { query: parsed.query, list: dated };
  return json(isForPage ? result : dated, saved.oldest);
}

async function nearestResponse(saved: SavedPlaces, params: URLSearchParams, now: Date) {
  const parsed = parseQuery(nearestPlacesQuerySchema, params);
  if (!parsed.ok || !saved.covers(parsed.query.near)) return null;
  const { query } = parsed;
  return json(await nearestResult(await saved.sourceOf(query.at, now), query), saved.oldest);
}

async function tileResponse(
  saved: SavedPlaces,
  pathname: string,
  params: URLSearchParams,
  now: Date,
) {
  const [z = "", x = "", file = ""] = pathname.slice(tiles.length).split("/");
  const coordinates = parseTileCoordinates(z, x, file);
  const parsed = parseQuery(filterQuerySchema, params);
  if (coordinates === null || !parsed.ok || !saved.touches(boxOfTile(coordinates))) return null;
  const query = { ...parsed.query, includeUnaccepted: false };
  const { placeIndex } = await saved.sourceOf(query.at, now);
  const tile = placeIndex.tile(coordinates.z, coordinates.x, coordinates.y, query);
  return new Response(encodePlaceTile(tile), {
    headers: {
      "Content-Type": "application/vnd.mapbox-vector-tile",
      [savedAtHeader]: saved.oldest.toISOString(),
    },
  });
}

function boxOfTile({ z, x, y }: TileCoordinates): BoundingBox {
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
    headers: { "Content-Type": "application/json", [savedAtHeader]: asOf.toISOString() },
  });
}
