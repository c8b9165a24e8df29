import type { Database } from "#server/database/connect.ts";
import { holdAccount } from "./hold-account.ts";
import { type Refusal, refusalOf } from "./permission.ts";
import type { Viewer } from "./viewer.ts";

/** Which account, and whether it may no longer be used. */
export interface AccountDisabling {
  readonly accountId: string;
  readonly disabled: boolean;
}

export type AccountDisablingResult =
  | { readonly ok: true }
  /** `error.forbidden` also for the own account; `error.notfound` where there is no such account. */
  | { readonly ok: false; readonly code: Refusal | "error.notfound" };

/**
 * Disables an account, or enables it again (decisions, 11): the administrator's right, with a line
 * in the audit trail. A disabled account's sessions end at once, and sign-in and reset answer
 * `error.disableduser`. Setting what is already set changes nothing.
 */
export async function setAccountDisabled(
  { database }: { database: Database },
  { accountId, disabled }: AccountDisabling,
  viewer: Viewer,
): Promise<AccountDisablingResult> {
  const refusal = refusalOf(viewer, "disableAccount");
  if (refusal) return { ok: false, code: refusal };
  if (viewer.userId === accountId) return { ok: false, code: "error.forbidden" };
  return database.transaction().execute(async (transaction) => {
    const actor = viewer.userId;
    if (actor === null || !(await holdAccount(transaction, actor))) {
      return { ok: false, code: "error.signin" };
    }
    const account = await transaction
      .selectFrom("account")
      .select("disabled")
      .where("id", "=", accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return { ok: false, code: "error.notfound" };
    if (account.disabled === disabled) return { ok: true };
    await transaction
      .updateTable("account")
      .set({ disabled, updated_at: new Date() })
      .where("id", "=", accountId)
      .execute();
    if (disabled) {
      await transaction.deleteFrom("session").where("account_id", "=", accountId).execute();
    }
    const action = disabled ? "disable-account" : "enable-account";
    const entry = { actor, action, user_id: accountId };
    await transaction.insertInto("audit").values(entry).execute();
    return { ok: true };
  });
}
