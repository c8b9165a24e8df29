import type { Config } from "#server/config/config.ts";
import { DatabaseAway } from "#server/database/database-errors.ts";
import type { Viewer } from "./viewer.ts";

/**
 * Rights of signed-in visitors and of the administrator (docs/product#permissions). Calls that are
 * for everyone (map, list, places, reviews, filters, orders) are not in it.
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
  openInMapsService: "user",
  moderate: "administrator",
  disableAccount: "administrator",
  removeSent: "administrator",
} as const satisfies Record<string, "user" | "administrator">;

export type Capability = keyof typeof capabilities;

/** Rights that settings of the operator give to visitors without a session too. */
export type VisitorRights = ReadonlySet<Capability>;

/** Rights of visitors by the operator's settings (docs/product#permissions). */
export function visitorRightsOf({
  visitorDirections,
  visitorReports,
}: Pick<Config, "visitorDirections" | "visitorReports">): VisitorRights {
  return new Set<Capability>([
    ...(visitorDirections ? (["getDirections", "openInMapsService"] as const) : []),
    ...(visitorReports ? (["confirmPlace", "reportPlace"] as const) : []),
  ]);
}

/** Whether a right is the administrator's alone. */
export function isAdministrators(capability: Capability): boolean {
  return capabilities[capability] === "administrator";
}

/** Reason why a viewer may not: a missing session, or a session without the right. */
export type PermissionFailure = "error.signin" | "error.forbidden";

/**
 * Viewer's account id, for calls about the caller's own data; null for a visitor without a session.
 *
 * @throws {DatabaseAway} where the session could not be read
 */
export function accountIdOf(viewer: Viewer): string | null {
  if (viewer.isUnread) throw new DatabaseAway("The session could not be read.");
  return viewer.userId;
}

/**
 * Reason why the viewer may not; null where the viewer may. Every use case that is not for everyone
 * asks this first.
 *
 * @param visitorRights rights that need no session, where the use case is for visitors too
 * @throws {DatabaseAway} where the session could not be read
 */
export function permissionFailure(
  viewer: Viewer,
  capability: Capability,
  visitorRights?: VisitorRights,
): PermissionFailure | null {
  if (visitorRights?.has(capability)) return null;
  if (accountIdOf(viewer) === null) return "error.signin";
  if (isAdministrators(capability) && !viewer.isAdministrator) {
    return "error.forbidden";
  }
  return null;
}
