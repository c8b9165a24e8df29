import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { namingLimit } from "#domain/account/daily-limits.ts";
import { type ReviewReport, settledDays } from "#domain/feedback/review-report.ts";
import { listContributions } from "#server/accounts/list-contributions.ts";
import { forgetUndone } from "#server/accounts/undo-copies.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { forgetVisitors } from "#server/feedback/visitor-feedback.ts";
import type { NotifyContributor } from "#server/mail/mails-to-contributors.ts";
import { readReportedReviews } from "#server/moderation/pending-reports.ts";
import { countQueue } from "#server/moderation/tasks.ts";
import { deleteAccount } from "#server/personal-data/delete-account.ts";
import { exportAccount } from "#server/personal-data/export-account.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { notifiesNobody } from "#tests/support/services/stand-ins.ts";
import { listReviews } from "./list-reviews.ts";
import {
  findReview,
  type ReviewIds,
  reopenReview,
  reportReviewAsVisitor,
  reportReview as reportReviewFrom,
  settleReview,
} from "./review-reports.ts";
import { deleteOwnReview, deleteReview, putReview } from "./reviews.ts";

const now = new Date("2026-05-31T12:00:00.000Z");
const spam: ReviewReport = { reason: "spam", text: "" };

let db: TestDatabase;
let administrator: Viewer;
let moderator: Viewer;
let deps: { database: TestDatabase["database"]; now: () => Date } & typeof notifiesNobody;
let accounts = 0;

beforeAll(async () => {
  db = await createTestDatabase();
  deps = { database: db.database, now: () => now, ...notifiesNobody };
  administrator = await newViewer("administrator");
  moderator = await newViewer("moderator");
});
afterAll(() => db[Symbol.asyncDispose]());

async function newViewer(role: Viewer["role"] = "user"): Promise<Viewer> {
  const email = `${role}-${++accounts}@example.org`;
  return { userId: await addAccount(db.database, email), email, role };
}

/** A place with a review, and its author. */
async function addReview(): Promise<{ ids: ReviewIds; author: Viewer }> {
  const [placeId] = await addPlaces(db.database, [{}]);
  const author = await newViewer();
  const put = await putReview(deps, placeId, { rating: 1, text: "Reklám" }, author);
  if (!put.ok) throw new Error(put.code);
  return { ids: { placeId, reviewId: put.review.id }, author };
}

const reportsOf = ({ placeId }: ReviewIds) =>
  db.database
    .selectFrom("review_report")
    .select(["account_id", "by_visitor", "reason", "text", "outcome", "resolved_by"])
    .where("place_id", "=", placeId)
    .orderBy("id")
    .execute();

const queued = async ({ reviewId }: ReviewIds, viewer = administrator) =>
  (await readReportedReviews(deps, [reviewId], viewer)).get(reviewId);

const auditOf = ({ placeId }: ReviewIds) =>
  db.database
    .selectFrom("audit")
    .select(["actor", "action", "user_id"])
    .where("place_id", "=", placeId)
    .orderBy("id")
    .execute();

const insult: ReviewReport = { reason: "insult", text: "Bántó" };

const asVisitor = (
  ids: ReviewIds,
  clientAddress = "192.0.2.1",
  { rateLimits = true, report = insult } = {},
) =>
  reportReviewAsVisitor(
    { ...deps, config: { rateLimits } },
    { ...ids, client: { clientAddress } },
    report,
  );

const reportReview = (
  with_: Pick<typeof deps, "database" | "now">,
  ids: ReviewIds,
  report: ReviewReport,
  viewer: Viewer,
  clientAddress = "192.0.2.1",
) =>
  reportReviewFrom(
    { ...with_, config: { rateLimits: true } },
    { ...ids, client: { clientAddress } },
    report,
    viewer,
  );

