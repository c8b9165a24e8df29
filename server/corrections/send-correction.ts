import type { Correction } from "#domain/correction.ts";
import type { Refusal } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { writeAs } from "#server/accounts/write-as.ts";
import type { Database } from "#server/database/connect.ts";

export interface SendCorrectionDeps {
  /** The one that takes writes. */
  readonly database: Database;
  readonly now: () => Date;
  /**
   * Hands a correction on to whoever the address came from (specification, section 7); absent where
   * nobody takes any. It is stored already, and a failure is the receiver's to log, not to throw.
   */
  readonly forward?: (correction: Correction, senderEmail: string | null) => Promise<void>;
}

export type SendCorrectionResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: Refusal };

/** Keeps a correction of an address for the administrator, and hands it on. */
export async function sendCorrection(
  { database, now, forward }: SendCorrectionDeps,
  correction: Correction,
  viewer: Viewer,
): Promise<SendCorrectionResult> {
  const { action, reason, location, changes, placeName } = correction;
  const allowed = { viewer, capability: "correctAddress" } as const;
  const kept = await writeAs(database, allowed, async ({ transaction, userId }) => {
    await transaction
      .insertInto("correction")
      .values({
        account_id: userId,
        action,
        reason,
        ...location,
        changes: JSON.stringify(changes),
        place_name: placeName,
        at: now(),
      })
      .execute();
    return { ok: true } as const;
  });
  if (kept.ok) await forward?.(correction, viewer.email);
  return kept;
}
