import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { formatMovedHash, parseMovedHash } from "#server/accounts/moved-passwords.ts";
import type { Schema } from "#server/database/schema.ts";
import type { ExportedUser } from "./exported-users.ts";
import { digestOf, type Migration, type MigrationRecord } from "./migration-records.ts";

export interface AccountMigration extends Migration {
  readonly now: Date;
  /** Number of the parameters of the passwords; null without migrated passwords. */
  readonly parametersId: number | null;
}

/** Contributions under the id of a user whose account here is another one. */
export interface Handover {
  readonly userId: string;
  /** Id that the account of the user would have. */
  readonly from: string;
  readonly to: string;
}

type ReadUser = ExportedUser | { readonly id: string; readonly reason: string };

/**
 * Migrates users to accounts (docs/product#moved-accounts): none becomes the administrator or a
 * moderator, none has accepted the terms, and an existing account here is unchanged.
 *
 * @returns contributions that `handOver` gives to existing accounts
 */
export async function migrateAccounts(
  migration: AccountMigration,
  users: readonly ReadUser[],
): Promise<Handover[]> {
  const { marks, report } = migration;
  const handovers: Handover[] = [];
  const known = await marks.find(
    "account",
    users.map(({ id }) => marks.keyOf(id)),
  );
  for (const user of users) {
    if ("reason" in user) {
      report.leave("account", "refused", user.id, user.reason);
      continue;
    }
    const mark = known.get(marks.keyOf(user.id));
    if (mark?.account_id === null) report.leave("account", "kept", user.id, "deleted here");
    else if (mark?.digest === digestOfUser(migration, user)) report.count("account", "unchanged");
    else {
      const ownId = mark ? await followUser(migration, user, mark) : await addUser(migration, user);
      if (ownId === null) continue;
      handovers.push({ userId: user.id, from: marks.accountIdOf(user.id), to: ownId });
    }
  }
  return handovers;
}

/**
 * Gives the contributions of users to their existing accounts here (docs/product#moved-accounts).
 * The places must be locked. A person has one review of a place: the existing one stays.
 */
export async function handOver(
  { transaction, report }: Migration,
  handovers: readonly Handover[],
): Promise<void> {
  for (const { userId, from, to } of handovers) {
    const { rows: replaced } = await sql<{ place_id: number }>`
      delete from review where user_id = ${from} and exists (
        select from review as own where own.place_id = review.place_id and own.user_id = ${to}
      ) returning place_id`.execute(transaction);
    for (const { place_id } of replaced) {
      report.leave("review", "kept", userId, `has another review of place ${place_id} here`);
    }
    await sql`update review set user_id = ${to} where user_id = ${from}`.execute(transaction);
    await sql`update place set added_by = ${to} where added_by = ${from}`.execute(transaction);
    await sql`
      update removed_review set account_id = ${to} where account_id = ${from}`.execute(transaction);
  }
}

/** Digests of the content that a later run follows, one for each part of it. */
function digestOfUser(migration: AccountMigration, user: ExportedUser): string {
  const { id, email, isEmailVerified, isDisabled } = user;
  const parts = [[movedHashOf(migration.parametersId, user.password)], [isDisabled]];
  return [...parts, [email, isEmailVerified]].map((part) => digestOf(id, ...part)).join(" ");
}

function movedHashOf(parametersId: number | null, password: ExportedUser["password"]) {
  if (parametersId === null || password === null) return null;
  return formatMovedHash({ parametersId, ...password });
}