describe("a report of a review", () => {
  it("is pending once for each account, until staff have decided", async () => {
    const { ids } = await addReview();
    const anna = await newViewer();
    expect(await reportReview(deps, ids, spam, anna)).toEqual({ ok: true });
    const again: ReviewReport = { reason: "other", text: "Megint" };
    expect(await reportReview(deps, ids, again, anna)).toEqual({ ok: true });
    expect(await reportsOf(ids)).toMatchObject([{ account_id: anna.userId, reason: "spam" }]);
    await settleReview(deps, ids.reviewId, { decision: "keep", reason: "" }, moderator);
    expect(await queued(ids)).toBeUndefined();
    await reportReview(deps, ids, again, anna);
    expect(await reportsOf(ids)).toMatchObject([
      { reason: "spam", outcome: "kept", resolved_by: moderator.userId },
      { reason: "other", text: "Megint", outcome: null },
    ]);
  });

  it("is made by the product for a text with contact details, which is held until staff keep it", async () => {
    const { ids, author } = await addReview();
    const { placeId, reviewId } = ids;
    const write = (text: string, rating = 4) => putReview(deps, placeId, { rating, text }, author);
    const text = "Hívd: 06 30 123 4567";
    expect(await write(text)).toMatchObject({ ok: true, review: { text, held: true } });
    const seenBy = async (viewer: Viewer) => {
      const list = await listReviews(
        deps,
        placeId,
        { page: 1, perPage: 5, sort: "added-desc" },
        viewer,
      );
      const found = await findReview(deps, ids, viewer);
      expect(list?.reviews).toMatchObject([{ text: found?.text, rating: 4 }]);
      return [found?.text, found?.held];
    };
    for (const viewer of [author, moderator]) expect(await seenBy(viewer)).toEqual([text, true]);
    for (const viewer of [visitor, await newViewer()]) {
      expect(await seenBy(viewer)).toEqual(["", undefined]);
    }
    expect(await queued(ids)).toMatchObject({
      text,
      reports: [{ reason: "personal-data", by_rule: true, by_visitor: false }],
    });
    // The reporter has not seen the text; staff do not see an earlier text.
    await reportReview(deps, ids, spam, await newViewer());
    const reports = (await queued(ids))?.reports ?? [];
    expect(reports).toHaveLength(2);
    for (const report of reports) expect(report).not.toHaveProperty("said");
    // Written again it is held once; without the details it is public.
    await write(text);
    expect((await queued(ids))?.reports).toHaveLength(2);
    await write("Tiszta");
    expect((await queued(ids))?.reports).toMatchObject([{ reason: "spam" }]);
    expect(await seenBy(visitor)).toEqual(["Tiszta", undefined]);

    await write(text);
    await settleReview(deps, reviewId, { decision: "keep", reason: "" }, moderator);
    expect(await seenBy(visitor)).toEqual([text, undefined]);
    // Other stars leave the text approved; another text does not.
    expect(await write(text)).not.toHaveProperty("review.held");
    expect(await write("anna@example.org")).toMatchObject({ review: { held: true } });
    expect(await seenBy(visitor)).toEqual(["", undefined]);
  });

  it("stores the reported text, and a decision applies to the text that was decided on", async () => {
    const { ids, author } = await addReview();
    await reportReview(deps, ids, spam, await newViewer());
    const first = await queued(ids);
    expect(first?.reports[0]).not.toHaveProperty("said");
    const later = { ...deps, now: () => new Date(now.getTime() + 1) };
    await putReview(later, ids.placeId, { rating: 5, text: "Szép" }, author);
    expect((await queued(ids))?.reports).toMatchObject([
      { reason: "spam", said: { rating: 1, text: "Reklám" } },
    ]);
    const settle = (decision: "keep" | "remove", added?: string) =>
      settleReview(deps, ids.reviewId, { decision, added, reason: "" }, moderator);
    for (const decision of ["keep", "remove"] as const) {
      expect(await settle(decision, first?.added)).toEqual({ ok: false, code: "error.conflict" });
    }
    expect(await queued(ids)).toMatchObject({ text: "Szép", changed: true });
    expect(await settle("keep", (await queued(ids))?.added)).toEqual({ ok: true, count: 1 });
    const readReported = () =>
      db.database
        .selectFrom("review_report")
        .select("said")
        .where("place_id", "=", ids.placeId)
        .execute();
    expect(JSON.stringify(await readReported())).not.toContain("Reklám");

    await asVisitor(ids);
    expect(JSON.stringify(await readReported())).toContain("Szép");
    await deleteOwnReview(deps, ids.placeId, author);
    expect(JSON.stringify(await readReported())).not.toContain("Szép");
  });

  it("accepts another author, and a review of this place that can be seen", async () => {
    const { ids, author } = await addReview();
    const anna = await newViewer();
    const notFound = { ok: false, code: "error.notfound" };
    expect(await reportReview(deps, ids, spam, author)).toMatchObject({
      code: "error.forbidden",
    });
    const elsewhere = { ...ids, placeId: (await addReview()).ids.placeId };
    expect(await reportReview(deps, elsewhere, spam, anna)).toEqual(notFound);
    expect(await asVisitor(elsewhere)).toEqual(notFound);
    const gone = { ...ids, reviewId: 2_147_483_647 };
    expect(await reportReview(deps, gone, spam, anna)).toEqual(notFound);
    expect(await asVisitor(gone)).toEqual(notFound);
    await db.database
      .updateTable("place")
      .set({ deleted_at: now })
      .where("id", "=", ids.placeId)
      .execute();
    expect(await reportReview(deps, ids, spam, anna)).toEqual(notFound);
    expect(await findReview(deps, ids, administrator)).toBeNull();
    expect(await reportsOf(ids)).toEqual([]);
  });

  it("is not asked about again for thirty days once staff have kept it, but by staff and where it changes", async () => {
    const { ids } = await addReview();
    const anna = await newViewer();
    const changeAt = (added: Date) =>
      db.database.updateTable("review").set({ added }).where("id", "=", ids.reviewId).execute();
    await changeAt(now);
    await asVisitor(ids);
    await settleReview(deps, ids.reviewId, { decision: "keep", reason: "" }, moderator);
    const settled = { ok: false, code: "error.settled" };
    const afterDays = (days: number) => ({
      ...deps,
      now: () => new Date(now.getTime() + days * 86_400_000),
    });
    expect(await reportReview(afterDays(30 - 1e-6), ids, spam, anna)).toEqual(settled);
    expect(await asVisitor(ids, "192.0.2.2")).toEqual(settled);
    expect(await queued(ids)).toBeUndefined();
    expect(await reportReview(deps, ids, spam, moderator)).toEqual({ ok: true });
    await settleReview(deps, ids.reviewId, { decision: "keep", reason: "" }, moderator);
    expect(await reportReview(afterDays(30), ids, spam, anna)).toEqual({ ok: true });
    await settleReview(deps, ids.reviewId, { decision: "keep", reason: "" }, moderator);
    expect(await asVisitor(ids, "192.0.2.2")).toEqual(settled);
    await changeAt(new Date(now.getTime() + 1));
    expect(await asVisitor(ids, "192.0.2.2")).toEqual({ ok: true });
  });

  it("by visitors without an account counts once for each IP address, review and day", async () => {
    const { ids } = await addReview();
    for (const clientAddress of ["198.51.100.1", "198.51.100.1", "198.51.100.2"]) {
      expect(await asVisitor(ids, clientAddress)).toEqual({ ok: true });
    }
    const report = { account_id: null, by_visitor: true, reason: "insult", text: "Bántó" };
    expect(await reportsOf(ids)).toMatchObject([report, report]);
  });

  it("by a visitor is refused beyond 20 a day, together with those of places", async () => {
    const clientAddress = "203.0.113.9";
    for (let count = 0; count < 20; count++) {
      const { ids } = await addReview();
      expect(await asVisitor(ids, clientAddress)).toEqual({ ok: true });
    }
    const { ids } = await addReview();
    expect(await asVisitor(ids, clientAddress)).toEqual({ ok: false, code: "error.limit" });
    expect(await reportsOf(ids)).toEqual([]);
    expect(await asVisitor(ids, clientAddress, { rateLimits: false })).toEqual({ ok: true });
  });
});

