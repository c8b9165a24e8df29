import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { maxCardReports, type ReportFilter } from "#domain/moderation/moderation-query.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { lockReportedPlace } from "#server/feedback/closures.ts";
import { reopenReport, reportPlace, resolveReport } from "#server/feedback/reports.ts";
import { reportAsVisitor } from "#server/feedback/visitor-feedback.ts";
import { loadPlaceIndex } from "#server/places/feed/load-place-index.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import {
  countBlockedStatements,
  createTestDatabase,
  type TestDatabase,
} from "#tests/support/database/test-database.ts";
import { notifiesNobody } from "#tests/support/services/stand-ins.ts";
import { openPlaces } from "./closed-places.ts";
import {
  listReports,
  pageOfReportedPlaces,
  pageOfReportedReviews,
  readReportedPlaces,
  readReportedReviews,
} from "./pending-reports.ts";
import { readModerationQueue } from "./read-moderation-queue.ts";

const now = new Date("2026-07-31T12:00:00.000Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const yearAgo = 365 * 24 * 60;

let db: TestDatabase;
let administrator: Viewer;
let places: number[];

beforeEach(async () => {
  db = await createTestDatabase();
  const userId = await addAccount(db.database, "kata@example.org");
  administrator = { userId, email: "kata@example.org", role: "administrator" };
  places = await addPlaces(db.database, Array(12).fill({}));
});
afterEach(() => db[Symbol.asyncDispose]());

const deps = () => ({ database: db.database, now: () => now, ...notifiesNobody });
const range = { offset: 0, limit: 20 };
const readCards = async (filter: ReportFilter = {}, page = range) => {
  const { subjects, found } = await pageOfReportedPlaces(deps(), page, filter);
  const read = await readReportedPlaces(deps(), subjects, administrator, filter);
  return { reported_places: subjects.flatMap((id) => read.get(id) ?? []), found };
};
const readReviews = async (filter: ReportFilter = {}, page = range) => {
  const { subjects, found } = await pageOfReportedReviews(deps(), page, filter);
  const read = await readReportedReviews(deps(), subjects, administrator);
  return { reviews: subjects.flatMap((id) => read.get(id) ?? []), found };
};
const firstIds = async (filter: ReportFilter = {}) =>
  (await readCards(filter)).reported_places.map(({ place }) => place.id);

let day = 0;

/** Adds a report of a place, pending unless it has an outcome; returns its id. */
async function addReport(
  placeId: number,
  report: Partial<{
    accountId: string;
    reason: "hours" | "closed" | "out-of-order" | "other";
    minutes: number;
    outcome: "done" | "declined" | null;
    by: string | null;
    byImport: boolean;
  }> = {},
): Promise<number> {
  const { accountId = null, reason = "hours", minutes = 60, outcome, by, byImport } = report;
  const isResolved = outcome !== undefined;
  const { id } = await db.database
    .insertInto("report")
    .values({
      ...{ place_id: placeId, account_id: accountId, reason, at: minutesAgo(minutes) },
      ...{ by_visitor: accountId === null && !byImport, by_import: byImport ?? false },
      // One an account, place and day.
      on_day: new Date(Date.UTC(2025, 0, ++day)).toISOString().slice(0, 10),
      ...(isResolved && { resolved_at: minutesAgo(minutes), outcome }),
      ...(isResolved && { resolved_by: by === undefined ? administrator.userId : by }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds an account with settled reports of these outcomes; null is one without an outcome. */
async function addSender(
  email: string,
  outcomes: readonly ("done" | "declined" | null)[] = [],
): Promise<string> {
  const accountId = await addAccount(db.database, email);
  for (const outcome of outcomes) {
    await addReport(places[11], { accountId, outcome, minutes: yearAgo });
  }
  return accountId;
}

/** Reports by visitors of the first places, one after the other, the last one an hour ago. */
async function flood(count: number, placeCount: number): Promise<void> {
  await sql`
    insert into report (place_id, by_visitor, reason, text, on_day, at)
      select (${places}::int[])[1 + n % ${placeCount}], true, 'closed', 'Flood', '2026-07-31',
        ${minutesAgo(60)}::timestamptz - make_interval(secs => ${count} - n)
      from generate_series(1, ${count}::int) as n`.execute(db.database);
}

describe("a flood of reports", () => {
  it("is one page, and the true one of a known person is its first card", async () => {
    await flood(3_000, 10);
    const anna = await addSender("anna@example.org", ["done"]);
    const id = await addReport(places[10], { accountId: anna, minutes: 1 });
    const { reported_places: cards, found } = await readCards();
    expect(found).toBe(11);
    expect(cards).toHaveLength(11);
    expect(cards[0]).toMatchObject({
      ...{ place: { id: places[10] }, count: 1, by_accounts: 1, newest: id },
      reports: [{ id, proved: true, sender: { email: "anna@example.org" } }],
    });
    for (const { count, by_accounts, reasons, reports } of cards.slice(1)) {
      expect({ count, by_accounts, reasons }).toEqual({
        ...{ count: 300, by_accounts: 0, reasons: [{ reason: "closed", count: 300 }] },
      });
      expect(reports).toHaveLength(maxCardReports);
    }
    expect(JSON.stringify(cards).length).toBeLessThan(100_000);
    const flat = await listReports(deps(), { ...range, filter: {} }, administrator);
    expect(flat).toMatchObject({ found: 3_001, reports: { length: 20, 0: { id } } });
    const last = { offset: 20, limit: 20 };
    expect(await readCards({}, last)).toEqual({ reported_places: [], found: 11 });
  });

  it("is settled card by card, as it was read, and undone with one press each", async () => {
    await flood(30, 2);
    const anna = await addSender("anna@example.org");
    const byAnna = await addReport(places[0], { accountId: anna, minutes: 50 });
    const [card] = (await readCards({ from: "visitors" })).reported_places.filter(
      ({ place }) => place.id === places[0],
    );
    expect(card.count).toBe(15);
    const late = await addReport(places[0], { minutes: 0 });
    const { id } = card.reports[0];
    const all = { newest: card.newest, filter: { from: "visitors" } } as const;
    const settlement = { id, outcome: "declined", reason: "", all } as const;
    expect(await resolveReport(deps(), settlement, administrator)).toEqual({ ok: true, count: 15 });
    const left = async () =>
      (await readCards()).reported_places.find(({ place }) => place.id === places[0]);
    expect((await left())?.reports.map(({ id }) => id)).toEqual([byAnna, late]);
    const trail = await db.database.selectFrom("audit").select(["action", "place_id"]).execute();
    expect(trail).toEqual([{ action: "resolve-report", place_id: places[0] }]);
    // The same form again.
    expect(await resolveReport(deps(), settlement, administrator)).toEqual({ ok: true, count: 0 });
    expect(await reopenReport(deps(), id, administrator)).toEqual({ ok: true, count: 15 });
    expect((await left())?.count).toBe(17);
    expect((await left())?.reports).toHaveLength(17);
  });
});

it.each(["an account", "a visitor"])(
  "stores a report of %s after those of its place that are being stored, so that none is decided on unread",
  async (sender) => {
    const [placeId] = places;
    const accountId = await addSender("anna@example.org");
    const anna: Viewer = { userId: accountId, email: "anna@example.org", role: "user" };
    const report = { reason: "hours", text: "" } as const;
    const first = await db.database.transaction().execute(async (transaction) => {
      // As every report of the place does, until it is committed.
      await lockReportedPlace(transaction, placeId);
      const second =
        sender === "an account"
          ? reportPlace(deps(), placeId, report, anna)
          : reportAsVisitor(
              { ...deps(), config: { rateLimits: true } },
              { placeId, client: { clientAddress: "192.0.2.1" } },
              report,
            );
      await expect.poll(() => countBlockedStatements(db.database)).toBe(1);
      return { second };
    });
    expect(await first.second).toEqual({ ok: true });
  },
);

describe("the order of reported places", () => {
  it.each<[string, readonly ("done" | "declined" | null)[], boolean]>([
    ["one true report", ["done"], true],
    ["two true ones and a false one", ["done", "declined", "done"], true],
    ["a true one and a false one", ["done", "declined"], false],
    ["none that was decided", [null], false],
    ["a false one", ["declined"], false],
  ])("begins with the people whose word proved true: %s", async (_, outcomes, proved) => {
    const other = await addSender("bela@example.org");
    await addReport(places[0], { accountId: other, minutes: 60 });
    const anna = await addSender("anna@example.org", outcomes);
    await addReport(places[1], { accountId: anna, minutes: 1 });
    const { reported_places: cards } = await readCards();
    expect(cards.map(({ place }) => place.id)).toEqual(
      proved ? [places[1], places[0]] : [places[0], places[1]],
    );
    expect(cards.find(({ place }) => place.id === places[1])?.reports[0].proved).toBe(proved);
  });

  it("takes no word for true that its sender decided, nor one of which the place was opened, nor of a disabled account", async () => {
    const anna = await addSender("anna@example.org");
    await addReport(places[11], { accountId: anna, outcome: "done", by: anna, minutes: yearAgo });
    const opened = await addSender("bela@example.org");
    await addReport(places[10], { accountId: opened, reason: "out-of-order" });
    await openPlaces(deps(), [places[10]], administrator);
    const stepped = await addSender("cili@example.org");
    const step = await addReport(places[9], { accountId: stepped, reason: "out-of-order" });
    await resolveReport(deps(), { id: step, outcome: "open", reason: "" }, administrator);
    const disabled = await addSender("dora@example.org", ["done"]);
    await db.database
      .updateTable("account")
      .set({ disabled: true })
      .where("id", "=", disabled)
      .execute();
    for (const [index, accountId] of [anna, opened, stepped, disabled].entries()) {
      await addReport(places[index], { accountId, minutes: 10 - index });
    }
    const { reported_places: cards } = await readCards();
    expect(cards.map(({ place }) => place.id)).toEqual(places.slice(0, 4));
    expect(cards.some(({ reports }) => reports[0].proved)).toBe(false);
  });

  it("goes on with confirmed accounts and imports, then visitors and others, the oldest first", async () => {
    const anna = await addSender("anna@example.org");
    const unconfirmed = await addSender("bela@example.org");
    await db.database
      .updateTable("account")
      .set({ email_verified: false })
      .where("id", "=", unconfirmed)
      .execute();
    await addReport(places[0], { minutes: 9 });
    await addReport(places[1], { accountId: unconfirmed, minutes: 8 });
    await addReport(places[2], { accountId: anna, minutes: 6 });
    await addReport(places[3], { byImport: true, minutes: 7 });
    // The place of the oldest report, of which an account has told only now.
    await addReport(places[4], { minutes: 10 });
    await addReport(places[4], { accountId: anna, minutes: 5 });
    expect(await firstIds()).toEqual([3, 2, 4, 0, 1].map((index) => places[index]));
  });
});

describe("filters", () => {
  it("narrow the reports and their cards by reason, sender and time", async () => {
    const anna = await addSender("anna@example.org");
    await addReport(places[0], { accountId: anna, reason: "hours", minutes: 61 });
    await addReport(places[0], { reason: "other", minutes: 60 });
    await addReport(places[1], { reason: "other", minutes: 59 });
    await addReport(places[2], { byImport: true, reason: "closed", minutes: 5 });
    const find = async (filter: ReportFilter) => {
      const { reported_places: cards, found } = await readCards(filter);
      expect(found).toBe(cards.length);
      const flat = await listReports(deps(), { ...range, filter }, administrator);
      expect(flat.found).toBe(cards.reduce((sum, { count }) => sum + count, 0));
      expect(flat.found).toBe(flat.reports.length);
      return cards.map(({ place, count }) => [places.indexOf(place.id), count]);
    };
    expect(await find({ reason: "other" })).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(await find({ from: "accounts" })).toEqual([[0, 1]]);
    expect(await find({ from: "visitors", reason: "hours" })).toEqual([]);
    expect(await find({ sender: anna })).toEqual([[0, 1]]);
    expect(await find({ sender: "somebody" })).toEqual([]);
    // Of exactly that time too.
    expect(await find({ since: minutesAgo(60).toISOString() })).toEqual([
      [2, 1],
      [0, 1],
      [1, 1],
    ]);
    expect(await find({ since: minutesAgo(0).toISOString() })).toEqual([]);
  });

  it("by sender are for the administrator, to settle too", async () => {
    const id = await addReport(places[0]);
    const moderator = { ...administrator, role: "moderator" } as const;
    const refused = { ok: false, code: "error.forbidden" };
    const filter = { sender: "anna" };
    const placeIndex = await loadPlaceIndex(db.database);
    const query = { part: "reports", page: 1, filter } as const;
    expect(await readModerationQueue({ ...deps(), placeIndex }, query, moderator)).toEqual(refused);
    const all = { newest: id, filter };
    const settlement = { id, outcome: "declined", reason: "", all } as const;
    expect(await resolveReport(deps(), settlement, moderator)).toEqual(refused);
  });
});

describe("reported reviews", () => {
  let author: string;
  const reviewOf = new Map<number, number>();

  beforeEach(async () => {
    author = await addAccount(db.database, "szerzo@example.org");
    const rows = places.slice(0, 6).map((place_id) => {
      return { place_id, user_id: author, rating: 1, text: "Rossz", added: minutesAgo(yearAgo) };
    });
    const added = db.database.insertInto("review").values(rows).returning(["id", "place_id"]);
    for (const { id, place_id } of await added.execute()) {
      reviewOf.set(places.indexOf(place_id), id);
    }
  });

  /** Adds a report of the review of a place, pending unless it has an outcome. */
  async function reportReviewOf(
    place: number,
    report: Partial<{
      accountId: string;
      reason: "spam" | "insult" | "other";
      minutes: number;
      outcome: "kept" | "removed";
      byRule: boolean;
    }> = {},
  ): Promise<void> {
    const { accountId = null, reason = "insult", minutes = 60, outcome, byRule = false } = report;
    await db.database
      .insertInto("review_report")
      .values({
        ...{ place_id: places[place], review_id: reviewOf.get(place), account_id: accountId },
        ...{ by_visitor: accountId === null && !byRule, by_rule: byRule, reason },
        ...{ at: minutesAgo(minutes) },
        ...(outcome && { outcome, resolved_at: now, resolved_by: administrator.userId }),
      })
      .execute();
  }

  /** Places of the listed reviews, each with the number of its reports. */
  const find = async (filter: ReportFilter = {}, page = range) => {
    const { reviews, found } = await readReviews(filter, page);
    const shown = reviews.map(({ place, count }) => `${places.indexOf(place.id)}:${count}`);
    return { found, shown: shown.join(" ") };
  };

  it("come in the order of reports of places: of people whose word proved true first", async () => {
    // A report of a place and one of a review are the word of one person.
    const anna = await addSender("anna@example.org", ["done"]);
    await reportReviewOf(5, { accountId: anna, outcome: "removed", minutes: yearAgo });
    await reportReviewOf(5, { accountId: anna, outcome: "kept", minutes: yearAgo });
    const bela = await addSender("bela@example.org", ["done"]);
    await reportReviewOf(5, { accountId: bela, outcome: "kept", minutes: yearAgo });
    await reportReviewOf(0, { minutes: 9 });
    await reportReviewOf(1, { accountId: bela, minutes: 7 });
    await reportReviewOf(2, { byRule: true, minutes: 6 });
    await reportReviewOf(3, { minutes: 99 });
    await reportReviewOf(3, { accountId: anna, minutes: 1 });
    expect(await find()).toEqual({ found: 4, shown: "3:2 1:1 2:1 0:1" });
    expect(await find({}, { offset: 3, limit: 1 })).toEqual({ found: 4, shown: "0:1" });
    expect(await find({}, { offset: 4, limit: 1 })).toEqual({ found: 4, shown: "" });
    const { reviews } = await readReviews();
    expect(reviews[0].reports.map(({ proved, by_visitor }) => [proved, by_visitor])).toEqual([
      [true, false],
      [false, true],
    ]);
    await addReport(places[0], { accountId: anna, minutes: 1 });
    expect((await readCards()).reported_places[0].reports[0].proved).toBe(true);
  });

  it("show the first of very many reports", async () => {
    const anna = await addSender("anna@example.org");
    for (let at = 0; at < maxCardReports; at++) await reportReviewOf(0);
    await reportReviewOf(0, { accountId: anna, minutes: 1 });
    const list = await readReviews();
    const [{ count, reports }] = list.reviews;
    expect([count, reports.length, reports[0].sender?.id]).toEqual([21, maxCardReports, anna]);
  });

  it("are narrowed by reason, sender and time of one of their reports, and keep the others", async () => {
    const anna = await addSender("anna@example.org");
    await reportReviewOf(0, { accountId: anna, reason: "spam", minutes: 61 });
    await reportReviewOf(0, { reason: "other", minutes: 60 });
    await reportReviewOf(1, { minutes: 59 });
    await reportReviewOf(2, { byRule: true, reason: "spam", minutes: 5 });
    for (const [filter, shown] of [
      [{ reason: "spam" }, "0:2 2:1"],
      [{ reason: "hours" }, ""],
      [{ from: "accounts" }, "0:2"],
      [{ from: "visitors" }, "0:2 1:1"],
      [{ from: "visitors", reason: "insult" }, "1:1"],
      [{ sender: anna }, "0:2"],
      [{ since: minutesAgo(59).toISOString() }, "2:1 1:1"],
    ] as const satisfies [ReportFilter, unknown][]) {
      expect((await find(filter)).shown, JSON.stringify(filter)).toBe(shown);
    }
    const placeIndex = await loadPlaceIndex(db.database);
    const read = async (part: "reviews" | null) => {
      const query = { part, page: 1, filter: { reason: "spam" } } as const;
      const result = await readModerationQueue({ ...deps(), placeIndex }, query, administrator);
      return result.ok ? [result.queue.found, result.queue.reviews?.length] : result;
    };
    expect(await read("reviews")).toEqual([2, 2]);
    // Of all lists, it is the number of reports of places.
    expect(await read(null)).toEqual([0, 2]);
  });
});

it("tells of the first, the last and the kinds of a place's reports", async () => {
  const anna = await addSender("anna@example.org");
  await addReport(places[0], { reason: "other", minutes: 30 });
  const newest = await addReport(places[0], { reason: "hours", minutes: 40 }).then(() =>
    addReport(places[0], { accountId: anna, reason: "hours", minutes: 35 }),
  );
  await addReport(places[0], { minutes: 3, outcome: "done" });
  const { reported_places: cards } = await readCards();
  expect(cards).toMatchObject([
    {
      ...{ count: 3, by_accounts: 1, newest },
      ...{ first: minutesAgo(40).toISOString(), last: minutesAgo(30).toISOString() },
      reasons: [
        { reason: "hours", count: 2 },
        { reason: "other", count: 1 },
      ],
      reports: [{ by_visitor: false }, { reason: "hours" }, { reason: "other" }],
    },
  ]);
});
