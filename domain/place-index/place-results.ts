import type { Coordinates } from "#domain/geography/coordinates.ts";
import { compareDistance, compareNear, type NearPlace, ringOf } from "#domain/place/freshness.ts";
import {
  customersDetour,
  hardlyFartherMeters,
  type NearestPlaces,
  type NearestPlacesQuery,
} from "#domain/place/nearest-places.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { filteringOf, filtersWhere } from "#domain/place/place-filters.ts";
import { lastPageNumber, type PlaceListQuery } from "#domain/place/place-list-query.ts";
import { isNearestFirst, type PlaceOrder } from "#domain/place/place-sort.ts";
import { quarterOf } from "#domain/place/published-opening.ts";
import { walkLimitMeters } from "#domain/walking/walking-time.ts";
import type { PlaceIndex } from "./place-index.ts";
import type { PlaceQuery } from "./place-query.ts";

export interface FoundPlace {
  placeAt(now: Date): Place;
  /** Its distance from a point, and the values that the order by freshness compares. */
  nearTo(point: Coordinates, now: Date): NearPlace;
}

export interface FoundPlaces {
  /** Existing places, in the order of the ids. */
  readonly found: readonly FoundPlace[];
  /** Time at which the oldest was read; null where all are current. */
  readonly asOf: Date | null;
}

/** Index, and the source of its places' data: a database, or places saved in a browser. */
export interface PlaceSource {
  readonly placeIndex: PlaceIndex;
  readonly now: () => Date;
  readonly visible: Pick<PlaceQuery, "includeUnaccepted">;
  readonly read: (ids: readonly number[]) => Promise<FoundPlaces> | FoundPlaces;
}

/** One page of the list, with the count for the page's heading, which is not in the API. */
export interface CountedPlaceList extends PlaceList {
  /** Number of places of `total` that are open now. */
  readonly open_now_count: number;
}

/**
 * A page of a source's places, filtered and ordered by a query (docs/product#filters, docs/product#orders-of-places).
 *
 * The index says which places are on the page. One that was deleted a moment ago can be missing from it until the index
 * has the change.
 */
export async function listResult(
  { placeIndex, now, visible, read }: PlaceSource,
  query: PlaceListQuery,
): Promise<CountedPlaceList> {
  const indexQuery: PlaceQuery = { ...filteringOf(query), ...visible, bbox: query.bbox };
  const { total, unknown, likely, unstated, openNow } = placeIndex.count(indexQuery);
  const { ids, start } = findPage(placeIndex, indexQuery, query);
  const hasNext = start + ids.length < total && query.page < lastPageNumber(query);
  const instant = now();
  const { found, asOf } = await read(ids);
  const { near, sort } = query;
  return {
    places:
      near === null
        ? found.map((place) => place.placeAt(instant))
        : sortMeasured(measure(found, near, instant), sort, instant).map((place) =>
            place.at(instant),
          ),
    page: query.page,
    per_page: query.perPage,
    total,
    ...(hasNext && { next_after: ids.at(-1) }),
    unknown_count: unknown,
    likely_count: likely,
    unstated_count: unstated,
    open_now_count: openNow,
    ...(asOf && { as_of: asOf.toISOString() }),
  };
}

/**
 * Ids of a page in the order of the index, and the number of places before it. The page begins after the place
 * `after`, where that is still within a page of its former position.
 */
function findPage(
  placeIndex: PlaceIndex,
  indexQuery: PlaceQuery,
  query: PlaceListQuery,
): { readonly ids: number[]; readonly start: number } {
  const { page, perPage, after } = query;
  const offset = (page - 1) * perPage;
  if (after === undefined || page === 1) {
    const ids = idsFrom(placeIndex, indexQuery, query, { offset, limit: perPage });
    return { ids, start: offset };
  }
  const from = Math.max(0, offset - perPage);
  const around = idsFrom(placeIndex, indexQuery, query, { offset: from, limit: 3 * perPage });
  const last = around.indexOf(after);
  const start = last === -1 ? offset : from + last + 1;
  return { ids: around.slice(start - from, start - from + perPage), start };
}

function idsFrom(
  placeIndex: PlaceIndex,
  indexQuery: PlaceQuery,
  { sort, near, language }: Pick<PlaceListQuery, "sort" | "near" | "language">,
  { offset, limit }: { offset: number; limit: number },
): number[] {
  if (!isNearestFirst(sort)) return placeIndex.page(indexQuery, sort, offset, limit, language);
  if (near === null) throw new TypeError("The order by distance needs a point.");
  return placeIndex.nearest(indexQuery, near, offset, limit).map(({ id }) => id);
}

type MeasuredPlace = Place & { readonly distance: number };

interface Measured extends NearPlace {
  at(now: Date): MeasuredPlace;
}

function measure(found: readonly FoundPlace[], point: Coordinates, instant: Date): Measured[] {
  return found.map((place) => {
    const near = place.nearTo(point, instant);
    return { ...near, at: (now) => ({ ...place.placeAt(now), distance: near.distanceMeters }) };
  });
}

/**
 * Sorts a page by exact distance where its order is by distance: by distance alone, or at like distance the
 * fresher place first (docs/product#fresh-places-first). The page has the same places either way.
 *
 * The index stores positions to about a centimetre, so two places at the same distance can swap here.
 */
