import { type Selectable, sql } from "kysely";
import { type Closure, isClosedForNow } from "#domain/feedback/closed-for-now.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { localDateAt } from "#domain/opening/local-time.ts";
import { publishTimes } from "#domain/opening/seven-entries.ts";
import type { Schedule } from "#domain/opening/status-changes.ts";
import { duplicateKey } from "#domain/place/duplicate-key.ts";
import { doubtOf, type NearPlace, type PlaceDoubt } from "#domain/place/freshness.ts";
import type { Place } from "#domain/place/place.ts";
import {
  factsOf,
  type PlaceFacts,
  type PlainFacts,
  plainFacts,
  withPlainFacts,
} from "#domain/place/place-facts.ts";
import { feeOf, type PriceColumns } from "#domain/place/place-fee.ts";
import { publishOpening, type StandingPlace } from "#domain/place/published-opening.ts";
import { searchKey } from "#domain/text/search-key.ts";
import { hasPermission } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { isVisible, type PlaceVisibility, visibleTo } from "#server/database/place-visibility.ts";
import type { NewPlaceRow, Schema } from "#server/database/schema.ts";
import { openingAt, openingToday } from "#server/opening/forecast-opening.ts";
import { hoursTextOf } from "#server/opening/stored-schedules.ts";

/**
 * The columns of `place` that say what a place is: the one list, for pages, the API and every export.
 */
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
  "rating_sum",
  "rating_count",
  "opening_hours",
  "opening_hours_complete",
  "attributes",
  "osm_id",
] as const satisfies readonly (keyof Schema["place"])[];

/** Those of its schedule. */
const scheduleColumns = [
  "opening_times",
  "time_zone",
  "hours_text",
  "hours_country",
  "hours_position",
] as const satisfies readonly (keyof Schema["schedule"])[];

/** A place as the database holds it, with its schedule. */
export type PlaceRow = Pick<Selectable<Schema["place"]>, (typeof placeColumns)[number]> &
  Pick<Selectable<Schema["schedule"]>, (typeof scheduleColumns)[number]> & {
    /** Answers of its set of facts. */
    readonly facts: PlaceFacts;
  };

/** The set of facts of a `place`, as a column. */
export const storedFactSet =
  "(select facts from fact_set where fact_set.id = fact_set_id) as facts";

/** The columns of a `PlaceRow`, of `place join schedule`. Put together once: every page asks for them. */
export const placeRowColumns = sql.raw<PlaceRow>(
  [
    ...placeColumns.map((column) => `place.${column}`),
    ...scheduleColumns.map((column) => `schedule.${column}`),
    storedFactSet,
  ].join(", "),
);

/** A place as `selectPlaces` reads it, with the viewer's confirmation and review. */
export interface SelectedPlace extends PlaceRow {
  /** The last day, by the place's own clock, that the viewer confirmed it; an ISO 8601 date. */
  readonly confirmed_on: string | null;
  /** Whether the viewer has a review of it. */
  readonly reviewed: boolean;
}

/**
 * Those of the places that exist and the viewer may see, in no order.
 *
 * @param visibility wider than the viewer's own where the answer is for a rule, not for a list
 */
export async function selectPlaces(
  database: Database,
  ids: readonly number[],
  viewer: Viewer,
  visibility: PlaceVisibility = visibleTo(viewer),
): Promise<SelectedPlace[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SelectedPlace>`
    select ${placeRowColumns},
      (select max(on_day) from confirmation
        where place_id = place.id and account_id = ${viewer.userId}::text) as confirmed_on,
      exists (select from review
        where place_id = place.id and user_id = ${viewer.userId}::text) as reviewed
    from place join schedule on schedule.id = schedule_id
    where place.id = any(${ids}::int[]) and ${isVisible(visibility)}`.execute(database);
  return rows;
}

/** What a viewer has said of a place. */
type OwnMarks = Pick<SelectedPlace, "confirmed_on" | "reviewed">;

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

/** Statements of contributors and sources about a place, every part included, as exports give them. */
export interface SourcedPlace
  extends Pick<
    Place,
    | "id"
    | "country"
    | "city"
    | "address"
    | "price"
    | "fee"
    | "comments"
    | keyof PlainFacts
    | "facts"
    | "latitude"
    | "longitude"
    | "opening_times"
    | "closed_days"
    | "time_zone"
  > {
  /** Empty where neither has said any. */
  readonly county: string;
  readonly postcode: string;
  readonly price_known: boolean;
  readonly position_approximate: boolean;
}

/** Facts of a place, as its columns hold them. */
export function storedFactsOf(
  row: Pick<PlaceRow, "facts" | "fact_texts" | keyof PlainFacts>,
): PlaceFacts {
  return factsOf(withPlainFacts({ ...row.facts, ...row.fact_texts }, row));
}

