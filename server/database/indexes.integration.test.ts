import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reviewSorts } from "#domain/feedback/review.ts";
import { PlaceIndexBuilder } from "#domain/place-index/place-index-builder.ts";
import { visitor } from "#server/accounts/viewer.ts";
import { countPending, countQueue } from "#server/moderation/tasks.ts";
import { deleteAccount } from "#server/personal-data/delete-account.ts";
import { listReviews } from "#server/reviews/list-reviews.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { type PlanNode, RecordedDatabase } from "#tests/support/database/recorded-database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";

const now = () => new Date("2026-05-04T12:00:00Z");
const administrator = { userId: "admin", email: null, role: "administrator" as const };

let db: TestDatabase;
let recorded: RecordedDatabase;
let reviewed = 0;

/** Adds enough rows to each table that a sequential scan is never the cheapest plan. */
beforeAll(async () => {
  db = await createTestDatabase();
  const { database } = db;
  recorded = new RecordedDatabase(db.connection);
  [reviewed] = await addPlaces(database, [{ added_by: "other-1" }]);
  await sql`
    insert into place (country, city, address, accessible, public, accepted, latitude, longitude,
      schedule_id, dup_key, search_key, added_by, deleted_by, deleted_at)
    select country, city, address, accessible, public, n % 50 > 0, latitude, longitude,
      schedule_id, 'key ' || n, search_key, 'other-' || n % 1000,
      case when n % 100 = 0 then 'other-' || n % 700 end, case when n % 100 = 0 then now() end
    from place, generate_series(1, 30000) as n`.execute(database);
  await sql`
    insert into account (id, email, disabled)
    select 'other-' || n, n || '@example.org', n % 1000 = 0 from generate_series(1, 20000) as n`.execute(
    database,
  );
  await sql`
    insert into audit (actor, action, place_id, user_id)
    select 'other-' || n % 100, 'accept-place', n, 'other-' || n % 1000
    from generate_series(1, 30000) as n`.execute(database);
  // The trigger would change the place 10,000 times in one transaction.
  await sql`alter table review disable trigger review_ratings`.execute(database);
  await sql`
    update place set rating_sum = 30000, rating_count = 10000 where id = ${reviewed}`.execute(
    database,
  );
  await sql`
    insert into review (place_id, user_id, rating, text, added)
    select ${reviewed}, 'other-' || n, 1 + n % 5, 'Tiszta.', database_clock() - make_interval(secs => n * 7919 % 10000)
    from generate_series(1, 10000) as n`.execute(database);
  await sql`insert into account (id, email) values ('anna', 'anna@example.org')`.execute(database);
  await sql`vacuum analyze`.execute(database);
});
afterAll(async () => {
  await recorded?.[Symbol.asyncDispose]();
  await db?.[Symbol.asyncDispose]();
});

const isSort = (node: PlanNode) => /Sort/.test(node["Node Type"]);
/** Whether a node reads the whole table, in its own order or along its primary key. */
const isScanOf = (table: string) => (node: PlanNode) =>
  node["Relation Name"] === table &&
  (node["Node Type"] === "Seq Scan" ||
    (node["Index Name"] === `${table}_pkey` && node["Index Cond"] === undefined));

test.each(["place", "audit", "review"])(
  "deleting an account never reads all of %s",
  async (table) => {
    await recorded.explain(/./, { isRunAgain: false });
    const { database } = recorded;
    await sql`
    insert into account (id, email) values ('anna', 'anna@example.org') on conflict do nothing`.execute(
      database,
    );
    expect(await deleteAccount({ database }, "anna")).toBe(true);
    const plans = await recorded.explain(/^\s*(select|update|delete)/, { isRunAgain: false });
    expect(plans.length).toBeGreaterThan(10);
    const scans = plans.filter(({ nodes }) => nodes.some(isScanOf(table)));
    expect(scans.map(({ statement }) => statement)).toEqual([]);
  },
);

test("the moderation queue is counted without reading all places or accounts", async () => {
  const { database } = recorded;
  await recorded.explain(/./, { isRunAgain: false });
  await countQueue({ database, now });
  await countPending({ database, placeIndex: new PlaceIndexBuilder(1).build() }, administrator);
  const plans = await recorded.explain(/count/, { isRunAgain: false });
  expect(plans).toHaveLength(3);
  for (const table of ["place", "account"]) {
    expect(plans.filter(({ nodes }) => nodes.some(isScanOf(table)))).toEqual([]);
  }
});

test.each(reviewSorts)("a page of 10,000 reviews by %s sorts a few of them", async (sort) => {
  const { database } = recorded;
  await recorded.explain(/./, { isRunAgain: false });
  const page = { page: 3, perPage: 10, sort };
  const list = await listReviews({ database }, reviewed, page, visitor);
  expect(list?.total).toBe(10_000);
  expect(list?.reviews).toHaveLength(10);
  const [{ nodes }] = await recorded.explain(/from "review"/, { isRunAgain: true });
  expect(nodes.filter((node) => node["Node Type"] === "Sort")).toEqual([]);
  const read = nodes.filter((node) => node["Relation Name"] === "review");
  expect(read).toHaveLength(1);
  expect(read[0]["Actual Rows"]).toBeLessThan(40);
  for (const node of nodes.filter(isSort)) expect(node["Actual Rows"]).toBeLessThan(40);
});
