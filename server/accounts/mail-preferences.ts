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
  /** Database that takes writes. */
  readonly database: Database;
  readonly now: () => Date;
  /** Zone by whose clock the daily mail goes out; Hungary's where left out. */
  readonly timeZone?: string;
}

/** Mails that an account wishes for; one that never chose has the usual ones. */
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

/** Language that an account chose for its mails; null where it never did. */
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
  /** Whether the account may moderate; of any other the choice about what waits stays as it is. */
  readonly isStaff: boolean;
}

/**
 * Stores which mails an account wishes for (docs/product#mails-about-what-one-sent). Of what waits already, mails
 * 'at once' tell nothing.
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
    const told = { told_until: now(), told_on: lastDailyMailDay(now(), timeZone) };
    await transaction
      .insertInto("mail_wish")
      .values({ account_id: accountId, ...chosen, ...told })
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
