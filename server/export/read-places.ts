import { sql } from "kysely";
import { currencyOf } from "#domain/place/currency.ts";
import type { Database } from "#server/database/connect.ts";
import { acceptedPlaces, isVisible } from "#server/database/place-visibility.ts";
import {
  type PlaceRow,
  placeRowColumns,
  type SaidPlace,
  toSaidPlace,
} from "#server/places/place-row.ts";
import type { ExportLicences } from "./licences.ts";

/** Maximum number of places in memory. */
const chunkSize = 1_000;

/**
 * Reads all accepted places except samples, by id, some at a time; a change during the export may
 * be included or not.
 */
export async function* readPlaces(
  database: Database,
  licences: ExportLicences,
): AsyncGenerator<ExportedPlace> {
  for (let last = 0; ; ) {
    const { rows } = await sql<PlaceRow>`
      select ${placeRowColumns} from place join schedule on schedule.id = schedule_id
      where place.id > ${last} and ${isVisible(acceptedPlaces)} and not sample
      order by place.id limit ${chunkSize}`.execute(database);
    if (rows.length === 0) return;
    last = rows[rows.length - 1].id;
    for (const row of rows) yield toExportedPlace(row, licences);
  }
}

function toExportedPlace(row: PlaceRow, licences: ExportLicences): ExportedPlace {
  const { closed_days = [], ...said } = toSaidPlace(row);
  const isOsm = /^(node|way|relation)\//.test(row.osm_id ?? "");
  return {
    ...said,
    closed_days,
    currency: currencyOf(row.country, row.added),
    opening_hours: row.opening_hours,
    attributes: row.attributes ?? {},
    rating: row.rating_count === 0 ? null : row.rating_sum / row.rating_count,
    rating_count: row.rating_count,
    added: row.added.toISOString(),
    last_confirmed: row.last_confirmed?.toISOString() ?? null,
    osm_id: isOsm ? row.osm_id : null,
    licence: isOsm ? licences.osm : licences.own,
  };
}

/** Place in an export: its public fields, and its source. */
export interface ExportedPlace extends SaidPlace {
  /** Days that are known to be closed, 0 is Monday; often empty. */
  readonly closed_days: readonly number[];
  /** Currency, ISO 4217; null where the product has none for the country. */
  readonly currency: string | null;
  /** Opening hours in OpenStreetMap's syntax. */
  readonly opening_hours: string | null;
  /** Further tags of OpenStreetMap. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Mean of the ratings, 1…5; null without a rating. */
  readonly rating: number | null;
  readonly rating_count: number;
  /** Times of adding and of the last change, ISO 8601 instants. */
  readonly added: string;
  readonly last_confirmed: string | null;
  /** Element of OpenStreetMap, such as `node/123`; null for a place from elsewhere. */
  readonly osm_id: string | null;
  readonly licence: string;
}
