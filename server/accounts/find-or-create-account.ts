import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/connect.ts";

/** An account as an operator meets it. */
export interface FoundAccount {
  readonly id: string;
  readonly isEmailVerified: boolean;
  /** Made just now: it has no password, and gets one through a reset link. */
  readonly isNew: boolean;
}

/**
 * The account of an address, made where there is none.
 *
 * @param email as `parseEmailAddress` returns it
 */
export async function findOrCreateAccount(
  { database }: { database: Database },
  email: string,
): Promise<FoundAccount> {
  const created = await database
    .insertInto("account")
    .values({ id: randomUUID(), email })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created) return { id: created.id, isEmailVerified: false, isNew: true };
  const { id, email_verified } = await database
    .selectFrom("account")
    .select(["id", "email_verified"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return { id, isEmailVerified: email_verified, isNew: false };
}
