import {
  type BoundingBox,
  formatBoundingBox,
  parseBoundingBox,
} from "#domain/geography/bounding-box.ts";
import {
  type Coordinates,
  formatCoordinates,
  parseCoordinates,
} from "#domain/geography/coordinates.ts";
import type { FieldFault } from "#domain/reading/field-reader.ts";
import {
  maxPage,
  maxPlacesByDistance,
  maxPlacesPerPage,
  placesPerPage,
} from "#domain/reading/pager.ts";
import { QueryReader } from "#domain/reading/query-reader.ts";
import { filterPairs, filtersWhere, type PlaceFilters } from "./place-filters.ts";
import { defaultPlaceSort, type PlaceOrder, parsePlaceSort } from "./place-sort.ts";

/** A query for a list of places. */
export interface PlaceListQuery {
  /** From 1, by distance to `maxPlacesByDistance`; a page beyond the last is empty. */
  readonly page: number;
  /** 1…100. */
  readonly perPage: number;
  /** `distance` only where `near` is given. */
  readonly sort: PlaceOrder;
  readonly filters: PlaceFilters;
  /** With the open filter: places without any opening times too (docs/product#unknown-opening-times). */
  readonly includeUnknown: boolean;
  /** Point from which distances are measured. */
  readonly near: Coordinates | null;
  readonly bbox: BoundingBox | null;
}

/**
 * Reads the parameters of the API's list and the list page. A parameter that is malformed, repeated, out of
 * range or contradicts another is a fault: `sort=distance` without `near` or too deep, `unknown` without
 * `open`. Unknown parameters are faults for the API and ignored on the page.
 */
export function parsePlaceListQuery(
  params: URLSearchParams,
  options: { ignoreUnknownParameters: boolean },
): { ok: true; query: PlaceListQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const query: PlaceListQuery = {
    page: reader.readCount("page", maxPage, 1),
    perPage: reader.readCount("per_page", maxPlacesPerPage, placesPerPage),
    sort: reader.read("sort", parsePlaceOrder, defaultPlaceSort),
    filters: readPlaceFilters(reader),
    includeUnknown: reader.readFlag("unknown"),
    near: reader.read("near", parseCoordinates, null),
    bbox: reader.read("bbox", parseBoundingBox, null),
  };
  if (query.sort === "distance" && !params.has("near")) reader.reject("sort");
  const isFar = query.page * query.perPage > maxPlacesByDistance;
  if (query.sort === "distance" && isFar) reader.reject("page");
  if (query.includeUnknown && !params.has("open")) reader.reject("unknown");
  const faults = reader.faults(options);
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}

/** Reads the filters, each `1` or absent, as in every address with filters. */
export function readPlaceFilters(reader: QueryReader): PlaceFilters {
  return filtersWhere((name) => reader.readFlag(name));
}

/**
 * Writes a query: `?` and its parameters in a fixed order, defaults left out; empty when all are defaults.
 * Coordinates are rounded to 6 decimals.
 */
export function placeListSearch(query: PlaceListQuery): string {
  const pairs: string[] = [];
  if (query.page !== 1) pairs.push(`page=${query.page}`);
  if (query.perPage !== placesPerPage) pairs.push(`per_page=${query.perPage}`);
  if (query.sort !== defaultPlaceSort) pairs.push(`sort=${query.sort}`);
  pairs.push(...filterPairs(query.filters, query.includeUnknown));
  if (query.near !== null) pairs.push(`near=${formatCoordinates(query.near)}`);
  if (query.bbox !== null) pairs.push(`bbox=${formatBoundingBox(query.bbox)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function parsePlaceOrder(text: string): PlaceOrder | null {
  return text === "distance" ? text : parsePlaceSort(text);
}