describe("a report that a review names somebody", () => {
  const naming: ReviewReport = { reason: "personal-data", text: "" };
  const keep = { decision: "keep", reason: "" } as const;
  const atDay = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const settled = { ok: false, code: "error.settled" };

  let addresses = 0;
  const newAddress = () => `198.51.100.${100 + ++addresses}`;
  const byVisitor = (ids: ReviewIds, clientAddress = newAddress()) =>
    asVisitor(ids, clientAddress, { report: naming });
  const byAccount = (ids: ReviewIds, viewer: Viewer, clientAddress?: string, at = now) =>
    reportReview({ ...deps, now: () => at }, ids, naming, viewer, clientAddress);
  const newUnconfirmed = async () => ({ ...(await newViewer()), isUnconfirmed: true });

  /** A review that was written before all reports of it. */
  async function addOldReview() {
    const added = await addReview();
    const { reviewId } = added.ids;
    // The database's clock counts microseconds.
    const before = sql<Date>`${atDay(-1)}::timestamptz + interval '1 microsecond'`;
    const review = db.database.updateTable("review").set({ added: before });
    await review.where("id", "=", reviewId).execute();
    return added;
  }

  const ratingOf = ({ placeId }: ReviewIds) =>
    db.database
      .selectFrom("place")
      .select(["rating_sum", "rating_count"])
      .where("id", "=", placeId)
      .executeTakeFirst();

  const isHidden = async (ids: ReviewIds) => {
    const [seen, staffs] = [
      await findReview(deps, ids, visitor),
      await findReview(deps, ids, moderator),
    ];
    expect(seen?.rating).toBe(staffs?.rating);
    expect(staffs?.text).not.toBe("");
    expect(seen?.text).toBe(staffs?.held ? "" : staffs?.text);
    return staffs?.held === true;
  };

  it("by a confirmed account hides the text at once, from all but its author and staff, and leaves the stars", async () => {
    const { ids, author } = await addOldReview();
    const before = await ratingOf(ids);
    expect(await byAccount(ids, await newViewer())).toEqual({ ok: true });
    expect(await isHidden(ids)).toBe(true);
    expect(await ratingOf(ids)).toEqual(before);
    expect(await findReview(deps, ids, author)).toMatchObject({ text: "Reklám", held: true });
    const reports = (await queued(ids))?.reports.map(({ reason, by_rule }) => [reason, by_rule]);
    expect(reports?.sort()).toEqual([false, true].map((by_rule) => ["personal-data", by_rule]));
    await settleReview(deps, ids.reviewId, keep, moderator);
    expect(await isHidden(ids)).toBe(false);
  });

  it.each<[string, boolean, (ids: ReviewIds, address: string) => Promise<unknown>]>([
    ["one visitor", false, byVisitor],
    [
      "one visitor twice, and on the next day",
      false,
      async (ids, address) => {
        for (const _ of [1, 2]) await byVisitor(ids, address);
        await forgetVisitors({ ...deps, now: () => new Date(Date.now() + 86_400_000) });
        await byVisitor(ids, address);
      },
    ],
    ["two visitors", true, async (ids) => [await byVisitor(ids), await byVisitor(ids)]],
    [
      "a visitor, and another one for another reason",
      false,
      async (ids, address) => [await byVisitor(ids), await asVisitor(ids, address)],
    ],
    [
      "an account that is not confirmed",
      false,
      async (ids, address) => byAccount(ids, await newUnconfirmed(), address),
    ],
    [
      "a visitor, and an account that is not confirmed, at another address",
      true,
      async (ids, address) => [
        await byVisitor(ids),
        await byAccount(ids, await newUnconfirmed(), address),
      ],
    ],
    [
      "a visitor, and accounts that are not confirmed, at the same address",
      false,
      async (ids, address) => {
        await byVisitor(ids, address);
        for (const _ of [1, 2]) await byAccount(ids, await newUnconfirmed(), address);
      },
    ],
  ])("by %s: hidden %s, and in the queue", async (_, hidden, report) => {
    const { ids } = await addOldReview();
    await report(ids, newAddress());
    expect(await isHidden(ids)).toBe(hidden);
    expect(await queued(ids)).toBeDefined();
  });

  it("is refused from the eleventh of a day on, by accounts and by visitors", async () => {
    const address = newAddress();
    const [anna, bela] = [await newViewer(), await newUnconfirmed()];
    const limit = { ok: false, code: "error.limit" };
    const ways = [
      (ids: ReviewIds) => byAccount(ids, anna),
      (ids: ReviewIds) => byVisitor(ids, address),
    ];
    for (const report of ways) {
      for (let count = 0; count < namingLimit; count++) {
        expect(await report((await addOldReview()).ids)).toEqual({ ok: true });
      }
      const { ids } = await addOldReview();
      expect(await report(ids)).toEqual(limit);
      expect(await reportsOf(ids)).toEqual([]);
    }
    const { ids } = await addOldReview();
    expect(await byAccount(ids, bela, address)).toEqual(limit);
    expect(await isHidden(ids)).toBe(false);
    // Other reasons are not limited by it.
    expect(await reportReview(deps, ids, spam, anna)).toEqual({ ok: true });
    expect(await asVisitor(ids, address)).toEqual({ ok: true });
  });

  it("hides nothing more by an account of which staff have kept such a text, and is queued", async () => {
    const { ids: first } = await addOldReview();
    const anna = await newViewer();
    await byAccount(first, anna);
    await settleReview(deps, first.reviewId, keep, moderator);
    const { ids } = await addOldReview();
    expect(await byAccount(ids, anna)).toEqual({ ok: true });
    expect(await isHidden(ids)).toBe(false);
    expect(await queued(ids)).toMatchObject({ reports: [{ reason: "personal-data" }] });
    // Others' are as before.
    await byAccount(ids, await newViewer());
    expect(await isHidden(ids)).toBe(true);
    const exported = await exportAccount(deps, anna.userId ?? "");
    expect(exported?.review_reports.map(({ refuted }) => refuted)).toEqual([true, false]);

    // Not where the author had changed what was reported, so that staff kept another text.
    const bela = await newViewer();
    const { ids: third, author } = await addOldReview();
    await byAccount(third, bela);
    await putReview(deps, third.placeId, { rating: 1, text: "Más" }, author);
    await settleReview(deps, third.reviewId, keep, moderator);
    const { ids: fourth } = await addOldReview();
    await byAccount(fourth, bela);
    expect(await isHidden(fourth)).toBe(true);
  });

  it("is not forgotten with the account until the day ends", async () => {
    const { ids: first } = await addOldReview();
    const anna = await newViewer();
    await byAccount(first, anna);
    await settleReview(deps, first.reviewId, keep, moderator);
    await deleteAccount(deps, anna.userId ?? "");
    const again = { ...anna, userId: await addAccount(db.database, anna.email ?? "") };
    const { ids } = await addOldReview();
    expect(await byAccount(ids, again)).toEqual({ ok: false, code: "error.limit" });
  });

  it("counts no more that day by a visitor of whom staff have kept such a text", async () => {
    const address = newAddress();
    const { ids: first } = await addOldReview();
    await byVisitor(first, address);
    await settleReview(deps, first.reviewId, keep, moderator);
    const { ids } = await addOldReview();
    for (const from of [address, newAddress()]) await byVisitor(ids, from);
    expect(await isHidden(ids)).toBe(false);
    await byVisitor(ids);
    expect(await isHidden(ids)).toBe(true);
  });

  it("does not hide again what staff have kept, unless it changes", async () => {
    const { ids } = await addOldReview();
    await byAccount(ids, await newViewer());
    await settleReview(deps, ids.reviewId, keep, moderator);
    expect(await byAccount(ids, await newViewer())).toEqual(settled);
    expect(await byVisitor(ids)).toEqual(settled);
    const later = await byAccount(ids, await newViewer(), "192.0.2.1", atDay(settledDays));
    expect(later).toEqual({ ok: true });
    expect([await isHidden(ids), (await queued(ids)) !== undefined]).toEqual([false, true]);
    await db.database
      .updateTable("review")
      .set({ added: atDay(settledDays) })
      .where("id", "=", ids.reviewId)
      .execute();
    await byAccount(ids, await newViewer(), "192.0.2.1", atDay(settledDays));
    expect(await isHidden(ids)).toBe(true);
  });

  it("keeps the text hidden until staff have looked, whatever its author changes or confirms", async () => {
    const { ids, author } = await addOldReview();
    await byAccount(ids, await newViewer());
    for (const text of ["Reklám", "Reklám.", "", "Reklám"]) {
      const put = await putReview(deps, ids.placeId, { rating: 5, text }, author);
      expect(put).toMatchObject({ review: { text, held: true } });
    }
    const account = db.database.updateTable("account").where("id", "=", author.userId ?? "");
    for (const email_verified of [false, true]) await account.set({ email_verified }).execute();
    expect(await isHidden(ids)).toBe(true);
    expect((await queued(ids))?.reports.map(({ by_rule }) => by_rule)).toContain(true);
    await settleReview(deps, ids.reviewId, keep, moderator);
    expect(await isHidden(ids)).toBe(false);
  });
});

