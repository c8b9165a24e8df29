import { placeFacts } from "#domain/place/place-facts.ts";
import { recordOf } from "#domain/validation/record-of.ts";
import type { Database } from "#server/database/connect.ts";
import { type Cell, formatRow } from "./csv-row.ts";
import { findLicences } from "./licences.ts";
import { readStartCursor } from "./place-changes.ts";
import {
  type ExportedPlace,
  type ExportHeading,
  type PlaceWriter,
  readPlaces,
} from "./read-places.ts";

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

/** Exports all accepted places, some thousand of them in memory at most (docs/product#export). */
export async function exportPlaces(options: ExportOptions): Promise<PlaceExport> {
  const { heading, places, writer } = await openExport(options);
  const { beginning, item, end } = writer(options.format);
  let count = 0;
  async function* text(): AsyncGenerator<string> {
    yield beginning;
    for await (const place of places) {
      count++;
      yield item(place);
    }
    yield end;
  }
  return { heading, text: text(), count: () => count };
}

/** One reading of all accepted places, for any number of formats. The places can be read once. */
export async function openExport({
  database,
  ownLicence,
  now,
}: Omit<ExportOptions, "format">): Promise<{
  readonly heading: ExportHeading;
  readonly places: AsyncIterable<ExportedPlace>;
  readonly writer: (format: ExportFormat) => PlaceWriter;
}> {
  const licences = await findLicences(database, ownLicence);
  const { licence, attribution } = licences;
  const cursor = await readStartCursor(database);
  const heading = { licence, attribution, exported: now.toISOString(), cursor };
  const writers = {
    geojson: () => geoJsonWriter(heading),
    csv: () => csvWriter(heading),
    // One place a line.
    json: () => listWriter(heading, "places", (place) => place),
  };
  return { heading, places: readPlaces(database, licences), writer: (format) => writers[format]() };
}

/** A GeoJSON feature collection (RFC 7946) with the heading as further members. */
function geoJsonWriter(heading: ExportHeading): PlaceWriter {
  const head = { type: "FeatureCollection", ...heading };
  return listWriter(head, "features", ({ id, longitude, latitude, ...properties }) => ({
    type: "Feature",
    id,
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties,
  }));
}

function listWriter(
  head: object,
  name: string,
  toItem: (place: ExportedPlace) => unknown,
): PlaceWriter {
  let separator = "\n";
  return {
    beginning: `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`,
    item: (place) => {
      const text = `${separator}${JSON.stringify(toItem(place))}`;
      separator = ",\n";
      return text;
    },
    end: "\n]}\n",
  };
}

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

const columns = [
  ...["id", "country", "city", "address", "county", "postcode", "longitude", "latitude"],
  ...["price", "currency"],
  ...["price_known", "comments", "accessible", "public", ...days, "time_zone", "opening_hours"],
  ...["attributes", "rating", "rating_count", "added", "last_confirmed", "osm_id", "licence"],
  "exported",
  // Columns keep their order; new ones come last.
  ...["closed_days", "fee", "position_approximate", ...placeFacts, "attribution"],
  "observed_hours",
];

/** Places as CSV (RFC 4180, UTF-8), one column a day, the closed days by name; each row with its licence and the export's date. */
function csvWriter({ exported }: Pick<ExportHeading, "exported">): PlaceWriter {
  return {
    beginning: formatRow(columns),
    item: (place) => {
      const cells = toCells(place, exported);
      return formatRow(columns.map((column) => cells[column]));
    },
    end: "",
  };
}

function toCells(place: ExportedPlace, exported: string): Record<string, Cell> {
  const { opening_times, closed_days, attributes, facts, tags: _, ...others } = place;
  const { observed_hours, ...cells } = others;
  const times = opening_times.map((entry, day) => [days[day], entry]);
  const more = {
    ...Object.fromEntries(times),
    closed_days: closed_days.map((day) => days[day]).join(" "),
    attributes: JSON.stringify(attributes),
    observed_hours: JSON.stringify(observed_hours),
    exported,
    ...recordOf(placeFacts, (fact) => facts[fact] ?? null),
  };
  return { ...cells, ...more };
}
