import { parsePlaceId } from "#domain/place/place.ts";
import { filterPairs, type PlaceFilters } from "#domain/place/place-filters.ts";
import { readPlaceFilters } from "#domain/place/place-list-query.ts";
import type { FieldFault } from "#domain/reading/field-reader.ts";
import { QueryReader } from "#domain/reading/query-reader.ts";
import { formatMapView, type MapView, parseMapView } from "./map-view.ts";

/** The map page's address, read. */
export interface MapPageQuery {
  /** The chosen place's id. */
  readonly place: number | null;
  readonly filters: PlaceFilters;
  /** With the open filter: places without any opening times too (docs/product#unknown-opening-times). */
  readonly includeUnknown: boolean;
  /** The view that the address names; null where it names none. */
  readonly view: MapView | null;
}

/** Reads the map page's address: `/?place=ID&accessible=1&view=lng,lat,zoom`. Unknown parameters are ignored. */
export function parseMapPageQuery(
  params: URLSearchParams,
): { ok: true; query: MapPageQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const query: MapPageQuery = {
    place: reader.read("place", parsePlaceId, null),
    filters: readPlaceFilters(reader),
    includeUnknown: reader.readFlag("unknown"),
    view: reader.read("view", parseMapView, null),
  };
  if (query.includeUnknown && !params.has("open")) reader.reject("unknown");
  const faults = reader.faults({ ignoreUnknownParameters: true });
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}

/** Writes the query: `?` and its parameters in a fixed order; empty for the defaults. */
export function mapPageSearch({ place, filters, includeUnknown, view }: MapPageQuery): string {
  const pairs: string[] = [];
  if (place !== null) pairs.push(`place=${place}`);
  pairs.push(...filterPairs(filters, includeUnknown));
  if (view !== null) pairs.push(`view=${formatMapView(view)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
