import { type Selectable, sql } from "kysely";
import { type Closure, isClosedForNow, reportedClosures } from "#domain/feedback/closed-for-now.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { isOfToday } from "#domain/opening/instant.ts";
import type { LikelyRun } from "#domain/opening/likely-open.ts";
import { localDateAt, localTimeAt } from "#domain/opening/local-time.ts";
import { publishTimes } from "#domain/opening/seven-entries.ts";
import type { Schedule } from "#domain/opening/status-changes.ts";
import { withVisitorFacts } from "#domain/place/asked-facts.ts";
import { duplicateKey } from "#domain/place/duplicate-key.ts";
import { doubtOf, type NearPlace, type PlaceDoubt } from "#domain/place/freshness.ts";
import type { OwnField, Place } from "#domain/place/place.ts";
import {
  factsOf,
  type PlaceFacts,
  type PlainFacts,
  plainFacts,
  withPlainFacts,
} from "#domain/place/place-facts.ts";
import { feeOf, priceColumns } from "#domain/place/place-fee.ts";
import {
  type PlaceMoment,
  publishLikely,
  publishOpening,
} from "#domain/place/published-opening.ts";
import { searchKey } from "#domain/text/search-key.ts";
import { hasPermission } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { withLatinKeys } from "#server/database/latin-key.ts";
import { isVisible, type PlaceVisibility, visibleTo } from "#server/database/place-visibility.ts";
import type { NewPlaceRow, Schema } from "#server/database/schema.ts";
import { dayKindOf, hoursTextOf, openingAt, openingToday } from "#server/opening/opening-hours.ts";

/** The columns of `place` of a {@link PlaceRow}: the one list, for pages, the API, edits and every export. */
const placeColumns = [
  "id",
  "version",
  "country",
  "city",
  "address",
  "county",
  "postcode",
  "price",
  "price_known",
  "costs",
  "comments",
  "accessible",
  "public",
  "fact_texts",
  "accepted",
  "sample",
  "latitude",
  "longitude",
  "position_approximate",
  "added",
  "added_by",
  "last_confirmed",
  "visitor_confirmed",
  "visitor_confirmations",
  "closed_reason",
  "closed_since",
  "closed_until",
  "closed_by",
  "closed_opens_on",
  "closed_reported",
  "private_reported",
  "likely",
  "observed_open",
  "observed_closed",
  "visitor_facts",
  "rating_sum",
  "rating_count",
  "opening_hours",
  "opening_hours_complete",
  "attributes",
  "listed",
  "osm_id",
] as const satisfies readonly (keyof Schema["place"])[];

/** The driver hands over a `numeric` as text. */
const priceColumn = "place.price::float8 as price";

/** The columns of its schedule. */
const scheduleColumns = [
  "opening_times",
  "time_zone",
  "hours_text",
  "hours_country",
  "hours_position",
] as const satisfies readonly (keyof Schema["schedule"])[];

/** A viewer's own marks on a place; `ownFieldsOf` has the fields of a `Place` that they become. */
interface OwnMarks {
  /** The last day, by the place's own clock, that the viewer confirmed it; an ISO 8601 date. */
  readonly confirmed_on: string | null;
  /** Whether the viewer has a review of it. */
  readonly reviewed: boolean;
}

export const noOwnMarks: OwnMarks = { confirmed_on: null, reviewed: false };

/** A source list that has a place; `hours` are its own words of hours that could not be read. */
export interface ListOfPlace {
  readonly title: string;
  readonly licence: string;
  readonly attribution: string;
  /** Empty without one. */
  readonly link: string;
  readonly hours: string | null;
}

/** A place as the database holds it, with its schedule; the viewer's own marks only where they were read. */
export type PlaceRow = Omit<
  Pick<Selectable<Schema["place"]>, (typeof placeColumns)[number]>,
  "price"
