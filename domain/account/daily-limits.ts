import type { Role } from "./role.ts";

/** Whether the limits of a day hold for someone: for every account but the administrator's. */
export function isLimited({ role }: { readonly role: Role }): boolean {
  return role !== "administrator";
}

/**
 * Maximum number of places that a contributor adds within any 24 hours; the administrator has no limit
 * (docs/product#add-limit).
 */
export const addLimit = 5;

/** Time within which additions and corrections count. */
export const addLimitWindowMs = 24 * 60 * 60_000;

/**
 * Maximum number of corrections that an account sends within the same time; the administrator has no limit
 * (docs/product#correction).
 */
export const correctionLimit = 5;

/**
 * Maximum number of places that an account reports within the same time; staff have no limit
 * (docs/product#report).
 */
export const reportLimit = 20;

/** Maximum number of reports by visitors without an account from one address in a day (docs/product#report). */
export const visitorReportLimit = 20;

/** Maximum number of their confirmations from one address in a day (docs/product#confirmation). */
export const visitorConfirmationLimit = 50;
