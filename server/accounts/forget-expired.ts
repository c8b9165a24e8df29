import { sql } from "kysely";
import { secondFactorSetUpLifetimeMs } from "#domain/account/lifetimes.ts";
import type { Context } from "#server/use-case-context.ts";

/**
 * Removes expired sessions, codes and rate-limit counters, and second factors that were set up and never enabled, by
 * the database's clock.
 */
export async function forgetExpired({ database }: Pick<Context, "database">): Promise<void> {
  for (const table of ["session", "verification", "rate_limit"] as const) {
    await database
      .deleteFrom(table)
      .where("expires_at", "<", sql<Date>`statement_clock()`)
      .execute();
  }
  const lifetime = sql`make_interval(secs => ${secondFactorSetUpLifetimeMs / 1000})`;
  await database
    .deleteFrom("second_factor")
    .where("since", "is", null)
    .where("set_up_at", "<", sql<Date>`statement_clock() - ${lifetime}`)
    .execute();
}
