/** Retention period of a deleted place in days, in which it can be restored (docs/product#deletion). */
export const restoreDays = 30;

const dayMs = 24 * 60 * 60 * 1000;

/** Earliest time of deletion that can still be undone, inclusive. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - restoreDays * dayMs);
}

/** Number of days left to restore a place, rounded up: `restoreDays` at first, 0 at the last instant. */
export function restoreDaysLeft(deletedAt: Date, now: Date): number {
  const leftMs = deletedAt.getTime() - restorableSince(now).getTime();
  return Math.max(0, Math.ceil(leftMs / dayMs));
}
