import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { ImportFileError } from "./read-unpacked.ts";

/** Advisory lock of imports; "mosdo" and "i" in ASCII. */
const importLock = 0x6d6f73646f69;

/**
 * Runs an import under a lock that excludes other imports. A transaction of its own holds the lock,
 * since a pooler such as PgBouncer lends a connection for one transaction at a time. It writes
 * nothing, so that neither the change feed nor a vacuum waits for its end.
 *
 * @throws ImportFileError where another import runs
 */
export function whileNoOtherImports<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${importLock}::bigint) as locked`.execute(transaction);
    if (!rows[0].locked)
      throw new ImportFileError("Another import is running: wait until it has ended.");
    return work();
  });
}
