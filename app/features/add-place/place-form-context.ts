import { createContext, use } from "react";
import type { FieldFault } from "#domain/field-fault.ts";
import type { PlaceDraftState } from "./use-place-draft.ts";

/** What the parts of the form share. */
export interface PlaceFormState extends PlaceDraftState {
  readonly faults: readonly FieldFault[];
}

export const PlaceFormContext = createContext<PlaceFormState | null>(null);

/** @throws outside the form, which is a mistake in the page */
export function usePlaceForm(): PlaceFormState {
  const form = use(PlaceFormContext);
  if (form === null) throw new Error("a part of the form stands outside it");
  return form;
}
