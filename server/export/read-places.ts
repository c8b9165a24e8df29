import { sql } from "kysely";
import * as v from "valibot";
import { weekdayNames } from "#domain/opening/opening-hours-syntax.ts";
import { noOpeningTimes } from "#domain/opening/seven-entries.ts";
import { currencyOf } from "#domain/place/currency.ts";
import { tagsOfFacts } from "#domain/place/facts-of-tags.ts";
import { placeSchema } from "#domain/place/place.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { instantSchema } from "#domain/validation/instant-schema.ts";
import type { Database } from "#server/database/connect.ts";
import { acceptedPlaces, isVisible } from "#server/database/place-visibility.ts";
import { contentFieldsOf, type PlaceRow, placeRowColumns } from "#server/places/place-row.ts";
import { attributionOf, type ExportLicences } from "./licences.ts";

/** Maximum number of places in memory. */
const chunkSize = 1_000;

interface ObservedHour {
  readonly hour: number;
  readonly open: number;
  readonly closed: number;
}

/** Place with its observations by the hour of the week; null without any. */
export type ExportedRow = PlaceRow & { readonly observed_hours: readonly ObservedHour[] | null };

/** The columns of an {@link ExportedRow}, of `place join schedule`. */
export const exportedColumns = sql<ExportedRow>`${placeRowColumns},
  case when observed_open + observed_closed > 0 then (
    select jsonb_agg(jsonb_build_object('hour', hour_of_week, 'open', open, 'closed', closed) order by hour_of_week)
    from (
      select (extract(isodow from on_day)::int - 1) * 24 + hour as hour_of_week,
        count(*) filter (where answer) as open, count(*) filter (where not answer) as closed
      from observation where place_id = place.id and asked = 'open' group by hour_of_week
    ) as counted
  ) end as observed_hours`;

/** All accepted places except samples, by id; a change during the export may be included or not. */
export async function* readPlaces(
  database: Database,
  licences: ExportLicences,
): AsyncGenerator<ExportedPlace> {
  for (let last = 0; ; ) {
    const { rows } = await sql<ExportedRow>`
      select ${exportedColumns} from place join schedule on schedule.id = schedule_id
      where place.id > ${last} and ${isVisible(acceptedPlaces)} and not sample
      order by place.id limit ${chunkSize}`.execute(database);
    if (rows.length === 0) return;
    last = rows[rows.length - 1].id;
    for (const row of rows) yield toExportedPlace(row, licences);
  }
}

/** A place as exports and mirrors get it. */
export function toExportedPlace(
  row: ExportedRow,
  licences: Pick<ExportLicences, "osm" | "own">,
): ExportedPlace {
  const { closed_days = [], ...others } = contentFieldsOf(row);
  const content = { ...others, closed_days };
  const currency = currencyOf(row.country, row.added);
  const isOsm = /^(node|way|relation)\//.test(row.osm_id ?? "");
  return {
    ...content,
    currency,
    opening_hours: row.opening_hours,
    attributes: row.attributes ?? {},
    tags: {
      ...furtherTags(row),
      ...tagsOfPlace({ ...content, currency, opening_hours: row.opening_hours }),
    },
    rating: row.rating_count === 0 ? null : row.rating_sum / row.rating_count,
    rating_count: row.rating_count,
    added: row.added.toISOString(),
    last_confirmed: row.last_confirmed?.toISOString() ?? null,
    osm_id: isOsm ? row.osm_id : null,
    licence: isOsm ? licences.osm : licenceOfList(row, licences.own),
    attribution: attributionOf(row.lists ?? []),
    observed_hours: row.observed_hours ?? [],
  };
}

