import { parseEmailAddress } from "#domain/email-address.ts";
import type { ModeratedAccount, SentCounts } from "#domain/moderation-queue.ts";
import { type Refusal, refusalOf } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { countSent } from "./remove-sent.ts";

export type FindAccountResult =
  | { readonly ok: true; readonly account: ModeratedAccount; readonly sent: SentCounts }
  | { readonly ok: false; readonly code: Refusal | "error.invalidemail" | "error.usernotfound" };

/**
 * The account of an address, for the administrator to disable or enable (docs/product#disabled-account).
 *
 * @param email as somebody typed it
 */
export async function findAccountByEmail(
  { database }: { readonly database: Database },
  email: string,
  viewer: Viewer,
): Promise<FindAccountResult> {
  const code = refusalOf(viewer, "disableAccount");
  if (code) return { ok: false, code };
  const address = parseEmailAddress(email);
  if (address === null) return { ok: false, code: "error.invalidemail" };
  const row = await database
    .selectFrom("account")
    .select(["id", "email", "disabled"])
    .where("email", "=", address)
    .executeTakeFirst();
  if (!row) return { ok: false, code: "error.usernotfound" };
  const sent = await countSent({ database }, row.id);
  return { ok: true, account: { ...row, own: row.id === viewer.userId }, sent };
}
