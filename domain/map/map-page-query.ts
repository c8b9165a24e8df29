import {
  filterPairs,
  filtersWhere,
  hasFactFilter,
  type PlaceFiltering,
} from "#domain/place/place-filters.ts";
import { parseId } from "#domain/place/place-id.ts";
import type { ReadQuery } from "#domain/validation/parse-query.ts";
import { formatMapView, type MapView, parseMapView } from "./map-view.ts";

/** The map page's address, read. */
export interface MapPageQuery extends PlaceFiltering {
  /** The chosen place's id. */
  readonly place: number | null;
  /** The view that the address names; null where it names none. */
  readonly view: MapView | null;
}

/**
 * Reads the map page's address: `/?place=ID&accessible=1&view=lng,lat,zoom`. Unknown parameters are ignored.
 *
 * The one query that is not read by a schema: the page starts with this code, and valibot would add 1.9 KB to
 * its script (docs/decisions/020). A test holds it to what a schema reads.
 */
export function parseMapPageQuery(params: URLSearchParams): ReadQuery<MapPageQuery> {
  const faulty = new Set<string>();
  const read = <Value>(name: string, parse: (text: string) => Value | null): Value | null => {
    const texts = params.getAll(name);
    const value = texts.length === 1 ? parse(texts[0]) : null;
    if (value === null && texts.length > 0) faulty.add(name);
    return value;
  };
  const isOn = (name: string) => read(name, (text) => (text === "1" ? true : null)) ?? false;
  const query: MapPageQuery = {
    place: read("place", parseId),
    filters: filtersWhere(isOn),
    includeUnknown: isOn("unknown"),
    ...(isOn("unstated") && { includeUnstated: true }),
    view: read("view", parseMapView),
  };
  if (query.includeUnknown && !params.has("open")) faulty.add("unknown");
  const given = filtersWhere((name) => params.has(name));
  if (query.includeUnstated && !hasFactFilter(given)) faulty.add("unstated");
  return faulty.size === 0
    ? { ok: true, query }
    : { ok: false, errors: [...faulty].map((field) => ({ field, code: "error.parameter" })) };
}

/** Writes the query: `?` and its parameters in a fixed order; empty for the defaults. */
export function mapPageSearch(query: MapPageQuery): string {
  const { place, view } = query;
  const pairs: string[] = [];
  if (place !== null) pairs.push(`place=${place}`);
  pairs.push(...filterPairs(query));
  if (view !== null) pairs.push(`view=${formatMapView(view)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
