import {
  checkDraft,
  needsConfirmation,
  type PlaceDraft,
  readDraftForm,
} from "#app/features/place-form/form/place-draft.ts";
import type { HoursExplanation } from "#domain/opening/hours-meaning.ts";
import type { FindHoursError, NewPlace, NewPlaceCheck } from "#domain/place/new-place.ts";
import type { Place } from "#domain/place/place.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import type { AddPlaceFailure, AddPlaceFailureCode } from "./add-place-failure.ts";

/** Use cases of the form's action, bound to the caller. */
interface AddPlacePorts {
  isSignedIn: boolean;
  /** Adds the place, or says what the contributor has to look at first. */
  checkAndAddPlace: (request: {
    place: NewPlace;
    check: NewPlaceCheck;
  }) => Promise<
    | { ok: true; place: Place }
    | { ok: false; code: "check"; similar: readonly Place[] }
    | { ok: false; code: AddPlaceFailureCode }
  >;
  findHoursError: FindHoursError;
  /** What a text of opening hours means at a place, in the page's language. */
  explainHours: (text: string, place: NewPlace) => HoursExplanation;
}

type AddPlaceResult = { readonly kind: "added"; readonly place: Place } | AddPlaceFailure;

/**
 * Adds the place of the form, or returns the reason why not; similar places and an address that no search was sure of
 * are
 * shown first, and without script the pin too.
 */
export async function addPlaceAction(
  form: FormData,
  ports: AddPlacePorts,
): Promise<AddPlaceResult> {
  const seen = readChecked(form);
  // Without script no address is searched: the position is the contributor's own.
  const draft: PlaceDraft = {
    ...readDraftForm(form),
    ...(seen === "nothing" && { mode: "manual" }),
  };
  if (!ports.isSignedIn) return { kind: "refused", code: "error.signin", errors: [], draft };
  const checked = checkDraft(draft, ports.findHoursError);
  if (!checked.ok) {
    return { kind: "refused", code: checked.errors[0].code, errors: checked.errors, draft };
  }
  try {
    const check = checkOf(seen, draft);
    const result = await ports.checkAndAddPlace({ place: checked.value, check });
    if (result.ok) return { kind: "added", place: result.place };
    if (result.code !== "check") return { kind: "refused", code: result.code, errors: [], draft };
    const isUnverified = needsConfirmation(draft);
    const { kind, text } = draft.hours;
    const hours = kind === "text" ? ports.explainHours(text, checked.value).meaning : null;
    return { kind: "check", isUnverified, similar: result.similar, hours, draft };
  } catch (error) {
    console.error(error);
    return { kind: "refused", code: "addPlace.unsaved", errors: [], draft };
  }
}

/** What the contributor has seen before sending the form, in its field `checked`: the fields, the pin, or all. */
export type Checked = "nothing" | "pin" | "all";

const steps: readonly Checked[] = ["nothing", "pin", "all"];

function readChecked(form: FormData): Checked {
  return steps.find((step) => step === form.get("checked")) ?? "nothing";
}

/** What the contributor has yet to look at. */
function checkOf(seen: Checked, draft: PlaceDraft): NewPlaceCheck {
  if (seen === "all") return "none";
  return seen === "nothing" || needsConfirmation(draft) ? "form" : "similar";
}

/** HTTP status of the page with the failure, the same as the API's. */
export function addPlaceStatus(failure: AddPlaceFailure): number {
  return failure.kind === "refused" ? failureStatus(failure.code) : 200;
}
