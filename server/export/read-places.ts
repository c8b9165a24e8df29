import { sql } from "kysely";
import { currencyOf } from "#domain/currency.ts";
import { publishTimes } from "#domain/opening-times.ts";
import { feeOf } from "#domain/place-fee.ts";
import type { Database } from "#server/database/connect.ts";
import type { ExportedPlace } from "./exported-place.ts";
import type { ExportLicences } from "./licences.ts";

/** Places in memory at once. */
const chunkSize = 1_000;

interface Row {
  id: number;
  country: string;
  city: string;
  address: string;
  county: string;
  postcode: string;
  longitude: number;
  latitude: number;
  position_approximate: boolean;
  price: string | null;
  price_known: boolean;
  costs: boolean;
  comments: string;
  accessible: boolean;
  public: boolean;
  opening_times: string[];
  time_zone: string;
  opening_hours: string | null;
  attributes: Record<string, string> | null;
  rating_sum: number;
  rating_count: number;
  added: Date;
  last_confirmed: Date | null;
  osm_id: string | null;
}

/** All accepted places but samples by id, some at a time; what changes meanwhile may be in it or not. */
export async function* readPlaces(
  database: Database,
  licences: ExportLicences,
): AsyncGenerator<ExportedPlace> {
  for (let last = 0; ; ) {
    const { rows } = await sql<Row>`
      select place.id, country, city, address, county, postcode, longitude, latitude,
        position_approximate, price, price_known, costs, comments, accessible, public, opening_times, time_zone, opening_hours, attributes, rating_sum,
        rating_count, added, last_confirmed, osm_id
      from place join schedule on schedule.id = schedule_id
      where place.id > ${last} and accepted and deleted_at is null and not sample
      order by place.id limit ${chunkSize}`.execute(database);
    if (rows.length === 0) return;
    last = rows[rows.length - 1].id;
    for (const row of rows) yield toExportedPlace(row, licences);
  }
}

function toExportedPlace(row: Row, licences: ExportLicences): ExportedPlace {
  const { costs: _, rating_sum, rating_count, added, last_confirmed, ...place } = row;
  const { attributes, osm_id } = row;
  const price = row.price === null ? null : Number(row.price);
  const { opening_times, closed_days = [] } = publishTimes(row.opening_times);
  const isOsm = /^(node|way|relation)\//.test(osm_id ?? "");
  return {
    ...place,
    opening_times,
    closed_days,
    price,
    fee: feeOf({ ...row, price }),
    currency: currencyOf(row.country, added),
    attributes: attributes ?? {},
    rating: rating_count === 0 ? null : rating_sum / rating_count,
    rating_count,
    added: added.toISOString(),
    last_confirmed: last_confirmed?.toISOString() ?? null,
    osm_id: isOsm ? osm_id : null,
    licence: isOsm ? licences.osm : licences.own,
  };
}
