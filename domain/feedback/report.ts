import * as v from "valibot";
import { writtenText } from "#domain/text/entered-text.ts";
import { maxReportLength } from "#domain/text/text-limits.ts";
import { crossCheck, type DeepReadonly } from "#domain/validation/check-fields.ts";
import { reportedClosures } from "./closed-for-now.ts";

/**
 * Reasons of a report: the place is closed for good, out of order or closed until a day for now
 * (docs/product#closed-for-now), its opening times are wrong, its position is wrong, another reason.
 */
export const reportReasons = ["closed", ...reportedClosures, "hours", "position", "other"] as const;

/**
 * Reasons of reports that follow from observations (docs/product#observation): a place was found closed in its hours,
 * or visitors contradict each other about a fact, which the text names.
 */
export const observedReasons = ["found-closed", "contradiction"] as const;

/** All reasons of stored reports. */
export const storedReportReasons = [...reportReasons, ...observedReasons] as const;
export type StoredReportReason = (typeof storedReportReasons)[number];

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
    opens_on: v.optional(
      v.pipe(
        v.string(),
        v.isoDate(),
        v.check(isDay),
        v.description(
          "day on which the place opens again; required where the reason is closed-until",
        ),
      ),
    ),
  }),
  crossCheck(({ valid, isGiven, reject }) => {
    if (valid.reason === "closed-until" && !isGiven("opens_on")) reject("opens_on");
    if (valid.reason === "other" && valid.text === "") reject("text");
  }),
);

/** Whether the day exists: `2026-02-30` does not. */
function isDay(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00.000Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}

export type Report = DeepReadonly<v.InferOutput<typeof reportSchema>>;
