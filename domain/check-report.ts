import { readText } from "./entered-text.ts";
import type { FieldFault } from "./field-fault.ts";
import { FieldReader } from "./field-reader.ts";
import { needsReportText, type Report, type ReportReason, reportReasons } from "./report.ts";
import { maxReportLength } from "./text-length.ts";

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