function sortMeasured(places: Measured[], sort: PlaceOrder, now: Date): Measured[] {
  if (!isNearestFirst(sort)) return places;
  const compare = sort === "near" ? compareNear : compareDistance;
  const quarter = freshnessInstant(now);
  return places.sort((a, b) => compare(a, b, quarter));
}

/** Instant at which freshness is compared: the order is stable for a quarter of an hour (docs/decisions/052). */
function freshnessInstant(now: Date): Date {
  return new Date(quarterOf(now.getTime()));
}

/**
 * Best bet within a walk, the nearest place that is surely open, and a nearer one whose opening times are
 * unknown (docs/product#nearest-place, docs/decisions/018). At like distance the fresher one is first
 * (docs/product#fresh-places-first), and of unknown ones one that is likely open. With the filter 'open' the
 * unknown one is included only where the filter includes unknown places.
 */
export async function nearestResult(
  source: PlaceSource,
  query: NearestPlacesQuery,
): Promise<NearestPlaces> {
  const { near, filters, includeUnknown } = query;
  const surelyOpen: PlaceQuery = {
    ...filteringOf(query),
    filters: { ...filters, open: true },
    includeUnknown: false,
    ...source.visible,
    bbox: null,
  };
  const takesUnknown = !filters.open || includeUnknown;
  const first = takesUnknown
    ? await findNearest(source, surelyOpen, near)
    : await findOffered(source, { ...surelyOpen, includeLikely: query.includeLikely }, near);
  if (first === null || first.open_status !== "none") {
    return { best: first, open: first, unknown: null, limit_meters: walkLimitMeters };
  }
  const open = await findOffered(source, surelyOpen, near);
  // The first may be a fresher place at like distance but farther; it is no use beside the open place then.
  const unknown = open === null || first.distance < open.distance ? first : null;
  const isHardlyFarther = open && open.distance - first.distance <= hardlyFartherMeters;
  const best = isHardlyFarther ? open : (unknown ?? open);
  return { best, open, unknown, limit_meters: walkLimitMeters };
}

/** Nearest place that may be open: of unknown opening times only where none that is likely open is as near. */
async function findNearest(
  source: PlaceSource,
  surelyOpen: PlaceQuery,
  near: Coordinates,
): Promise<MeasuredPlace | null> {
  const first = await findOffered(source, { ...surelyOpen, includeUnknown: true }, near);
  if (first === null || first.open_status !== "none" || first.likely?.open) return first;
  const likely = await findOffered(source, { ...surelyOpen, includeLikely: true }, near);
  const isAsNear = likely && ringOf(likely.distance) <= ringOf(first.distance);
  return isAsNear && likely.open_status === "none" ? likely : first;
}

/**
 * First place that may be offered to every visitor; one for customers only where no other is within the walk,
 * or all others are much farther.
 */
async function findOffered(
  source: PlaceSource,
  indexQuery: PlaceQuery,
  near: Coordinates,
): Promise<MeasuredPlace | null> {
  const first = await findFirst(source, { ...indexQuery, offered: "customers" }, near);
  if (first?.facts.access !== "customers" || indexQuery.filters.customers) return first;
  const other = await findFirst(source, { ...indexQuery, offered: "everyone" }, near);
  return other && other.distance <= customersDetour * first.distance ? other : first;
}

/**
 * Nearest places within a walk that may be offered beside a place, by distance; those for customers only where
 * there are no others (docs/product#nearest-place).
 */
export async function othersNearResult(
  { placeIndex, now, read }: PlaceSource,
  { id, coordinates: near }: Pick<Place, "id" | "coordinates">,
  limit: number,
): Promise<Place[]> {
  const findIds = (offered: PlaceQuery["offered"]) => {
    const indexQuery: PlaceQuery = {
      ...{ filters: filtersWhere((name) => name === "open"), includeUnknown: true, offered },
      ...{ includeUnaccepted: false, bbox: null },
    };
    return placeIndex
      .nearest(indexQuery, near, 0, limit + 1)
      .filter((other) => other.id !== id && other.distanceMeters <= walkLimitMeters)
      .map((other) => other.id);
  };
  const forAll = findIds("everyone");
  const ids = forAll.length > 0 ? forAll : findIds("customers");
  const { found } = await read(ids.slice(0, limit));
  const instant = now();
  return measure(found, near, instant).map((place) => place.at(instant));
}

/** Maximum number of places at like distance that are compared. */
const maxAlike = 32;

/** First result of a query, by distance and freshness; null where none is within the limit. */
async function findFirst(
  { placeIndex, now, read }: PlaceSource,
  indexQuery: PlaceQuery,
  near: Coordinates,
): Promise<MeasuredPlace | null> {
  const nearest = placeIndex.nearest(indexQuery, near, 0, maxAlike);
  // The index stores positions to a centimetre; the exact distance decides.
  const alike = nearest.filter(
    ({ distanceMeters }) =>
      distanceMeters <= walkLimitMeters + 1 &&
      ringOf(distanceMeters) === ringOf(nearest[0].distanceMeters),
  );
  if (alike.length === 0) return null;
  const { found } = await read(alike.map(({ id }) => id));
  const instant = now();
  const [first] = measure(found, near, instant)
    .filter(({ distanceMeters }) => distanceMeters <= walkLimitMeters)
    .sort((a, b) => compareNear(a, b, freshnessInstant(instant)));
  return first?.at(instant) ?? null;
}
