import type { Role } from "./role.ts";

/** Whether the daily limits apply to an account: to all but the administrator's. */
export function isLimited({ role }: { readonly role: Role }): boolean {
  return role !== "administrator";
}

/**
 * Maximum number of places that a contributor adds within any 24 hours; the administrator has no limit
 * (docs/product#add-limit).
 */
export const addLimit = 5;

/** Window of the limits of additions and corrections. */
export const addLimitWindowMs = 24 * 60 * 60_000;

/**
 * Maximum number of corrections that an account sends within the same window; the administrator has no limit
 * (docs/product#correction).
 */
export const correctionLimit = 5;

/**
 * Maximum number of places that an account reports within the same window; staff have no limit
 * (docs/product#report).
 */
export const reportLimit = 20;

/** Maximum number of reports a day from one IP address by visitors without an account (docs/product#report). */
export const visitorReportLimit = 20;

/**
 * Maximum number of confirmations a day (UTC) of an account, and of visitors without one from one IP address
 * (docs/product#confirmation).
 */
export const confirmationLimit = 50;

/**
 * Maximum number of places a day (UTC) that an account observes, and visitors without one from one IP address
 * (docs/product#observation).
 */
export const observationLimit = 20;

/**
 * Maximum number of reviews a day (UTC) of which one person says that they name somebody
 * (docs/product#texts-that-name-a-person).
 */
export const namingLimit = 10;

/** Maximum number of reviews that an account writes or changes a day (UTC) (docs/product#reviews-of-a-day). */
export const reviewLimit = 20;

/**
 * Maximum number of review texts a day (UTC) that an account whose address is not confirmed publishes at once; further
 * ones wait for the confirmation, or for staff (docs/product#reviews-of-a-day).
 */
export const unconfirmedTextLimit = 3;
