import { type Selectable, sql } from "kysely";
import { parseEmailAddress } from "#domain/account/email-address.ts";
import { canBeModerator } from "#domain/account/role.ts";
import type { ModeratedAccount, SentCounts } from "#domain/moderation/moderation-queue.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import {
  hasPermission,
  type PermissionFailure,
  permissionFailure,
} from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Schema } from "#server/database/schema.ts";
import { personalColumns } from "#server/personal-data/personal-data.ts";
import type { Context } from "#server/use-case-context.ts";

/**
 * The account of a sender: null where it has been deleted, undefined for viewers who may not see senders
 * (docs/product#permissions).
 */
export type SenderOf = (
  accountId: string | null | undefined,
) => ModeratedAccount | null | undefined;

/** Finds the accounts of senders, each with what else it has sent, for the viewers who may see them. */
export async function findSenders(
  { database }: Pick<Context, "database">,
  sent: readonly { readonly account_id: string | null }[],
  viewer: Viewer,
): Promise<SenderOf> {
  if (!hasPermission(viewer, "seeContributors")) return () => undefined;
  const distinct = [...new Set(sent.flatMap(({ account_id }) => account_id ?? []))];
  if (distinct.length === 0) return () => null;
  const rows = await database
    .selectFrom("account")
    .select(moderatedColumns)
    .where("id", "=", sql<string>`any(${distinct}::text[])`)
    .execute();
  const counts = await countSent({ database }, distinct);
  const senders = new Map(
    rows.map((row) => [row.id, { ...toModeratedAccount(row, viewer), sent: counts.get(row.id) }]),
  );
  return (id) => (id && senders.get(id)) || null;
}

/** Page of the disabled accounts, by address. */
export async function listDisabledAccounts(
  { database }: Pick<Context, "database">,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  viewer: Viewer,
): Promise<ModeratedAccount[]> {
  const rows = await database
    .selectFrom("account")
    .select(moderatedColumns)
    .where("disabled", "=", true)
    .orderBy("email")
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map((row) => toModeratedAccount(row, viewer));
}

export async function listModerators(
  { database }: Pick<Context, "database">,
  viewer: Viewer,
): Promise<ModeratedAccount[]> {
  const rows = await database
    .selectFrom("account")
    .select(moderatedColumns)
    .where("moderator_since", "is not", null)
    .orderBy("email")
    .execute();
  return rows.map((row) => toModeratedAccount(row, viewer));
}

const moderatedColumns = [
  "id",
  "email",
  "email_verified",
  "disabled",
  "moderator_since",
] as const satisfies readonly (keyof Schema["account"])[];

function toModeratedAccount(
  {
    moderator_since,
    ...row
  }: Pick<Selectable<Schema["account"]>, (typeof moderatedColumns)[number]>,
  viewer: Viewer,
): ModeratedAccount {
  return {
    ...row,
    moderator_since: moderator_since?.toISOString() ?? null,
    own: row.id === viewer.userId,
  };
}

/**
 * Numbers of items that each of some accounts has sent and that the administrator can still remove
 * (docs/product#removal-of-all-that-an-account-sent), by the account's id.
 */
export async function countSent(
  { database }: Pick<Context, "database">,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, SentCounts>> {
  const counts = personalColumns.flatMap(({ table, column, removedAs }) => {
    if (!removedAs) return [];
    const { kind, openWhileNull } = removedAs;
    const isOpen = openWhileNull === null ? sql`true` : sql`${sql.ref(openWhileNull)} is null`;
    return sql`
      select ${sql.ref(column)} as id, ${sql.lit(kind)} as kind, count(*) from ${sql.table(table)}
      where ${sql.ref(column)} = any(${accountIds}::text[]) and ${isOpen} group by 1`;
  });
  const { rows } = await sql<{ id: string; counts: Partial<SentCounts> }>`
    select id, json_object_agg(kind, total) as counts from (
      select id, kind, sum(count)::int as total
      from (${sql.join(counts, sql` union all `)}) as counted group by id, kind
    ) as summed
    group by id`.execute(database);
  const none = { places: 0, proposals: 0, reviews: 0, reports: 0, corrections: 0 };
  const found = new Map(rows.map(({ id, counts }) => [id, counts]));
  return new Map(accountIds.map((id) => [id, { ...none, ...found.get(id) }]));
}

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

export type AccountChangeResult =
  | { readonly ok: true }
  /**
   * `error.forbidden` also for the administrator's own account, and where `canBeModerator` refuses; `error.notfound` for
   * an unknown account.
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
): Promise<AccountChangeResult> {
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

/**
 * Makes an account a moderator's, or ends that (docs/product#moderators): only the administrator may, with a line in
 * the audit trail. It applies from the account's next request on. A second call with the same value changes nothing.
 */
export function setModerator(
  { database, now }: Pick<Context, "database" | "now">,
  { accountId, isModerator }: Appointment,
  viewer: Viewer,
): Promise<AccountChangeResult> {
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