> &
  Pick<Selectable<Schema["schedule"]>, (typeof scheduleColumns)[number]> & {
    readonly price: number | null;
    /** Its set of facts, without those that are texts. */
    readonly facts: PlaceFacts;
    readonly closed_reports: number | null;
    readonly lists: readonly ListOfPlace[] | null;
  } & Partial<OwnMarks>;

/** The set of facts of a `place`, as a column. */
export const storedFactSet =
  "(select facts from fact_set where fact_set.id = fact_set_id) as facts";

/** Number of people whose reports have closed a `place` for now, as a column; null for one that was never closed. */
const countedReports = `case when place.closed_since is not null then (
    select count(distinct coalesce(account_id, report.id::text))::int from report
    where place_id = place.id and counted_as is not null and at >= place.closed_since
      and reason in (${reportedClosures.map((reason) => `'${reason}'`)})
  ) end as closed_reports`;

/** Source lists that have a `place`, by title, as a column; null where none has. */
const listSources = `case when place.listed is not null then (
    select jsonb_agg(jsonb_build_object('title', title, 'licence', licence,
      'attribution', attribution, 'link', link, 'hours', place.listed -> name ->> 'hours') order by title)
    from source_list where place.listed ? name
  ) end as lists`;

/** The columns of a `PlaceRow`, of `place join schedule`. Put together once: every page asks for them. */
export const placeRowColumns = sql.raw<PlaceRow>(
  [
    ...placeColumns.map((column) => (column === "price" ? priceColumn : `place.${column}`)),
    ...scheduleColumns.map((column) => `schedule.${column}`),
    storedFactSet,
    countedReports,
    listSources,
  ].join(", "),
);

/**
 * Those of the places that exist and the viewer may see, in no order.
 *
 * @param visibility wider than the viewer's own where the result is for a rule, not for a list
 */
export async function selectPlaces(
  database: Database,
  ids: readonly number[],
  viewer: Viewer,
  visibility: PlaceVisibility = visibleTo(viewer),
): Promise<PlaceRow[]> {
  if (ids.length === 0) return [];
  const { userId } = viewer;
  // PostgreSQL would plan them for each page of a visitor.
  const ownMarks =
    userId === null
      ? sql``
      : sql`,
      (select max(on_day) from confirmation
        where place_id = place.id and account_id = ${userId}) as confirmed_on,
      exists (select from review
        where place_id = place.id and user_id = ${userId}) as reviewed`;
  const { rows } = await sql<PlaceRow>`
    select ${placeRowColumns}${ownMarks}
    from place join schedule on schedule.id = schedule_id
    where place.id = any(${ids}::int[]) and ${isVisible(visibility)}`.execute(database);
  return rows;
}

/** The confirmations and reviews that an account has of places, by place; places without either are absent. */
export async function selectOwnMarks(
  database: Database,
  placeIds: readonly number[],
  accountId: string,
): Promise<ReadonlyMap<number, OwnMarks>> {
  const { rows } = await sql<OwnMarks & { place_id: number }>`
    select place_id, max(on_day) as confirmed_on, bool_or(reviewed) as reviewed
    from (
      select place_id, on_day, false as reviewed from confirmation
      where account_id = ${accountId} and place_id = any(${placeIds}::int[])
      union all
      select place_id, null, true from review
      where user_id = ${accountId} and place_id = any(${placeIds}::int[])
    ) as mark group by place_id`.execute(database);
  return new Map(
    rows.map(({ place_id, confirmed_on, reviewed }) => [place_id, { confirmed_on, reviewed }]),
  );
}

/** `rating_calculated` of a place without ratings (docs/product#rating). */
const noRating = -1;

export function storedFactsOf(
  row: Pick<PlaceRow, "facts" | "fact_texts" | keyof PlainFacts>,
): PlaceFacts {
  return factsOf(withPlainFacts({ ...row.facts, ...row.fact_texts }, row));
}

