import type { ExportLicences } from "./licences.ts";
import type { ExportedPlace } from "./read-places.ts";

/** Heading above the places. */
export interface ExportHeading extends Pick<ExportLicences, "licence" | "attribution"> {
  /** ISO 8601 instant. */
  readonly exported: string;
}

/** `{ licence, attribution, exported, places: […] }`, one place a line. */
export function writeJson(places: AsyncIterable<ExportedPlace>, heading: ExportHeading) {
  return writeList(heading, "places", places, (place) => place);
}

/** A GeoJSON feature collection (RFC 7946) with the heading as members of its own. */
export function writeGeoJson(places: AsyncIterable<ExportedPlace>, heading: ExportHeading) {
  const head = { type: "FeatureCollection", ...heading };
  return writeList(head, "features", places, ({ id, longitude, latitude, ...properties }) => ({
    type: "Feature",
    id,
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties,
  }));
}

async function* writeList(
  head: object,
  name: string,
  places: AsyncIterable<ExportedPlace>,
  toItem: (place: ExportedPlace) => unknown,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
  let separator = "\n";
  for await (const place of places) {
    yield `${separator}${JSON.stringify(toItem(place))}`;
    separator = ",\n";
  }
  yield "\n]}\n";
}
