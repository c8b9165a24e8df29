import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Language } from "#domain/text/language.ts";
import { setMailPreferences } from "#server/accounts/mail-preferences.ts";
import { decideProposal, reopenProposal } from "#server/edits/proposals.ts";
import { resolveCorrection } from "#server/feedback/corrections.ts";
import { reopenReport, resolveReport } from "#server/feedback/reports.ts";
import { createServerI18n, readTranslations } from "#server/i18n.ts";
import { acceptPlaces } from "#server/moderation/accept-places.ts";
import { deletePlace, restorePlace } from "#server/moderation/deleted-places.ts";
import { settleReview } from "#server/reviews/review-reports.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createOutcomeMails } from "./mails-to-contributors.ts";

const translations = readTranslations();
const now = () => new Date("2026-06-10T12:00:00.000Z");

let db: TestDatabase;
let anna: string;
let administratorId: string;
beforeEach(async () => {
  db = await createTestDatabase();
  anna = await addAccount(db.database, "anna@example.org");
  administratorId = await addAccount(db.database, "eva@example.org");
});
afterEach(() => db[Symbol.asyncDispose]());

const deps = () => ({
  database: db.database,
  now,
  notifyContributor: createOutcomeMails({
    publicUrl: "https://mosdo.example",
    translate: (language) => createServerI18n(language, translations).t,
  }),
});
const administrator = () => ({
  userId: administratorId,
  email: "eva@example.org",
  role: "administrator" as const,
});

const wish = (accountId = anna, language: Language = "en", outcomes = true) =>
  setMailPreferences(deps(), {
    accountId,
    preferences: { outcomes, waiting: null },
    language,
    isStaff: false,
  });
const mails = () =>
  db.database.selectFrom("mail").select(["receiver", "subject", "text", "kind"]).execute();
const addPending = async (address: string, added_by = anna) =>
  (await addPlaces(db.database, [{ accepted: false, city: "Eger", address, added_by }]))[0];
const addReport = async (account_id: string | null = anna, address = "Fő tér 1.") => {
  const [place_id] = await addPlaces(db.database, [{ city: "Eger", address }]);
  const report = { place_id, account_id, reason: "hours" as const, on_day: "2026-06-10" };
  return db.database
    .insertInto("report")
    .values(report)
    .returning(["id", "place_id"])
    .executeTakeFirstOrThrow();
};

