import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#server/database/connect.ts";
import { ensureSchedules } from "#server/opening/opening-hours.ts";
import { addPlaces, addReviews } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";

async function ratingOf(database: Database, id: number) {
  return database
    .selectFrom("place")
    .select(["rating_sum", "rating_count"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

describe("ratings", () => {
  test("stay exact under 200 simultaneous reviews by 50 people", async () => {
    await using db = await createTestDatabase();
    const [id] = await addPlaces(db.database, [{}]);
    const writes = Array.from({ length: 200 }, (_, write) => ({
      place_id: id,
      user_id: `user-${write % 50}`,
      rating: 1 + ((write * 7) % 5),
    }));
    await Promise.all(
      writes.map(async (review) => {
        if (review.rating === 3) {
          const { place_id, user_id } = review;
          const own = db.database.deleteFrom("review").where("user_id", "=", user_id);
          await own.where("place_id", "=", place_id).execute();
          return;
        }
        await db.database
          .insertInto("review")
          .values(review)
          .onConflict((conflict) =>
            conflict.columns(["place_id", "user_id"]).doUpdateSet({ rating: review.rating }),
          )
          .execute();
      }),
    );
    const expected = await db.database
      .selectFrom("review")
      .select((select) => [
        select.fn.sum<number>("rating").as("rating_sum"),
        select.fn.countAll<number>().as("rating_count"),
      ])
      .executeTakeFirstOrThrow();
    expect(expected.rating_count).toBeGreaterThan(0);
    expect(await ratingOf(db.database, id)).toEqual(expected);
  });

  test("follow a review that changes, moves and is deleted", async () => {
    await using db = await createTestDatabase();
    const [first, second] = await addPlaces(db.database, [{}, {}]);
    await db.database
      .insertInto("review")
      .values({ place_id: first, user_id: "anna", rating: 2 })
      .execute();
    expect(await ratingOf(db.database, first)).toEqual({ rating_sum: 2, rating_count: 1 });
    await db.database.updateTable("review").set({ rating: 5 }).execute();
    expect(await ratingOf(db.database, first)).toEqual({ rating_sum: 5, rating_count: 1 });
    await db.database.updateTable("review").set({ place_id: second }).execute();
    expect(await ratingOf(db.database, first)).toEqual({ rating_sum: 0, rating_count: 0 });
    expect(await ratingOf(db.database, second)).toEqual({ rating_sum: 5, rating_count: 1 });
    await db.database.deleteFrom("review").execute();
    expect(await ratingOf(db.database, second)).toEqual({ rating_sum: 0, rating_count: 0 });
  });
});

describe("places", () => {
  const same = { city: "Győr", address: "Fő tér 1.", comments: "" };

  test("with the same key exist once, unless the first was deleted", async () => {
    await using db = await createTestDatabase();
    const [id] = await addPlaces(db.database, [same]);
    const shouted = { ...same, city: "GYŐR", address: " FŐ  TÉR 1. " };
    await expect(addPlaces(db.database, [shouted])).rejects.toThrow("place_dup_key");
    await expect(addPlaces(db.database, [{ ...same, city: "Gyor" }])).resolves.toHaveLength(1);
    const remove = db.database.updateTable("place").set({ deleted_at: new Date() });
    await remove.where("id", "=", id).execute();
    await expect(addPlaces(db.database, [shouted])).resolves.toHaveLength(1);
  });

  test("may have keys longer than an index entry", async () => {
    await using db = await createTestDatabase();
    const random = Array.from({ length: 9000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(
      "",
    );
    const long = { ...same, comments: random };
    await expect(addPlaces(db.database, [long])).resolves.toHaveLength(1);
    await expect(addPlaces(db.database, [long])).rejects.toThrow("place_dup_key");
    const other = { ...same, comments: `${random}!` };
    await expect(addPlaces(db.database, [other])).resolves.toHaveLength(1);
  });

  test("cannot be removed unmarked, and take their reviews along", async () => {
    await using db = await createTestDatabase();
    const [id] = await addPlaces(db.database, [{}]);
    await db.database
      .insertInto("review")
      .values({ place_id: id, user_id: "anna", rating: 2 })
      .execute();
    const remove = db.database.deleteFrom("place").where("id", "=", id);
    await expect(remove.execute()).rejects.toThrow("must be marked as deleted first");
    await db.database.updateTable("place").set({ deleted_at: new Date() }).execute();
    await remove.execute();
    expect(await db.database.selectFrom("review").selectAll().execute()).toEqual([]);
  });

  test("get a new updated_at by a change, and none by a write without one", async () => {
    await using db = await createTestDatabase();
    await addPlaces(db.database, [{ accepted: false }]);
    const updatedAt = async () =>
      (await sql<{ at: string }>`select updated_at::text as at from place`.execute(db.database))
        .rows[0].at;
    const atFirst = await updatedAt();
    await db.database.updateTable("place").set({ accepted: false }).execute();
    expect(await updatedAt()).toBe(atFirst);
    await db.database.updateTable("place").set({ accepted: true }).execute();
    expect(await updatedAt()).not.toBe(atFirst);
  });
});

describe("the version of a place", () => {
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

  test.each([
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

  test.each([
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