/** Returns the account here that gets the user's contributions, where it is another one than the user's own. */
async function addUser(migration: AccountMigration, user: ExportedUser): Promise<string | null> {
  const { transaction, marks, report, now } = migration;
  const { email, google } = user;
  if (email === null) {
    report.leave("account", "refused", user.id, "no e-mail address");
    return null;
  }
  const id = marks.accountIdOf(user.id);
  const added = await transaction
    .insertInto("account")
    .values({
      ...{ id, email, email_verified: user.isEmailVerified, disabled: user.isDisabled },
      ...{ name: google?.name ?? "", photo_url: google?.photoUrl ?? null },
      created_at: user.created && user.created < now ? user.created : now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) return meetAccount(migration, user, email);

  const password = movedHashOf(migration.parametersId, user.password);
  if (password !== null) await addMethod(transaction, id, "credential", id, password);
  else if (user.password)
    report.record("account", user.id, "passwordHash", "taken without its password");
  if (google && !(await addMethod(transaction, id, "google", google.id))) {
    report.record("account", user.id, "providerUserInfo", "its Google account is another's here");
  }
  await markUser(migration, user, id);
  report.count("account", "taken");
  return null;
}

/**
 * An account here has the address. Where both have confirmed it, that account gets the
 * contributions; its password and its ways to sign in are unchanged.
 */
async function meetAccount(
  migration: AccountMigration,
  user: ExportedUser,
  email: string,
): Promise<string | null> {
  const own = await migration.transaction
    .selectFrom("account")
    .select(["id", "email_verified"])
    .where("email", "=", email)
    .forShare()
    .executeTakeFirst();
  const isSamePerson = own?.email_verified === true && user.isEmailVerified;
  if (own && isSamePerson) await markUser(migration, user, own.id);
  const reason = "the address has an account here, which stays as it is";
  const contributions = isSamePerson ? "and gets the contributions" : "without the contributions";
  migration.report.leave("account", "kept", user.id, `${reason}, ${contributions}`);
  return own && isSamePerson ? own.id : null;
}

function markUser(
  migration: AccountMigration,
  user: ExportedUser,
  accountId: string,
): Promise<void> {
  const mark = { key: migration.marks.keyOf(user.id), account_id: accountId, place_id: null };
  return migration.marks.write("account", [
    { ...mark, digest: digestOfUser(migration, user), version: null },
  ]);
}

/** @param ofProvider id of the account at the provider; the account's own for a password */
async function addMethod(
  transaction: Transaction<Schema>,
  account_id: string,
  provider: "credential" | "google",
  ofProvider: string,
  password: string | null = null,
): Promise<boolean> {
  const added = await transaction
    .insertInto("sign_in_method")
    .values({ id: randomUUID(), account_id, provider, provider_account_id: ofProvider, password })
    .onConflict((conflict) => conflict.columns(["provider", "provider_account_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Result of a part that differs at the source: followed, or retained; null without news. */
type Followed = "changed" | { readonly retained: string } | null;

/** Account of a user of an earlier run, locked. */
interface MigratedAccount {
  readonly id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly disabled: boolean;
  /** Password of the account, ours or that of the source; null without one. */
  readonly password: string | null;
}

/**
 * Follows changes at the source since the last run (docs/product#moved-accounts). An account that
 * was here before is unchanged, and is returned.
 */
async function followUser(
  migration: AccountMigration,
  user: ExportedUser,
  mark: MigrationRecord,
): Promise<string | null> {
  const { marks, report } = migration;
  const id = marks.accountIdOf(user.id);
  await markUser(migration, user, id);
  if (mark.account_id !== id) {
    const reason = "the account was here before, and stays as it is";
    report.leave("account", "kept", user.id, reason);
    return mark.account_id;
  }
  const account = await lockAccount(migration.transaction, id);
  const parts = { user, account, mark };
  const followed = [await followDisabling(migration, parts)];
  if (account.email === user.email) {
    followed.push(
      await followPassword(migration, parts),
      await followConfirmation(migration, parts),
    );
  } else {
    const retained =
      "has another address at the source: address and password stay as they are here";
    followed.push({ retained });
  }
  const retained = followed.flatMap((part) => (part && part !== "changed" ? part.retained : []));
  if (retained.length > 0) report.leave("account", "kept", user.id, retained.join("; "));
  else report.count("account", followed.includes("changed") ? "changed" : "unchanged");
  return null;
}

/** Locks the account and its password, which a first sign-in with it would replace meanwhile. */
async function lockAccount(transaction: Transaction<Schema>, id: string): Promise<MigratedAccount> {
  const account = await transaction
    .selectFrom("account")
    .select(["id", "email", "email_verified", "disabled"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const method = await transaction
    .selectFrom("sign_in_method")
    .select("password")
    .where("account_id", "=", id)
    .where("provider", "=", "credential")
    .forUpdate()
    .executeTakeFirst();
  return { ...account, password: method?.password ?? null };
}

/** Whether the account has a password that was set here, or used here. */
function hasOwnPassword({ password }: MigratedAccount): boolean {
  return password !== null && parseMovedHash(password) === null;
}

interface FollowedUser {
  readonly user: ExportedUser;
  readonly account: MigratedAccount;
  readonly mark: MigrationRecord;
}

async function followDisabling(
  { transaction }: AccountMigration,
  { user, account, mark }: FollowedUser,
): Promise<Followed> {
  if (user.isDisabled === account.disabled) return null;
  const [, state] = mark.digest.split(" ");
  if (!user.isDisabled) {
    return state === digestOf(user.id, false)
      ? null
      : { retained: "is disabled here, and stays so" };
  }
  if (state === digestOf(user.id, true)) return { retained: "is enabled here, and stays so" };
  await transaction
    .updateTable("account")
    .set({ disabled: true, moderator_since: null, updated_at: new Date() })
    .where("id", "=", account.id)
    .execute();
  await transaction.deleteFrom("session").where("account_id", "=", account.id).execute();
  return "changed";
}

async function followPassword(
  migration: AccountMigration,
  { user, account, mark }: FollowedUser,
): Promise<Followed> {
  const { transaction } = migration;
  const password = movedHashOf(migration.parametersId, user.password);
  const [before] = mark.digest.split(" ");
  const isChangedAtSource = password !== account.password && before !== digestOf(user.id, password);
  if (password === null || !isChangedAtSource) return null;
  if (hasOwnPassword(account)) {
    return { retained: "its password is one of this installation, and stays" };
  }
  if (account.password !== null) {
    await transaction
      .updateTable("sign_in_method")
      .set({ password, updated_at: new Date() })
      .where("account_id", "=", account.id)
      .where("provider", "=", "credential")
      .execute();
    return "changed";
  }
  // A sign-in with another provider since the migration invalidates a password.
  const { rows: newMethods } = await sql`
    select from sign_in_method where account_id = ${account.id} and created_at > (
      select at from moved_in
      where source = ${migration.marks.source} and kind = 'account' and key = ${mark.key}
    )`.execute(transaction);
  if (before !== digestOf(user.id, null) || newMethods.length > 0) {
    return { retained: "its password was removed here, and stays so" };
  }
  await addMethod(transaction, account.id, "credential", account.id, password);
  return "changed";
}

/**
 * The source confirms the owner of the address, not a password of this installation: that may be a
 * stranger's, who has signed in with it before the owner confirmed the address there.
 */
async function followConfirmation(
  { transaction }: AccountMigration,
  { user, account }: FollowedUser,
): Promise<Followed> {
  if (!user.isEmailVerified || account.email_verified) return null;
  if (hasOwnPassword(account)) {
    return { retained: "its owner confirms the address here, where its password was set" };
  }
  await transaction
    .updateTable("account")
    .set({ email_verified: true, updated_at: new Date() })
    .where("id", "=", account.id)
    .execute();
  return "changed";
}
