import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Viewer } from "#server/accounts/viewer.ts";
import { confirmPlace } from "#server/feedback/confirm-place.ts";
import { reportPlace } from "#server/feedback/reports.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { countSent, setAccountDisabled } from "./accounts.ts";
import { restorePlace } from "./deleted-places.ts";
import { removeSent, restoreSent } from "./remove-sent.ts";

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

const sentOf = async (viewer: Viewer) =>
  (await countSent(deps, [idOf(spammer), idOf(neighbour)])).get(idOf(viewer));

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

const closedUntilOf = async (id: number) => {
  const place = db.database.selectFrom("place").select("closed_until").where("id", "=", id);
  return (await place.executeTakeFirstOrThrow()).closed_until;
};

describe("removeSent", () => {
  it("removes places, reviews, reports and corrections of the account, and of no other", async () => {
    const { others, ids } = await sendContributions();
    const sent = { places: 3, reviews: 1, reports: 1, corrections: 1, proposals: 1 };
    expect(await sentOf(spammer)).toEqual(sent);
    const before = await sentOf(neighbour);
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
    expect(await sentOf(spammer)).toEqual(nothing);
    expect(await sentOf(neighbour)).toEqual(before);
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
    expect(lines.slice(0, 2)).toEqual([
      { action: "disable-account", place_id: null, user_id },
      { action: "remove-sent", place_id: null, user_id },
    ]);
    expect(lines.slice(2)).toEqual(
      expect.arrayContaining([
        ...ids.slice(0, 3).map((place_id) => ({ action: "delete-place", place_id, user_id })),
        { action: "delete-review", place_id: others, user_id },
      ]),
    );
    expect(lines).toHaveLength(6);
  });

  it("disables the account, whose sessions end", async () => {
    await sendContributions();
    await removeSent(deps, idOf(spammer), administrator);
    const account = db.database.selectFrom("account").select("disabled");
    expect(await account.where("id", "=", idOf(spammer)).executeTakeFirst()).toEqual({
      disabled: true,
    });
    const sessions = db.database.selectFrom("session").select("id");
    expect(await sessions.where("account_id", "=", idOf(spammer)).execute()).toEqual([]);
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

describe("restoreSent", () => {
  const later = (minutes: number) => ({
    ...deps,
    now: () => new Date(now.getTime() + minutes * 60_000),
  });
  const remove = () => removeSent(deps, idOf(spammer), administrator);
  const restore = (with_ = deps) => restoreSent(with_, idOf(spammer), administrator);

  /** A place without others around it, which the spammer has closed. */
  async function closeLonelyPlace() {
    const [id] = await addPlaces(db.database, [{ latitude: accounts, longitude: 10 }]);
    await reportPlace(deps, id, { reason: "out-of-order", text: "" }, spammer);
    return id;
  }

  /** Rows of the accounts and of what is about their places, without what tells of every change. */
  async function storedRows() {
    const { rows } = await sql<{ rows: unknown }>`
      select json_build_object(
        'account', (select json_agg(json_build_array(disabled, moderator_since) order by email)
          from account where email like ${`%-${accounts}@example.org`}),
        ${sql.join(
          [
            "place",
            "review",
            "confirmation",
            "report",
            "review_report",
            "correction",
            "place_proposal",
          ].flatMap((table) => [
            sql.lit(table),
            sql`(select json_agg(to_jsonb(row) - 'updated_at' - 'changed_in' order by row::text)
                from ${sql.table(table)} as row)`,
          ]),
        )}
      ) as rows`.execute(db.database);
    return rows[0].rows;
  }

  it("brings all of it back as it was, and the account", async () => {
    const { others } = await sendContributions();
    await confirmPlace(deps, others, spammer);
    const lonely = await closeLonelyPlace();
    const reviews = db.database.selectFrom("review").select(["id", "place_id", "user_id"]);
    // Each has reported the other's review.
    for (const { id, place_id, user_id } of await reviews
      .where("place_id", "=", others)
      .execute()) {
      const account_id = user_id === spammer.userId ? neighbour.userId : spammer.userId;
      const snapshot = JSON.stringify({ rating: 1, text: "" });
      await db.database
        .insertInto("review_report")
        .values({ review_id: id, place_id, account_id, reason: "spam", said: snapshot, at: now })
        .execute();
    }
    await db.database
      .updateTable("account")
      .set({ moderator_since: now })
      .where("id", "=", idOf(spammer))
      .execute();
    expect(await closedUntilOf(lonely)).not.toBeNull();
    const before = await storedRows();
    await remove();
    expect(await closedUntilOf(lonely)).toBeNull();
    expect(await restore(later(10 - 1e-3))).toEqual({ ok: true, left: 0 });
    expect(await storedRows()).toEqual(before);
    expect(await restore()).toEqual({ ok: false, code: "error.notfound" });
    const lines = db.database.selectFrom("audit").select("action").orderBy("id", "desc");
    expect((await lines.limit(5).execute()).map(({ action }) => action)).toEqual([
      ...["reopen-review", "restore-place", "restore-place", "restore-place", "restore-sent"],
    ]);
  });

  it("leaves what has changed since", async () => {
    const { first, ids } = await sendContributions();
    const lonely = await closeLonelyPlace();
    expect(await closedUntilOf(lonely)).not.toBeNull();
    await remove();
    // Added again by somebody else.
    const [again] = await addPlaces(db.database, [{}]);
    const { dup_key } = await db.database
      .selectFrom("place")
      .select("dup_key")
      .where("id", "=", first)
      .executeTakeFirstOrThrow();
    await db.database.updateTable("place").set({ dup_key }).where("id", "=", again).execute();
    // Restored, and deleted anew.
    await restorePlace(deps, ids[1], administrator);
    await db.database
      .updateTable("place")
      .set({ deleted_at: later(1).now(), deleted_by: administrator.userId })
      .where("id", "=", ids[1])
      .execute();
    await confirmPlace(later(2), lonely, neighbour);
    expect(await restore(later(3))).toEqual({ ok: true, left: 2 });
    expect((await placeOf(first)).deleted_at).not.toBeNull();
    expect((await placeOf(ids[1])).deleted_at).toEqual(later(1).now());
    expect((await placeOf(ids[2])).deleted_at).toBeNull();
    expect(await closedUntilOf(lonely)).toBeNull();
    expect(await sentOf(spammer)).toMatchObject({ places: 1, reviews: 1, reports: 2 });
  });

  it("is of the last ten minutes, and leaves an account disabled that was so before", async () => {
    await sendContributions();
    await setAccountDisabled(deps, { accountId: idOf(spammer), disabled: true }, administrator);
    await remove();
    const left = await storedRows();
    const moderator: Viewer = { ...neighbour, role: "moderator" };
    const forbidden = { ok: false, code: "error.forbidden" };
    expect(await restoreSent(deps, idOf(spammer), moderator)).toEqual(forbidden);
    expect(await restore()).toMatchObject({ ok: true });
    const account = db.database.selectFrom("account").select("disabled");
    const disabled = await account.where("id", "=", idOf(spammer)).executeTakeFirst();
    expect(disabled).toEqual({ disabled: true });
    await remove();
    expect(await restore(later(10))).toEqual({ ok: false, code: "error.notfound" });
    expect(await storedRows()).toEqual(left);
  });
});
