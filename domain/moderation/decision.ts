import * as v from "valibot";
import { writtenText } from "#domain/text/entered-text.ts";
import { maxDecisionReasonLength } from "#domain/text/text-limits.ts";
import { flag } from "#domain/validation/parse-query.ts";
import type { ReportFilter } from "./moderation-query.ts";

/** Outcomes of a report or a correction (docs/product#decisions-and-their-reasons). */
export const outcomes = ["done", "declined"] as const;

export type Outcome = (typeof outcomes)[number];

/**
 * Steps that settle a report that a place is closed with the outcome `done`: staff close the place for now, or
 * reopen it (docs/product#closing-a-place-from-a-report).
 */
export const closureSteps = ["close", "open"] as const;

export type ClosureStep = (typeof closureSteps)[number];

/** Reports of a place that staff have read and decide on at once (docs/product#reports-of-one-place). */
export interface SeenReports {
  /** Id of the newest of them. */
  readonly newest: number;
  /** What let them through. */
  readonly filter: ReportFilter;
}

/** Minutes for which an acceptance, or a decision on several entries at once, can be undone (docs/product#acceptance). */
export const undoMinutes = 10;

/** Whether a decision of that time can still be undone. */
export function canUndo(decidedAt: Date | null, now: Date): boolean {
  return decidedAt !== null && now.getTime() - decidedAt.getTime() < undoMinutes * 60_000;
}

/** Whether a decision is also a step. */
export function isClosureStep(decision: string): decision is ClosureStep {
  return closureSteps.some((step) => step === decision);
}

/** Reason of a decision, for the contributor; may be empty. */
export const decisionReasonSchema = /* @__PURE__ */ (() =>
  v.pipe(
    writtenText(maxDecisionReasonLength),
    v.description("what the contributor is told about the decision"),
  ))();

/** Query of a request that deletes a place. */
export const deletionQuerySchema = /* @__PURE__ */ (() =>
  v.object({
    reason: v.optional(decisionReasonSchema, ""),
    waiting: flag("deletes the place only where it still waits for acceptance"),
  }))();
