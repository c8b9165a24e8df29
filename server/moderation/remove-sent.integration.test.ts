import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Viewer } from "#server/accounts/viewer.ts";
import { confirmPlace } from "#server/feedback/confirm-place.ts";
import { reportPlace } from "#server/feedback/reports.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { restorePlace } from "./deleted-places.ts";
import { countSent, removeSent } from "./remove-sent.ts";

const now = new Date("2026-07-31T12:00:00.000Z");
const nothing = { places: 0, reviews: 0, reports: 0, corrections: 0, proposals: 0 };

let db: TestDatabase;
let administrator: Viewer;
let spammer: Viewer;
let neighbour: Viewer;
let deps: { database: TestDatabase["database"]; now: () => Date };
let accounts = 0;

beforeAll(async () => {
  db = await createTestDatabase();
  deps = { database: db.database, now: () => now };
});
afterAll(() => db[Symbol.asyncDispose]());

beforeEach(async () => {
  accounts += 1;
  const viewer = async (name: string, role: Viewer["role"]) => {
    const email = `${name}-${accounts}@example.org`;
    return { userId: await addAccount(db.database, email), email, role };
  };
  administrator = await viewer("kata", "administrator");
  spammer = await viewer("spam", "user");
  neighbour = await viewer("anna", "user");
});

const idOf = ({ userId }: Viewer) => userId ?? "";

/** Two places of the spammer, one of them pending, and one of the neighbour; all accounts review all four. */
async function sendContributions() {
  const ids = await addPlaces(db.database, [
    { added_by: spammer.userId },
    { added_by: spammer.userId },
    { added_by: spammer.userId, accepted: false },
    { added_by: neighbour.userId },
    { added_by: spammer.userId, deleted_at: now },
  ]);
  const [first, , , others] = ids;
  await db.database
    .insertInto("review")
    .values([
      { place_id: others, user_id: idOf(spammer), rating: 1 },
      { place_id: others, user_id: idOf(neighbour), rating: 5 },
      { place_id: first, user_id: idOf(neighbour), rating: 4 },
    ])
    .execute();
  const report = { reason: "closed", text: "lies" } as const;
  expect(await reportPlace(deps, others, report, spammer)).toMatchObject({ ok: true });
  expect(await reportPlace(deps, others, report, neighbour)).toMatchObject({ ok: true });
  await db.database
    .insertInto("correction")
    .values(
      [spammer, neighbour].map(({ userId }) => ({
        account_id: userId,
        action: "edit",
        reason: "",
        longitude: 19,
        latitude: 47,
        changes: "{}",
        place_name: "x",
      })),
    )
    .execute();
  const change = { version: 1, changes: JSON.stringify({ county: { from: null, to: "x" } }) };
  const decided = { outcome: "part", decided_at: now } as const;
  await db.database
    .insertInto("place_proposal")
    .values([
      { ...change, place_id: others, account_id: spammer.userId },
      { ...change, place_id: others, account_id: neighbour.userId },
      { ...change, ...decided, place_id: others, account_id: spammer.userId },
    ])
    .execute();
  return { first, others, ids };
}

const placeOf = (id: number) =>
  db.database
    .selectFrom("place")
    .select(["deleted_at", "deleted_by", "rating_count", "rating_sum", "last_confirmed"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("removeSent", () => {
  it("removes places, reviews, reports and corrections of the account, and of no other", async () => {
    const { others, ids } = await sendContributions();
    const sent = { places: 3, reviews: 1, reports: 1, corrections: 1, proposals: 1 };
    expect(await countSent(deps, idOf(spammer))).toEqual(sent);
    const before = await countSent(deps, idOf(neighbour));
    expect(await removeSent(deps, idOf(spammer), administrator)).toEqual({
      ok: true,
      removed: sent,
    });
    for (const id of ids.slice(0, 3)) {
      expect(await placeOf(id)).toMatchObject({
        deleted_at: now,
        deleted_by: administrator.userId,
      });
    }
    expect(await placeOf(others)).toMatchObject({
      deleted_at: null,
      rating_count: 1,
      rating_sum: 5,
    });
    const proposals = db.database.selectFrom("place_proposal").where("place_id", "=", others);
    expect(await proposals.select(["outcome", "decided_by"]).orderBy("id").execute()).toEqual([
      { outcome: "withdrawn", decided_by: administrator.userId },
      { outcome: null, decided_by: null },
      { outcome: "part", decided_by: null },
    ]);
    expect(await countSent(deps, idOf(spammer))).toEqual(nothing);
    expect(await countSent(deps, idOf(neighbour))).toEqual(before);
  });

  it("leaves a line in the audit trail for the account, each place and each review", async () => {
    const { ids, others } = await sendContributions();
    await removeSent(deps, idOf(spammer), administrator);
    const lines = await db.database
      .selectFrom("audit")
      .select(["action", "place_id", "user_id"])
      .where("actor", "=", idOf(administrator))
      .orderBy("id")
      .execute();
    const user_id = spammer.userId;
    expect(lines[0]).toEqual({ action: "remove-sent", place_id: null, user_id });
    expect(lines.slice(1)).toEqual(
      expect.arrayContaining([
        ...ids.slice(0, 3).map((place_id) => ({ action: "delete-place", place_id, user_id })),
        { action: "delete-review", place_id: others, user_id },
      ]),
    );
    expect(lines).toHaveLength(5);
  });

  it("deletes places that can be restored", async () => {
    const { first } = await sendContributions();
    await removeSent(deps, idOf(spammer), administrator);
    expect(await restorePlace(deps, first, administrator)).toMatchObject({ ok: true });
  });

  it("accepts a confirmation back: the one before counts again, or none", async () => {
    const [both, alone] = await addPlaces(db.database, [{}, {}]);
    const early = { ...deps, now: () => new Date("2026-07-30T12:00:00.000Z") };
    await confirmPlace(early, both, neighbour);
    await confirmPlace(deps, both, spammer);
    await confirmPlace(deps, alone, spammer);
    expect((await placeOf(both)).last_confirmed).toEqual(now);
    await removeSent(deps, idOf(spammer), administrator);
    expect((await placeOf(both)).last_confirmed).toEqual(early.now());
    expect((await placeOf(alone)).last_confirmed).toBeNull();
  });

  it("does nothing a second time", async () => {
    await sendContributions();
    await removeSent(deps, idOf(spammer), administrator);
    expect(await removeSent(deps, idOf(spammer), administrator)).toEqual({
      ok: true,
      removed: nothing,
    });
  });

  it("is not about the administrator's own account", async () => {
    const { first } = await sendContributions();
    const refused = (code: string) => ({ ok: false, code });
    expect(await removeSent(deps, idOf(administrator), administrator)).toEqual(
      refused("error.forbidden"),
    );
    for (const unknown of ["no-such-account", "with\u0000zero"]) {
      expect(await removeSent(deps, unknown, administrator)).toEqual(refused("error.notfound"));
    }
    expect((await placeOf(first)).deleted_at).toBeNull();
  });
});
