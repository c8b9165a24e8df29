import { forgetDraft } from "#app/features/place-form/form/stored-draft.ts";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import type { AddPlaceFailure } from "./add-place-failure.ts";

/**
 * Sends the form. A redirect says that the server has added the place: the draft has done its work. Without a
 * response, or after a server error, the typed text stays (docs/product#failure-while-adding).
 */
export function savePlace(save: () => Promise<AddPlaceFailure>) {
  const unsaved: AddPlaceFailure = {
    kind: "refused",
    code: "addPlace.unsaved",
    errors: [],
    draft: null,
  };
  return actionWithFallback(
    save,
    () => unsaved,
    () => forgetDraft(),
  );
}
