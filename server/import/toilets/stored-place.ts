import { type SqlBool, sql } from "kysely";
import type { OpeningTimes } from "#domain/opening/opening-times.ts";
import { searchKey } from "#domain/text/search-key.ts";
import type { Database } from "#server/database/connect.ts";
import type { OsmTags } from "#server/import/osm-element.ts";
import { type PlaceSchedule, timeZoneOf } from "#server/places/schedules.ts";
import type { ImportedFields } from "./imported-place.ts";

/** What is kept in `place.imported`. */
export interface ImportRecord {
  /** Name of the file that brought the place, without date and ending: `hungary`. */
  readonly source: string;
  readonly fields: ImportedFields;
}

/** A place that an import brought, as it is now. */
export interface StoredPlace {
  readonly id: number;
  readonly osmId: string;
  readonly isDeleted: boolean;
  readonly fields: ImportedFields;
  readonly confirmed: Date | null;
  readonly dupKey: string;
  /** Null for one whose origin somebody has noted by hand. */
  readonly record: ImportRecord | null;
}

/** The places of some elements, held for changing until the transaction ends. */
export async function lockStoredPlaces(
  transaction: Database,
  osmIds: readonly string[],
): Promise<Map<string, StoredPlace>> {
  const rows = await transaction
    .selectFrom("place")
    .innerJoin("schedule", "schedule.id", "place.schedule_id")
    .selectAll("place")
    .select("schedule.opening_times")
    .where(sql<SqlBool>`place.osm_id = any(${osmIds}::text[])`)
    .orderBy("place.id")
    .forUpdate("place")
    .execute();
  return new Map(rows.map((row) => [row.osm_id ?? "", toStoredPlace(row)]));
}

interface PlaceRow {
  id: number;
  osm_id: string | null;
  country: string;
  city: string;
  address: string;
  comments: string;
  price: string | null;
  price_known: boolean;
  costs: boolean;
  accessible: boolean;
  public: boolean;
  longitude: number;
  latitude: number;
  opening_times: string[];
  opening_hours: string | null;
  opening_hours_complete: boolean | null;
  attributes: Record<string, string> | null;
  imported: Record<string, unknown> | null;
  last_confirmed: Date | null;
  deleted_at: Date | null;
  dup_key: string;
}

function toStoredPlace(row: PlaceRow): StoredPlace {
  return {
    id: row.id,
    osmId: row.osm_id ?? "",
    isDeleted: row.deleted_at !== null,
    confirmed: row.last_confirmed,
    dupKey: row.dup_key,
    record: row.imported as ImportRecord | null,
    fields: {
      country: row.country,
      location: { longitude: row.longitude, latitude: row.latitude },
      named: { city: row.city, address: row.address, comments: row.comments },
      price: {
        price: row.price === null ? null : Number(row.price),
        isKnown: row.price_known,
        ...(row.costs && { costs: true as const }),
      },
      accessible: row.accessible,
      public: row.public,
      opening: {
        times: row.opening_times satisfies OpeningTimes,
        text: row.opening_hours,
        isComplete: row.opening_hours_complete,
      },
      attributes: (row.attributes ?? {}) satisfies OsmTags,
    },
  };
}

/** The columns of a place that its groups of fields come to, but those that name other rows. */
export function placeColumns(fields: ImportedFields) {
  const { country, location, named, price, opening, attributes } = fields;
  return {
    country,
    ...location,
    ...named,
    price: price.price,
    price_known: price.isKnown,
    costs: price.costs ?? false,
    accessible: fields.accessible,
    public: fields.public,
    opening_hours: opening.text,
    opening_hours_complete: opening.isComplete,
    attributes: JSON.stringify(attributes),
    search_key: searchKey(`${named.city} ${named.address} ${named.comments}`),
  };
}

/** The opening times, in the zone that they are in. */
export function scheduleOf({ country, location, opening }: ImportedFields): PlaceSchedule {
  return { timeZone: timeZoneOf({ country, ...location }), openingTimes: opening.times };
}
