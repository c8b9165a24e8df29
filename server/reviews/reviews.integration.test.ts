import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reviewLimit, unconfirmedTextLimit } from "#domain/account/daily-limits.ts";
import { maxId } from "#domain/place/place-id.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { forgetVisitors } from "#server/feedback/visitor-feedback.ts";
import { deleteAccount } from "#server/personal-data/delete-account.ts";
import { findPlace } from "#server/places/find-place.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { notifiesNobody } from "#tests/support/services/stand-ins.ts";
import { deleteOwnReview, deleteReview, findOwnReview, putReview } from "./reviews.ts";

let db: TestDatabase;
let administrator: Viewer;
let accounts = 0;

beforeAll(async () => {
  db = await createTestDatabase();
  administrator = { ...(await newViewer()), role: "administrator" };
});
afterAll(() => db[Symbol.asyncDispose]());

async function newViewer(): Promise<Viewer> {
  const email = `reviewer-${++accounts}@example.org`;
  return { userId: await addAccount(db.database, email), email, role: "user" };
}

async function newPlace(place = {}): Promise<number> {
  const [id] = await addPlaces(db.database, [place]);
  return id;
}

async function ratingsOf(placeId: number) {
  return db.database
    .selectFrom("place")
    .select(["rating_sum", "rating_count"])
    .where("id", "=", placeId)
    .executeTakeFirstOrThrow();
}

function auditOf(placeId: number) {
  return db.database
    .selectFrom("audit")
    .select(["actor", "action", "user_id", "detail"])
    .where("place_id", "=", placeId)
    .execute();
}

const good = { rating: 4, text: "Tiszta." };

describe("putReview", () => {
  it("stores a first review, then puts another in its place and dates it anew", async () => {
    const placeId = await newPlace();
    const anna = await newViewer();
    const first = await putReview(db, placeId, good, anna);
    expect(first).toMatchObject({ ok: true, isNew: true, review: { ...good, own: true } });
    expect(await ratingsOf(placeId)).toEqual({ rating_sum: 4, rating_count: 1 });

    // Both may be of the same millisecond.
    await sql`update review set added = added - interval '1 minute' where place_id = ${placeId}`.execute(
      db.database,
    );
    const second = await putReview(db, placeId, { rating: 2, text: "" }, anna);
    expect(second).toMatchObject({ ok: true, isNew: false, review: { rating: 2, text: "" } });
    expect(await ratingsOf(placeId)).toEqual({ rating_sum: 2, rating_count: 1 });
    if (!first.ok || !second.ok) throw new Error("refused");
    expect(Date.parse(second.review.added)).toBeGreaterThanOrEqual(Date.parse(first.review.added));
    expect(await findOwnReview(db, placeId, anna)).toEqual({ ok: true, review: second.review });

    // The same again is no other one.
    const dayBefore = sql<Date>`added - interval '1 day'`;
    const query = db.database.updateTable("review").set({ added: dayBefore });
    const { added } = await query
      .where("place_id", "=", placeId)
      .returning("added")
      .executeTakeFirstOrThrow();
    const third = await putReview(db, placeId, { rating: 2, text: "" }, anna);
    expect(third).toMatchObject({ ok: true, review: { added: added.toISOString() } });
  });

  it("is known with the place, to its author alone", async () => {
    const placeId = await newPlace();
    const [anna, bela] = [await newViewer(), await newViewer()];
    const seenBy = (viewer: Viewer) =>
      findPlace({ ...db, now: () => new Date(), ...notifiesNobody }, placeId, viewer);
    expect(await seenBy(anna)).toHaveProperty("reviewed", false);
    await putReview(db, placeId, good, anna);
    expect(await seenBy(anna)).toHaveProperty("reviewed", true);
    expect(await seenBy(bela)).toHaveProperty("reviewed", false);
    expect(await seenBy(visitor)).not.toHaveProperty("reviewed");
    await deleteOwnReview(db, placeId, anna);
    expect(await seenBy(anna)).toHaveProperty("reviewed", false);
  });

  it("is for an account that is still there", async () => {
    const placeId = await newPlace();
    const anna = await newViewer();
    await deleteAccount(db, anna.userId ?? "");
    const refused = { ok: false, code: "error.signin" };
    expect(await putReview(db, placeId, good, anna)).toEqual(refused);
    expect(await ratingsOf(placeId)).toEqual({ rating_sum: 0, rating_count: 0 });
  });

  it("knows only places that the viewer may see", async () => {
    const anna = await newViewer();
    const pending = await newPlace({ accepted: false });
    const deleted = await newPlace({ deleted_at: new Date() });
    for (const placeId of [pending, deleted, 2_147_483_647, 2_147_483_648]) {
      const refused = { ok: false, code: "error.notfound" };
      expect(await putReview(db, placeId, good, anna)).toEqual(refused);
      expect(await findOwnReview(db, placeId, anna)).toEqual(refused);
      expect(await deleteOwnReview(db, placeId, anna)).toEqual(refused);
    }
    expect(await putReview(db, deleted, good, administrator)).toMatchObject({ ok: false });
    expect(await putReview(db, pending, good, administrator)).toMatchObject({ ok: true });
  });

  it.each(["<script>alert(1)</script>", "שלום ‮abc", "🚻".repeat(2000)])(
    "gives back what was written: %.30s",
    async (text) => {
      const placeId = await newPlace();
      const anna = await newViewer();
      await putReview(db, placeId, { rating: 1, text }, anna);
      expect(await findOwnReview(db, placeId, anna)).toMatchObject({ review: { text } });
    },
  );
});