/** Licence of a place that is not of OpenStreetMap: that of the lists that brought it, else the operator's. */
function licenceOfList({ osm_id, lists }: PlaceRow, own: string): string {
  if (!osm_id?.startsWith("list/") || lists === null) return own;
  return [...new Set(lists.map(({ licence }) => licence))].join("; ");
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

/** Fields of an exported place that its tags follow from. */
type TaggedFields = Pick<
  ExportedPlace,
  | ("fee" | "price" | "currency" | "country" | "city" | "address" | "comments" | "facts")
  | ("opening_hours" | "opening_times" | "closed_days")
>;

/** The place in OpenStreetMap's tags, from which an import makes the same place again. */
function tagsOfPlace(place: TaggedFields) {
  const { fee, price, currency } = place;
  const tags: Record<string, string | null> = {
    fee: fee === "unknown" ? null : fee === "free" ? "no" : "yes",
    charge: fee === "costs" && price !== null ? `${price} ${currency ?? ""}`.trim() : null,
    "addr:country": place.country,
    "addr:city": place.city || null,
    "addr:street": place.address || null,
    opening_hours: place.opening_hours ?? hoursOfWeek(place),
    "mosdo:comment": place.comments,
    ...tagsOfFacts(place.facts),
  };
  const known = Object.entries(tags).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as Record<string, string>;
}

/** Seven opening times as a text of opening hours; null where nothing is known of any day. */
function hoursOfWeek({ opening_times, closed_days }: TaggedFields): string | null {
  const days = opening_times.map((entry, day) => {
    if (entry !== noOpeningTimes) return `${weekdayNames[day]} ${entry}`;
    return `${weekdayNames[day]} ${closed_days.includes(day) ? "off" : "unknown"}`;
  });
  return days.every((day) => day.endsWith("unknown")) ? null : days.join("; ");
}

/** Fields of a place that an export has as the API has them. */
const sharedFields = v.pick(placeSchema, [
  ...([
    "id",
    "country",
    "city",
    "address",
    "price",
    "fee",
    "comments",
    "accessible",
    "public",
  ] as const),
  ...(["facts", "latitude", "longitude", "opening_times", "time_zone"] as const),
]);

/** Place in an export: its public fields, and its source (docs/product#export). */
export const exportedPlaceSchema = v.object({
  ...sharedFields.entries,
  county: v.pipe(v.string(), v.description("empty where it is not known")),
  postcode: v.pipe(v.string(), v.description("empty where it is not known")),
  price_known: v.boolean(),
  position_approximate: v.boolean(),
  closed_days: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))),
    v.description("days that are known to be closed, 0 is Monday; often empty"),
  ),
  currency: v.pipe(
    v.nullable(v.string()),
    v.description("ISO 4217; null where the product has none for the country"),
  ),
  opening_hours: v.pipe(
    v.nullable(v.string()),
    v.description("opening hours in OpenStreetMap's syntax"),
  ),
  /** See docs/product#facts-and-tags. */
  tags: v.pipe(
    v.record(v.string(), v.string()),
    v.description("tags of OpenStreetMap that say what is known of the place"),
  ),
  attributes: v.pipe(
    v.record(v.string(), v.string()),
    v.description("further tags of OpenStreetMap, as an import brought them"),
  ),
  rating: v.pipe(v.nullable(v.number()), v.description("mean of the ratings, 1 to 5")),
  rating_count: placeSchema.entries.rating_count,
  added: instantSchema,
  last_confirmed: v.nullable(instantSchema),
  osm_id: v.pipe(
    v.nullable(v.string()),
    v.description("element of OpenStreetMap, such as node/123; null for a place from elsewhere"),
  ),
  licence: v.string(),
  attribution: v.pipe(
    v.string(),
    v.description("lists of towns that have the place, with their licences; empty without one"),
  ),
  observed_hours: v.pipe(
    v.array(v.object({ hour: v.number(), open: v.number(), closed: v.number() })),
    v.description(
      "numbers of visitors who found it open and closed, by the hour of the week by the place's clock; 0 is Monday's first. They are no opening hours",
    ),
  ),
});

export type ExportedPlace = DeepReadonly<v.InferOutput<typeof exportedPlaceSchema>>;

/** Heading above the places. */
export interface ExportHeading extends Pick<ExportLicences, "licence" | "attribution"> {
  /** ISO 8601 instant. */
  readonly exported: string;
  /** Position from which a mirror continues (docs/product#mirrors); null where no server has run on the database yet. */
  readonly cursor: string | null;
}

/** Writes places in one format, one after the other. */
export interface PlaceWriter {
  readonly beginning: string;
  /** Text of the next place. */
  readonly item: (place: ExportedPlace) => string;
  readonly end: string;
}
