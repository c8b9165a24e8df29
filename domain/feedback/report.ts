import { type FieldFault, FieldReader } from "#domain/reading/field-reader.ts";
import { readText } from "#domain/text/entered-text.ts";
import { maxReportLength } from "#domain/text/text-length.ts";

/**
 * Reasons of a report: the place is closed for good, its opening times are wrong, its position is wrong,
 * another reason.
 */
export const reportReasons = ["closed", "hours", "position", "other"] as const;

type ReportReason = (typeof reportReasons)[number];

/** A visitor's report that something about a place is wrong (docs/product#report). */
export interface Report {
  readonly reason: ReportReason;
  /** Trimmed, NFC, at most `maxReportLength` code points; may be empty except for `other`. */
  readonly text: string;
}

/** Whether a report of this reason needs a text to say anything. */
function needsReportText(reason: ReportReason): boolean {
  return reason === "other";
}

export type CheckedReport =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/**
 * Reads a report from a form or the API: a reason, and a text, which 'other' requires; an absent text is
 * empty. Unknown fields are ignored.
 */
export function checkReport(input: unknown): CheckedReport {
  const fields = new FieldReader(input);
  const report: Report = {
    reason: fields.read("reason", readReason, "closed"),
    text: fields.readOptional("text", (value) => readText(value, maxReportLength), ""),
  };
  const isMute = report.text === "" && needsReportText(report.reason);
  if (isMute && fields.faults.length === 0) fields.reject("text");
  const { faults } = fields;
  return faults.length === 0 ? { ok: true, report } : { ok: false, faults };
}

function readReason(value: unknown): ReportReason | undefined {
  return reportReasons.find((reason) => reason === value);
}
