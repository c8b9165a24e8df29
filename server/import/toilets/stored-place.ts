import { sql } from "kysely";
import { storedPlainFacts } from "#domain/place/place-facts.ts";
import type { Database } from "#server/database/connect.ts";
import type { OsmTags } from "#server/import/osm-element.ts";
import { type PlaceSchedule, scheduleAt } from "#server/opening/stored-schedules.ts";
import type { ImportedFields, ImportRecord } from "#server/places/import-record.ts";
import {
  type PlaceRow,
  placeRowColumns,
  storedFactsOf,
  toPlaceColumns,
  toSourcedPlace,
} from "#server/places/place-row.ts";

/** A place that an import brought, as it is now. */
export interface StoredPlace {
  readonly id: number;
  readonly osmId: string;
  readonly isDeleted: boolean;
  /** Whether an import deleted it, since it was gone in OpenStreetMap. */
  readonly isDeletedByImport: boolean;
  /** Time at which an import first heard that it is gone; null where OpenStreetMap has it. */
  readonly goneSince: Date | null;
  readonly fields: ImportedFields;
  readonly isApproximate: boolean;
  readonly confirmed: Date | null;
  readonly dupKey: string;
  /** Null where the operator has noted the origin by hand. */
  readonly record: ImportRecord | null;
}

interface ImportedRow extends PlaceRow {
  readonly imported: Record<string, unknown> | null;
  readonly deleted_at: Date | null;
  readonly deleted_by_import: boolean;
  readonly gone_since: Date | null;
  readonly dup_key: string;
}

/** The places of some elements, held for changing until the transaction ends. */
export async function lockStoredPlaces(
  transaction: Database,
  osmIds: readonly string[],
): Promise<Map<string, StoredPlace>> {
  const { rows } = await sql<ImportedRow>`
    select ${placeRowColumns}, imported, deleted_at, deleted_by_import, gone_since, dup_key
    from place join schedule on schedule.id = schedule_id
    where osm_id = any(${osmIds}::text[]) order by place.id for update of place`.execute(
    transaction,
  );
  return new Map(rows.map((row) => [row.osm_id ?? "", toStoredPlace(row)]));
}

function toStoredPlace(row: ImportedRow): StoredPlace {
  const { country, longitude, latitude, city, address, comments, price } = toSourcedPlace(row);
  return {
    id: row.id,
    osmId: row.osm_id ?? "",
    isDeleted: row.deleted_at !== null,
    isDeletedByImport: row.deleted_by_import,
    goneSince: row.gone_since,
    isApproximate: row.position_approximate,
    confirmed: row.last_confirmed,
    dupKey: row.dup_key,
    record: row.imported as ImportRecord | null,
    fields: {
      country,
      location: { longitude, latitude },
      named: { city, address, comments },
      price: { price, isKnown: row.price_known, ...(row.costs && { costs: true as const }) },
      facts: storedFactsOf(row),
      opening: {
        times: row.opening_times,
        text: row.opening_hours,
        isComplete: row.opening_hours_complete,
      },
      attributes: (row.attributes ?? {}) satisfies OsmTags,
    },
  };
}

/** Columns of a place by its groups of fields, except those that name other rows. */
export function placeColumns(fields: ImportedFields) {
  const { country, location, named, price, facts, opening, attributes } = fields;
  const { isKnown: price_known, costs = false } = price;
  return {
    ...toPlaceColumns({
      ...{ country, ...location, ...named, ...storedPlainFacts(facts) },
      ...{ price: price.price, price_known, costs },
    }),
    opening_hours: opening.text,
    opening_hours_complete: opening.isComplete,
    attributes: JSON.stringify(attributes),
  };
}

/** The opening hours, by the clock and the sun of their place. */
export function scheduleOf({ country, location, opening }: ImportedFields): PlaceSchedule {
  return scheduleAt(opening, { country, ...location });
}
