import { localDateAt } from "#domain/local-date.ts";
import { localTimeAt } from "#domain/local-time.ts";
import { openStatusAt } from "#domain/open-status.ts";
import { publishTimes } from "#domain/opening-times.ts";
import type { Place } from "#domain/place.ts";
import { feeOf } from "#domain/place-fee.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { SelectedPlace } from "./select-places.ts";

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
