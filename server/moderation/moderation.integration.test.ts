import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { restoreDays, undoMinutes } from "#domain/moderation/decision.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { editPlace } from "#server/edits/edit-place.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces, addReviews, type TestPlace } from "#tests/support/database/add-places.ts";
import {
  countBlockedStatements,
  createTestDatabase,
  type TestDatabase,
} from "#tests/support/database/test-database.ts";
import { notifiesNobody } from "#tests/support/services/stand-ins.ts";
import { acceptPlaces, undoAcceptance } from "./accept-places.ts";
import { decide } from "./decide.ts";
import { deletePlace, purgeDeletedPlaces, restorePlace } from "./deleted-places.ts";

const now = new Date("2026-07-31T12:00:00.000Z");
const dayMs = 24 * 60 * 60 * 1000;
const ago = (ms: number) => new Date(now.getTime() - ms);

let db: TestDatabase;
let administrator: Viewer;
let user: Viewer;
const depsOf = ({ database }: TestDatabase) => ({ database, now: () => now, ...notifiesNobody });
let deps: ReturnType<typeof depsOf>;

beforeAll(async () => {
  db = await createTestDatabase();
  deps = depsOf(db);
  const viewer = async (email: string, role: Viewer["role"]) => {
    return { userId: await addAccount(db.database, email), email, role };
  };
  administrator = await viewer("kata@example.org", "administrator");
  user = await viewer("anna@example.org", "user");
});
beforeEach(async () => {
  await db.database.deleteFrom("audit").execute();
});
afterAll(() => db[Symbol.asyncDispose]());

async function addPlace(place: TestPlace = {}): Promise<number> {
  const [id] = await addPlaces(db.database, [{ added_by: user.userId, ...place }]);
  return id;
}

const placeOf = (id: number) =>
  db.database
    .selectFrom("place")
    .select(["accepted", "deleted_at", "deleted_by"])
    .where("id", "=", id)
    .executeTakeFirst();

/** Changes a place as an edit of its contributor does. */
async function changeComments(id: number, comments: string): Promise<void> {
  const edit = { placeId: id, edit: { comments, note: "" }, version: "any" } as const;
  expect(await editPlace(deps, edit, user)).toMatchObject({ ok: true, made: "edit" });
}

const trail = () =>
  db.database
    .selectFrom("audit")
    .select(["actor", "action", "place_id", "user_id"])
    .orderBy("id")
    .execute();

const lineOf = (action: string, place_id: number) => {
  return { actor: administrator.userId, action, place_id, user_id: user.userId };
};

