import { sql } from "kysely";
import type { OpeningTimes } from "#domain/opening-times.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";

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
