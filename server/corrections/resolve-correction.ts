import { noteInAudit } from "#server/accounts/note-in-audit.ts";
import type { Refusal } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";

export type ResolveCorrectionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: Refusal | "error.notfound" };

/**
 * Takes a correction off the moderation page, with a line in the audit trail: the administrator's
 * right. One that is resolved already stays as it is.
 *
 * @param database the one that takes writes
 */
export function resolveCorrection(
  { database, now }: { database: Database; now: () => Date },
  correctionId: number,
  viewer: Viewer,
): Promise<ResolveCorrectionResult> {
  return writeAs(database, { viewer, capability: "moderate" }, async (act) => {
    const { transaction, userId } = act;
    const correction = await transaction
      .selectFrom("correction")
      .select(["place_name", "resolved_at"])
      .where("id", "=", correctionId)
      .forUpdate()
      .executeTakeFirst();
    if (!correction) return { ok: false, code: "error.notfound" };
    if (correction.resolved_at !== null) return { ok: true };
    await transaction
      .updateTable("correction")
      .set({ resolved_at: now(), resolved_by: userId })
      .where("id", "=", correctionId)
      .execute();
    const detail = { correction_id: correctionId, name: correction.place_name };
    await noteInAudit(act, { action: "resolve-correction", detail });
    return { ok: true };
  });
}
