import type { Place } from "#domain/place.ts";

/** What is needed of a place to report it. */
export type ReportedPlace = Pick<
  Place,
  "id" | "country" | "city" | "address" | "comments" | "coordinates"
>;

/** What is needed of a place to keep it true. */
export type KeptPlace = ReportedPlace &
  Pick<Place, "added" | "last_confirmed" | "confirmed_today" | "time_zone">;
