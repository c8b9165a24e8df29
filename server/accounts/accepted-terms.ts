import type { Database } from "#server/database/connect.ts";
import { lockAccount } from "./write-as.ts";

interface TermsDeps {
  /** Database of the primary, for writes. */
  readonly database: Database;
  /** Version of the current terms; null without terms, as in tests. */
  readonly termsVersion: string | null;
}

/** Whether an account still has to accept the current terms (docs/product#acceptance-of-the-terms). */
export async function lacksTerms(
  { database, termsVersion }: TermsDeps,
  accountId: string,
): Promise<boolean> {
  if (termsVersion === null) return false;
  const row = await database
    .selectFrom("accepted_terms")
    .select("version")
    .where("account_id", "=", accountId)
    .where("version", "=", termsVersion)
    .executeTakeFirst();
  return row === undefined;
}

/**
 * Stores that an account accepts the current terms; for a version that it has accepted before, the first instant stays.
 *
 * @returns false where the account has been deleted
 */
export function acceptTerms(
  { database, termsVersion }: TermsDeps,
  accountId: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, accountId))) return false;
    if (termsVersion === null) return true;
    await transaction
      .insertInto("accepted_terms")
      .values({ account_id: accountId, version: termsVersion })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}

/**
 * {@link acceptTerms} of the account that has just been registered.
 *
 * @param email as it is stored
 */
export async function acceptTermsAtRegistration(deps: TermsDeps, email: string): Promise<boolean> {
  const account = await deps.database
    .selectFrom("account")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  return account !== undefined && acceptTerms(deps, account.id);
}
