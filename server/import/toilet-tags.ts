import { hasValue } from "#domain/place/osm-tags.ts";
import { opensUnderConditions } from "./conditional-tags.ts";
import type { OsmTags } from "./osm-element.ts";

/** Whether an element is a toilet, or a place that has one for its visitors. */
export function isToilets(tags: OsmTags): boolean {
  return (
    hasValue(tags.amenity, "toilets") || tags.toilets === "yes" || tags.toilets === "customers"
  );
}

/** OpenStreetMap's lifecycle keys and prefixes of objects that are out of use. */
const lifecycleKeys = [
  ...["disused", "abandoned", "demolished", "removed", "razed", "destroyed", "was", "closed"],
];

/**
 * Whether an element's tags mark its toilet as gone or closed to everyone: by a property
 * (`access=no`, `disused=yes`), by a lifecycle prefix (`disused:amenity=toilets`), or as a host
 * without one (`toilets=no`).
 */
export function isMarkedGone(tags: OsmTags): boolean {
  if (!isToilets(tags)) return tags.toilets === "no" || wasToilets(tags);
  const isShut = tags.access === "no" && !opensUnderConditions(tags);
  return isShut || lifecycleKeys.some((key) => (tags[key] ?? "no") !== "no");
}

const formerKeys = lifecycleKeys.map((key) => `${key}:amenity`);

/** Whether the tags mark a former toilet. */
function wasToilets(tags: OsmTags): boolean {
  return formerKeys.some((key) => hasValue(tags[key], "toilets"));
}

/**
 * Whether an element is or was a toilet, and so is part of an import's report; a host without one
 * is not.
 */
export function isOrWasToilets(tags: OsmTags): boolean {
  return isToilets(tags) || wasToilets(tags);
}
