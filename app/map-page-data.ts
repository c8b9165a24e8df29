import type { ChosenResult, MapPageData } from "#app/features/map/chosen-notice.tsx";
import { nearbyListQuery } from "#app/features/map/list/nearby-list-query.ts";
import { boundsOfView } from "#domain/map/bounds-of-view.ts";
import { initialView } from "#domain/map/initial-view.ts";
import type { MapPageQuery } from "#domain/map/map-page-query.ts";
import type { MapView } from "#domain/map/map-view.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { samePointQuery } from "#domain/place/same-point.ts";

/** What a page with the map requests from the server, as its viewer. */
interface MapPageSource {
  findPlace: (id: number) => Promise<Place | null>;
  listPlaces: (query: PlaceListQuery) => Promise<PlaceList>;
  now: Date;
  /** The operator's start view; null where none is set. */
  startView: MapView | null;
}

/** Window for which the first list is made; the live map then shows its real area. */
const typicalWindow = { width: 1040, height: 900 };

/** Data of a page with the map: the chosen place, the places of the initial view, and the HTTP status. */
export async function readMapPage(
  query: MapPageQuery,
  { findPlace, listPlaces, now, startView }: MapPageSource,
  shownWindow: typeof typicalWindow = typicalWindow,
): Promise<{ page: MapPageData; status: number }> {
  const chosen = await orElse(findChosenPlace(query.place, findPlace), { kind: "failed" } as const);
  const place = chosen.kind === "place" ? chosen.place : null;
  const { view } = initialView(query.view, place?.coordinates ?? null, startView);
  const nearby = nearbyListQuery(
    query,
    [view.longitude, view.latitude],
    boundsOfView(view, shownWindow),
  );
  const list = await orElse(listPlaces(nearby), null);
  const here = place && (await orElse(listPlaces(samePointQuery(place.coordinates)), null));
  const page: MapPageData = {
    renderedAt: now.toISOString(),
    query,
    chosen,
    list,
    hasListFailed: list === null,
    here: here?.places ?? null,
  };
  return { page, status: chosenStatuses[chosen.kind] };
}

/** HTTP status by the chosen place; without its list the page still works. */
const chosenStatuses = { none: 200, place: 200, missing: 404, failed: 503 } as const;

async function findChosenPlace(
  id: number | null,
  findPlace: MapPageSource["findPlace"],
): Promise<ChosenResult> {
  if (id === null) return { kind: "none" };
  const place = await findPlace(id);
  return place ? { kind: "place", place } : { kind: "missing" };
}

/** The result of a reading; after a failure, a line in the log and another value. */
async function orElse<Value, Other>(reading: Promise<Value>, other: Other): Promise<Value | Other> {
  try {
    return await reading;
  } catch (error) {
    console.error(error);
    return other;
  }
}