describe("reviews of a day", () => {
  const newPlaces = (length: number) => addPlaces(db.database, Array(length).fill({}));
  const limited = { ok: false, code: "error.limit" };

  it("are limited for an account, also after its deletion, and not for the administrator", async () => {
    const [first, ...places] = await newPlaces(reviewLimit + 1);
    const anna = await newViewer();
    // Of a place that is not there, none is counted.
    const missing = await putReview(db, maxId, good, anna);
    expect(missing).toEqual({ ok: false, code: "error.notfound" });
    for (const id of places) {
      expect(await putReview(db, id, good, anna)).toMatchObject({ ok: true });
    }
    expect(await putReview(db, first, good, anna)).toEqual(limited);
    expect(await putReview(db, places[0], { ...good, rating: 1 }, anna)).toEqual(limited);
    // A repeated call counts once.
    expect(await putReview(db, places[0], good, anna)).toMatchObject({ ok: true });
    expect(await putReview(db, first, good, administrator)).toMatchObject({ ok: true });

    await deleteAccount(db, anna.userId ?? "");
    const again = { ...anna, userId: await addAccount(db.database, anna.email ?? "") };
    expect(await putReview(db, first, good, again)).toEqual(limited);
    const days = { ...db, now: () => new Date(Date.now() + 86_400_000) };
    await forgetVisitors(days);
    expect(await putReview(db, first, good, again)).toMatchObject({ ok: true });
  });

  it("have their texts held from the fourth on, until the account's address is confirmed", async () => {
    const places = await newPlaces(unconfirmedTextLimit + 2);
    const anna = { ...(await newViewer()), isUnconfirmed: true };
    const setVerified = (email_verified: boolean) =>
      db.database
        .updateTable("account")
        .set({ email_verified })
        .where("id", "=", anna.userId ?? "")
        .execute();
    await setVerified(false);
    const mailing = { ...db, config: { smtpUrl: "smtp://mail.example" } };
    const heldOnes = async () => {
      const { rows } = await sql<{ place_id: number }>`
        select place_id from review where user_id = ${anna.userId} and held order by place_id`.execute(
        db.database,
      );
      return rows.map(({ place_id }) => place_id);
    };
    const [withDetails, ...others] = places.toReversed();
    for (const id of others.toReversed()) await putReview(mailing, id, good, anna);
    const details = { rating: 1, text: "anna@example.org" };
    await putReview(mailing, withDetails, details, anna);
    const [fourth] = others;
    expect(await heldOnes()).toEqual([fourth, withDetails]);
    // Stars alone are no text, and one that is held stays held with other stars.
    await putReview(mailing, others[1], { rating: 1, text: "" }, anna);
    await putReview(mailing, fourth, { ...good, rating: 1 }, anna);
    expect(await heldOnes()).toEqual([fourth, withDetails]);
    // Also the day after.
    await forgetVisitors({ ...db, now: () => new Date(Date.now() + 86_400_000) });
    await putReview(mailing, fourth, { ...good, rating: 2 }, anna);
    expect(await heldOnes()).toEqual([fourth, withDetails]);
    const pending = db.database.selectFrom("review_report").select("reason").orderBy("reason");
    const reports = () => pending.where("resolved_at", "is", null).execute();
    expect(await reports()).toEqual(
      ["personal-data", "spam", "spam"].map((reason) => ({ reason })),
    );

    await setVerified(true);
    expect(await heldOnes()).toEqual([withDetails]);
    expect(await reports()).toEqual([{ reason: "personal-data" }]);
  });

  it("are not held where no mails are sent", async () => {
    const anna = { ...(await newViewer()), isUnconfirmed: true };
    for (const id of await newPlaces(unconfirmedTextLimit + 1)) {
      expect(await putReview(db, id, good, anna)).not.toHaveProperty("review.held");
    }
  });
});

describe("findOwnReview", () => {
  it("finds none where only others have reviewed", async () => {
    const placeId = await newPlace();
    await putReview(db, placeId, good, await newViewer());
    expect(await findOwnReview(db, placeId, await newViewer())).toEqual({ ok: true, review: null });
  });
});

