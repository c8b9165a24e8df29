import { limitedAddress } from "#server/accounts/limited-address.ts";
import { type RateLimit, takeAttempt } from "#server/accounts/rate-limit.ts";
import type { Database } from "#server/database/connect.ts";
import { clientAddressHeader } from "./own-headers.ts";
import { refusal } from "./refusal.ts";

export interface AttemptLimiter {
  /**
   * Counts an attempt by the request's client address and, where one is named, by the account.
   *
   * @param account e-mail address or id of the account that the attempt is about
   * @throws {APIError} 429 with `Retry-After` for an attempt too many
   */
  limit(headers: Headers | undefined, limit: RateLimit, account?: string | null): Promise<void>;
}

/** @param isOn false lets everything through (docs/product#rate-limits: `RATE_LIMITS=off`) */
export function createAttemptLimiter(database: Database, isOn: boolean): AttemptLimiter {
  const take = async (limit: RateLimit, subject: string) => {
    const retryAfterSeconds = await takeAttempt(database, limit, subject);
    if (retryAfterSeconds === null) return;
    throw refusal(429, "error.toomanyrequests", { "Retry-After": String(retryAfterSeconds) });
  };
  return {
    async limit(headers, limit, account = null) {
      if (!isOn) return;
      // The address first: one that is refused must not use up the account's attempts as well.
      const address = limitedAddress(headers?.get(clientAddressHeader) ?? "unknown");
      await take(limit, `address ${address}`);
      if (account !== null) await take(limit, `account ${account}`);
    },
  };
}
