import * as v from "valibot";
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
import { crossCheck } from "#domain/reading/check-fields.ts";
import {
  maxPage,
  maxPlacesByDistance,
  maxPlacesPerPage,
  placesPerPage,
} from "#domain/reading/page-sizes.ts";
import { count, flag, page, parameter } from "#domain/reading/read-query.ts";
import { recordOf } from "./place-facts.ts";
import {
  filterPairs,
  filtersWhere,
  type PlaceFilterName,
  type PlaceFilters,
  placeFilterNames,
} from "./place-filters.ts";
import {
  defaultPlaceSort,
  type PlaceOrder,
  parsePlaceSort,
  placeOrderSchema,
} from "./place-sort.ts";

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

/** Parameters of the filters, as in every address with filters: each `1` or absent. */
export const filterEntries = /* @__PURE__ */ (() =>
  recordOf([...placeFilterNames, "unknown"], (name) => flag(filterDescription(name))))();

/* @__NO_SIDE_EFFECTS__ */
function filterDescription(name: PlaceFilterName | "unknown"): string {
  switch (name) {
    case "free":
      return "only places with price 0 or no price";
    case "open":
      return "only places that are open now, in their own time zone";
    case "unknown":
      return "together with open: also places whose opening times are not known";
    default:
      return `only places with ${name} true`;
  }
}

type FilterFields = { readonly [Name in PlaceFilterName | "unknown"]?: true };

/** The filters of parameters that were read. */
export function filtersOf(fields: FilterFields) {
  return {
    filters: filtersWhere((name) => fields[name] ?? false),
    includeUnknown: fields.unknown ?? false,
  };
}

/** Rule of every address with filters: `unknown` goes with `open`. */
/* @__NO_SIDE_EFFECTS__ */
export function checkFilters<Fields extends FilterFields>() {
  return crossCheck<Fields>(({ good, isGiven, reject }) => {
    if (good.unknown && !isGiven("open")) reject("unknown");
  });
}

/** Query of an address that has filters and nothing else: `{ filters, includeUnknown }`. */
export const filterQuerySchema = /* @__PURE__ */ (() =>
  v.pipe(v.object(filterEntries), checkFilters(), v.transform(filtersOf)))();

/**
 * Parameters of the API's list and the list page. Contradictions are faults: `sort=distance` without `near`
 * or too deep, `unknown` without `open`.
 */
export const placeListQuerySchema = /* @__PURE__ */ (() =>
  v.pipe(
    v.object({
      page: page(maxPage),
      per_page: v.optional(count(maxPlacesPerPage), String(placesPerPage)),
      sort: v.optional(
        v.pipe(
          parameter(parsePlaceOrder),
          placeOrderSchema,
          v.description(
            `distance needs near, and covers the nearest ${maxPlacesByDistance} places: page × per_page beyond that is 422`,
          ),
        ),
        defaultPlaceSort,
      ),
      ...filterEntries,
      near: v.optional(v.pipe(parameter(parseCoordinates), v.description("lng,lat"))),
      bbox: v.optional(
        v.pipe(
          parameter(parseBoundingBox),
          v.description("west,south,east,north; west > east crosses the antimeridian"),
        ),
      ),
    }),
    crossCheck(({ good, isGiven, reject }) => {
      if (good.sort !== "distance") return;
      if (!isGiven("near")) reject("sort");
      const { page = 1, per_page = placesPerPage } = good;
      if (page * per_page > maxPlacesByDistance) reject("page");
    }),
    checkFilters(),
    v.transform(
      (fields): PlaceListQuery => ({
        page: fields.page,
        perPage: fields.per_page,
        sort: fields.sort,
        ...filtersOf(fields),
        near: fields.near ?? null,
        bbox: fields.bbox ?? null,
      }),
    ),
  ))();

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