describe("acceptPlaces", () => {
  it("accepts what is pending, leaves what is accepted, and names what is not there", async () => {
    const pending = await addPlace({ accepted: false });
    const other = await addPlace({ accepted: false });
    const accepted = await addPlace();
    const deleted = await addPlace({ accepted: false, deleted_at: ago(1) });
    const ids = [other, deleted, accepted, pending, 2_147_483_647];
    expect(await acceptPlaces(deps, { ids }, administrator)).toEqual({
      ok: true,
      accepted: [pending, other, accepted],
      unknown: [deleted, 2_147_483_647],
      changed: [],
    });
    expect(await placeOf(pending)).toMatchObject({ accepted: true });
    expect(await placeOf(deleted)).toMatchObject({ accepted: false });
    const lines = [lineOf("accept-place", pending), lineOf("accept-place", other)];
    expect(await trail()).toEqual(expect.arrayContaining(lines));
    expect(await trail()).toHaveLength(2);
    await acceptPlaces(deps, { ids }, administrator);
    expect(await trail()).toHaveLength(2);
  });

  it("accepts a place once, however many call at once", async () => {
    const ids = [await addPlace({ accepted: false }), await addPlace({ accepted: false })];
    const calls = Array.from({ length: 8 }, (_, index) =>
      acceptPlaces(deps, { ids: index % 2 ? ids : [...ids].reverse() }, administrator),
    );
    for (const result of await Promise.all(calls)) {
      expect(result).toEqual({ ok: true, accepted: ids, unknown: [], changed: [] });
    }
    expect(await trail()).toHaveLength(2);
  });

  it("accepts what staff have read, and leaves what was changed since, with the changes", async () => {
    const [same, changed, unread] = [
      await addPlace({ accepted: false }),
      await addPlace({ accepted: false }),
      await addPlace({ accepted: false }),
    ];
    for (const id of [changed, unread]) await changeComments(id, "A kód 1234");
    const ids = [same, changed, unread];
    const result = await acceptPlaces(
      deps,
      { ids, versions: { [same]: 1, [changed]: 1 } },
      administrator,
    );
    expect(result).toMatchObject({
      ok: true,
      accepted: [same, unread],
      unknown: [],
      changed: [
        {
          code: "error.conflict",
          place: { id: changed, version: 2, accepted: false },
          changes: { comments: { from: "", to: "A kód 1234" } },
        },
      ],
    });
    expect(await placeOf(changed)).toMatchObject({ accepted: false });
    expect(await trail()).toHaveLength(2);
    // The page says what has changed where this was the only entry, else how many were left.
    const accept = (ids: number[]) =>
      decide(
        deps,
        {
          ...{ intent: "decide", kind: "waiting", outcome: "accept", reason: "", fields: null },
          ...{ ids, versions: { [same]: 1, [changed]: 1 }, filter: {} },
        },
        administrator,
      );
    expect(await accept([changed])).toMatchObject({ ok: false, code: "error.conflict" });
    expect(await accept([same, changed])).toMatchObject({ ok: true, count: 1, changedCount: 1 });
    const again = { ids: [changed], versions: { [changed]: 2 } };
    expect(await acceptPlaces(deps, again, administrator)).toMatchObject({ accepted: [changed] });
    // Accepted places stay accepted, whatever version was read.
    const late = { ids: [changed], versions: { [changed]: 1 } };
    expect(await acceptPlaces(deps, late, administrator)).toMatchObject({
      accepted: [changed],
      changed: [],
    });
  });
});

describe("undoAcceptance", () => {
  it("makes places pending again that the viewer has just accepted, with a line in the trail", async () => {
    const ids = [await addPlace({ accepted: false }), await addPlace({ accepted: false })];
    await acceptPlaces(deps, { ids }, administrator);
    const versions = Object.fromEntries(ids.map((id) => [id, 1]));
    const unknown = 2_147_483_647;
    const undone = { ok: true, pending: ids, unknown: [unknown], changed: [] };
    const request = { ids: [...ids, unknown], versions };
    expect(await undoAcceptance(deps, request, administrator)).toEqual(undone);
    for (const id of ids) expect(await placeOf(id)).toMatchObject({ accepted: false });
    const lines = ids.map((id) => lineOf("undo-accept-place", id));
    expect((await trail()).slice(-2)).toEqual(expect.arrayContaining(lines));
    // Once more changes nothing.
    expect(await undoAcceptance(deps, request, administrator)).toEqual(undone);
    expect(await trail()).toHaveLength(4);
    expect(await acceptPlaces(deps, { ids }, administrator)).toMatchObject({ accepted: ids });
  });

  it("leaves accepted what somebody has changed since, and undoes the others", async () => {
    const [same, changed] = [
      await addPlace({ accepted: false }),
      await addPlace({ accepted: false }),
    ];
    const ids = [same, changed];
    await acceptPlaces(deps, { ids }, administrator);
    const edit = { placeId: changed, edit: { comments: "Új", note: "" }, version: "any" } as const;
    await editPlace(deps, edit, administrator);
    const request = { ids, versions: { [same]: 1, [changed]: 1 } };
    expect(await undoAcceptance(deps, request, administrator)).toMatchObject({
      pending: [same],
      changed: [{ code: "error.conflict", changes: { comments: { from: "", to: "Új" } } }],
    });
    expect(await placeOf(changed)).toMatchObject({ accepted: true });
  });

  it("is for one's own acceptance of the last ten minutes", async () => {
    const [ofOther, ofImport, own] = [
      await addPlace({ accepted: false }),
      await addPlace(),
      await addPlace({ accepted: false }),
    ];
    const moderator: Viewer = { ...administrator, role: "moderator" };
    const other = { ...moderator, userId: await addAccount(db.database, "mod@example.org") };
    await acceptPlaces(deps, { ids: [ofOther] }, other);
    await acceptPlaces(deps, { ids: [own] }, administrator);
    const undo = (id: number, viewer = administrator) =>
      undoAcceptance(deps, { ids: [id] }, viewer);
    for (const id of [ofOther, ofImport]) {
      expect(await undo(id)).toMatchObject({ pending: [], changed: [{ place: { id } }] });
    }
    expect(await undo(own, user)).toEqual({ ok: false, code: "error.forbidden" });
    const age = (minutes: number) =>
      db.database
        .updateTable("audit")
        .set({ at: sql`at - make_interval(mins => ${minutes})` })
        .execute();
    await age(undoMinutes);
    expect(await undo(own)).toMatchObject({ pending: [], changed: [{ place: { id: own } }] });
    await age(-1);
    expect(await undo(own)).toMatchObject({ pending: [own], changed: [] });
  });
});

