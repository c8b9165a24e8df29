import { sql } from "kysely";
import type { Database } from "./connect.ts";
import { DatabaseAway } from "./database-away.ts";
import { DatabaseUnavailable } from "./database-unavailable.ts";

/** What we use of PostgreSQL is there from this version on; the embedded one is newer. */
const leastMajor = 15;

/**
 * Connects once and looks at the version, so that a wrong address is told at the start.
 *
 * @param variable the environment variable that the address came from
 * @throws DatabaseUnavailable with one line that names the fault, and no password.
 */
export async function ensureDatabaseReachable(
  database: Database,
  variable: "DATABASE_URL" | "DATABASE_READ_URL",
): Promise<void> {
  const major = await readMajorVersion(database, variable);
  if (major >= leastMajor) return;
  throw new DatabaseUnavailable(
    `${variable} leads to PostgreSQL ${major}: version ${leastMajor} or newer is needed.`,
  );
}

async function readMajorVersion(database: Database, variable: string): Promise<number> {
  try {
    const { rows } = await sql<{ version: string }>`
      select current_setting('server_version_num') as version`.execute(database);
    return Math.floor(Number(rows[0]?.version) / 10_000);
  } catch (cause) {
    throw new DatabaseUnavailable(
      `The database of ${variable} cannot be used: ${describe(cause)}. Check the address, the user and the password, or leave the variable out.`,
      { cause },
    );
  }
}

/** Node reports a host name with several addresses as one error without a message of its own. */
function describe(error: unknown): string {
  if (error instanceof AggregateError) return describe(error.errors[0]);
  if (error instanceof DatabaseAway && error.cause !== undefined) return describe(error.cause);
  return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
}
