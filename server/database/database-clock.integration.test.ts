import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { connectDatabase } from "#server/database/connect.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await db[Symbol.asyncDispose]();
});

/**
 * Times of a new place, of its change a moment later, and of both functions, minus the real time,
 * in hours.
 */
async function hoursAhead(): Promise<number[]> {
  const database = connectDatabase(db.connection, { log: silentLog });
  try {
    const [id] = await addPlaces(database, [{}]);
    await sql`update place set comments = 'changed' where id = ${id}`.execute(database);
    const { rows } = await sql<{ hours: number[] }>`
      select array(
        select round(extract(epoch from at - clock_timestamp()) / 3600)::int
        from unnest(array[added, updated_at, database_clock(), statement_clock()]) as at
      ) as hours from place where id = ${id}`.execute(database);
    return rows[0].hours;
  } finally {
    await database.destroy();
  }
}

test("defaults and triggers use the real time, where nothing shifts it", async () => {
  for (const options of ["", "-c mosdo.clock_shift="]) {
    vi.stubEnv("PGOPTIONS", options);
    expect(await hoursAhead()).toEqual([0, 0, 0, 0]);
  }
});

test.each([
  ["48h", 48],
  ["-13651200", -3792],
])("a session whose clock is shifted by %s has all times from it", async (shift, hours) => {
  vi.stubEnv("PGOPTIONS", `-c mosdo.clock_shift=${shift}`);
  expect(await hoursAhead()).toEqual([hours, hours, hours, hours]);
});

test("the trigger that dates a place runs without our schema on the search path", async () => {
  const [id] = await addPlaces(db.database, [{}]);
  await db.database.transaction().execute(async (transaction) => {
    await sql`set local search_path = ''`.execute(transaction);
    await sql`update public.place set comments = 'changed' where id = ${id}`.execute(transaction);
  });
});

describe("no other clock", () => {
  const otherClock =
    /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\(|\b(?:current_(?:timestamp|date|time)|local(?:timestamp|time))\b|'(?:now|today|tomorrow|yesterday)'/i;

  test("is a column's default, or in a trigger or another function", async () => {
    const { rows } = await sql<{ name: string; source: string }>`
      select attrelid::regclass || '.' || attname as name, pg_get_expr(adbin, adrelid) as source
      from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      where attrelid::regclass::text <> 'migration'
      union all
      -- A quoted hint, for people, calls nothing.
      select proname, regexp_replace(prosrc, '''[^'']*''', '', 'g')
      from pg_proc where pronamespace = 'public'::regnamespace and prolang in (
        select oid from pg_language where lanname in ('sql', 'plpgsql')
      )`.execute(db.database);
    const found = rows.filter(({ source }) => otherClock.test(source)).map(({ name }) => name);
    // The clocks themselves, and the trigger that cannot call them by their names.
    expect(found.sort()).toEqual(["database_clock", "statement_clock", "touch_place"]);
    const touch = rows.find(({ name }) => name === "touch_place");
    expect(touch?.source).toContain("clock_timestamp() + coalesce(nullif(current_setting(");
  });

  test("is in the SQL of the product", () => {
    const root = join(import.meta.dirname, "../..");
    const files = globSync("{server,cli}/**/*.ts", { cwd: root }).filter(
      (file) => !file.endsWith(".test.ts"),
    );
    expect(files.length).toBeGreaterThan(100);
    const found = files.filter((file) =>
      sqlOf(readFileSync(join(root, file), "utf8")).some((text) => otherClock.test(text)),
    );
    // The doctor compares the real clocks.
    expect(found).toEqual(["cli/doctor.ts"]);
  });
});

/** Templates of SQL in a source file, with nested ones, each up to the first template within. */
function sqlOf(source: string): string[] {
  const templates = source.matchAll(/\bsql(?:<[^`]*?>|\.raw\()?\s*`(?=([^`]*)`)/g);
  return [...templates].map(([, text]) => text.replaceAll(/\$\{[^}]*\}/g, ""));
}
