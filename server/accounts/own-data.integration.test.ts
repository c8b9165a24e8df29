import { describe, expect, test } from "vitest";
import type { Database } from "#server/database/connect.ts";
import { addAccount } from "#tests/support/add-account.ts";
import { addPlaces } from "#tests/support/add-places.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { deleteAccount } from "./delete-account.ts";
import { exportAccount } from "./export-account.ts";

/** Anna and Béla, who each added a place and reviewed both; the place ids are Anna's, then Béla's. */
async function addPeople(database: Database) {
  const anna = await addAccount(database, "anna@example.org");
  const bela = await addAccount(database, "bela@example.org");
  const [annas, belas] = await addPlaces(database, [
    { added_by: anna, accepted: false, price: 150 },
    { added_by: bela, deleted_at: new Date(), deleted_by: anna },
  ]);
  await database
    .insertInto("review")
    .values([
      { place_id: annas, user_id: anna, rating: 5, text: "Tiszta" },
      { place_id: belas, user_id: anna, rating: 2 },
      { place_id: annas, user_id: bela, rating: 4, text: "Bélának is" },
      { place_id: belas, user_id: bela, rating: 3 },
    ])
    .execute();
  await database
    .insertInto("audit")
    .values([
      { actor: anna, action: "delete-place", place_id: belas },
      { actor: bela, action: "enable-account", user_id: anna },
      { actor: null, action: "disable-account", user_id: anna },
    ])
    .execute();
  await database
    .insertInto("verification")
    .values({ id: "code", identifier: "digest", value: anna, expires_at: new Date() })
    .execute();
  return { anna, bela, annas, belas };
}

/** Every row of every table, to look for traces in. */
async function wholeDatabase(database: Database): Promise<string> {
  const tables = ["account", "session", "sign_in_method", "verification", "place", "review"];
  const rows = [...tables, "audit" as const].map((table) =>
    database
      .selectFrom(table as "account")
      .selectAll()
      .execute(),
  );
  return JSON.stringify(await Promise.all(rows));
}

describe("exportAccount", () => {
  test("holds everything about the person, and nothing about another", async () => {
    await using db = await createTestDatabase();
    const { anna, bela, annas, belas } = await addPeople(db.database);
    const exported = await exportAccount(db, anna);
    expect(exported).toMatchObject({
      account: { id: anna, email: "anna@example.org", email_verified: true, disabled: false },
      sign_in_methods: [{ provider: "credential", provider_account_id: anna }],
      sessions: [{ expires_at: expect.any(Date) }],
      places: [{ id: annas, price: 150, accepted: false, deleted_at: null, country: "HU" }],
      reviews: [
        { place_id: annas, rating: 5, text: "Tiszta" },
        { place_id: belas, rating: 2, text: "" },
      ],
      audit: [
        { action: "delete-place", place_id: belas, own: true },
        { action: "enable-account", own: false },
        { action: "disable-account", own: false },
      ],
    });
    expect(exported?.places[0].opening_times).toHaveLength(7);
    const text = JSON.stringify(exported);
    expect(text).not.toContain(bela);
    expect(text).not.toContain("Bélának");
    expect(text).not.toMatch(/hash of|token of/);
  });

  test("is null where there is no account", async () => {
    await using db = await createTestDatabase();
    expect(await exportAccount(db, "nobody")).toBeNull();
  });
});

describe("deleteAccount", () => {
  test("leaves no trace of the person", async () => {
    await using db = await createTestDatabase();
    const { anna } = await addPeople(db.database);
    expect(await wholeDatabase(db.database)).toContain(anna);
    expect(await deleteAccount(db, anna)).toBe(true);
    const left = await wholeDatabase(db.database);
    expect(left).not.toContain(anna);
    expect(left).not.toContain("anna@example.org");
    expect(left).not.toContain("Tiszta");
  });

  test("keeps the places, whose ratings follow, and other people's reviews", async () => {
    await using db = await createTestDatabase();
    const { anna, bela, annas, belas } = await addPeople(db.database);
    await deleteAccount(db, anna);
    const columns = ["id", "added_by", "deleted_by", "rating_sum", "rating_count"] as const;
    expect(await db.database.selectFrom("place").select(columns).orderBy("id").execute()).toEqual([
      { id: annas, added_by: null, deleted_by: null, rating_sum: 4, rating_count: 1 },
      { id: belas, added_by: bela, deleted_by: null, rating_sum: 3, rating_count: 1 },
    ]);
    const accounts = await db.database.selectFrom("account").select("id").execute();
    expect(accounts).toEqual([{ id: bela }]);
  });

  test("does nothing where there is no account, nor a second time", async () => {
    await using db = await createTestDatabase();
    const { anna } = await addPeople(db.database);
    expect(await deleteAccount(db, "nobody")).toBe(false);
    const both = await Promise.all([deleteAccount(db, anna), deleteAccount(db, anna)]);
    expect(both.toSorted()).toEqual([false, true]);
  });
});
