import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database/test-database.ts";

test("returns bigint as a number", async () => {
  await using db = await createTestDatabase();
  const { rows } = await sql`select 9007199254740991::bigint as largest`.execute(db.database);
  expect(rows).toEqual([{ largest: Number.MAX_SAFE_INTEGER }]);
});

test("refuses a bigint beyond the exact numbers", async () => {
  await using db = await createTestDatabase();
  await expect(sql`select 9007199254740993::bigint`.execute(db.database)).rejects.toThrow(
    "9007199254740993 is not exact as a number",
  );
});

test("returns a date as its day, in any time zone of the process", async () => {
  await using db = await createTestDatabase();
  const { rows } = await sql`select '2026-06-10'::date as day`.execute(db.database);
  expect(rows).toEqual([{ day: "2026-06-10" }]);
});

test("continues when a connection in use is cut", async () => {
  await using db = await createTestDatabase();
  await using other = await createTestDatabase();
  const cut = db.database.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.database);
    // Queries run until the signal has arrived.
    for (;;) await sql`select 1`.execute(connection);
  });
  await expect(cut).rejects.toThrow();
  // The end of the connection may come after the error.
  const queryAgain = () => sql`select 1 as n`.execute(db.database).then(({ rows }) => rows);
  await expect.poll(queryAgain).toEqual([{ n: 1 }]);
});

test("ends an idle transaction after 15 s", async () => {
  await using db = await createTestDatabase();
  const clockQuery = sql`
    select current_setting('idle_in_transaction_session_timeout') as longest,
      current_setting('transaction_isolation') as isolation`;
  const transaction = db.database.transaction().setIsolationLevel("repeatable read");
  const { rows } = await transaction.execute((transaction) => clockQuery.execute(transaction));
  expect(rows).toEqual([{ longest: "15s", isolation: "repeatable read" }]);
});
