import type { Database } from "#server/database/connect.ts";
import { type ExportLicences, findLicences } from "./licences.ts";
import { readStartCursor } from "./place-changes.ts";
import { type ExportedPlace, readPlaces } from "./read-places.ts";
import { writeCsv } from "./write-csv.ts";

export const exportFormats = ["geojson", "csv", "json"] as const;

export type ExportFormat = (typeof exportFormats)[number];

export interface ExportOptions {
  readonly database: Database;
  readonly format: ExportFormat;
  /** Licence of the places added here; null where the operator has not named one. */
  readonly ownLicence: string | null;
  readonly now: Date;
}

/** Export under way. */
export interface PlaceExport {
  readonly heading: ExportHeading;
  /** Text of the export, some places at a time; it can be read once. */
  readonly text: AsyncIterable<string>;
  /** Number of places written so far. */
  count(): number;
}

/**
 * Exports all accepted places, with some thousand of them in memory at most (docs/product#export).
 */
export async function exportPlaces(options: ExportOptions): Promise<PlaceExport> {
  const { database, format, now } = options;
  const licences = await findLicences(database, options.ownLicence);
  const { licence, attribution } = licences;
  const cursor = await readStartCursor(database);
  const heading = { licence, attribution, exported: now.toISOString(), cursor };
  let count = 0;
  async function* counted(): AsyncGenerator<ExportedPlace> {
    for await (const place of readPlaces(database, licences)) {
      count++;
      yield place;
    }
  }
  const text =
    format === "csv"
      ? writeCsv(counted(), heading.exported)
      : format === "json"
        ? writeJson(counted(), heading)
        : writeGeoJson(counted(), heading);
  return { heading, text, count: () => count };
}

/** Heading above the places. */
interface ExportHeading extends Pick<ExportLicences, "licence" | "attribution"> {
  /** ISO 8601 instant. */
  readonly exported: string;
  /** Where a mirror goes on (docs/product#mirrors); null where no server has run on the database yet. */
  readonly cursor: string | null;
}

/** `{ licence, attribution, exported, places: […] }`, one place a line. */
function writeJson(places: AsyncIterable<ExportedPlace>, heading: ExportHeading) {
  return writeList(heading, "places", places, (place) => place);
}

/** A GeoJSON feature collection (RFC 7946) with the heading as members of its own. */
function writeGeoJson(places: AsyncIterable<ExportedPlace>, heading: ExportHeading) {
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
