import { DatabaseAway } from "#server/database/database-errors.ts";
import type { Viewer } from "./viewer.ts";

/**
 * Who may do what (docs/product#permissions). What
 * everyone may do (map, list, places, reviews, filters, orders) is not in it.
 */
const capabilities = {
  seeUnacceptedPlaces: "administrator",
  addPlace: "user",
  reviewPlace: "user",
  getDirections: "user",
  findSimilarPlaces: "user",
  confirmPlace: "user",
  reportPlace: "user",
  correctAddress: "user",
  acceptPlace: "administrator",
  deletePlace: "administrator",
  restorePlace: "administrator",
  setPlacePosition: "administrator",
  deleteAnyReview: "administrator",
  seeReviewerIds: "administrator",
  openInMapsService: "administrator",
  moderate: "administrator",
  disableAccount: "administrator",
  removeSent: "administrator",
} as const satisfies Record<string, "user" | "administrator">;

export type Capability = keyof typeof capabilities;

/** Why someone may not: no session, or a session without the right. */
export type Refusal = "error.signin" | "error.forbidden";

/**
 * The account's id, for what everyone may do with their own; null for a visitor.
 *
 * @throws {DatabaseAway} where the session could not be read
 */
export function accountIdOf(viewer: Viewer): string | null {
  if (viewer.isUnread) throw new DatabaseAway("The session could not be read.");
  return viewer.userId;
}

/**
 * Null where the viewer may. Every use case that is not for everyone asks this first.
 *
 * @throws {DatabaseAway} where the session could not be read
 */
export function refusalOf(viewer: Viewer, capability: Capability): Refusal | null {
  if (accountIdOf(viewer) === null) return "error.signin";
  if (capabilities[capability] === "administrator" && !viewer.isAdministrator) {
    return "error.forbidden";
  }
  return null;
}
