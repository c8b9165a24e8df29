import { parseWallTime } from "#domain/opening/instant.ts";
import {
  filterPairs,
  filtersWhere,
  hasFactFilter,
  type PlaceFiltering,
} from "#domain/place/place-filters.ts";
import { parseId } from "#domain/place/place-id.ts";
import type { ReadQuery } from "#domain/validation/parse-query.ts";
import {
  parseWayPlan,
  type ReadParameter,
  type WayPlan,
  wayPlanPairs,
} from "#domain/way/way-plan.ts";
import { formatMapView, type MapView, parseMapView } from "./map-view.ts";

/** Path of the map page that shows a way. */
export const wayPath = "/way";

/** Fragment of the map page's URL that leads to the nearest place. */
export const nearestHash = "#nearest";

/** Parameter of a way's page with the text of an end that was not found. */
export const missedParameter = "missed";

/** Query of the map page's URL. */
export interface MapPageQuery extends PlaceFiltering {
  /** Id of the chosen place. */
  readonly place: number | null;
  /** View; null where the URL has none. */
  readonly view: MapView | null;
  /** The way that it shows (docs/product#ways); absent on the map of an area. */
  readonly way?: WayPlan;
}

/**
 * Parses the query of the map page: `/?place=ID&accessible=1&view=lng,lat,zoom`. Unknown parameters are ignored.
 *
 * @param path that of the way has its parameters too
 *
 * The only query that is parsed without a schema: it belongs to the page's initial script, to which valibot would
 * add 1.9 KB (docs/decisions/020). A test compares it with a schema.
 */
export function parseMapPageQuery(
  params: URLSearchParams,
  path: string = "/",
): ReadQuery<MapPageQuery> {
  const invalidNames = new Set<string>();
  const read: ReadParameter = (name, parse) => {
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
    ...(path === wayPath && { way: parseWayPlan(read) }),
  };
  if (query.includeUnknown && !params.has("open")) invalidNames.add("unknown");
  if (query.includeLikely && !params.has("open")) invalidNames.add("likely");
  const given = filtersWhere((name) => params.has(name));
  if (query.includeUnstated && !hasFactFilter(given)) invalidNames.add("unstated");
  return invalidNames.size === 0
    ? { ok: true, query }
    : { ok: false, errors: [...invalidNames].map((field) => ({ field, code: "error.parameter" })) };
}

/** Path and query of the page. */
export function mapPagePath(query: MapPageQuery): string {
  return (query.way ? wayPath : "/") + mapPageSearch(query);
}

/** Formats a query: `?` and its parameters in a fixed order; empty for the defaults. */
export function mapPageSearch(query: MapPageQuery): string {
  const { place, view, way } = query;
  const pairs = way ? wayPlanPairs(way) : [];
  if (place !== null) pairs.push(`place=${place}`);
  pairs.push(...filterPairs(query));
  if (view !== null) pairs.push(`view=${formatMapView(view)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
