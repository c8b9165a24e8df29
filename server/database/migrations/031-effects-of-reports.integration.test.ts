import { sql } from "kysely";
import { expect, test } from "vitest";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { effectsOfReports } from "./031-effects-of-reports.ts";

test("stored pending reports count as before, so that their closures and doubts end with them", async () => {
  await using db = await createTestDatabase();
  const [place_id] = await addPlaces(db.database, [{}]);
  const report = (reason: "closed" | "out-of-order" | "hours", given: object = {}) => {
    return { place_id, account_id: null, reason, text: "", on_day: "2026-05-02", ...given };
  };
  const rows = [
    report("closed", { account_id: "anna" }),
    report("out-of-order", { by_visitor: true }),
    report("hours"),
    report("out-of-order", { by_import: true }),
    report("out-of-order", { resolved_at: new Date() }),
  ];
  await db.database.insertInto("report").values(rows).execute();
  await sql`alter table place drop column closed_contradictions`.execute(db.database);
  await sql`alter table report drop column counted_as, drop column held`.execute(db.database);
  await sql.raw(effectsOfReports.sql).execute(db.database);
  const stored = db.database.selectFrom("report").select(["counted_as", "held"]).orderBy("id");
  expect(await stored.execute()).toEqual(
    ["account", "visitor", null, null, null].map((counted_as) => ({ counted_as, held: false })),
  );
});
