import { createHmac } from "node:crypto";
import type { BaseLogger } from "pino";
import type { Database } from "#server/database/connect.ts";

/**
 * Records a digest of the secret with which this server signs sessions, and warns where the server that started last on
 * the database has another one: each would refuse the sessions of the other.
 */
export async function recordAuthSecret(
  { database, log }: { database: Database; log: Pick<BaseLogger, "warn"> },
  secret: string,
): Promise<void> {
  const digest = createHmac("sha256", secret).update("the secret of sessions").digest("base64url");
  const found = await database.selectFrom("auth_secret_mark").select("digest").executeTakeFirst();
  if (found?.digest === digest) return;
  await database
    .insertInto("auth_secret_mark")
    .values({ digest })
    .onConflict((conflict) => conflict.column("only_one").doUpdateSet({ digest }))
    .execute();
  if (!found) return;
  log.warn(
    "the secret of sessions is not that of the server that started last on this database: sessions of either are refused by the other, so give all servers the same AUTH_SECRET; after a change on purpose everyone signs in again",
  );
}
