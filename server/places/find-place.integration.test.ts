import { afterAll, beforeAll, expect, it } from "vitest";
import { visitor } from "#server/accounts/viewer.ts";
import { purgeDeletedPlaces } from "#server/moderation/deleted-places.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { findDeletion, findPlace } from "./find-place.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());

const find = (id: number) => findPlace({ ...db, now: () => new Date() }, id, visitor);

it("tells all that is known of one place, and nothing of what is not", async () => {
  const facts = { changing_table: "yes", level: "-1", operator: "MÁV" } as const;
  const [known, plain] = await addPlaces(db.database, [
    { facts, county: "Heves", postcode: "3300" },
    {},
  ]);
  expect(await find(known)).toMatchObject({
    county: "Heves",
    postcode: "3300",
    facts,
    details: { features: ["changing-table"], level: "-1", operator: "MÁV" },
  });
  const fields = Object.keys((await find(plain)) ?? {});
  expect(fields).toContain("city");
  for (const field of ["county", "postcode", "details"]) expect(fields).not.toContain(field);
});

it("knows what visitors saw and is deleted, also when it is removed for good", async () => {
  const { database } = db;
  const deleted_at = new Date("2026-01-01T00:00:00Z");
  const [there, pending, deleted, declined, purged] = await addPlaces(database, [
    {},
    { accepted: false },
    { deleted_at },
    { accepted: false, deleted_at },
    { deleted_at },
  ]);
  const deletedAt = new Date();
  await database
    .updateTable("place")
    .set({ deleted_at: deletedAt })
    .where("id", "in", [deleted, declined])
    .execute();
  await purgeDeletedPlaces({ database, now: () => new Date() });
  const answers = [there, pending, deleted, declined, purged, purged + 1, 2 ** 31];
  const byStaff = { goneSince: null };
  expect(await Promise.all(answers.map((id) => findDeletion(db, id)))).toEqual([
    ...[null, null, byStaff, null, byStaff, null, null],
  ]);
  const deletion = { deleted_at: deletedAt, deleted_by_import: true };
  await database.updateTable("place").set(deletion).where("id", "=", there).execute();
  expect(await findDeletion(db, there)).toEqual({ goneSince: deletedAt });
});
