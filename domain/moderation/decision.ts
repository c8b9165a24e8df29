import * as v from "valibot";
import { writtenText } from "#domain/text/entered-text.ts";
import { maxAnswerLength } from "#domain/text/text-limits.ts";

/** Outcomes of a report or a correction (docs/product#decisions-and-their-reasons). */
export const outcomes = ["done", "declined"] as const;

export type Outcome = (typeof outcomes)[number];

/** What staff say of a decision to the contributor whom it concerns; empty without. */
export const answerSchema = /* @__PURE__ */ (() =>
  v.pipe(
    writtenText(maxAnswerLength),
    v.description("what the contributor is told about the decision"),
  ))();

/** Parameters of a call that declines or removes what a contributor sent. */
export const declineQuerySchema = /* @__PURE__ */ (() =>
  v.object({ reason: v.optional(answerSchema, "") }))();
