import { hashPassword } from "#server/accounts/better-auth/password-hash.ts";
import type { Database } from "#server/database/connect.ts";

/** The administrator of the product that end-to-end tests run: the server gets `id` as `ADMIN_USER_ID`. */
export const testAdministrator = {
  id: "administrator-of-the-tests",
  email: "gazda@mosdo.example",
  password: "Mosdo-2026!",
} as const;

/** Makes the administrator's account, with its password; the database is up to date and without it. */
export async function addTestAdministrator(database: Database): Promise<void> {
  const { id, email, password } = testAdministrator;
  await database.insertInto("account").values({ id, email, email_verified: true }).execute();
  await database
    .insertInto("sign_in_method")
    .values({
      id: `password of ${id}`,
      account_id: id,
      provider: "credential",
      provider_account_id: id,
      password: await hashPassword(password),
    })
    .execute();
}
