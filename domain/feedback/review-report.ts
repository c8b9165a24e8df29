import * as v from "valibot";
import { writtenText } from "#domain/text/entered-text.ts";
import { maxDecisionReasonLength, maxReviewReportLength } from "#domain/text/text-limits.ts";
import { crossCheck, type DeepReadonly } from "#domain/validation/check-fields.ts";

/**
 * Reason that hides the text of a review: that it names a person, or has other personal data
 * (docs/product#texts-that-name-a-person).
 */
export const namingReason = "personal-data";

/** Reasons for which a review is reported (docs/product#reported-reviews); the last one needs a text. */
export const reviewReportReasons = ["spam", "insult", "off-topic", namingReason, "other"] as const;

export type ReviewReportReason = (typeof reviewReportReasons)[number];

/** Number of visitors who have to report a text for {@link namingReason} on one day (UTC) until it is hidden. */
export const namersNeeded = 2;

/** A report of a review, from a form or the API. Other fields are ignored. */
export const reviewReportSchema = v.pipe(
  v.object({
    reason: v.pipe(
      v.picklist(reviewReportReasons),
      v.description(
        `${namingReason} hides the text until staff have looked: of an account whose address is confirmed at once, of others once ${namersNeeded} have said so on one day (UTC)`,
      ),
    ),
    text: v.optional(
      v.pipe(
        writtenText(maxReviewReportLength),
        v.description("required where the reason is other"),
      ),
      "",
    ),
  }),
  crossCheck(({ valid, reject }) => {
    if (valid.reason === "other" && valid.text === "") reject("text");
  }),
);

export type ReviewReport = DeepReadonly<v.InferOutput<typeof reviewReportSchema>>;

/** Days for which a review that staff have kept is not asked about again, but by staff. */
export const settledDays = 30;

/** Decisions of staff on a review. */
export const reviewDecisions = ["keep", "remove"] as const;

/** Decision on a review, with staff's reason, which the author of a removed review gets. */
export const reviewDecisionSchema = v.object({
  decision: v.picklist(reviewDecisions),
  added: v.optional(
    v.pipe(
      // Not `instantSchema`: a shared module would go into a chunk that every list loads.
      v.string(),
      v.isoTimestamp(),
      v.description(
        "added of the review that it was made for; error.conflict where its author has changed it since",
      ),
    ),
  ),
  reason: v.optional(
    v.pipe(
      writtenText(maxDecisionReasonLength),
      v.description("for the author of a review that is removed"),
    ),
    "",
  ),
});

export type ReviewDecision = DeepReadonly<v.InferOutput<typeof reviewDecisionSchema>>;
