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
import { parseWallTime, type WallTime } from "#domain/opening/instant.ts";
import type { Language } from "#domain/text/language.ts";
import { crossCheck } from "#domain/validation/check-fields.ts";
import { described } from "#domain/validation/described.ts";
import {
  maxPage,
  maxPlacesByDistance,
  maxPlacesPerPage,
  placesPerPage,
} from "#domain/validation/page-sizes.ts";
import { pageCountOf } from "#domain/validation/pagination.ts";
import { count, flag, page, parameter } from "#domain/validation/parse-query.ts";
import { recordOf } from "#domain/validation/record-of.ts";
import {
  filterPairs,
  filtersWhere,
  hasFactFilter,
  type PlaceFiltering,
  type PlaceFilterName,
  placeFilterNames,
} from "./place-filters.ts";
import { parseId } from "./place-id.ts";
import {
  defaultPlaceSort,
  isNearestFirst,
  type PlaceOrder,
  parsePlaceOrder,
  placeOrderSchema,
} from "./place-sort.ts";

export interface PlaceListQuery extends PlaceFiltering {
  /** From 1, by distance to `maxPlacesByDistance`; a page beyond the last is empty. */
  readonly page: number;
  /** Place after which a page beyond the first begins; absent: by its number alone. */
  readonly after?: number;
  /** 1…100. */
  readonly perPage: number;
  /** `near` and `distance` only where a point is given. */
  readonly sort: PlaceOrder;
  readonly near: Coordinates | null;
  readonly bbox: BoundingBox | null;
  /** The reader's, whose alphabetical order cities have; the home country's where it is absent, as in the API. */
  readonly language?: Language;
}

const filterFlags = [...placeFilterNames, "unknown", "likely", "unstated"] as const;

type FilterFlag = (typeof filterFlags)[number];

/** Names of the parameters that say which places pass, and when. */
export const filterParameters: readonly string[] = [...filterFlags, "at"];

const filterDescriptions: Readonly<Record<FilterFlag, string>> = {
  accessible: "only places with accessible true",
  free: "only places with price 0 or no price",
  public: "only places with public true",
  open: "only places that are open at that time, in their own time zone",
  customers: "only places for everyone or for customers",
  changing_table: "only places with a changing table",
  women: "only places for women, or for all genders",
  men: "only places for men, or for all genders",
  all_genders: "only places with rooms for all genders",
  euro_key: "only places that open with the Euro key",
  card: "only places where a card pays, or where nothing is to be paid",
  unknown: "together with open: also places whose opening times are not known",
  likely:
    "together with open: of the places whose opening times are not known, also those that visitors found open at this hour",
  unstated:
    "together with another filter than open: also places of which it is not known whether they meet it",
};

/** Time that is asked about. */
export const atParameter = /* @__PURE__ */ (() =>
  v.optional(
    described(
      parameter(parseWallTime),
      "YYYY-MM-DDTHH:MM on the clock of the place, or of the operator's area where the answer has many: as it will be then, from now until a year ahead; a time that is past, farther, or skipped in spring is 422. Closures, and what visitors found, count for today alone",
    ),
  ))();

/** Parameters of the filters, as in every address with filters: each `1` or absent, and the time. */
export const filterEntries = /* @__PURE__ */ (() => ({
  ...recordOf(filterFlags, (name) => flag(filterDescriptions[name])),
  at: atParameter,
}))();

type FilterFields = { readonly [Name in FilterFlag]?: true } & { readonly at?: WallTime };

export function filtersOf(fields: FilterFields): PlaceFiltering {
  return {
    filters: filtersWhere((name) => fields[name] ?? false),
    includeUnknown: fields.unknown ?? false,
    ...(fields.likely && { includeLikely: true }),
    ...(fields.unstated && { includeUnstated: true }),
    ...(fields.at && { at: fields.at }),
  };
}

/** Rule of every address with filters: `unknown` and `likely` go with `open`, `unstated` with any other. */
/* @__NO_SIDE_EFFECTS__ */
export function checkFilters<Fields extends FilterFields>() {
  return crossCheck<Fields>(({ valid, isGiven, reject }) => {
    if (valid.unknown && !isGiven("open")) reject("unknown");
    if (valid.likely && !isGiven("open")) reject("likely");
    const filters = filtersWhere((name: PlaceFilterName) => isGiven(name));
    if (valid.unstated && !hasFactFilter(filters)) reject("unstated");
  });
}

/** Query of an address that has filters and nothing else: `{ filters, includeUnknown }`. */
export const filterQuerySchema = /* @__PURE__ */ (() =>
  v.pipe(v.object(filterEntries), checkFilters(), v.transform(filtersOf)))();

/**
 * Parameters of the API's list and the list page. Contradictions are faults: `sort=near` or `sort=distance`
 * without the point `near` or too deep, `unknown` without `open`.
 */
export const placeListQuerySchema = /* @__PURE__ */ (() =>
  v.pipe(
    v.object({
      page: page(maxPage),
      after: v.optional(
        described(
          parameter(parseId),
          "next_after of the page before: this page begins after that place, so that no place is told twice where another was added meanwhile",
        ),
      ),
      per_page: v.optional(count(maxPlacesPerPage), String(placesPerPage)),
      sort: v.optional(
        v.pipe(
          parameter(parsePlaceOrder),
          placeOrderSchema,
          v.description(
            `near and distance need the parameter near, and cover the nearest ${maxPlacesByDistance} places: page × per_page beyond that is 422. Both have the same places on a page; distance orders them by exact distance, near puts what was confirmed lately first at like distance, and what was reported closed lately last`,
          ),
        ),
        defaultPlaceSort,
      ),
      ...filterEntries,
      near: v.optional(described(parameter(parseCoordinates), "lng,lat")),
      bbox: v.optional(
        described(
          parameter(parseBoundingBox),
          "west,south,east,north; west > east crosses the antimeridian",
        ),
      ),
    }),
    crossCheck(({ valid, isGiven, reject }) => {
      if (isGiven("after") && valid.page === 1) reject("after");
      if (!isNearestFirst(valid.sort)) return;
      if (!isGiven("near")) reject("sort");
      const { page = 1, per_page = placesPerPage } = valid;
      if (page * per_page > maxPlacesByDistance) reject("page");
    }),
    checkFilters(),
    v.transform(
      (fields): PlaceListQuery => ({
        page: fields.page,
        ...(fields.after !== undefined && { after: fields.after }),
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
  if (query.page !== 1) {
    pairs.push(`page=${query.page}`);
    if (query.after !== undefined) pairs.push(`after=${query.after}`);
  }
  if (query.perPage !== placesPerPage) pairs.push(`per_page=${query.perPage}`);
  if (query.sort !== defaultPlaceSort) pairs.push(`sort=${query.sort}`);
  pairs.push(...filterPairs(query));
  if (query.near !== null) pairs.push(`near=${formatCoordinates(query.near)}`);
  if (query.bbox !== null) pairs.push(`bbox=${formatBoundingBox(query.bbox)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Number of the last page that can be requested: by distance, the one that ends within `maxPlacesByDistance`. */
export function lastPageNumber({
  sort,
  perPage,
}: Pick<PlaceListQuery, "sort" | "perPage">): number {
  return isNearestFirst(sort) ? Math.floor(maxPlacesByDistance / perPage) : maxPage;
}

/** The last page of a list of `total` places, as far as it can be requested. */
export function lastPageOf(query: Pick<PlaceListQuery, "sort" | "perPage">, total: number): number {
  return Math.min(pageCountOf(total, query.perPage), lastPageNumber(query));
}
