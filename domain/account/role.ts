/** Roles of those who use the product; each has the rights of all before it (docs/product#permissions). */
export const roles = ["visitor", "user", "moderator", "administrator"] as const;

export type Role = (typeof roles)[number];

/** Whether a role has the rights of another one. */
export function hasRightsOf(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** Whether someone is one of the staff: a moderator (docs/product#moderators) or the administrator. */
export function isStaff({ role }: { readonly role: Role }): boolean {
  return hasRightsOf(role, "moderator");
}

/**
 * Whether an account can be made a moderator's: one that is in use, and whose address its owner has
 * confirmed, since anyone can register an address (docs/decisions/013).
 */
export function canBeModerator(account: {
  readonly disabled: boolean;
  readonly email_verified: boolean;
}): boolean {
  return account.email_verified && !account.disabled;
}
