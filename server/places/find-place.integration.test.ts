import { afterAll, beforeAll, expect, it } from "vitest";
import { visitor } from "#server/accounts/viewer.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { findPlace } from "./find-place.ts";

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
