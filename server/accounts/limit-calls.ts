import type { Database } from "#server/database/connect.ts";
import type { Caller } from "./caller.ts";
import { limitedAddress } from "./limited-address.ts";
import { type RateLimit, type RetryAfterSeconds, takeAttempt } from "./rate-limit.ts";
import type { Viewer } from "./viewer.ts";

/**
 * Counts a call by its client address and by the account, where someone is signed in
 * (docs/product#rate-limits). Null lets it through.
 *
 * @param isOn false lets everything through (`RATE_LIMITS=off`)
 */
export async function limitCalls(
  { database, isOn }: { database: Database; isOn: boolean },
  limit: RateLimit,
  { caller, viewer }: { caller: Pick<Caller, "clientAddress">; viewer: Viewer },
): Promise<RetryAfterSeconds> {
  if (!isOn) return null;
  // The account first: whoever has used up theirs must not use up the address of others as well.
  const byAccount =
    viewer.userId === null ? null : await takeAttempt(database, limit, `account ${viewer.userId}`);
  if (byAccount !== null) return byAccount;
  return takeAttempt(database, limit, `address ${limitedAddress(caller.clientAddress)}`);
}
