import { nearbyListQuery } from "#app/features/map/list/nearby-list-query.ts";
import type { ChosenMarker } from "#app/features/map/live/map-style.ts";
import { fetchApi } from "#app/network/fetch-api.ts";
import { boundsOfView } from "#domain/map/bounds-of-view.ts";
import { initialView } from "#domain/map/initial-view.ts";
import type { MapPageQuery } from "#domain/map/map-page-query.ts";
import type { MapView } from "#domain/map/map-view.ts";
import type { WallTime } from "#domain/opening/instant.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { filterPairs, type PlaceFiltering } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { samePointQuery } from "#domain/place/same-point.ts";
import type { Way } from "#domain/way/way.ts";
import { isWhole, travelDefaults, type WayPlan, wayPlanPairs } from "#domain/way/way-plan.ts";

/** The place that the URL names, or why it was not found. */
export type ChosenResult =
  | { readonly kind: "none" }
  | { readonly kind: "place"; readonly place: Place }
  /** The place does not exist, or the visitor may not see it. */
  | { readonly kind: "missing" }
  /** The place could not be loaded. */
  | { readonly kind: "failed" };

/** Content of the panel: the result, or that it is loading, with the data of the pressed marker if there is one. */
export type ShownChoice =
  | ChosenResult
  | { readonly kind: "loading"; readonly marker: ChosenMarker | null };

/** Data of the map page. */
export interface MapPageData {
  /** ISO 8601 instant. */
  readonly renderedAt: string;
  readonly query: MapPageQuery;
  readonly chosen: ChosenResult;
  /** The places around the middle of the initial view; null where the browser requests them, as beside a chosen place. */
  readonly list: PlaceList | null;
  /** Whether the server could not read the list: a page without one is not a map without places. */
  readonly hasListFailed: boolean;
  /** The places on the chosen place's point, itself included; null where the browser requests them. */
  readonly here: readonly Place[] | null;
  /** The way that the URL names, or the code of its failure; null where it names none, or the browser requests it. */
  readonly way: Way | { readonly code: string } | null;
}

/** Query string of the API for a way of the page's URL; null where it has no ends, nor a track. */
export function waySearch(plan: WayPlan, filtering: PlaceFiltering): string | null {
  if (!isWhole(plan)) return null;
  const { from, to, track } = plan;
  const bare = { ...plan, track: null, stretch: null };
  const unnamed = (end: WayPlan["from"]) => end && { ...end, name: "" };
  const asked =
    track === null
      ? {
          ...bare,
          ...{ from: unnamed(from), to: unnamed(to), speed: travelDefaults[plan.by].speed },
        }
      : { ...bare, from: null, to: null };
  return `?${[...wayPlanPairs(asked), ...filterPairs(filtering)].join("&")}`;
}

/** Loads the place that the URL names from the API, as it is at a time; now at a wrong one. */
export async function findChosen(
  placeId: number | null,
  at?: WallTime,
  signal?: AbortSignal,
): Promise<ChosenResult> {
  if (placeId === null) return { kind: "none" };
  const search = at === undefined ? "" : `?at=${at}`;
  const result = await fetchApi<Place>(`/api/v1/places/${placeId}${search}`, { signal });
  if (result.ok) return { kind: "place", place: result.body };
  if (at !== undefined && result.code === "error.parameter")
    return findChosen(placeId, undefined, signal);
  return { kind: result.code === "error.notfound" ? "missing" : "failed" };
}

/** What a page with the map requests from the server, as its viewer. */
interface MapPageSource {
  findPlace: (id: number) => Promise<Place | null>;
  listPlaces: (query: PlaceListQuery) => Promise<PlaceList>;
  /** Finds a way by the API's query string. */
  findWay?: (search: string) => Promise<MapPageData["way"]>;
  now: Date;
  /** The operator's start view; null where none is set. */
  startView: MapView | null;
}

/** Window for which the first list is made; the live map then shows its real area. */
const typicalWindow = { width: 1040, height: 900 };

/** Data of a page with the map: the chosen place, the places of the initial view, and the HTTP status. */
export async function readMapPage(
  query: MapPageQuery,
  { findPlace, listPlaces, findWay, now, startView }: MapPageSource,
  shownWindow: typeof typicalWindow = typicalWindow,
): Promise<{ page: MapPageData; status: number }> {
  const chosen = await orElse(findChosenPlace(query.place, findPlace), { kind: "failed" } as const);
  const place = chosen.kind === "place" ? chosen.place : null;
  const search = query.way ? waySearch(query.way, query) : null;
  // A way has its own places, and the panel of a chosen place hides the list.
  const hasList = search === null && place === null;
  const { view } = initialView(query.view, null, startView);
  const nearby = nearbyListQuery(
    query,
    [view.longitude, view.latitude],
    boundsOfView(view, shownWindow),
  );
  const list = hasList ? await orElse(listPlaces(nearby), null) : null;
  const onPoint = place && { ...samePointQuery(place.coordinates), at: query.at };
  const here = onPoint && (await orElse(listPlaces(onPoint), null));
  const isFound = findWay !== undefined && search !== null && query.way?.track === null;
  const way = isFound ? await orElse(findWay(search), { code: "error.unavailable" }) : null;
  const page: MapPageData = {
    renderedAt: now.toISOString(),
    query,
    chosen,
    list,
    hasListFailed: hasList && list === null,
    // As the same object it is written once.
    here: here?.places.map((other) => (other.id === place?.id ? place : other)) ?? null,
    way,
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