describe("deletePlace", () => {
  it("leaves a place that was changed, or accepted, since staff have read it", async () => {
    const id = await addPlace({ accepted: false });
    await changeComments(id, "Új bejárat");
    const seen = { id, version: 1, isPending: true };
    expect(await deletePlace(deps, seen, administrator)).toMatchObject({
      code: "error.conflict",
      place: { id, version: 2 },
      changes: { comments: { from: "", to: "Új bejárat" } },
    });
    await acceptPlaces(deps, { ids: [id] }, administrator);
    const late = { id, version: 2, isPending: true };
    expect(await deletePlace(deps, late, administrator)).toMatchObject({
      code: "error.conflict",
      place: { id, accepted: true },
      changes: {},
    });
    expect(await placeOf(id)).toMatchObject({ deleted_at: null });
    expect(await deletePlace(deps, { id, version: 2 }, administrator)).toEqual({ ok: true });
  });

  it("marks the place, with who and when, and hides it", async () => {
    const id = await addPlace();
    expect(await deletePlace(deps, { id: id }, administrator)).toEqual({ ok: true });
    expect(await placeOf(id)).toMatchObject({
      deleted_at: now,
      deleted_by: administrator.userId,
    });
    expect(await trail()).toEqual([lineOf("delete-place", id)]);
    const again = await deletePlace(deps, { id: id }, administrator);
    expect(again).toEqual({ ok: false, code: "error.notfound" });
    expect(await trail()).toHaveLength(1);
  });

  it("deletes a place once, and never leaves it accepted and living beside a deletion", async () => {
    const id = await addPlace({ accepted: false });
    const deletions = Array.from({ length: 4 }, () => deletePlace(deps, { id: id }, administrator));
    const acceptances = Array.from({ length: 4 }, () =>
      acceptPlaces(deps, { ids: [id] }, administrator),
    );
    const deleted = await Promise.all(deletions);
    await Promise.all(acceptances);
    expect(deleted.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await placeOf(id))?.deleted_at).toEqual(now);
    const actions = (await trail()).map(({ action }) => action);
    expect(actions.filter((action) => action === "delete-place")).toHaveLength(1);
    // An acceptance counts only before the deletion.
    expect(actions.at(-1)).toBe("delete-place");
  });
});

