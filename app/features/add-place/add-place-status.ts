import type { AddPlaceAnswer, AddPlaceFailureCode } from "./add-place-answer.ts";

const statuses: Partial<Record<AddPlaceFailureCode, number>> = {
  "error.signin": 401,
  "error.forbidden": 403,
  "error.duplicate": 409,
  "error.limit": 429,
  "error.toomanyrequests": 429,
  "addPlace.unsaved": 503,
};

/** The HTTP status of the page with the answer, as the API's; 422 for fields that are wrong. */
export function addPlaceStatus(answer: AddPlaceAnswer): number {
  return answer.kind === "refused" ? (statuses[answer.code] ?? 422) : 200;
}
