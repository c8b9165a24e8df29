import type { Database } from "#server/database/connect.ts";
import { findLicences } from "./licences.ts";
import { type ExportedPlace, readPlaces } from "./read-places.ts";
import { writeCsv } from "./write-csv.ts";
import { type ExportHeading, writeGeoJson, writeJson } from "./write-json.ts";

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
  const heading = { licence, attribution, exported: now.toISOString() };
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
