import { expect, it } from "vitest";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { placeFacts } from "./012-place-facts.ts";

it("adds the facts of their tags to places of earlier imports, and changes no others", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const tags = {
    changing_table: "yes",
    wheelchair: "limited",
    operator: "MÁV",
    website: "a.example",
  };
  // More than one batch.
  const many = Array.from({ length: 1_001 }, () => ({ attributes: JSON.stringify(tags) }));
  const ids = await addPlaces(database, [...many, { attributes: "{}" }, {}]);
  await placeFacts.run?.(database);
  const rows = await database
    .selectFrom("place")
    .innerJoin("fact_set", "fact_set.id", "fact_set_id")
    .select(["place.id", "facts", "fact_texts"])
    .orderBy("place.id")
    .execute();
  const known = { wheelchair: "limited", changing_table: "yes" };
  expect(rows.map(({ id }) => id)).toEqual(ids);
  for (const row of rows.slice(0, -2)) {
    expect(row).toMatchObject({ facts: known, fact_texts: { operator: "MÁV" } });
  }
  for (const row of rows.slice(-2)) expect(row).toMatchObject({ facts: {}, fact_texts: null });
});
