import { sql } from "kysely";
import { connectDatabase } from "#server/database/connect.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

/**
 * `node tests/support/hold-postgres.ts DATA_DIR [count [account]]`: a process that uses the embedded
 * PostgreSQL as the server does. It adds rows one by one up to `count` (none by default), prints
 * the number of each that was acknowledged, and leaves on SIGTERM. With an account it first becomes another user's, who
 * need not reach this module, with programs of PostgreSQL that this user reaches (`{ uid, binaries }` as JSON).
 */
const [dataDirectory = "", count = "0", account = "{}"] = process.argv.slice(2);
const { uid, binaries } = JSON.parse(account);
if (uid !== undefined) {
  process.setgroups?.([uid]);
  process.setgid?.(uid);
  process.setuid?.(uid);
}
const stopped = new Promise((resolve) => process.once("SIGTERM", resolve));
const begun = performance.now();

try {
  // Left on an error too: an open connection would keep the process from ending.
  await using postgres = await startEmbeddedPostgres({ dataDirectory, log: silentLog, binaries });
  await using database = connectDatabase(postgres.connection, { log: silentLog });
  await sql`select`.execute(database);
  console.log(`ready ${Math.round(performance.now() - begun)}`);
  // Of several at once, `if not exists` lets one through and can fail the others.
  if (Number(count) > 0) {
    await sql`create table if not exists row (n int primary key)`.execute(database);
  }
  for (let n = 1; n <= Number(count); n++) {
    await sql`insert into row values (${n})`.execute(database);
    console.log(`acknowledged ${n}`);
  }
  await stopped;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
