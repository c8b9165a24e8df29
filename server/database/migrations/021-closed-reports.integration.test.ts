import { sql } from "kysely";
import { expect, test } from "vitest";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { closedReports } from "./021-closed-reports.ts";

test("stored places get the time of their last pending report that they are closed for good", async () => {
  await using db = await createTestDatabase();
  const [twice, settled, otherwise] = await addPlaces(db.database, [{}, {}, {}]);
  const day = (date: string) => ({ at: new Date(date), on_day: date });
  const closed = { account_id: null, reason: "closed", text: "", opens_on: null } as const;
  const rows = [
    { ...closed, place_id: twice, ...day("2026-05-02") },
    { ...closed, place_id: twice, ...day("2026-05-01") },
    { ...closed, place_id: twice, ...day("2026-05-03"), resolved_at: new Date() },
    { ...closed, place_id: settled, ...day("2026-05-03"), resolved_at: new Date() },
    { ...closed, place_id: otherwise, ...day("2026-05-03"), reason: "hours" } as const,
  ];
  await db.database.insertInto("report").values(rows).execute();
  await sql.raw("alter table place drop column closed_reported").execute(db.database);
  await sql.raw(closedReports.sql).execute(db.database);
  const stored = db.database.selectFrom("place").select("closed_reported").orderBy("id");
  expect((await stored.execute()).map(({ closed_reported }) => closed_reported)).toEqual([
    new Date("2026-05-02"),
    null,
    null,
  ]);
});