/** What contributors and sources say of a place, field by field as exports have it: unknown texts are empty. */
export function contentFieldsOf(row: PlaceRow) {
  const facts = storedFactsOf(row);
  return {
    id: row.id,
    country: row.country,
    city: row.city,
    address: row.address,
    county: row.county,
    postcode: row.postcode,
    price: row.price,
    price_known: row.price_known,
    fee: feeOf(row),
    comments: row.comments,
    ...plainFacts(facts),
    facts,
    latitude: row.latitude,
    longitude: row.longitude,
    position_approximate: row.position_approximate,
    ...publishTimes(row.opening_times),
    time_zone: row.time_zone,
  };
}

/** The fields of a `Place` that depend neither on the viewer nor on the time. */
export function lastingFieldsOf(row: PlaceRow) {
  const { county, postcode, position_approximate, ...stored } = contentFieldsOf(row);
  const { said, facts, fee } = withVisitorFacts(stored, row.visitor_facts);
  const { price_known, ...content } = {
    ...{ ...stored, facts, fee },
    ...plainFacts(facts),
    ...(fee !== stored.fee && priceColumns({ fee, price: stored.price })),
  };
  const { opening_hours, rating_count } = row;
  const doubt = doubtOfRow(row);
  return {
    ...content,
    version: row.version,
    ...(county !== "" && { county }),
    ...(postcode !== "" && { postcode }),
    ...(!price_known && { price_known }),
    ...(position_approximate && { position_approximate }),
    accepted: row.accepted,
    ...(row.sample && { sample: true as const }),
    coordinates: [content.longitude, content.latitude],
    ...(opening_hours !== null && !row.opening_hours_complete && { opening_hours }),
    added: row.added.toISOString(),
    rating_calculated: rating_count === 0 ? noRating : row.rating_sum / rating_count,
    rating_count,
    last_confirmed: row.last_confirmed?.toISOString() ?? null,
    ...(row.visitor_confirmed && {
      visitor_confirmed: row.visitor_confirmed.toISOString(),
      visitor_confirmations: row.visitor_confirmations,
    }),
    ...(doubt && { doubt }),
    ...(said.length > 0 && { said_by_visitors: said }),
    observed: { open: row.observed_open, closed: row.observed_closed },
  } satisfies Partial<Place>;
}

/**
 * A place as the viewer gets it at an instant: open or not by its own clock, whether the viewer has
 * confirmed it today and reviewed it, and who added it for the administrator only (docs/product#permissions). Of
 * another day than `today` nothing is known but the schedule.
 */
export function toPlace(row: PlaceRow, now: Date, viewer: Viewer, today = now): Place {
  const lasting = lastingFieldsOf(row);
  const schedule = scheduleOfRow(row);
  const opening_today = lasting.opening_hours === undefined ? null : openingToday(schedule, now);
  const isToday = isOfToday({ at: now, now: today }, row.time_zone);
  const closure = isToday ? closureOf(row) : null;
  const opening = publishOpening(
    openingAt(schedule, now),
    isClosedForNow(closure, now) ? closure : null,
    lasting.doubt !== undefined,
  );
  return {
    ...lasting,
    ...(opening_today && { opening_today }),
    ...opening,
    likely:
      row.likely &&
      publishLikely(
        { ...opening, doubt: lasting.doubt },
        isToday ? row.likely : [],
        momentAt(row, now),
      ),
    ...(viewer.userId !== null && ownFieldsOf(row, today)),
    ...(hasPermission(viewer, "seeContributors") && { added_by: row.added_by }),
  };
}

export function scheduleOfRow(row: PlaceRow): Schedule {
  return {
    openingTimes: row.opening_times,
    timeZone: row.time_zone,
    hours: hoursTextOf(row),
  };
}

/** What `Place.likely` says of a row, without the rest of the place. */
function likelyOpenOf(row: PlaceRow, runs: readonly LikelyRun[], now: Date): boolean | null {
  if (isClosedForNow(closureOf(row), now) || doubtOfRow(row) !== null) return null;
  const { current } = openingAt(scheduleOfRow(row), now);
  return publishLikely({ open_status: current.status }, runs, momentAt(row, now))?.open ?? null;
}