describe("restorePlace", () => {
  it("brings a place back as it was", async () => {
    const id = await addPlace({ accepted: false });
    await deletePlace(deps, { id: id }, administrator);
    expect(await restorePlace(deps, id, administrator)).toEqual({ ok: true });
    const asItWas = { accepted: false, deleted_at: null, deleted_by: null };
    expect(await placeOf(id)).toEqual(asItWas);
    expect(await trail()).toEqual([lineOf("delete-place", id), lineOf("restore-place", id)]);
    expect(await restorePlace(deps, id, administrator)).toEqual({ ok: true });
    expect(await trail()).toHaveLength(2);
  });

  it("does not where the place has been added again", async () => {
    const same = { city: "Tata", address: "Fő tér 1.", comments: "" };
    const id = await addPlace(same);
    await deletePlace(deps, { id: id }, administrator);
    const again = await addPlace({ ...same, city: "TATA" });
    const refused = await restorePlace(deps, id, administrator);
    expect(refused).toEqual({ ok: false, code: "error.duplicate" });
    expect((await trail()).map(({ action }) => action)).toEqual(["delete-place"]);
    await deletePlace(deps, { id: again }, administrator);
    expect(await restorePlace(deps, id, administrator)).toEqual({ ok: true });
  });

  it.each([
    [restoreDays * dayMs, { ok: true }],
    [restoreDays * dayMs + 1, { ok: false, code: "error.notfound" }],
  ])("of a place deleted %i ms ago returns %o", async (ms, result) => {
    const id = await addPlace({ deleted_at: ago(ms) });
    expect(await restorePlace(deps, id, administrator)).toEqual(result);
  });

  it("finds nothing where nothing is", async () => {
    const result = await restorePlace(deps, 2_147_483_647, administrator);
    expect(result).toEqual({ ok: false, code: "error.notfound" });
  });
});

describe("purgeDeletedPlaces", () => {
  it("removes what was deleted more than thirty days ago, to the millisecond", async () => {
    const undeleted = await addPlace();
    const recent = await addPlace({ deleted_at: ago(restoreDays * dayMs) });
    const gone = await addPlace({ deleted_at: ago(restoreDays * dayMs + 1) });
    await addReviews(db.database, gone, [5, 1]);
    await db.database
      .insertInto("report")
      .values({ place_id: gone, account_id: "anna", reason: "closed", on_day: "2026-06-01" })
      .execute();
    await purgeDeletedPlaces(deps);
    expect(await placeOf(undeleted)).toBeDefined();
    expect(await placeOf(recent)).toBeDefined();
    expect(await placeOf(gone)).toBeUndefined();
    const reviews = db.database.selectFrom("review").where("place_id", "=", gone).selectAll();
    expect(await reviews.execute()).toEqual([]);
    const purged = { actor: null, action: "purge-place", place_id: gone, user_id: null };
    expect(await trail()).toContainEqual(purged);
    expect((await trail()).map(({ place_id }) => place_id)).not.toContain(recent);
  });

  it("locks the places in the order of their ids", async () => {
    const first = await addPlace({ deleted_at: ago(restoreDays * dayMs + 1) });
    // Before the first one in the table's order by time, and by what was written last.
    const second = await addPlace({ deleted_at: ago(2 * restoreDays * dayMs) });
    await db.database
      .updateTable("place")
      .set({ comments: "written last" })
      .where("id", "=", first)
      .execute();
    let purge: Promise<void> | undefined;
    await db.database.transaction().execute(async (transaction) => {
      const place = transaction.selectFrom("place").select("id").forUpdate();
      await place.where("id", "=", first).execute();
      purge = purgeDeletedPlaces(deps);
      await expect.poll(() => countBlockedStatements(db.database)).toBe(1);
      // A transaction that waits for the first place has locked no other: else the two would deadlock.
      const free = await place.where("id", "=", second).skipLocked().execute();
      expect(free).toEqual([{ id: second }]);
    });
    await purge;
    expect(await placeOf(first)).toBeUndefined();
    expect(await placeOf(second)).toBeUndefined();
  });
});

describe("permission", () => {
  it("is not an administrator's whose account is gone", async () => {
    const pending = await addPlace({ accepted: false });
    const deleted = await addPlace({ deleted_at: ago(1) });
    const gone = { ...administrator, userId: "nobody" };
    const refused = { ok: false, code: "error.signin" };
    expect(await acceptPlaces(deps, { ids: [pending] }, gone)).toEqual(refused);
    expect(await deletePlace(deps, { id: pending }, gone)).toEqual(refused);
    expect(await restorePlace(deps, deleted, gone)).toEqual(refused);
    expect(await placeOf(pending)).toMatchObject({ accepted: false, deleted_at: null });
    expect(await placeOf(deleted)).toMatchObject({ deleted_at: ago(1) });
    expect(await trail()).toEqual([]);
  });
});
