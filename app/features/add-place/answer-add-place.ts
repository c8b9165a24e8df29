import { checkDraft } from "#app/features/add-place/form/describe-place.ts";
import { needsConfirmation, type PlaceDraft } from "#app/features/add-place/form/place-draft.ts";
import {
  type Checked,
  readChecked,
  readDraftForm,
} from "#app/features/add-place/form/read-draft-form.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { NewPlace } from "#domain/place/new-place.ts";
import type { Place } from "#domain/place/place.ts";
import { failureStatus } from "#domain/reading/failure-status.ts";
import type { AddPlaceAnswer, AddPlaceFailureCode } from "./add-place-failure.ts";

/** Use cases of the form's action, bound to the caller. */
interface AddPlacePorts {
  isSignedIn: boolean;
  /** Counts the attempt; seconds to wait when it is one too many. */
  takeWrite: () => Promise<number | null>;
  /** Reason why the place cannot be added whatever the contributor has seen; null where it can. */
  findObstacle: (place: NewPlace) => Promise<AddPlaceFailureCode | null>;
  findSimilarPlaces: (
    origin: Coordinates,
  ) => Promise<{ ok: true; places: readonly Place[] } | { ok: false; code: AddPlaceFailureCode }>;
  addPlace: (
    place: NewPlace,
  ) => Promise<{ ok: true; place: Place } | { ok: false; code: AddPlaceFailureCode }>;
}

type AddPlaceResult = { readonly kind: "added"; readonly place: Place } | AddPlaceAnswer;

/**
 * Adds the place of the form, or answers with the reason why not. Unless the contributor has seen everything
 * already, similar places and an address that no search was sure of are shown first, and without script the
 * pin too. When saving fails, the answer says so and the typed text stays.
 */
export async function answerAddPlace(
  form: FormData,
  ports: AddPlacePorts,
): Promise<AddPlaceResult> {
  const draft = readDraftForm(form);
  if (!ports.isSignedIn) return { kind: "refused", code: "error.signin", faults: [], draft };
  const checked = checkDraft(draft);
  if (!checked.ok) {
    return { kind: "refused", code: checked.faults[0].code, faults: checked.faults, draft };
  }
  try {
    const result = await checkOrAdd(checked.place, draft, readChecked(form), ports);
    return typeof result === "string"
      ? { kind: "refused", code: result, faults: [], draft }
      : result;
  } catch (error) {
    console.error(error);
    return { kind: "refused", code: "addPlace.unsaved", faults: [], draft };
  }
}

async function checkOrAdd(
  place: NewPlace,
  draft: PlaceDraft,
  checked: Checked,
  ports: AddPlacePorts,
): Promise<AddPlaceResult | AddPlaceFailureCode> {
  if ((await ports.takeWrite()) !== null) return "error.toomanyrequests";
  if (checked !== "all") {
    // A duplicate is reported before the contributor is asked about similar places.
    const obstacle = await ports.findObstacle(place);
    if (obstacle !== null) return obstacle;
    const found = await ports.findSimilarPlaces([place.longitude, place.latitude]);
    if (!found.ok) return found.code;
    const isUnverified = needsConfirmation(draft);
    if (checked === "nothing" || isUnverified || found.places.length > 0) {
      return { kind: "check", isUnverified, similar: found.places, draft };
    }
  }
  const added = await ports.addPlace(place);
  return added.ok ? { kind: "added", place: added.place } : added.code;
}

/** HTTP status of the page with the answer, the same as the API's. */
export function addPlaceStatus(answer: AddPlaceAnswer): number {
  return answer.kind === "refused" ? failureStatus(answer.code) : 200;
}