describe("a contributor gets a mail about a decision", () => {
  test("where a place is accepted", async () => {
    await wish();
    const id = await addPending("Dobó tér 1.");
    await acceptPlaces(deps(), { ids: [id] }, administrator());
    await acceptPlaces(deps(), { ids: [id] }, administrator());
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      receiver: "anna@example.org",
      subject: "It is on the map: Dobó tér 1., Eger",
      kind: "outcome",
    });
    expect(mail.text).toContain(`https://mosdo.example/?place=${id}`);
    expect(mail.text).toContain(
      "Change or stop these e-mails: https://mosdo.example/account#mails",
    );
  });

  test("in one mail for several places of one account, in its language", async () => {
    const bela = await addAccount(db.database, "bela@example.org");
    await wish(anna, "hu");
    await wish(bela, "de");
    const ids = [await addPending("A utca 1."), await addPending("B utca 2.")];
    await acceptPlaces(
      deps(),
      { ids: [...ids, await addPending("C utca 3.", bela)] },
      administrator(),
    );
    const sent = await mails();
    expect(sent.map(({ receiver, subject }) => [receiver, subject]).toSorted()).toEqual([
      ["anna@example.org", "2 mosdód felkerült a térképre"],
      ["bela@example.org", "Jetzt auf der Karte: C utca 3., Eger"],
    ]);
    expect(sent[0].text).toContain("A utca 1., Eger\nB utca 2., Eger");
  });

  test("where a pending place is declined, with the reason, which is forgotten with its return", async () => {
    await wish();
    const id = await addPending("Dobó tér 1.");
    const reason = "It is already there:\nDobó tér 2.";
    await deletePlace(deps(), { id, reason }, administrator());
    const [mail] = await mails();
    expect(mail.subject).toBe("Not on the map: Dobó tér 1., Eger");
    expect(mail.text).toContain("> It is already there:\n> Dobó tér 2.");
    expect(mail.text).not.toContain("?place=");
    const reasonOf = () =>
      db.database.selectFrom("place").select("declined_reason").executeTakeFirstOrThrow();
    expect(await reasonOf()).toEqual({ declined_reason: reason });
    await restorePlace(deps(), id, administrator());
    expect(await reasonOf()).toEqual({ declined_reason: null });
  });

  test("not where an accepted place is deleted", async () => {
    await wish();
    const [id] = await addPlaces(db.database, [{ added_by: anna }]);
    await deletePlace(deps(), { id, reason: "Gone" }, administrator());
    expect(await mails()).toEqual([]);
    const { declined_reason } = await db.database
      .selectFrom("place")
      .select("declined_reason")
      .executeTakeFirstOrThrow();
    expect(declined_reason).toBeNull();
  });

  test.each([
    ["done", "Your report is resolved: Fő tér 1., Eger"],
    ["declined", "We looked into your report: Fő tér 1., Eger"],
  ] as const)("where a report is %s, once, and kept with the answer", async (outcome, subject) => {
    await wish();
    const { id, place_id } = await addReport();
    await resolveReport(deps(), { id, outcome, reason: "Köszönjük!" }, administrator());
    await resolveReport(deps(), { id, outcome: "done", reason: "Again" }, administrator());
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain("> Köszönjük!");
    expect(mail.text).toContain(`/?place=${place_id}`);
    const stored = await db.database.selectFrom("report").select(["outcome", "answer"]).execute();
    expect(stored).toEqual([{ outcome, answer: "Köszönjük!" }]);
  });

  test.each([
    ["done", "Your correction is resolved: Fő utca 3."],
    ["declined", "We looked into your correction: Fő utca 3."],
  ] as const)("where a correction is %s, and kept with the answer", async (outcome, subject) => {
    await wish();
    const { id } = await db.database
      .insertInto("correction")
      .values({
        ...{ account_id: anna, action: "edit", reason: "", longitude: 19, latitude: 47 },
        ...{ changes: "{}", place_name: "Fő utca 3." },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await resolveCorrection(deps(), { id, outcome, reason: "Köszönjük!" }, administrator());
    const [mail] = await mails();
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain("https://mosdo.example/account/contributions\n");
    const stored = await db.database
      .selectFrom("correction")
      .select(["outcome", "answer"])
      .execute();
    expect(stored).toEqual([{ outcome, answer: "Köszönjük!" }]);
  });

  test.each([
    ["accepted", "Your suggestion is accepted: Fő tér 1., Eger"],
    ["part", "Your suggestion is accepted in part: Fő tér 1., Eger"],
    ["declined", "We looked into your suggestion: Fő tér 1., Eger"],
  ] as const)("where a proposal is accepted or not: %s", async (outcome, subject) => {
    await wish();
    const [place_id] = await addPlaces(db.database, [
      { city: "Eger", address: "Fő tér 1.", postcode: "3300" },
    ]);
    const changes = {
      comments: { from: "", to: "Left of the door" },
      postcode: { from: "3300", to: "3301" },
    };
    const { id } = await db.database
      .insertInto("place_proposal")
      .values({ place_id, account_id: anna, version: 1, changes: JSON.stringify(changes) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const decision = {
      outcome: outcome === "declined" ? outcome : "accepted",
      reason: "Köszönjük!",
      ...(outcome === "part" && { fields: ["comments" as const] }),
    } as const;
    const result = await decideProposal(deps(), { id, decision, version: null }, administrator());
    expect(result).toMatchObject({ ok: true, proposal: { outcome } });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain("> Köszönjük!");
    expect(mail.text).toContain(`/?place=${place_id}`);
  });

  test("where a review is removed, with the reason", async () => {
    await wish();
    const [placeId] = await addPlaces(db.database, [{ city: "Eger", address: "Fő tér 1." }]);
    const { id } = await db.database
      .insertInto("review")
      .values({ place_id: placeId, user_id: anna, rating: 1, text: "Bah" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const decision = { decision: "remove", reason: "Not about the toilet" } as const;
    await settleReview(deps(), id, decision, administrator());
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail.subject).toBe("We removed your review: Fő tér 1., Eger");
    expect(mail.text).toContain("> Not about the toilet");
  });

  test.each([
    ["keep", "We looked into the review you reported: Fő tér 1., Eger"],
    ["remove", "We removed the review you reported: Fő tér 1., Eger"],
  ] as const)("where a review that was reported is decided on: %s", async (decision, subject) => {
    await wish();
    const [placeId] = await addPlaces(db.database, [{ city: "Eger", address: "Fő tér 1." }]);
    const author = await addAccount(db.database, `author-${decision}@example.org`);
    const { id: reviewId } = await db.database
      .insertInto("review")
      .values({ place_id: placeId, user_id: author, rating: 1, text: "Bah" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const reported = { place_id: placeId, review_id: reviewId, reason: "spam" } as const;
    const reports = db.database.insertInto("review_report");
    await reports.values({ ...reported, account_id: anna }).execute();
    const why = { decision, reason: "Köszönjük!" };
    await settleReview(deps(), reviewId, why, administrator());
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ receiver: "anna@example.org", subject });
    expect(mail.text).toContain("> Köszönjük!");
    expect(mail.text).toContain(`/?place=${placeId}`);
  });
});

describe("there is no mail", () => {
  let reports = 0;
  const settle = async (sender: string | null = anna) => {
    const { id } = await addReport(sender, `Fő utca ${++reports}.`);
    await resolveReport(deps(), { id, outcome: "done", reason: "" }, administrator());
    return id;
  };

  test("about a decision that is undone before the mail was sent, and there is about the others", async () => {
    await wish();
    const undone = await settle();
    await settle();
    const { id: proposalId } = await db.database
      .insertInto("place_proposal")
      .values({
        ...{ place_id: (await addReport()).place_id, account_id: anna, version: 1 },
        changes: JSON.stringify({ county: { from: null, to: "Heves" } }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const decision = { outcome: "declined", reason: "" } as const;
    await decideProposal(deps(), { id: proposalId, decision, version: 1 }, administrator());
    expect(await mails()).toHaveLength(3);
    expect(await reopenReport(deps(), undone, administrator())).toMatchObject({ ok: true });
    expect(await reopenProposal(deps(), proposalId, administrator())).toEqual({ ok: true });
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining(`Fő utca ${reports}.`),
    ]);
  });

  test("twice about several reports of one place that are settled at once", async () => {
    await wish();
    const { id, place_id } = await addReport();
    const { id: newest } = await db.database
      .insertInto("report")
      .values({ place_id, account_id: anna, reason: "hours", on_day: "2026-06-11" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const all = { newest, filter: {} };
    const settlement = { id, outcome: "declined", reason: "", all } as const;
    expect(await resolveReport(deps(), settlement, administrator())).toMatchObject({ count: 2 });
    expect(await mails()).toHaveLength(1);
  });

  test("without a wish, after it was taken back, and without a sender", async () => {
    await settle();
    await wish();
    await wish(anna, "en", false);
    await settle();
    await settle(null);
    expect(await mails()).toEqual([]);
  });

  test.each([{ email_verified: false }, { disabled: true }])(
    "whose account is %o",
    async (state) => {
      await wish();
      await db.database.updateTable("account").set(state).where("id", "=", anna).execute();
      await settle();
      expect(await mails()).toEqual([]);
    },
  );

  test("of a decision of one's own", async () => {
    await wish(administratorId);
    await settle(administratorId);
    expect(await mails()).toEqual([]);
  });

  test("of a decision that was taken back with its transaction", async () => {
    await wish();
    const { id } = await addReport();
    const { notifyContributor } = deps();
    const failing = {
      ...deps(),
      notifyContributor: async (...outcome: Parameters<typeof notifyContributor>) => {
        await notifyContributor(...outcome);
        throw new Error("broken");
      },
    };
    const settled = { id, outcome: "done", reason: "" } as const;
    await expect(resolveReport(failing, settled, administrator())).rejects.toThrow("broken");
    expect(await mails()).toEqual([]);
  });

  test("whose account is just being deleted, without waiting for that", async () => {
    await wish();
    await db.database.transaction().execute(async (deletion) => {
      await deletion
        .selectFrom("account")
        .select("id")
        .where("id", "=", anna)
        .forUpdate()
        .execute();
      expect(await settle()).toBeGreaterThan(0);
    });
    expect(await mails()).toEqual([]);
  });
});
