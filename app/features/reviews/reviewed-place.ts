import type { Place } from "#domain/place.ts";

/** What is needed of a place to review it: its name, and whether the viewer has. */
export type ReviewedPlace = Pick<
  Place,
  "id" | "country" | "city" | "address" | "comments" | "reviewed"
>;
