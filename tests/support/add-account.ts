import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/connect.ts";

/**
 * Adds an account with a password and one session straight to the database; returns its id. The
 * password's hash is no real one: nobody can sign in with it.
 */
export async function addAccount(database: Database, email: string): Promise<string> {
  const id = randomUUID();
  await database.insertInto("account").values({ id, email, email_verified: true }).execute();
  await database
    .insertInto("sign_in_method")
    .values({
      id: randomUUID(),
      account_id: id,
      provider: "credential",
      provider_account_id: id,
      password: `hash of ${email}`,
    })
    .execute();
  await database
    .insertInto("session")
    .values({
      id: randomUUID(),
      account_id: id,
      token: `token of ${email}`,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  return id;
}
