import { randomUUID } from "node:crypto";
import { hashPassword } from "#server/accounts/better-auth/password-hash.ts";
import type { Database } from "#server/database/connect.ts";

/**
 * Adds an account with a password and one session straight to the database; returns its id. The
 * password's hash is not a real one: sign-in with it fails.
 */
export async function addAccount(database: Database, email: string): Promise<string> {
  const id = randomUUID();
  // One statement: most tests of the API begin with some accounts.
  await database
    .with("added", (added) =>
      added.insertInto("account").values({ id, email, email_verified: true }),
    )
    .with("method", (method) =>
      method.insertInto("sign_in_method").values({
        id: randomUUID(),
        account_id: id,
        provider: "credential",
        provider_account_id: id,
        password: `hash of ${email}`,
      }),
    )
    .insertInto("session")
    .values(sessionOf(id, `token of ${email}`))
    .execute();
  return id;
}

/** Adds a session of an account, of an unknown device; returns its id. No cookie opens it. */
export async function addSession(
  database: Database,
  account_id: string,
  token = `token ${randomUUID()}`,
): Promise<string> {
  const session = sessionOf(account_id, token);
  await database.insertInto("session").values(session).execute();
  return session.id;
}

function sessionOf(account_id: string, token: string) {
  const expires_at = new Date(Date.now() + 3_600_000);
  return { id: randomUUID(), account_id, token, expires_at };
}

/** The administrator of the product that end-to-end tests run: the server gets `id` as `ADMIN_USER_ID`. */
export const testAdministrator = {
  id: "administrator-of-the-tests",
  email: "gazda@mosdo.example",
  password: "Mosdo-2026!",
} as const;

/** Makes the administrator's account, with its password; the database is up to date and without it. */
export async function addTestAdministrator(database: Database): Promise<void> {
  await addPerson(database, testAdministrator);
}

/** Adds an account that can sign in, with a confirmed address; returns its id. */
export async function addPerson(
  database: Database,
  {
    email,
    password,
    id = randomUUID(),
  }: { readonly email: string; readonly password: string; readonly id?: string },
): Promise<string> {
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
  return id;
}
