import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";

test("gives bigint as a number", async () => {
  await using db = await createTestDatabase();
  const { rows } = await sql`select 9007199254740991::bigint as largest`.execute(db.database);
  expect(rows).toEqual([{ largest: Number.MAX_SAFE_INTEGER }]);
});

test("refuses a bigint that a number cannot hold exactly", async () => {
  await using db = await createTestDatabase();
  await expect(sql`select 9007199254740993::bigint`.execute(db.database)).rejects.toThrow(
    "9007199254740993 is not exact as a number",
  );
});
