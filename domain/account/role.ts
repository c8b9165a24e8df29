/** Roles of viewers; each has the permissions of all before it (docs/product#permissions). */
export const roles = ["visitor", "user", "moderator", "administrator"] as const;

export type Role = (typeof roles)[number];

/** Whether a role has all permissions of another one. */
export function hasPermissionsOf(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** Whether a viewer belongs to the staff: a moderator (docs/product#moderators) or the administrator. */
export function isStaff({ role }: { readonly role: Role }): boolean {
  return hasPermissionsOf(role, "moderator");
}

/** Whether somebody is one person for certain: staff, or an account whose e-mail address is confirmed. */
export function isKnownPerson(viewer: {
  readonly role: Role;
  readonly isUnconfirmed?: boolean;
}): boolean {
  return isStaff(viewer) || (viewer.role !== "visitor" && !viewer.isUnconfirmed);
}

/**
 * Whether an account can become a moderator's: it must be enabled, with a verified e-mail address, since anyone
 * can register an address (docs/decisions/013).
 */
export function canBeModerator(account: {
  readonly disabled: boolean;
  readonly email_verified: boolean;
}): boolean {
  return account.email_verified && !account.disabled;
}
