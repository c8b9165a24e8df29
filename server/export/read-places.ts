import { sql } from "kysely";
import { noOpeningTimes } from "#domain/opening/seven-entries.ts";
import { weekdayNames } from "#domain/opening/usual-hours.ts";
import { currencyOf } from "#domain/place/currency.ts";
import { tagsOfFacts } from "#domain/place/osm-tags.ts";
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
  const currency = currencyOf(row.country, row.added);
  const isOsm = /^(node|way|relation)\//.test(row.osm_id ?? "");
  return {
    ...said,
    closed_days,
    currency,
    opening_hours: row.opening_hours,
    attributes: row.attributes ?? {},
    tags: {
      ...furtherTags(row),
      ...tagsOfPlace({ ...said, closed_days }, currency, row.opening_hours),
    },
    rating: row.rating_count === 0 ? null : row.rating_sum / row.rating_count,
    rating_count: row.rating_count,
    added: row.added.toISOString(),
    last_confirmed: row.last_confirmed?.toISOString() ?? null,
    osm_id: isOsm ? row.osm_id : null,
    licence: isOsm ? licences.osm : licences.own,
  };
}

/** Tags of an import of which no field of a place is made. */
const furtherKeys = [
  ...["description", "wheelchair:description", "changing_table:fee", "indoor", "website"],
  "toilets:disposal",
];

/** What an import brought beyond the fields of a place, and the day on which the place was last confirmed. */
function furtherTags({ attributes, last_confirmed }: PlaceRow): Record<string, string> {
  const further = furtherKeys.flatMap((key) => {
    const value = attributes?.[key];
    return value === undefined ? [] : [[key, value]];
  });
  return {
    ...Object.fromEntries(further),
    ...(last_confirmed && { check_date: last_confirmed.toISOString().slice(0, 10) }),
  };
}

/** The place in OpenStreetMap's tags, from which an import makes the same place again. */
function tagsOfPlace(place: SaidPlace, currency: string | null, openingHours: string | null) {
  const { fee, price } = place;
  const tags: Record<string, string | null> = {
    fee: fee === "unknown" ? null : fee === "free" ? "no" : "yes",
    charge: fee === "costs" && price !== null ? `${price} ${currency ?? ""}`.trim() : null,
    "addr:country": place.country,
    "addr:city": place.city || null,
    "addr:street": place.address || null,
    opening_hours: openingHours ?? hoursOfWeek(place),
    "mosdo:comment": place.comments,
    ...tagsOfFacts(place.facts),
  };
  const known = Object.entries(tags).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as Record<string, string>;
}

/** Seven opening times as a text of opening hours; null where nothing is known of any day. */
function hoursOfWeek({ opening_times, closed_days = [] }: SaidPlace): string | null {
  const days = opening_times.map((entry, day) => {
    if (entry !== noOpeningTimes) return `${weekdayNames[day]} ${entry}`;
    return `${weekdayNames[day]} ${closed_days.includes(day) ? "off" : "unknown"}`;
  });
  return days.every((day) => day.endsWith("unknown")) ? null : days.join("; ");
}

/** Place in an export: its public fields, and its source. */
export interface ExportedPlace extends SaidPlace {
  /** Days that are known to be closed, 0 is Monday; often empty. */
  readonly closed_days: readonly number[];
  /** Currency, ISO 4217; null where the product has none for the country. */
  readonly currency: string | null;
  /** Opening hours in OpenStreetMap's syntax. */
  readonly opening_hours: string | null;
  /** Tags of OpenStreetMap that say what is known of the place (docs/product#facts-and-tags). */
  readonly tags: Readonly<Record<string, string>>;
  /** Further tags of OpenStreetMap, as an import brought them. */
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
