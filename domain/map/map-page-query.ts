import { parseWallTime } from "#domain/opening/instant.ts";
import {
  filterPairs,
  filtersWhere,
  hasFactFilter,
  type PlaceFiltering,
} from "#domain/place/place-filters.ts";
import { parseId } from "#domain/place/place-id.ts";
import type { ReadQuery } from "#domain/validation/parse-query.ts";
import { formatMapView, type MapView, parseMapView } from "./map-view.ts";

/** Fragment of the map page's URL that leads to the nearest place. */
export const nearestHash = "#nearest";

/** Query of the map page's URL. */
export interface MapPageQuery extends PlaceFiltering {
  /** Id of the chosen place. */
  readonly place: number | null;
  /** View; null where the URL has none. */
  readonly view: MapView | null;
}

/**
 * Parses the query of the map page: `/?place=ID&accessible=1&view=lng,lat,zoom`. Unknown parameters are ignored.
 *
 * The only query that is parsed without a schema: it belongs to the page's initial script, to which valibot would
 * add 1.9 KB (docs/decisions/020). A test compares it with a schema.
 */
export function parseMapPageQuery(params: URLSearchParams): ReadQuery<MapPageQuery> {
  const invalidNames = new Set<string>();
  const read = <Value>(name: string, parse: (text: string) => Value | null): Value | null => {
    const texts = params.getAll(name);
    const value = texts.length === 1 ? parse(texts[0]) : null;
    if (value === null && texts.length > 0) invalidNames.add(name);
    return value;
  };
  const at = read("at", parseWallTime);
  const isOn = (name: string) => read(name, (text) => (text === "1" ? true : null)) ?? false;
  const query: MapPageQuery = {
    place: read("place", parseId),
    filters: filtersWhere(isOn),
    includeUnknown: isOn("unknown"),
    ...(isOn("likely") && { includeLikely: true }),
    ...(isOn("unstated") && { includeUnstated: true }),
    ...(at && { at }),
    view: read("view", parseMapView),
  };
  if (query.includeUnknown && !params.has("open")) invalidNames.add("unknown");
  if (query.includeLikely && !params.has("open")) invalidNames.add("likely");
  const given = filtersWhere((name) => params.has(name));
  if (query.includeUnstated && !hasFactFilter(given)) invalidNames.add("unstated");
  return invalidNames.size === 0
    ? { ok: true, query }
    : { ok: false, errors: [...invalidNames].map((field) => ({ field, code: "error.parameter" })) };
}

/** Formats a query: `?` and its parameters in a fixed order; empty for the defaults. */
export function mapPageSearch(query: MapPageQuery): string {
  const { place, view } = query;
  const pairs: string[] = [];
  if (place !== null) pairs.push(`place=${place}`);
  pairs.push(...filterPairs(query));
  if (view !== null) pairs.push(`view=${formatMapView(view)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