describe("the queue", () => {
  it("has the review as it is now with all that was reported, and counts it once", async () => {
    const before = (await countQueue(deps)).reviews;
    const { ids, author } = await addReview();
    const anna = await newViewer();
    await reportReview({ ...deps, now: () => new Date(now.getTime() + 1_000) }, ids, spam, anna);
    await asVisitor(ids, "198.51.100.7");
    expect(await queued(ids)).toMatchObject({
      rating: 1,
      text: "Reklám",
      author: { id: author.userId },
      reports: [
        { reason: "spam", text: "", by_visitor: false, sender: { id: anna.userId } },
        { reason: "insult", text: "Bántó", by_visitor: true, sender: null },
      ],
    });
    expect((await countQueue(deps)).reviews).toBe(before + 1);
    await putReview(deps, ids.placeId, { rating: 2, text: "Más" }, author);
    expect(await queued(ids)).toMatchObject({ rating: 2, text: "Más", changed: true });
    await deleteOwnReview(deps, ids.placeId, author);
    expect(await queued(ids)).toBeUndefined();
    expect((await countQueue(deps)).reviews).toBe(before);
  });

  it("shows a moderator neither the author nor the reporters", async () => {
    const { ids, author } = await addReview();
    const anna = await newViewer();
    await reportReview(deps, ids, spam, anna);
    const notified = JSON.stringify(await queued(ids, moderator));
    expect(notified).toContain("Reklám");
    for (const { userId, email } of [author, anna]) {
      expect(notified).not.toContain(userId);
      expect(notified).not.toContain(email);
    }
  });
});

