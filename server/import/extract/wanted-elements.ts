import {
  isSearchedLandmark,
  type SearchedLandmark,
} from "#domain/address-search/searched-landmarks.ts";
import { isOutOfUse, landmarksOf } from "#domain/map/landmarks.ts";
import { clipText } from "#domain/text/entered-text.ts";
import { languages } from "#domain/text/language.ts";
import type { LanguageNames } from "#server/database/schema.ts";
import { maxValueLength, type OsmTags } from "#server/import/osm-element.ts";
import { partKinds } from "#server/import/settlement-locator.ts";

/** Whether an element has a house number of a street, or of a place without streets. */
export function isAddress(tags: OsmTags): boolean {
  return tags["addr:housenumber"] !== undefined && addressStreet(tags) !== null;
}

/** Name that a house number belongs to; villages without street names number by their own name. */
export function addressStreet(tags: OsmTags): string | null {
  return (
    tags["addr:street"] ?? tags["addr:place"] ?? tags["addr:hamlet"] ?? tags["addr:city"] ?? null
  );
}

/** Whether a way is a line along a street, between houses with numbers, on which other houses are. */
export function isInterpolation(tags: OsmTags): boolean {
  return tags["addr:interpolation"] !== undefined && tags["addr:housenumber"] === undefined;
}

/** Whether an element is a way or square with a name that people use. */
export function isStreet(tags: OsmTags): boolean {
  if (tags.name === undefined) return false;
  return tags.place === "square" || (tags.highway !== undefined && !notWalked.has(tags.highway));
}

const notWalked: ReadonlySet<string> = new Set(
  "motorway motorway_link trunk_link bus_stop platform rest_area services proposed construction".split(
    " ",
  ),
);

/** OpenStreetMap's kinds of places that addresses name as city, the largest first. */
const settlementKinds = ["city", "town", "village", "hamlet", "isolated_dwelling"] as const;

const kinds: ReadonlySet<string> = new Set([...settlementKinds, ...partKinds]);

/** Whether a point has the name of a settlement, or of a part of one. */
export function isPlaceNode(tags: OsmTags): boolean {
  return tags.name !== undefined && kinds.has(tags.place ?? "");
}

/** Whether a relation is an area of a country (2), county (4–6), settlement (7, 8) or part (9, 10). */
export function isBoundary(tags: OsmTags): boolean {
  const level = Number(tags.admin_level);
  return tags.boundary === "administrative" && tags.name !== undefined && level >= 2 && level <= 10;
}

/** Whether a key is that of a name in a language, `name:uk` or `name:zh-Hant`, or of the international one. */
export function isNameInLanguage(key: string): boolean {
  return key === "int_name" || /^name:[a-z]{2,3}(-\w+)?$/.test(key);
}

/** Names in the languages of the interface. */
export function languageNames(tags: OsmTags): LanguageNames {
  const names = languages.map((language) => [
    language,
    clipText(tags[`name:${language}`] ?? "", maxValueLength),
  ]);
  return Object.fromEntries(names.filter(([, name]) => name !== ""));
}

/** Keys of other names: old, local, short and official ones. */
export const otherNameKeys = [
  "alt_name",
  "old_name",
  "short_name",
  "official_name",
  "loc_name",
] as const;

/** Kind of a named landmark that is in use; null for anything else. */
export function landmarkKindOf(tags: OsmTags): SearchedLandmark | null {
  if (tags.name === undefined) return null;
  return landmarksOf(tags).find(isSearchedLandmark) ?? stationKind(tags);
}

/** Kind of a station that is mapped apart from its railway, such as its building. */
function stationKind(tags: OsmTags): SearchedLandmark | null {
  const isStation = tags.public_transport === "station" || tags.building === "train_station";
  if (!isStation || isOutOfUse(tags)) return null;
  return tags.station === "subway" ? "subway" : "station";
}
