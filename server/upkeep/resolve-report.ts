import { noteInAudit } from "#server/accounts/note-in-audit.ts";
import type { Refusal } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { writeAs } from "#server/accounts/write-as.ts";
import type { UpkeepDeps } from "./write-about-place.ts";

export type ResolveReportResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: Refusal | "error.notfound" };

/**
 * Takes a report off the moderation page, with a line in the audit trail: the administrator's
 * right. One that is resolved already stays as it is.
 */
export function resolveReport(
  { database, now }: UpkeepDeps,
  reportId: number,
  viewer: Viewer,
): Promise<ResolveReportResult> {
  return writeAs(database, { viewer, capability: "moderate" }, async (act) => {
    const { transaction, userId } = act;
    const report = await transaction
      .selectFrom("report")
      .select(["place_id", "reason", "resolved_at"])
      .where("id", "=", reportId)
      .forUpdate()
      .executeTakeFirst();
    if (!report) return { ok: false, code: "error.notfound" };
    if (report.resolved_at !== null) return { ok: true };
    await transaction
      .updateTable("report")
      .set({ resolved_at: now(), resolved_by: userId })
      .where("id", "=", reportId)
      .execute();
    const { place_id, reason } = report;
    const detail = { report_id: reportId, reason };
    await noteInAudit(act, { action: "resolve-report", place_id, detail });
    return { ok: true };
  });
}
