import { holdAccount } from "#server/accounts/hold-account.ts";
import { type Refusal, refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { UpkeepDeps } from "./write-about-place.ts";

export type ResolveReportResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: Refusal | "error.notfound" };

/**
 * Takes a report off the moderation page, with a line in the audit trail: the administrator's
 * right. One that is resolved already stays as it is.
 */
export async function resolveReport(
  { database, now }: UpkeepDeps,
  reportId: number,
  viewer: Viewer,
): Promise<ResolveReportResult> {
  const refusal = refusalOf(viewer, "moderate");
  if (refusal) return { ok: false, code: refusal };
  return database.transaction().execute(async (transaction) => {
    const actor = viewer.userId;
    if (actor === null || !(await holdAccount(transaction, actor))) {
      return { ok: false, code: "error.signin" };
    }
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
      .set({ resolved_at: now(), resolved_by: actor })
      .where("id", "=", reportId)
      .execute();
    const detail = JSON.stringify({ report_id: reportId, reason: report.reason });
    const entry = { actor, action: "resolve-report", detail };
    await transaction
      .insertInto("audit")
      .values({ ...entry, place_id: report.place_id })
      .execute();
    return { ok: true };
  });
}
