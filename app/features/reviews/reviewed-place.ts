import type { Place } from "#domain/place.ts";

/** What is needed of a place to review it. */
export type ReviewedPlace = Pick<Place, "id" | "city" | "address" | "reviewed">;
