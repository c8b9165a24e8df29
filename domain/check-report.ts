import type { FieldFault } from "./field-fault.ts";
import { isHarmlessText } from "./harmless-text.ts";
import { needsReportText, type Report, reportReasons } from "./report.ts";
import { maxReportLength, textLength } from "./text-length.ts";

export type CheckedReport =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/**
 * Reads a report as it comes from a form or over the wire: one of the reasons, and a text, which
 * 'other' needs and every reason may have; a text that is absent is empty. Fields that are not ours
 * are ignored.
 */
export function checkReport(input: unknown): CheckedReport {
  const { reason, text = "" } = isRecord(input) ? input : {};
  const knownReason = reportReasons.find((known) => known === reason);
  const cleanText = typeof text === "string" ? text.normalize("NFC").trim() : null;
  const faults: FieldFault[] = [];
  if (knownReason === undefined) faults.push({ field: "reason", code: "error.parameter" });
  if (
    cleanText === null ||
    !isHarmlessText(cleanText) ||
    textLength(cleanText) > maxReportLength ||
    (cleanText === "" && knownReason !== undefined && needsReportText(knownReason))
  ) {
    faults.push({ field: "text", code: "error.parameter" });
  }
  if (knownReason === undefined || cleanText === null || faults.length > 0) {
    return { ok: false, faults };
  }
  return { ok: true, report: { reason: knownReason, text: cleanText } };
}

function isRecord(input: unknown): input is Record<string, unknown> {
  return typeof input === "object" && input !== null;
}
