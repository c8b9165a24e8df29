import { afterAll, beforeAll, expect, it } from "vitest";
import { contributionsPerPage } from "#domain/account/contribution.ts";
import type { Database } from "#server/database/connect.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { listContributions } from "./list-contributions.ts";
import { unreadViewer, type Viewer, visitor } from "./viewer.ts";

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
});
afterAll(() => testDatabase[Symbol.asyncDispose]());

async function addViewer(email: string): Promise<Viewer> {
  return { userId: await addAccount(database, email), email, role: "user" };
}

const at = (day: number) => new Date(Date.UTC(2026, 5, day, 12));
const on_day = "2026-06-10";

it("lists the outcome of places, edits, reports and corrections, newest first", async () => {
  const anna = await addViewer("anna@example.org");
  const bela = await addViewer("bela@example.org");
  const own = { added_by: anna.userId };
  const [accepted, pending, declined, removed, others] = await addPlaces(database, [
    { ...own, added: at(1) },
    { ...own, added: at(2), accepted: false },
    {
      ...own,
      added: at(3),
      accepted: false,
      deleted_at: at(20),
      declined_reason: "Ott nincs mosdó.",
    },
    { ...own, added: at(4), deleted_at: at(21) },
    { added_by: bela.userId },
  ]);
  const unknown = { fee: "unknown", price: null };
  const changes = JSON.stringify({
    ...{ paper: { from: null, to: "yes" }, comments: { from: "", to: "bent" } },
    ...{ fee: { from: unknown, to: { fee: "free", price: null } }, city: { from: "A", to: "B" } },
  });
  await database
    .insertInto("place_proposal")
    .values([
      { place_id: others, account_id: anna.userId, version: 1, changes, at: at(5) },
      {
        ...{ place_id: others, account_id: anna.userId, version: 1, changes, at: at(6) },
        ...{ decided_at: at(22), outcome: "part", reason: "A papír nem biztos." },
        accepted_fields: ["comments", "city"],
      },
      { place_id: others, account_id: bela.userId, version: 1, changes, at: at(7) },
    ])
    .execute();
  const report = { place_id: others, account_id: anna.userId, on_day };
  await database
    .insertInto("report")
    .values([
      { ...report, reason: "hours", at: at(8) },
      { ...report, on_day: "2026-06-09", reason: "closed", at: at(9), resolved_at: at(23) },
      {
        ...{ ...report, on_day: "2026-06-08", reason: "other", text: "…", at: at(10) },
        ...{ resolved_at: at(24), outcome: "declined", answer: "Nyitva van." },
      },
      { ...report, account_id: bela.userId, reason: "position", at: at(11) },
    ])
    .execute();
  await database
    .insertInto("correction")
    .values({
      ...{ account_id: anna.userId, action: "edit", reason: "", longitude: 19, latitude: 47 },
      ...{ changes: "{}", place_name: "Fő utca 1.", at: at(12) },
      ...{ resolved_at: at(25), outcome: "done" },
    })
    .execute();

  await database
    .insertInto("removed_review")
    .values({ place_id: others, account_id: anna.userId, reason: "Személyes adat.", at: at(13) })
    .execute();

  const list = await listContributions({ database }, { page: 1 }, anna);
  expect(list).toMatchObject({ page: 1, total: 11, waiting: 3 });
  const listed = list?.contributions.map(({ kind, state, place, about, reason }) => [
    kind,
    state,
    place?.id ?? null,
    about.join(),
    reason,
  ]);
  expect(listed).toEqual([
    ["review", "removed", others, "", "Személyes adat."],
    ["correction", "done", null, "Fő utca 1.", ""],
    ["report", "declined", others, "other", "Nyitva van."],
    ["report", "settled", others, "closed", ""],
    ["report", "waiting", others, "hours", ""],
    ["edit", "part", others, "city,fee,comments,paper", "A papír nem biztos."],
    ["edit", "waiting", others, "city,fee,comments,paper", ""],
    ["place", "removed", removed, "", ""],
    ["place", "declined", declined, "", "Ott nincs mosdó."],
    ["place", "waiting", pending, "", ""],
    ["place", "accepted", accepted, "", ""],
  ]);
  expect(list?.contributions[2].decided_at).toBe(at(24).toISOString());
  expect(list?.contributions[4].decided_at).toBeNull();
  const accepted_fields = list?.contributions.map((sent) => sent.accepted_fields.join());
  expect(accepted_fields).toEqual(["", "", "", "", "", "city,comments", "", "", "", "", ""]);
});

it("has pages, and totals beyond the last one too", async () => {
  const anna = await addViewer("sok@example.org");
  await addPlaces(
    database,
    Array.from({ length: contributionsPerPage + 1 }, () => ({ added_by: anna.userId })),
  );
  const lengths = await Promise.all(
    [1, 2, 3].map((page) => listContributions({ database }, { page }, anna)),
  );
  expect(lengths.map((list) => list?.contributions.length)).toEqual([contributionsPerPage, 1, 0]);
  expect(lengths.map((list) => list?.total)).toEqual(Array(3).fill(contributionsPerPage + 1));
});

it("is empty for an account that has sent nothing, and none for a visitor", async () => {
  const empty = await listContributions(
    { database },
    { page: 1 },
    await addViewer("new@example.org"),
  );
  expect(empty).toMatchObject({ total: 0, waiting: 0, contributions: [] });
  expect(await listContributions({ database }, { page: 1 }, visitor)).toBeNull();
  await expect(listContributions({ database }, { page: 1 }, unreadViewer)).rejects.toThrow();
});
