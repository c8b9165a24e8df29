import { hasPermissionsOf, type Role } from "#domain/account/role.ts";
import type { Config } from "#server/config/config.ts";
import { DatabaseUnavailable } from "#server/database/database-errors.ts";
import type { Viewer } from "./viewer.ts";

/**
 * Permissions, each with the lowest role that has it (docs/product#permissions). Public calls (map, list, places,
 * reviews, filters, orders) need none.
 */
const permissions = {
  seeUnacceptedPlaces: "moderator",
  addPlace: "user",
  reviewPlace: "user",
  getDirections: "user",
  findSimilarPlaces: "user",
  confirmPlace: "user",
  reportPlace: "user",
  reportReview: "user",
  correctAddress: "user",
  acceptPlace: "moderator",
  deletePlace: "moderator",
  restorePlace: "moderator",
  setPlacePosition: "moderator",
  editPlace: "moderator",
  proposeEdit: "user",
  takeBackEdit: "moderator",
  deleteAnyReview: "moderator",
  seeContributors: "administrator",
  moderate: "moderator",
  disableAccount: "administrator",
  removeSent: "administrator",
  appointModerators: "administrator",
  seeStatus: "administrator",
  importLists: "administrator",
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof permissions;

/** Permissions that settings of the operator give to visitors without a session too. */
export type VisitorPermissions = ReadonlySet<Permission>;

/** Permissions of visitors by the operator's settings (docs/product#permissions). */
export function visitorPermissionsOf({
  visitorDirections,
  visitorReports,
}: Pick<Config, "visitorDirections" | "visitorReports">): VisitorPermissions {
  return new Set<Permission>([
    ...(visitorDirections ? (["getDirections"] as const) : []),
    ...(visitorReports ? (["confirmPlace", "reportPlace", "reportReview"] as const) : []),
  ]);
}

/** The lowest role that has a permission, and whether the operator may give it to visitors too. */
export function holderOf(permission: Permission): { role: Role; isVisitorsToo: boolean } {
  const all = visitorPermissionsOf({ visitorDirections: true, visitorReports: true });
  return { role: permissions[permission], isVisitorsToo: all.has(permission) };
}

/** Whether only staff have a permission. */
export function isStaffs(permission: Permission): boolean {
  return hasPermissionsOf(permissions[permission], "moderator");
}

/** Whether the viewer has a permission; a viewer whose session could not be read has none. */
export function hasPermission({ role }: Pick<Viewer, "role">, permission: Permission): boolean {
  return hasPermissionsOf(role, permissions[permission]);
}

/** Reason why a viewer may not: a missing session, or a session without the permission. */
export type PermissionFailure = "error.signin" | "error.forbidden";

/**
 * Viewer's account id, for calls about the viewer's own data; null for a visitor without a session.
 *
 * @throws {DatabaseUnavailable} where the session could not be read
 */
export function accountIdOf(viewer: Viewer): string | null {
  if (viewer.isUnread) throw new DatabaseUnavailable("The session could not be read.");
  return viewer.userId;
}

/**
 * Reason why the viewer may not; null where the viewer may. Every use case that is not public checks this first.
 *
 * @param visitorPermissions permissions that need no session, where the use case is for visitors too
 * @throws {DatabaseUnavailable} where the session could not be read
 */
export function permissionFailure(
  viewer: Viewer,
  permission: Permission,
  visitorPermissions?: VisitorPermissions,
): PermissionFailure | null {
  if (visitorPermissions?.has(permission)) return null;
  if (accountIdOf(viewer) === null) return "error.signin";
  return hasPermission(viewer, permission) ? null : "error.forbidden";
}
