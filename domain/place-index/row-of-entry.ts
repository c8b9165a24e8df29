import { type PlaceRow, unrated } from "./place-columns.ts";
import type { PlaceEntry } from "./place-entry.ts";
import { packPlaceFlags } from "./place-flags.ts";
import type { PlaceStore } from "./place-store.ts";
import { unitX, unitY } from "./world-units.ts";

/** What the columns hold of an entry. Its city and schedule are registered where they are new. */
export function rowOfEntry(
  { cities, schedules }: Pick<PlaceStore, "cities" | "schedules">,
  entry: PlaceEntry,
): PlaceRow {
  const schedule = schedules.register(entry.openingTimes, entry.timeZone);
  return {
    id: entry.id,
    x: unitX(entry.longitude),
    y: unitY(entry.latitude),
    state: packPlaceFlags(entry) | schedules.stateBits[schedule],
    schedule,
    city: cities.register(entry.city),
    addedMicros: entry.addedMicros,
    rating: meanRating(entry.ratingSum, entry.ratingCount),
  };
}

/** The mean as the columns hold it. */
export function meanRating(ratingSum: number, ratingCount: number): number {
  return ratingCount === 0 ? unrated : ratingSum / ratingCount;
}
