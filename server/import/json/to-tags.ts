import type { OsmTags } from "../osm-element.ts";

/** Tags from anyone's JSON: numbers and booleans as text, all else left out; text that can be kept. */
export function toTags(properties: Readonly<Record<string, unknown>>): OsmTags {
  const tags: Record<string, string> = Object.create(null);
  for (const [key, value] of Object.entries(properties)) {
    if (!["string", "number", "boolean"].includes(typeof value)) continue;
    tags[key] = String(value).replaceAll("\0", "").toWellFormed();
  }
  return tags;
}
