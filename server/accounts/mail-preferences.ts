import type { PendingMail } from "#domain/account/mail-preferences.ts";
import {
  defaultPendingMail,
  lastDailyMailDay,
  type MailPreferences,
} from "#domain/account/mail-preferences.ts";
import type { Language } from "#domain/text/language.ts";
import type { Database } from "#server/database/connect.ts";
import { lockAccount } from "./write-as.ts";

interface MailPreferenceDeps {
  /** Database of the primary, for writes. */
  readonly database: Database;
  readonly now: () => Date;
  /** Time zone of the daily mail; default: Hungary's. */
  readonly timeZone?: string;
}

/** Mail preferences of an account; the defaults where it never chose. */
export async function findMailPreferences(
  { database }: Pick<MailPreferenceDeps, "database">,
  accountId: string,
): Promise<{ readonly outcomes: boolean; readonly waiting: PendingMail }> {
  const row = await database
    .selectFrom("mail_wish")
    .select(["outcomes", "waiting"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return { outcomes: row?.outcomes ?? false, waiting: row?.waiting ?? defaultPendingMail };
}

/** Language that an account chose for its mails; null without a choice. */
export async function findMailLanguage(
  { database }: Pick<MailPreferenceDeps, "database">,
  accountId: string,
): Promise<Language | null> {
  const row = await database
    .selectFrom("mail_wish")
    .select("language")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.language ?? null;
}

interface ChosenMails {
  readonly accountId: string;
  readonly preferences: MailPreferences;
  /** Language of the page on which they are chosen, and of the mails from now on. */
  readonly language: Language;
  /** Whether the account may moderate; for any other the choice about mails on pending items stays as it is. */
  readonly isStaff: boolean;
}

/**
 * Stores an account's mail preferences (docs/product#mails-to-contributors). Mails 'at once' do not cover items
 * that are pending already.
 *
 * @returns false where the account has been deleted
 */
export function setMailPreferences(
  { database, now, timeZone }: MailPreferenceDeps,
  { accountId, preferences, language, isStaff }: ChosenMails,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, accountId))) return false;
    const { outcomes, waiting } = preferences;
    const chosen = { language, outcomes, ...(isStaff && waiting && { waiting }) };
    const notified = { told_until: now(), told_on: lastDailyMailDay(now(), timeZone) };
    await transaction
      .insertInto("mail_wish")
      .values({ account_id: accountId, ...chosen, ...notified })
      .onConflict((conflict) =>
        conflict.column("account_id").doUpdateSet((update) => ({
          ...chosen,
          told_until: update.ref("excluded.told_until"),
        })),
      )
      .execute();
    return true;
  });
}
