/** Outcomes of a report or a correction (docs/product#decisions-and-their-reasons). */
export const outcomes = ["done", "declined"] as const;

export type Outcome = (typeof outcomes)[number];

/**
 * Steps that settle a report that a place is closed with the outcome `done`: staff close the place for now, or
 * reopen it (docs/product#closing-a-place-from-a-report).
 */
export const closureSteps = ["close", "open"] as const;

export type ClosureStep = (typeof closureSteps)[number];

/** Minutes for which an acceptance, or a decision on several entries at once, can be undone (docs/product#acceptance). */
export const undoMinutes = 10;

/** Whether a decision of that time can still be undone. */
export function canUndo(decidedAt: Date | null, now: Date): boolean {
  return decidedAt !== null && now.getTime() - decidedAt.getTime() < undoMinutes * 60_000;
}

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

/** Whether a decision is also a step. */
export function isClosureStep(decision: string): decision is ClosureStep {
  return closureSteps.some((step) => step === decision);
}
