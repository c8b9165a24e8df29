import { parseEmailAddress } from "#domain/account/email-address.ts";
import { canBeModerator } from "#domain/account/role.ts";
import type { ModeratedAccount } from "#domain/moderation/moderation-queue.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import { type PermissionFailure, permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Context } from "#server/use-case-context.ts";
import { findSenders } from "./queue-lists.ts";

export type FindAccountResult =
  | { readonly ok: true; readonly account: ModeratedAccount }
  | {
      readonly ok: false;
      readonly code: PermissionFailure | "error.invalidemail" | "error.usernotfound";
    };

/**
 * Finds the account of an e-mail address, for the administrator to disable or enable (docs/product#disabled-account).
 *
 * @param email as the administrator typed it
 */
export async function findAccountByEmail(
  { database }: Pick<Context, "database">,
  email: string,
  viewer: Viewer,
): Promise<FindAccountResult> {
  const code = permissionFailure(viewer, "disableAccount");
  if (code) return { ok: false, code };
  const address = parseEmailAddress(email);
  if (address === null) return { ok: false, code: "error.invalidemail" };
  const row = await database
    .selectFrom("account")
    .select("id as account_id")
    .where("email", "=", address)
    .executeTakeFirst();
  const account = row && (await findSenders({ database }, [row], viewer))(row.account_id);
  return account ? { ok: true, account } : { ok: false, code: "error.usernotfound" };
}

/** What disabling changes of an account. */
export interface FormerAccount {
  readonly disabled: boolean;
  readonly moderator_since: Date | null;
}

/** Account, and whether it may no longer be used. */
export interface AccountDisabling {
  readonly accountId: string;
  readonly disabled: boolean;
}

export type AccountDisablingResult =
  | { readonly ok: true }
  /**
   * `error.forbidden` also for the administrator's own account; `error.notfound` for an unknown
   * account.
   */
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" };

/**
 * Disables an account, or enables it again (docs/product#disabled-account): only the administrator may, with a line in
 * the audit trail. A disabled account's sessions end at once, and sign-in and reset fail with `error.disableduser`. A
 * second call with the same value changes nothing.
 */
export function setAccountDisabled(
  { database }: Pick<Context, "database">,
  { accountId, disabled }: AccountDisabling,
  viewer: Viewer,
): Promise<AccountDisablingResult> {
  return writeAs(database, { viewer, permission: "disableAccount" }, async (act) => {
    const result = await switchAccount(act, { accountId, disabled });
    return result.ok ? { ok: true } : result;
  });
}

/** The same within an open transaction of the administrator's; with the account as it was. It locks the account. */
export async function switchAccount(
  act: OwnWrite,
  { accountId, disabled }: AccountDisabling,
): Promise<
  | { readonly ok: true; readonly former: FormerAccount }
  | { readonly ok: false; readonly code: "error.forbidden" | "error.notfound" }
> {
  const { transaction, userId } = act;
  if (userId === accountId) return { ok: false, code: "error.forbidden" };
  // The database throws on such a text, and no account has such an id.
  if (!isHarmlessText(accountId)) return { ok: false, code: "error.notfound" };
  const former = await transaction
    .selectFrom("account")
    .select(["disabled", "moderator_since"])
    .where("id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!former) return { ok: false, code: "error.notfound" };
  if (former.disabled === disabled) return { ok: true, former };
  await transaction
    .updateTable("account")
    .set({ disabled, updated_at: new Date(), ...(disabled && { moderator_since: null }) })
    .where("id", "=", accountId)
    .execute();
  if (disabled) {
    await transaction.deleteFrom("session").where("account_id", "=", accountId).execute();
  }
  const action = disabled ? "disable-account" : "enable-account";
  await recordAudit(act, { action, user_id: accountId });
  if (disabled && former.moderator_since !== null) {
    await recordAudit(act, { action: "dismiss-moderator", user_id: accountId });
  }
  return { ok: true, former };
}

/** Account, and whether it is a moderator's. */
export interface Appointment {
  readonly accountId: string;
  readonly isModerator: boolean;
}

export type AppointmentResult =
  | { readonly ok: true }
  /**
   * `error.forbidden` also for the administrator's own account and where `canBeModerator` refuses;
   * `error.notfound` for an unknown account.
   */
  | { readonly ok: false; readonly code: PermissionFailure | "error.notfound" };

/**
 * Makes an account a moderator's, or ends that (docs/product#moderators): only the administrator may, with a line in
 * the audit trail. It applies from the account's next request on. A second call with the same value changes nothing.
 */
export function setModerator(
  { database, now }: Pick<Context, "database" | "now">,
  { accountId, isModerator }: Appointment,
  viewer: Viewer,
): Promise<AppointmentResult> {
  return writeAs(database, { viewer, permission: "appointModerators" }, async (act) => {
    const { transaction, userId } = act;
    if (userId === accountId) return { ok: false, code: "error.forbidden" };
    // The database throws on such a text, and no account has such an id.
    if (!isHarmlessText(accountId)) return { ok: false, code: "error.notfound" };
    const account = await transaction
      .selectFrom("account")
      .select(["disabled", "email_verified", "moderator_since"])
      .where("id", "=", accountId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!account) return { ok: false, code: "error.notfound" };
    if (isModerator && !canBeModerator(account)) return { ok: false, code: "error.forbidden" };
    if ((account.moderator_since !== null) === isModerator) return { ok: true };
    await transaction
      .updateTable("account")
      .set({ moderator_since: isModerator ? now() : null })
      .where("id", "=", accountId)
      .execute();
    const action = isModerator ? "appoint-moderator" : "dismiss-moderator";
    await recordAudit(act, { action, user_id: accountId });
    return { ok: true };
  });
}