describe("settleReview", () => {
  it("removes a review, and stores the reason for its author without the text", async () => {
    const { ids, author } = await addReview();
    const anna = await newViewer();
    await reportReview(deps, ids, spam, anna);
    const decision = { decision: "remove", reason: "Reklám volt." } as const;
    expect(await settleReview(deps, ids.reviewId, decision, moderator)).toMatchObject({ ok: true });
    expect(await findReview(deps, ids, administrator)).toBeNull();
    expect(await reportsOf(ids)).toMatchObject([{ outcome: "removed" }]);
    expect(await auditOf(ids)).toEqual([
      { actor: moderator.userId, action: "delete-review", user_id: author.userId },
    ]);
    const { placeId } = ids;
    const authors = await exportAccount(deps, author.userId ?? "");
    expect(authors?.removed_reviews).toEqual([
      { place_id: placeId, at: now, reason: "Reklám volt." },
    ]);
    const annas = await exportAccount(deps, anna.userId ?? "");
    expect(annas?.review_reports).toMatchObject([
      { place_id: placeId, outcome: "removed", answer: "Reklám volt." },
    ]);
    expect(await settleReview(deps, ids.reviewId, decision, moderator)).toEqual({
      ok: false,
      code: "error.notfound",
    });
  });

  it.each([
    ["keep", "kept"],
    ["remove", "removed"],
  ] as const)(
    "%s: tells everyone who reported it with an account, once",
    async (decision, became) => {
      const { ids } = await addReview();
      const [anna, bela] = [await newViewer(), await newViewer()];
      for (const viewer of [anna, bela]) await reportReview(deps, ids, spam, viewer);
      await asVisitor(ids, "198.51.100.30");
      const notified: unknown[] = [];
      const notifyContributor: NotifyContributor = async (_, { outcome, accountId, reason }) => {
        if (outcome !== "review.removed" && accountId !== null)
          notified.push([outcome, accountId, reason]);
      };
      const settle = () =>
        settleReview(
          { ...deps, notifyContributor },
          ids.reviewId,
          { decision, reason: "Megnéztük." },
          moderator,
        );
      await settle();
      await settle();
      expect(notified.sort()).toEqual(
        [anna, bela].map(({ userId }) => [`reviewReport.${became}`, userId, "Megnéztük."]).sort(),
      );
      const list = await listContributions(deps, { page: 1 }, bela);
      expect(list).toMatchObject({ total: 1, waiting: 0 });
      expect(list?.contributions).toMatchObject([
        {
          ...{ kind: "review-report", state: became, reason: "Megnéztük.", about: ["spam"] },
          ...{ place: { id: ids.placeId }, decided_at: now.toISOString() },
        },
      ]);
    },
  );

  it("is pending for its reporter until then, at most as long as the review exists", async () => {
    const { ids, author } = await addReview();
    const anna = await newViewer();
    await reportReview(deps, ids, spam, anna);
    const state = async () => {
      const list = await listContributions(deps, { page: 1 }, anna);
      return [list?.waiting, list?.contributions[0].state];
    };
    expect(await state()).toEqual([1, "waiting"]);
    await deleteOwnReview(deps, ids.placeId, author);
    expect(await state()).toEqual([0, "settled"]);
  });

  it("leaves a line for a kept review only where a report was pending", async () => {
    const { ids, author } = await addReview();
    const keepReview = { decision: "keep", reason: "" } as const;
    await settleReview(deps, ids.reviewId, keepReview, administrator);
    expect(await auditOf(ids)).toEqual([]);
    await asVisitor(ids, "198.51.100.20");
    await settleReview(deps, ids.reviewId, keepReview, administrator);
    await settleReview(deps, ids.reviewId, keepReview, administrator);
    expect(await auditOf(ids)).toEqual([
      { actor: administrator.userId, action: "keep-review", user_id: author.userId },
    ]);
    expect(await findReview(deps, ids, visitor)).not.toBeNull();
  });

  describe("that is undone", () => {
    const remove = { decision: "remove", reason: "Reklám" } as const;
    const keep = { decision: "keep", reason: "" } as const;
    const later = (minutes: number) => ({
      ...deps,
      now: () => new Date(now.getTime() + minutes * 60_000),
    });
    const conflict = { ok: false, code: "error.conflict" };
    /** All that is stored of the reviews and reports of a place. */
    const storedOf = async ({ placeId }: ReviewIds) => {
      const reviews = db.database.selectFrom("review").where("place_id", "=", placeId);
      const reports = db.database.selectFrom("review_report").where("place_id", "=", placeId);
      const places = db.database.selectFrom("place").where("id", "=", placeId);
      return {
        reviews: await reviews.selectAll().execute(),
        reports: await reports.selectAll().orderBy("id").execute(),
        rating: await places.select(["rating_sum", "rating_count"]).execute(),
      };
    };
    const copies = async () =>
      (await db.database.selectFrom("undo_copy").select("decision").execute()).map(
        ({ decision }) => decision,
      );

    it.each([
      ["kept", keep],
      ["removed", remove],
    ])("restores a review that was %s, with its reports as they were", async (_, decision) => {
      const { ids, author } = await addReview();
      // One report is settled already.
      await asVisitor(ids, "198.51.100.31");
      await settleReview(deps, ids.reviewId, keep, administrator);
      const text = "Hívd: 06 30 123 4567";
      await putReview(deps, ids.placeId, { rating: 2, text }, author);
      await reportReview(deps, ids, spam, await newViewer());
      const before = await storedOf(ids);
      expect(before.reports.map(({ resolved_at }) => resolved_at === null)).toEqual([
        ...[false, true, true],
      ]);
      const decisions: string[] = [];
      const notifyContributor: NotifyContributor = async (_, outcome) =>
        void decisions.push(outcome.decision ?? "");
      const settled = await settleReview(
        { ...deps, notifyContributor },
        ...([ids.reviewId, decision, moderator] as const),
      );
      expect(settled).toEqual({ ok: true, count: 1 });
      expect(new Set(decisions)).toEqual(new Set([`review ${ids.reviewId}`]));
      expect(await storedOf(ids)).not.toEqual(before);
      expect(await reopenReview(deps, ids.reviewId, administrator)).toEqual(conflict);
      expect(await reopenReview(deps, ids.reviewId, author)).toMatchObject({
        code: "error.forbidden",
      });
      expect(await reopenReview(later(10 - 1e-3), ids.reviewId, moderator)).toEqual({ ok: true });
      expect(await storedOf(ids)).toEqual(before);
      expect((await exportAccount(db, author.userId ?? ""))?.removed_reviews).toEqual([]);
      expect((await auditOf(ids)).at(-1)).toMatchObject({ action: "reopen-review" });
      expect(await copies()).not.toContain(`review ${ids.reviewId}`);
      expect(await reopenReview(deps, ids.reviewId, moderator)).toEqual(conflict);
    });

    it("is none after ten minutes, when no copy of the text is left", async () => {
      const { ids } = await addReview();
      const name = `review ${ids.reviewId}`;
      await settleReview(deps, ids.reviewId, remove, moderator);
      await forgetUndone(later(10 - 1e-3));
      expect(await copies()).toContain(name);
      expect(await reopenReview(later(10), ids.reviewId, moderator)).toEqual(conflict);
      await settleReview(deps, (await addReview()).ids.reviewId, remove, moderator);
      await forgetUndone(later(10));
      expect(await copies()).toEqual([]);
    });

    it("leaves what its author has written since", async () => {
      for (const decision of [keep, remove]) {
        const { ids, author } = await addReview();
        await asVisitor(ids, "198.51.100.32");
        await settleReview(deps, ids.reviewId, decision, moderator);
        await putReview(deps, ids.placeId, { rating: 5, text: "Szép" }, author);
        const before = await storedOf(ids);
        expect(await reopenReview(deps, ids.reviewId, moderator)).toEqual(conflict);
        expect(await storedOf(ids)).toEqual(before);
      }
    });

    it("is none once its author's account or its place is gone", async () => {
      const first = await addReview();
      const second = await addReview();
      for (const { ids } of [first, second]) {
        await settleReview(deps, ids.reviewId, remove, moderator);
      }
      await deleteAccount(deps, first.author.userId ?? "");
      expect(await copies()).toEqual([`review ${second.ids.reviewId}`]);
      await db.database
        .updateTable("place")
        .set({ deleted_at: now })
        .where("id", "=", second.ids.placeId)
        .execute();
      for (const { ids } of [first, second]) {
        expect(await reopenReview(deps, ids.reviewId, moderator)).toEqual(conflict);
        expect((await storedOf(ids)).reviews).toEqual([]);
      }
    });

    it("leaves a report settled whose sender has reported the review again", async () => {
      const { ids } = await addReview();
      await reportReview(deps, ids, spam, administrator);
      await reportReview(deps, ids, spam, await newViewer());
      await settleReview(deps, ids.reviewId, keep, moderator);
      await reportReview(deps, ids, insult, administrator);
      expect(await reopenReview(deps, ids.reviewId, moderator)).toEqual({ ok: true });
      expect(await reportsOf(ids)).toMatchObject([
        { reason: "spam", outcome: "kept" },
        { reason: "spam", outcome: null },
        { reason: "insult", outcome: null },
      ]);
    });
  });

  it("settles the reports also where a review is deleted by its author's name", async () => {
    const { ids, author } = await addReview();
    await asVisitor(ids, "198.51.100.21");
    const review = { placeId: ids.placeId, userId: author.userId ?? "" };
    expect(await deleteReview(deps, review, administrator)).toEqual({ ok: true });
    expect(await reportsOf(ids)).toMatchObject([{ outcome: "removed" }]);
  });

  it("ends without a deadlock where reports, decisions and changes meet", async () => {
    const { ids, author } = await addReview();
    const people = await Promise.all(Array.from({ length: 5 }, () => newViewer()));
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const anna = people[index % 5];
        const kind = Math.floor(index / 5) % 4;
        if (kind === 0) return reportReview(deps, ids, spam, anna);
        if (kind === 1) {
          return settleReview(deps, ids.reviewId, { decision: "keep", reason: "" }, moderator);
        }
        if (kind === 2) return putReview(deps, ids.placeId, { rating: 3, text: "" }, author);
        return index < 50
          ? reportReview(deps, ids, spam, anna)
          : settleReview(deps, ids.reviewId, { decision: "remove", reason: "" }, administrator);
      }),
    );
    expect(results.every((result) => result.ok || result.code === "error.notfound")).toBe(true);
  });
});

it("an account that is deleted withdraws its reports, which stay without its name, and leaves no removed reviews", async () => {
  const { ids, author } = await addReview();
  const anna = await newViewer();
  await reportReview(deps, ids, spam, anna);
  await deleteAccount(deps, anna.userId ?? "");
  expect(await reportsOf(ids)).toMatchObject([{ account_id: null, by_visitor: false }]);
  expect(await queued(ids)).toBeUndefined();
  await settleReview(deps, ids.reviewId, { decision: "remove", reason: "" }, moderator);
  await deleteAccount(deps, author.userId ?? "");
  const removed = db.database.selectFrom("removed_review").select("account_id");
  expect(await removed.where("place_id", "=", ids.placeId).execute()).toEqual([
    { account_id: null },
  ]);
});
