import {
  maxPlaceId,
  type Place,
  type PlaceDetails,
  type PlaceFeature,
  placeFeatures,
} from "#domain/place/place.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import type { PlaceDeps } from "./list-places.ts";
import { type ReadDeps, readPlaces } from "./place-memory.ts";
import { type SelectedPlace, toPlace } from "./place-row.ts";

type FindPlaceDeps = ReadDeps & Partial<Pick<PlaceDeps, "placeIndex">>;

/**
 * One place with all that is known of it; null where there is none that the viewer may see. While the
 * database is away, one that was read before comes from memory, as long as the index has it.
 */
export async function findPlace(
  deps: FindPlaceDeps,
  id: number,
  viewer: Viewer,
): Promise<Place | null> {
  if (id > maxPlaceId) return null;
  const { placeIndex, now } = deps;
  const { rows, asOf } = await readPlaces(deps, [id], viewer);
  const [row] = rows;
  if (!row || (asOf !== null && !isIndexed(placeIndex, row, viewer))) return null;
  const details = placeDetailsOf(row.attributes, row.comments);
  return { ...toPlace(row, now(), viewer), ...(details && { details }) };
}

/** Maximum number of places at a point; beyond it the search for one of them ends. */
const maxOnOnePoint = 50;

/** Whether the index, which hears of deletions first, still has a place that is remembered. */
function isIndexed(
  placeIndex: PlaceIndex | undefined,
  { id, longitude, latitude }: SelectedPlace,
  viewer: Viewer,
): boolean {
  const all = { filters: noFilters, includeUnknown: false, bbox: null };
  const question = { ...all, ...visibleTo(viewer) };
  const found = placeIndex?.nearest(question, [longitude, latitude], 0, maxOnOnePoint);
  return found?.some((place) => place.id === id) ?? false;
}

/** `place.attributes`: tags as OpenStreetMap has them (docs/decisions/008). */
type Attributes = Readonly<Record<string, string>>;

/**
 * Details of a place for visitors, by its attributes; undefined without any.
 *
 * The meaning of the tags is that of OpenStreetMap's wiki (amenity=toilets). A value that it does not know
 * says nothing here.
 */
export function placeDetailsOf(
  attributes: Attributes | null,
  comments: string,
): PlaceDetails | undefined {
  if (!attributes) return undefined;
  const features = placeFeatures.filter((feature) => isSaid[feature](attributes));
  const { level, operator } = attributes;
  const details: PlaceDetails = {
    features,
    ...(level && isOffTheGround(level) && { level: level.replaceAll(/\s/g, "") }),
    ...(operator && !comments.includes(operator) && { operator }),
  };
  const isEmpty = features.length === 0 && !details.level && !details.operator;
  return isEmpty ? undefined : details;
}

const isSaid: Record<PlaceFeature, (tags: Attributes) => boolean> = {
  women: (tags) => isFor(tags, "female") && !isForBoth(tags),
  men: (tags) => isFor(tags, "male") && !isForBoth(tags),
  unisex: (tags) => tags.unisex === "yes" || tags.gender_segregated === "no",
  segregated: (tags) =>
    tags.unisex !== "yes" &&
    tags.gender_segregated !== "no" &&
    (tags.gender_segregated === "yes" || (isFor(tags, "female") && isFor(tags, "male"))),
  "urinals-only": (tags) => tags["toilets:position"] === "urinal",
  squat: (tags) => tags["toilets:position"] === "squat",
  "wheelchair-limited": (tags) => (tags["toilets:wheelchair"] ?? tags.wheelchair) === "limited",
  eurokey: (tags) => tags.centralkey === "eurokey",
  "changing-table": (tags) => isSomehow(tags.changing_table),
  "no-paper": (tags) => tags["toilets:paper_supplied"] === "no",
  supervised: (tags) => isSomehow(tags.supervised),
  seasonal: (tags) => isSomehow(tags.seasonal),
  "drinking-water": (tags) => tags.drinking_water === "yes",
  shower: (tags) => isSomehow(tags.shower),
};

function isFor(tags: Attributes, whom: "female" | "male"): boolean {
  return tags[whom] === "yes" || tags[whom] === "designated";
}

function isForBoth(tags: Attributes): boolean {
  return (
    (isFor(tags, "female") && isFor(tags, "male")) ||
    tags.unisex === "yes" ||
    tags.gender_segregated !== undefined
  );
}

/** `yes`, or in what way: `limited`, `hot`, `summer`. */
function isSomehow(value: string | undefined): boolean {
  return value !== undefined && !["", "no", "unknown"].includes(value);
}

/** Numbers as in the tag's definition, one or several; some mappers write words. */
function isOffTheGround(level: string): boolean {
  return /^\s*-?\d+(\.\d+)?(\s*;\s*-?\d+(\.\d+)?)*\s*$/.test(level) && Number(level) !== 0;
}
