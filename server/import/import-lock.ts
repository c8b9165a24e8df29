import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { ImportFileError } from "./import-file-error.ts";

/** Advisory lock of imports; "mosdo" and "i" in ASCII. */
const importLock = 0x6d6f73646f69;

/**
 * Does an import on one connection, which no other import runs beside.
 *
 * @throws ImportFileError where one does
 */
export function whileNoOtherImports<Result>(
  database: Database,
  work: (connection: Database) => Promise<Result>,
): Promise<Result> {
  return database.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(${importLock}::bigint) as locked`.execute(connection);
    if (!rows[0].locked)
      throw new ImportFileError("Another import is running: wait until it has ended.");
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${importLock}::bigint)`.execute(connection);
    }
  });
}
