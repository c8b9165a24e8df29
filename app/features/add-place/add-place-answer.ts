import type { FieldFault } from "#domain/field-fault.ts";
import type { Place } from "#domain/place.ts";
import type { PlaceDraft } from "./place-draft.ts";

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
export interface PlaceReview {
  readonly kind: "review";
  /** No search was sure of the address. */
  readonly isUnverified: boolean;
  /** Places nearby, nearest first: is it one of these (docs/product#similar-places)? */
  readonly similar: readonly Place[];
}

/** What the form's action answers where nothing was added; `draft` is what was sent. */
export type AddPlaceAnswer = (RefusedPlace | PlaceReview) & {
  /** Null where the browser speaks for a server that did not answer. */
  readonly draft: PlaceDraft | null;
};
