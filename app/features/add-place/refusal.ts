import type { TFunction } from "i18next";
import type { PlaceDraft } from "#app/features/add-place/form/place-draft.ts";
import { addLimit } from "#domain/place/add-limit.ts";
import type { Place } from "#domain/place/place.ts";
import type { FieldFault } from "#domain/reading/field-reader.ts";

/** Why a place was not added, or that saving failed (docs/product#failure-while-adding). */
export type AddPlaceFailureCode =
  | FieldFault["code"]
  | "error.duplicate"
  | "error.limit"
  | "error.signin"
  | "error.forbidden"
  | "error.toomanyrequests"
  | "addPlace.unsaved";

/** The form was not accepted; what was typed stays. */
export interface RefusedPlace {
  readonly kind: "refused";
  readonly code: AddPlaceFailureCode;
  readonly faults: readonly FieldFault[];
}

/** The form is good, and there is something to look at before it is sent. */
export interface PlaceCheck {
  readonly kind: "review";
  /** No search was sure of the address. */
  readonly isUnverified: boolean;
  /** Places nearby, nearest first: is it one of these (docs/product#similar-places)? */
  readonly similar: readonly Place[];
}

/** What the form's action answers where nothing was added; `draft` is what was sent. */
export type AddPlaceAnswer = (RefusedPlace | PlaceCheck) & {
  /** Null where the browser speaks for a server that did not answer. */
  readonly draft: PlaceDraft | null;
};

/** Why someone can't add a place now: no session, the limit reached, or nobody can tell. */
export type AddRefusal = "error.signin" | "error.limit" | "error.unavailable";

/** Why a place was not added, in the reader's language; what is wrong with a field stands beside it. */
export function refusalText(t: TFunction, code: AddPlaceFailureCode): string {
  if (code === "error.parameter" || code === "error.searchtext") return t("addPlace.faulty");
  return t(code, { max: addLimit });
}
