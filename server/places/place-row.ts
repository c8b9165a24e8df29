import { sql } from "kysely";
import { localDateAt } from "#domain/opening/local-date.ts";
import { localTimeAt } from "#domain/opening/local-time.ts";
import { openStatusAt } from "#domain/opening/open-status.ts";
import { type OpeningTimes, publishTimes } from "#domain/opening/opening-times.ts";
import type { Place } from "#domain/place/place.ts";
import { feeOf } from "#domain/place/place-fee.ts";
import { duplicateKey, searchKey } from "#domain/text/search-key.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import type { NewPlaceRow } from "#server/database/schema.ts";

/** A place as `selectPlaces` reads it, with its schedule. */
export interface SelectedPlace {
  id: number;
  country: string;
  city: string;
  address: string;
  /** Both empty where nobody has said. */
  county: string;
  postcode: string;
  /** A decimal number as text. */
  price: string | null;
  price_known: boolean;
  costs: boolean;
  comments: string;
  accessible: boolean;
  public: boolean;
  accepted: boolean;
  sample: boolean;
  latitude: number;
  longitude: number;
  position_approximate: boolean;
  added: Date;
  added_by: string | null;
  last_confirmed: Date | null;
  /** The last day, by the place's own clock, that the viewer confirmed it; an ISO 8601 date. */
  confirmed_on: string | null;
  /** Whether the viewer has a review of it. */
  reviewed: boolean;
  rating_sum: number;
  rating_count: number;
  time_zone: string;
  /** With its closed days, as the rules hold a week. */
  opening_times: OpeningTimes;
  /** The text that the opening times leave something out of; null where there is none. */
  opening_hours: string | null;
  /** By OpenStreetMap's keys. */
  attributes: Record<string, string> | null;
}

/**
 * Those of the places that exist and the viewer may see (docs/product#permissions), in no order.
 * Written out once, because it is asked for with every page.
 */
export async function selectPlaces(
  database: Database,
  ids: readonly number[],
  viewer: Viewer,
): Promise<SelectedPlace[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SelectedPlace>`
    select place.id, country, city, address, county, postcode, price, price_known, costs, comments, accessible, public, accepted, sample,
      latitude, longitude, position_approximate, added, added_by, last_confirmed, rating_sum, rating_count,
      time_zone, opening_times, attributes,
      case when opening_hours_complete then null else opening_hours end as opening_hours,
      (select max(on_day) from confirmation
        where place_id = place.id and account_id = ${viewer.userId}::text) as confirmed_on,
      exists (select from review
        where place_id = place.id and user_id = ${viewer.userId}::text) as reviewed
    from place join schedule on schedule.id = schedule_id
    where place.id = any(${ids}::int[]) and deleted_at is null
      and (accepted or ${viewer.isAdministrator})`.execute(database);
  return rows;
}

/** `rating_calculated` of a place that nobody has rated (docs/product#rating). */
const noRating = -1;

/**
 * A place as the viewer gets it at an instant: open or not by its own clock, whether the viewer has
 * confirmed it today and reviewed it, and who added it for the administrator only (docs/product#permissions).
 */
export function toPlace(row: SelectedPlace, now: Date, viewer: Viewer): Place {
  const { longitude, latitude, time_zone, opening_times } = row;
  const price = row.price === null ? null : Number(row.price);
  return {
    id: row.id,
    country: row.country,
    city: row.city,
    address: row.address,
    ...(row.county !== "" && { county: row.county }),
    ...(row.postcode !== "" && { postcode: row.postcode }),
    price,
    ...(!row.price_known && { price_known: false as const }),
    fee: feeOf({ ...row, price }),
    comments: row.comments,
    accessible: row.accessible,
    public: row.public,
    accepted: row.accepted,
    ...(row.sample && { sample: true as const }),
    latitude,
    longitude,
    coordinates: [longitude, latitude],
    ...(row.position_approximate && { position_approximate: true as const }),
    ...publishTimes(opening_times),
    ...(row.opening_hours !== null && { opening_hours: row.opening_hours }),
    added: row.added.toISOString(),
    rating_calculated: row.rating_count === 0 ? noRating : row.rating_sum / row.rating_count,
    rating_count: row.rating_count,
    open_status: openStatusAt(opening_times, localTimeAt(now, time_zone)).status,
    time_zone,
    last_confirmed: row.last_confirmed?.toISOString() ?? null,
    ...(viewer.userId !== null && {
      confirmed_today: isConfirmedToday(row, now),
      reviewed: row.reviewed,
    }),
    ...(viewer.isAdministrator && { added_by: row.added_by }),
  };
}

function isConfirmedToday({ confirmed_on, time_zone }: SelectedPlace, now: Date): boolean {
  return confirmed_on !== null && confirmed_on === localDateAt(now, time_zone);
}

/** The columns of a place that follow from others; every write of those others writes these too. */
export function derivePlaceColumns(place: { city: string; address: string; comments: string }) {
  return {
    dup_key: duplicateKey(place),
    search_key: searchKey(`${place.city} ${place.address} ${place.comments}`),
  } satisfies Partial<NewPlaceRow>;
}