describe("deleteOwnReview", () => {
  it("removes the viewer's review, and no other", async () => {
    const placeId = await newPlace();
    const [anna, bela] = [await newViewer(), await newViewer()];
    await putReview(db, placeId, { rating: 5, text: "" }, anna);
    await putReview(db, placeId, { rating: 2, text: "" }, bela);
    expect(await deleteOwnReview(db, placeId, anna)).toEqual({ ok: true });
    expect(await ratingsOf(placeId)).toEqual({ rating_sum: 2, rating_count: 1 });
    const missing = { ok: false, code: "error.notfound" };
    expect(await deleteOwnReview(db, placeId, anna)).toEqual(missing);
    expect(await auditOf(placeId)).toEqual([]);
  });
});

describe("deleteReview", () => {
  it("lets the administrator remove any, with a line in the audit trail", async () => {
    const placeId = await newPlace();
    const anna = await newViewer();
    const of = { placeId, userId: anna.userId ?? "" };
    await putReview(db, placeId, good, anna);
    expect(
      await deleteReview({ ...db, now: () => new Date(), ...notifiesNobody }, of, administrator),
    ).toEqual({
      ok: true,
    });
    expect(await ratingsOf(placeId)).toEqual({ rating_sum: 0, rating_count: 0 });
    const { userId: actor } = administrator;
    expect(await auditOf(placeId)).toEqual([
      { actor, action: "delete-review", user_id: anna.userId, detail: null },
    ]);
    const missing = { ok: false, code: "error.notfound" };
    expect(
      await deleteReview({ ...db, now: () => new Date(), ...notifiesNobody }, of, administrator),
    ).toEqual(missing);
    expect(await auditOf(placeId)).toHaveLength(1);
  });

  it("is refused to the author", async () => {
    const placeId = await newPlace();
    const anna = await newViewer();
    const of = { placeId, userId: anna.userId ?? "" };
    await putReview(db, placeId, good, anna);
    expect(
      await deleteReview({ ...db, now: () => new Date(), ...notifiesNobody }, of, anna),
    ).toEqual({
      ok: false,
      code: "error.forbidden",
    });
    expect(await ratingsOf(placeId)).toEqual({ rating_sum: 4, rating_count: 1 });
  });

  it.each(["", "nobody", "\u0000", "\ud800"])("finds no review of %j", async (userId) => {
    const refused = { ok: false, code: "error.notfound" };
    expect(
      await deleteReview(
        { ...db, now: () => new Date(), ...notifiesNobody },
        { placeId: 1, userId },
        administrator,
      ),
    ).toEqual(refused);
  });
});

describe("at the same time", () => {
  it("leaves sum and count exact under 200 reviews by 50 people", async () => {
    const placeId = await newPlace();
    const people = await Promise.all(Array.from({ length: 50 }, newViewer));
    const writes = Array.from({ length: 200 }, (_, index) =>
      putReview(db, placeId, { rating: (index % 5) + 1, text: `${index}` }, people[index % 50]),
    );
    const results = await Promise.all(writes);
    expect(results.filter((result) => result.ok && result.isNew)).toHaveLength(50);
    expect(results.filter((result) => result.ok)).toHaveLength(200);
    const stored = await db.database
      .selectFrom("review")
      .select("rating")
      .where("place_id", "=", placeId)
      .execute();
    const sum = stored.reduce((total, { rating }) => total + rating, 0);
    expect(stored).toHaveLength(50);
    expect(await ratingsOf(placeId)).toEqual({ rating_sum: sum, rating_count: 50 });
  });

  it("lets one person write and delete, and the administrator delete, without a deadlock", async () => {
    const placeId = await newPlace();
    const people = await Promise.all(Array.from({ length: 5 }, newViewer));
    const calls = Array.from({ length: 150 }, (_, index) => {
      const anna = people[index % 5];
      const kind = Math.floor(index / 5) % 3;
      if (kind === 0) return putReview(db, placeId, { rating: (index % 5) + 1, text: "" }, anna);
      if (kind === 1) return deleteOwnReview(db, placeId, anna);
      return deleteReview(
        { ...db, now: () => new Date(), ...notifiesNobody },
        { placeId, userId: anna.userId ?? "" },
        administrator,
      );
    });
    const results = await Promise.all(calls);
    expect(results.every((result) => result.ok || result.code === "error.notfound")).toBe(true);
    const stored = await db.database
      .selectFrom("review")
      .select("rating")
      .where("place_id", "=", placeId)
      .execute();
    const sum = stored.reduce((total, { rating }) => total + rating, 0);
    expect(await ratingsOf(placeId)).toEqual({ rating_sum: sum, rating_count: stored.length });
  });

  it("leaves nothing of an account that is deleted meanwhile", async () => {
    const placeIds = await addPlaces(db.database, [{}, {}, {}, {}]);
    const anna = await newViewer();
    const writes = placeIds.map((placeId) => putReview(db, placeId, good, anna));
    const [, ...results] = await Promise.all([deleteAccount(db, anna.userId ?? ""), ...writes]);
    for (const result of results) {
      expect(result.ok || result.code === "error.signin").toBe(true);
    }
    for (const placeId of placeIds) {
      expect(await ratingsOf(placeId)).toEqual({ rating_sum: 0, rating_count: 0 });
    }
  });
});
