import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReviewListQuery } from "#domain/feedback/review.ts";
import { visitor } from "#server/accounts/viewer.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { listReviews } from "./list-reviews.ts";

const administrator = { userId: "admin", email: null, role: "administrator" as const };
const query: ReviewListQuery = { page: 1, perPage: 10, sort: "added-desc" };

let db: TestDatabase;
let reviewed = 0;
let empty = 0;
let pending = 0;
let deleted = 0;

beforeAll(async () => {
  db = await createTestDatabase();
  [reviewed, empty, pending, deleted] = await addPlaces(db.database, [
    {},
    {},
    { accepted: false },
    { deleted_at: new Date() },
  ]);
  const rows = [
    ["anna", 5, "Tiszta.", "2026-01-01T10:00:00.123Z"],
    ["bernd", 3, "", "2026-01-03T10:00:00.000Z"],
    ["claire", 5, "Clean.", "2026-01-02T10:00:00.000Z"],
    ["dani", 1, "Zárva.", "2026-01-04T10:00:00.000Z"],
  ] as const;
  const values = rows.map(([user_id, rating, text, added]) => ({
    place_id: reviewed,
    user_id,
    rating,
    text,
    added: new Date(added),
  }));
  await db.database.insertInto("review").values(values).execute();
});
afterAll(() => db[Symbol.asyncDispose]());

async function reviewersInOrder(sort: ReviewListQuery["sort"]) {
  const page = await listReviews(db, reviewed, { ...query, sort }, administrator);
  return page?.reviews.map(({ user_id }) => user_id);
}

describe("listReviews", () => {
  test.each([
    ["added-desc", ["dani", "bernd", "claire", "anna"]],
    ["added-asc", ["anna", "claire", "bernd", "dani"]],
    ["rating-desc", ["claire", "anna", "bernd", "dani"]],
    ["rating-asc", ["dani", "bernd", "claire", "anna"]],
  ] as const)("orders by %s, the newest first among equal ratings", async (sort, expected) => {
    expect(await reviewersInOrder(sort)).toEqual(expected);
  });

  test("gives a visitor no reviewers", async () => {
    const page = await listReviews(db, reviewed, { ...query, perPage: 1, page: 4 }, visitor);
    expect(page).toStrictEqual({
      reviews: [
        {
          id: expect.any(Number),
          rating: 5,
          text: "Tiszta.",
          added: "2026-01-01T10:00:00.123Z",
          own: false,
        },
      ],
      page: 4,
      per_page: 1,
      total: 4,
    });
  });

  test("gives a moderator none either", async () => {
    const moderator = { userId: "misi", email: null, role: "moderator" as const };
    expect(JSON.stringify(await listReviews(db, reviewed, query, moderator))).not.toContain("anna");
  });

  test("marks the viewer's own", async () => {
    const anna = { userId: "anna", email: null, role: "user" as const };
    const page = await listReviews(db, reviewed, query, anna);
    expect(page?.reviews.map(({ own }) => own)).toEqual([false, false, false, true]);
    expect(JSON.stringify(page)).not.toContain("user_id");
  });

  test("gives nothing beyond the last page, and none where there are none", async () => {
    expect(await listReviews(db, reviewed, { ...query, page: 9_000_000 }, visitor)).toMatchObject({
      reviews: [],
      total: 4,
    });
    expect(await listReviews(db, empty, query, visitor)).toMatchObject({ reviews: [], total: 0 });
  });

  test("finds no place that the viewer may not see", async () => {
    expect(await listReviews(db, pending, query, visitor)).toBeNull();
    expect(await listReviews(db, pending, query, administrator)).toMatchObject({ total: 0 });
    expect(await listReviews(db, deleted, query, administrator)).toBeNull();
    expect(await listReviews(db, 2_147_483_648, query, visitor)).toBeNull();
  });
});