function momentAt({ time_zone, country }: PlaceRow, now: Date): PlaceMoment {
  const kind = dayKindOf(country, localDateAt(now, time_zone));
  return { now, kind, minuteOfDay: localTimeAt(now, time_zone).minuteOfDay };
}

/** What closes a place for now, or did; null without. */
export function closureOf(row: ClosureColumns): Closure | null {
  const { closed_reason: reason, closed_since: since, closed_until: until, closed_by: by } = row;
  if (reason === null || since === null || until === null || by === null) return null;
  const reports = row.closed_reports ? { reports: row.closed_reports } : {};
  return { reason, since, until, by, opensOn: row.closed_opens_on, ...reports };
}

type ClosureColumns = Pick<
  PlaceRow,
  "closed_reason" | "closed_since" | "closed_until" | "closed_by" | "closed_opens_on"
> &
  Partial<Pick<PlaceRow, "closed_reports">>;

/** What the order by distance and freshness compares of a place (docs/product#fresh-places-first). */
export function toNearPlace(row: PlaceRow, near: Coordinates, now: Date, today = now): NearPlace {
  const { id, longitude, latitude } = row;
  const isToday = isOfToday({ at: now, now: today }, row.time_zone);
  return {
    id,
    distanceMeters: distanceMeters(near, [longitude, latitude]),
    confirmedAt: confirmedAt(row),
    closedUntil: isToday ? row.closed_until : null,
    doubt: doubtOfRow(row),
    likely: isToday && row.likely ? likelyOpenOf(row, row.likely, now) : null,
  };
}

function doubtOfRow(row: PlaceRow): PlaceDoubt | null {
  return doubtOf({
    confirmedAt: confirmedAt(row),
    closedReportedAt: row.closed_reported,
    privateReportedAt: row.private_reported,
  });
}

function confirmedAt({ last_confirmed, visitor_confirmed }: PlaceRow): Date | null {
  const latest = Math.max(last_confirmed?.getTime() ?? 0, visitor_confirmed?.getTime() ?? 0);
  return latest === 0 ? null : new Date(latest);
}

function ownFieldsOf(row: PlaceRow, now: Date): Required<Pick<Place, OwnField>> {
  return {
    confirmed_today: row.confirmed_on === localDateAt(now, row.time_zone),
    reviewed: row.reviewed ?? false,
  };
}

/** Columns that an addition, an import and the sample places write alike. */
type ContentColumns = Pick<
  NewPlaceRow,
  | ("country" | "city" | "address" | "comments" | "longitude" | "latitude")
  | ("price" | "price_known" | "costs" | "accessible" | "public")
>;

/**
 * The columns with the key that a search compares. Column by column: nothing else that an object may hold
 * gets into the table. The writer sets `dup_key`, which tells duplicates.
 */
export function toPlaceColumns(columns: ContentColumns & PlaceTexts) {
  const { country, city, address, comments, longitude, latitude } = columns;
  const { price, price_known, costs, accessible } = columns;
  return {
    ...{ country, city, address, comments, longitude, latitude },
    ...{ price, price_known, costs, accessible, public: columns.public },
    search_key: searchKeyOf(columns),
  } satisfies Partial<NewPlaceRow>;
}

type PlaceTexts = Pick<Place, "city" | "address" | "comments">;

/** City, address and comment as a search compares them; in a further line by Latin letters. */
function searchKeyOf({ city, address, comments }: PlaceTexts): string {
  return withLatinKeys([searchKey(`${city} ${address} ${comments}`)]).join("\n");
}

/** The columns of a place that follow from its texts; every write of the texts writes these too. */
export function derivePlaceColumns(place: PlaceTexts) {
  return {
    dup_key: duplicateKey(place),
    search_key: searchKeyOf(place),
  } satisfies Partial<NewPlaceRow>;
}
