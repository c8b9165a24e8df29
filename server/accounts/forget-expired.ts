import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";

/** Removes sessions, codes and counted attempts whose time has passed, by the database's clock. */
export async function forgetExpired({ database }: { database: Database }): Promise<void> {
  for (const table of ["session", "verification", "rate_limit"] as const) {
    await database.deleteFrom(table).where("expires_at", "<", sql<Date>`now()`).execute();
  }
}
