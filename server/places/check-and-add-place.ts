import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { NewPlace, NewPlaceCheck } from "#domain/place/new-place.ts";
import type { Place } from "#domain/place/place.ts";
import type { RetryAfterSeconds } from "#server/accounts/rate-limit.ts";
import type { AddPlaceResult, findAddObstacle } from "./add-place.ts";
import type { SimilarPlacesResult } from "./find-similar-places.ts";

/** Steps of the use case, bound to the contributor. */
export interface AddPlaceSteps {
  /** Counts the call; the wait when it is one too many (docs/product#rate-limits). */
  takeWrite(): Promise<RetryAfterSeconds>;
  /** Reason why the place cannot be added whatever the contributor has seen; null where it can. */
  findObstacle(place: NewPlace): ReturnType<typeof findAddObstacle>;
  findSimilarPlaces(origin: Coordinates): Promise<SimilarPlacesResult>;
  addPlace(place: NewPlace): Promise<AddPlaceResult>;
}

export type CheckAndAddPlaceResult =
  | AddPlaceResult
  | { readonly ok: false; readonly code: "error.toomanyrequests" }
  /** Nothing was added: the contributor looks at the similar places and the form first. */
  | { readonly ok: false; readonly code: "check"; readonly similar: readonly Place[] };

/** Adds a place, for the form as for the API, or says what the contributor has to look at first. */
export async function checkAndAddPlace(
  steps: AddPlaceSteps,
  { place, check }: { place: NewPlace; check: NewPlaceCheck },
): Promise<CheckAndAddPlaceResult> {
  if ((await steps.takeWrite()) !== null) return { ok: false, code: "error.toomanyrequests" };
  if (check !== "none") {
    // A duplicate is reported before the contributor is asked about similar places.
    const obstacle = await steps.findObstacle(place);
    if (obstacle !== null) return { ok: false, code: obstacle };
    const found = await steps.findSimilarPlaces([place.longitude, place.latitude]);
    if (!found.ok) return found;
    if (check === "form" || found.places.length > 0) {
      return { ok: false, code: "check", similar: found.places };
    }
  }
  return steps.addPlace(place);
}
