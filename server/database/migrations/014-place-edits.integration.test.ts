import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSchedules } from "#server/opening/stored-schedules.ts";
import { addPlaces, addReviews } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  const timeZone = "Europe/Vienna";
  await ensureSchedules(db.database, [{ timeZone, openingTimes: Array<string>(7).fill("-") }]);
  await sql`insert into fact_set (facts) values ('{"shower": "yes"}')`.execute(db.database);
});
afterAll(() => db[Symbol.asyncDispose]());

async function versionAfter(change: string): Promise<number> {
  const [id] = await addPlaces(db.database, [{}]);
  await sql.raw(`update place set ${change} where id = ${id}`).execute(db.database);
  await addReviews(db.database, id, [3]);
  const place = db.database.selectFrom("place").select("version").where("id", "=", id);
  return (await place.executeTakeFirstOrThrow()).version;
}

describe("the version of a place", () => {
  it.each([
    "country = 'AT'",
    "city = 'Wien'",
    "address = 'Ring'",
    "county = 'Wien'",
    "postcode = '1010'",
    "price = 0",
    "price_known = false",
    "price_known = false, costs = true",
    "comments = 'left'",
    "accessible = true",
    "public = false",
    "latitude = 47.500001",
    "longitude = 19.1",
    "position_approximate = true",
    "schedule_id = (select id from schedule where time_zone = 'Europe/Vienna')",
    "opening_hours = '24/7'",
    `fact_set_id = (select id from fact_set where facts <> '{}')`,
    `fact_texts = '{"name": "x"}'`,
  ])("grows with %s", async (change) => {
    expect(await versionAfter(change)).toBe(2);
  });

  it.each([
    "city = city",
    "accepted = false",
    "last_confirmed = now()",
    "visitor_confirmed = now(), visitor_confirmations = 1",
    "closed_reason = 'out-of-order', closed_since = now(), closed_until = now(), closed_by = 'staff'",
    "closed_reported = now()",
    "deleted_at = now()",
    "added_by = null",
    "dup_key = 'x', search_key = 'x'",
    "attributes = '{}', imported = '{}', osm_id = 'node/1'",
    "opening_hours_complete = true",
  ])("stays with %s", async (change) => {
    expect(await versionAfter(change)).toBe(1);
  });
});
