import { holdAccount } from "#server/accounts/hold-account.ts";
import { type Refusal, refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
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
export async function resolveCorrection(
  { database, now }: { database: Database; now: () => Date },
  correctionId: number,
  viewer: Viewer,
): Promise<ResolveCorrectionResult> {
  const refusal = refusalOf(viewer, "moderate");
  if (refusal) return { ok: false, code: refusal };
  return database.transaction().execute(async (transaction) => {
    const actor = viewer.userId;
    if (actor === null || !(await holdAccount(transaction, actor))) {
      return { ok: false, code: "error.signin" };
    }
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
      .set({ resolved_at: now(), resolved_by: actor })
      .where("id", "=", correctionId)
      .execute();
    const detail = JSON.stringify({ correction_id: correctionId, name: correction.place_name });
    const entry = { actor, action: "resolve-correction", detail };
    await transaction.insertInto("audit").values(entry).execute();
    return { ok: true };
  });
}
