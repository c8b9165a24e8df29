import type { PlaceDraft } from "#app/features/place-form/form/place-draft.ts";
import { addLimit } from "#domain/account/daily-limits.ts";
import type { HoursMeaning } from "#domain/opening/hours-meaning.ts";
import type { Place } from "#domain/place/place.ts";
import type { Translate } from "#domain/text/i18n.ts";
import type { ValidationError } from "#domain/validation/check-fields.ts";

/** Codes of a failed attempt to add a place (docs/product#failure-while-adding). */
export type AddPlaceFailureCode =
  | ValidationError["code"]
  | "error.duplicate"
  | "error.limit"
  | "error.signin"
  | "error.forbidden"
  | "error.toomanyrequests"
  | "addPlace.unsaved";

/** The server did not add the place; the typed text stays. */
export interface UnaddedPlace {
  readonly kind: "refused";
  readonly code: AddPlaceFailureCode;
  readonly errors: readonly ValidationError[];
}

/** The form is good, and the contributor has something to check before it is sent. */
export interface PlaceCheck {
  readonly kind: "check";
  readonly isUnverified: boolean;
  /** Similar places, nearest first (docs/product#similar-places). */
  readonly similar: readonly Place[];
  /** What the text of opening hours means; null where the form has none that was written by hand. */
  readonly hours: HoursMeaning | null;
}

/** Result of the form's action where nothing was added; `draft` is the sent one. */
export type AddPlaceFailure = (UnaddedPlace | PlaceCheck) & {
  /** Null where the browser could not reach the server. */
  readonly draft: PlaceDraft | null;
};

/** Reasons why a visitor cannot add a place now: no session, the limit reached, or the database unavailable. */
export type AddObstacle = "error.signin" | "error.limit" | "error.unavailable";

/** Message of a failure that is no field's, in the page's language. */
export function addPlaceFailureText(t: Translate, code: AddPlaceFailureCode): string {
  if (code === "error.parameter" || code === "error.searchtext") return t("addPlace.faulty");
  return t(code, { max: addLimit });
}
