import { type FieldFault, FieldReader } from "#domain/reading/field-reader.ts";
import { maxReportLength, readText } from "#domain/text/entered-text.ts";

/** What can be wrong with a place: closed for good, its opening times, where it is, anything else. */
export const reportReasons = ["closed", "hours", "position", "other"] as const;

type ReportReason = (typeof reportReasons)[number];

/** What someone says is no longer true of a place (docs/product#report). */
export interface Report {
  readonly reason: ReportReason;
  /** Trimmed, NFC, at most `maxReportLength` code points; empty where the reason says it all. */
  readonly text: string;
}

/** Whether a report of this reason says nothing without a text. */
function needsReportText(reason: ReportReason): boolean {
  return reason === "other";
}

export type CheckedReport =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/**
 * Reads a report as it comes from a form or over the wire: one of the reasons, and a text, which
 * 'other' needs and every reason may have; a text that is absent is empty. Fields that are not ours
 * are ignored.
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
