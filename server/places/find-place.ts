import { sql } from "kysely";
import { instantOf, type WallTime } from "#domain/opening/instant.ts";
import { hasOpeningTimes } from "#domain/opening/seven-entries.ts";
import {
  type Place,
  type PlaceDetails,
  type PlaceFeature,
  placeFeatures,
} from "#domain/place/place.ts";
import type { PlaceFacts } from "#domain/place/place-facts.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { maxId } from "#domain/place/place-id.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import { type PlaceDeps, type ReadDeps, readPlaces } from "./place-cache.ts";
import { type PlaceRow, toPlace } from "./place-row.ts";

type FindPlaceDeps = ReadDeps & Partial<Pick<PlaceDeps, "placeIndex">>;

/**
 * One place with all that is known of it; null where there is none that the viewer may see. While the
 * database is unavailable, one that was read before comes from the cache, as long as the index has it.
 *
 * @param at time on its clock that is asked about; a wrong one counts for none
 */
export async function findPlace(
  deps: FindPlaceDeps,
  id: number,
  viewer: Viewer,
  at?: WallTime,
): Promise<Place | null> {
  if (id > maxId) return null;
  const { placeIndex, now } = deps;
  const { rows, asOf } = await readPlaces(deps, [id], viewer);
  const [row] = rows;
  if (!row || (asOf !== null && !isIndexed(placeIndex, row, viewer))) return null;
  const present = now();
  const instant = instantOf(at, present, row.time_zone)?.at ?? present;
  const place = toPlace(row, instant, viewer, present);
  const details = placeDetailsOf(place.facts, place.comments);
  const lists = listsOf(row);
  return { ...place, ...(details && { details }), ...(lists.length > 0 && { lists }) };
}

/** The lists that have a place; with their words of the hours where nothing else is known of these. */
function listsOf({ lists, opening_hours, opening_times }: PlaceRow): NonNullable<Place["lists"]> {
  const isUnknown = opening_hours === null && !hasOpeningTimes(opening_times);
  return (lists ?? []).map(({ title, licence, attribution, link, hours }) => ({
    ...{ title, licence, attribution },
    ...(link !== "" && { link }),
    ...(hours !== null && isUnknown && { hours }),
  }));
}

/** Deletion of a place that visitors saw. */
export interface Deletion {
  /** Time at which an import removed it, since it is gone in OpenStreetMap; null where staff did, or for good. */
  readonly goneSince: Date | null;
}

/**
 * Deletion of a place that visitors saw, and that is deleted now or removed for good; null of any other: one that
 * was deleted before it was accepted never was there for them.
 */
export async function findDeletion(
  { database }: Pick<ReadDeps, "database">,
  id: number,
): Promise<Deletion | null> {
  if (id > maxId) return null;
  const { rows } = await sql<{ goneSince: Date | null }>`
    select case when deleted_by_import then deleted_at end as "goneSince"
      from place where id = ${id} and deleted_at is not null and accepted
    union all
    select null from audit where place_id = ${id} and action = 'purge-place'
      and not exists (select from place where id = ${id})
    limit 1`.execute(database);
  return rows[0] ?? null;
}

/** Maximum number of places at a point; beyond it the search for one of them ends. */
const maxOnOnePoint = 50;

/** Whether the index, which has deletions first, still has a cached place. */
function isIndexed(
  placeIndex: PlaceIndex | undefined,
  { id, longitude, latitude }: PlaceRow,
  viewer: Viewer,
): boolean {
  const all = { filters: noFilters, includeUnknown: false, bbox: null };
  const indexQuery = { ...all, ...visibleTo(viewer) };
  const found = placeIndex?.nearest(indexQuery, [longitude, latitude], 0, maxOnOnePoint);
  return found?.some((place) => place.id === id) ?? false;
}

/** Details of a place by its facts, as the first version of the API names them; undefined without any. */
export function placeDetailsOf(facts: PlaceFacts, comments: string): PlaceDetails | undefined {
  const features = placeFeatures.filter((feature) => hasFeature[feature](facts));
  const { level, operator } = facts;
  const details: PlaceDetails = {
    features,
    // Never the ground floor alone.
    ...(level && Number(level) !== 0 && { level }),
    ...(operator && !comments.includes(operator) && { operator }),
  };
  const isEmpty = features.length === 0 && !details.level && !details.operator;
  return isEmpty ? undefined : details;
}

const hasFeature: Record<PlaceFeature, (facts: PlaceFacts) => boolean> = {
  women: ({ women, men, all_genders }) =>
    women === "yes" && men !== "yes" && all_genders === undefined,
  men: ({ women, men, all_genders }) =>
    men === "yes" && women !== "yes" && all_genders === undefined,
  unisex: ({ all_genders }) => all_genders === "yes",
  segregated: ({ women, men, all_genders }) =>
    all_genders !== "yes" && women === "yes" && men === "yes",
  "urinals-only": ({ urinals_only }) => urinals_only === "yes",
  squat: ({ squat, seated }) => squat === "yes" && seated !== "yes",
  "wheelchair-limited": ({ wheelchair }) => wheelchair === "limited",
  eurokey: ({ euro_key }) => euro_key === "yes",
  "changing-table": ({ changing_table }) => changing_table === "yes",
  "no-paper": ({ paper }) => paper === "no",
  supervised: ({ attended }) => attended === "yes",
  seasonal: ({ seasonal }) => seasonal === "yes",
  "drinking-water": ({ drinking_water }) => drinking_water === "yes",
  shower: ({ shower }) => shower === "yes",
};
