import type { OsmTags } from "../osm-element.ts";

/** Toilets that nobody can use: shut off, out of use, gone. */
export function isLeftOut(tags: OsmTags): boolean {
  return tags.access === "no" || lifecycleKeys.some((key) => (tags[key] ?? "no") !== "no");
}

const lifecycleKeys = ["disused", "abandoned", "demolished", "removed", "razed", "destroyed"];