/** The one mapper from the columns of the database to what is said of a place. */
export function toSourcedPlace(row: PlaceRow): SourcedPlace {
  const price = row.price === null ? null : Number(row.price);
  const facts = storedFactsOf(row);
  return {
    id: row.id,
    country: row.country,
    city: row.city,
    address: row.address,
    county: row.county,
    postcode: row.postcode,
    price,
    price_known: row.price_known,
    fee: feeOf({ ...row, price }),
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

/** A place as it is known at any time. */
export function toStandingPlace(row: PlaceRow): StandingPlace {
  const { county, postcode, price_known, position_approximate, ...said } = toSourcedPlace(row);
  const { opening_hours, rating_count } = row;
  const doubt = doubtOfRow(row);
  return {
    ...said,
    version: row.version,
    ...(county !== "" && { county }),
    ...(postcode !== "" && { postcode }),
    ...(!price_known && { price_known }),
    ...(position_approximate && { position_approximate }),
    accepted: row.accepted,
    ...(row.sample && { sample: true as const }),
    coordinates: [said.longitude, said.latitude],
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
  };
}

/**
 * A place as the viewer gets it at an instant: open or not by its own clock, whether the viewer has
 * confirmed it today and reviewed it, and who added it for the administrator only (docs/product#permissions).
 */
export function toPlace(row: SelectedPlace, now: Date, viewer: Viewer): Place {
  const standing = toStandingPlace(row);
  const schedule = scheduleOfRow(row);
  const opening_today = standing.opening_hours === undefined ? null : openingToday(schedule, now);
  const closure = closureOf(row);
  return {
    ...standing,
    ...(opening_today && { opening_today }),
    ...publishOpening(
      openingAt(schedule, now),
      isClosedForNow(closure, now) ? closure : null,
      standing.doubt !== undefined,
    ),
    ...(viewer.userId !== null && {
      confirmed_today: isConfirmedToday(row, now),
      reviewed: row.reviewed,
    }),
    ...(hasPermission(viewer, "seeContributors") && { added_by: row.added_by }),
  };
}

/** The schedule of a place. */
export function scheduleOfRow(row: PlaceRow): Schedule {
  return {
    openingTimes: row.opening_times,
    timeZone: row.time_zone,
    hours: hoursTextOf(row),
  };
}

/** What closes a place for now, or did; null without. */
export function closureOf(row: ClosureColumns): Closure | null {
  const { closed_reason: reason, closed_since: since, closed_until: until, closed_by: by } = row;
  if (reason === null || since === null || until === null || by === null) return null;
  return { reason, since, until, by, opensOn: row.closed_opens_on };
}

type ClosureColumns = Pick<
  PlaceRow,
  "closed_reason" | "closed_since" | "closed_until" | "closed_by" | "closed_opens_on"
>;

/** What the order by distance and freshness compares of a place (docs/product#fresh-places-first). */
export function toNearPlace(row: PlaceRow, near: Coordinates): NearPlace {
  const { id, longitude, latitude } = row;
  return {
    id,
    distanceMeters: distanceMeters(near, [longitude, latitude]),
    confirmedAt: confirmedAt(row),
    closedUntil: row.closed_until,
    doubt: doubtOfRow(row),
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

function isConfirmedToday({ confirmed_on, time_zone }: SelectedPlace, now: Date): boolean {
  return confirmed_on !== null && confirmed_on === localDateAt(now, time_zone);
}

/** Facts of a place that an addition, an import and the sample places bring. */
type WrittenPlace = Pick<
  Place,
  "country" | "city" | "address" | "comments" | "longitude" | "latitude"
> &
  PlainFacts &
  PriceColumns;

/**
 * A place in the columns that each of them writes. Column by column: nothing else that an object may
 * hold gets into the table. The writer sets `dup_key`, which tells duplicates.
 */
export function toPlaceColumns(place: WrittenPlace) {
  const { country, city, address, comments, longitude, latitude } = place;
  const { price, price_known, costs } = place;
  return {
    country,
    city,
    address,
    comments,
    longitude,
    latitude,
    price,
    price_known,
    costs,
    accessible: place.accessible,
    public: place.public,
    search_key: searchKeyOf(place),
  } satisfies Partial<NewPlaceRow>;
}

type NamedPlace = Pick<Place, "city" | "address" | "comments">;

/** City, address and comment as a search compares them. */
function searchKeyOf({ city, address, comments }: NamedPlace): string {
  return searchKey(`${city} ${address} ${comments}`);
}

/** The columns of a place that follow from its words; every write of the words writes these too. */
export function derivePlaceColumns(place: NamedPlace) {
  return {
    dup_key: duplicateKey(place),
    search_key: searchKeyOf(place),
  } satisfies Partial<NewPlaceRow>;
}
