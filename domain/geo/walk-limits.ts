/** A step counts as the current one this much before it begins, so that a turn is said before the corner. */
export const stepAheadMeters = 15;

/** Somebody who went back is at an earlier step again only this much before the later one begins. */
export const stepBackMeters = 30;

/** Farther from the way than this, one has left it. */
export const offRouteMeters = 40;

/** From here the place is in sight: one has arrived. */
export const arrivalMeters = 20;

/** Whoever leaves the way again and again is given a new one this often at most. */
export const replanIntervalMs = 10_000;

/**
 * Whether somebody has certainly left the way.
 *
 * @param offMeters from the way
 * @param accuracyMeters by how much the device says that its position may be wrong
 */
export function isOffRoute(offMeters: number, accuracyMeters: number): boolean {
  return offMeters - accuracyMeters > offRouteMeters;
}

/** For how many milliseconds no other way may be asked for. @param lastAskedMs the last question's instant */
export function replanWaitMs(lastAskedMs: number, nowMs: number): number {
  return Math.max(0, lastAskedMs + replanIntervalMs - nowMs);
}
