import * as v from "valibot";
import { crossCheck, type DeepReadonly } from "#domain/reading/check-fields.ts";
import { writtenText } from "#domain/text/entered-text.ts";
import { maxReportLength } from "#domain/text/text-limits.ts";

/**
 * Reasons of a report: the place is closed for good, its opening times are wrong, its position is wrong,
 * another reason.
 */
export const reportReasons = ["closed", "hours", "position", "other"] as const;

/** Maximum number of reports by visitors without an account from one address in a day (docs/product#report). */
export const visitorReportLimit = 20;

/**
 * A visitor's report that something about a place is wrong (docs/product#report), from a form or the API: a
 * reason, and a text, which `other` requires. Other fields are ignored.
 */
export const reportSchema = v.pipe(
  v.object({
    reason: v.picklist(reportReasons),
    text: v.optional(
      v.pipe(writtenText(maxReportLength), v.description("required where the reason is other")),
      "",
    ),
  }),
  crossCheck(({ good, reject }) => {
    if (good.reason === "other" && good.text === "") reject("text");
  }),
);

export type Report = DeepReadonly<v.InferOutput<typeof reportSchema>>;
