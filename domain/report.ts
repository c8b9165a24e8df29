/** What can be wrong with a place: closed for good, its opening times, where it is, anything else. */
export const reportReasons = ["closed", "hours", "position", "other"] as const;

export type ReportReason = (typeof reportReasons)[number];

/** What someone says is no longer true of a place (docs/product#report). */
export interface Report {
  readonly reason: ReportReason;
  /** Trimmed, NFC, at most `maxReportLength` code points; empty where the reason says it all. */
  readonly text: string;
}

/** Whether a report of this reason says nothing without a text. */
export function needsReportText(reason: ReportReason): boolean {
  return reason === "other";
}
