import { sql } from "kysely";
import { type PublishedTimes, publishTimes } from "#domain/opening/opening-times.ts";
import { currencyOf } from "#domain/place/currency.ts";
import { feeOf, type PlaceFee } from "#domain/place/place-fee.ts";
import type { Database } from "#server/database/connect.ts";
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

/** A place as it leaves the product: what everyone may see of it, and whose word it is. */
export interface ExportedPlace {
  readonly id: number;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly city: string;
  readonly address: string;
  /** Both empty where nobody has said. */
  readonly county: string;
  readonly postcode: string;
  readonly longitude: number;
  readonly latitude: number;
  /** The point stands for a street or a settlement, not for the door. */
  readonly position_approximate: boolean;
  /** In `currency`; 0 is free, and so is null where `price_known`. */
  readonly price: number | null;
  readonly price_known: boolean;
  /** Whether it costs something, also where the amount is not known. */
  readonly fee: PlaceFee;
  /** ISO 4217; null where the product knows none of the country. */
  readonly currency: string | null;
  readonly comments: string;
  readonly accessible: boolean;
  readonly public: boolean;
  readonly opening_times: PublishedTimes["opening_times"];
  /** The days that are known to be closed, 0 is Monday; often none. */
  readonly closed_days: readonly number[];
  readonly time_zone: string;
  /** As OpenStreetMap writes it. */
  readonly opening_hours: string | null;
  /** More of OpenStreetMap's tags. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Mean of the ratings, 1…5; null where there is none. */
  readonly rating: number | null;
  readonly rating_count: number;
  /** Instants, ISO 8601. */
  readonly added: string;
  readonly last_confirmed: string | null;
  /** `node/123` in OpenStreetMap, where it came from there. */
  readonly osm_id: string | null;
  readonly licence: string;
}
