import { beforeEach, describe, expect, test } from "vitest";
import type { PendingMail } from "#domain/account/mail-preferences.ts";
import { taskKinds } from "#domain/moderation/task-kinds.ts";
import type { Language } from "#domain/text/language.ts";
import { setMailPreferences } from "#server/accounts/mail-preferences.ts";
import type { Database } from "#server/database/connect.ts";
import { createServerI18n, readTranslations } from "#server/i18n.ts";
import { countTasks } from "#server/moderation/tasks.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { mailStaff, type StaffMailDeps } from "./mails-to-staff.ts";

const translations = readTranslations();
const translate = (language: Language) => createServerI18n(language, translations).t;
const minuteMs = 60_000;

/** Noon in Budapest, in winter. */
const noonMs = Date.parse("2026-01-15T11:00:00.000Z");
let nowMs: number;
beforeEach(() => {
  nowMs = noonMs;
});

interface Setting extends StaffMailDeps {
  readonly administrator: string;
}

async function settingOf(database: Database): Promise<Setting> {
  const administrator = await addAccount(database, "eva@example.org");
  const config = {
    administratorUserId: administrator,
    publicUrl: "https://mosdo.example",
    port: 3000,
  };
  return { database, config, now: () => new Date(nowMs), translate, administrator };
}

function choose(setting: Setting, waiting: PendingMail, language: Language = "en") {
  const preferences = { outcomes: false, waiting };
  const { administrator: accountId } = setting;
  return setMailPreferences(setting, { accountId, preferences, language, isStaff: true });
}

const mails = (database: Database) =>
  database
    .selectFrom("mail")
    .select(["receiver", "subject", "text", "kind"])
    .orderBy("id")
    .execute();
const subjects = async (database: Database) =>
  (await mails(database)).map(({ subject }) => subject.split(" – ")[0]);

const addPending = (database: Database, at = new Date(nowMs)) =>
  addPlaces(database, [{ accepted: false, added: at }]);

/** Lets minutes pass, and runs in each of them, as a server does. */
async function pass(setting: Setting, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    nowMs += minuteMs;
    await mailStaff(setting);
  }
}

describe("once a day", () => {
  test("mails the administrator without a choice at eight in Budapest, only once, in English", async () => {
    await using db = await createTestDatabase();
    const setting = await settingOf(db.database);
    await mailStaff(setting);
    const [place] = await addPending(db.database);
    await db.database
      .insertInto("report")
      .values({ place_id: place, reason: "closed", on_day: "2026-01-15" })
      .execute();
    nowMs = Date.parse("2026-01-16T06:59:59.000Z");
    await mailStaff(setting);
    expect(await mails(db.database)).toEqual([]);
    nowMs += 1_000;
    await mailStaff(setting);
    await pass(setting, 3);
    const [mail, ...others] = await mails(db.database);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ receiver: "eva@example.org", kind: "waiting" });
    expect(mail.subject).toBe("2 entries wait for you – Toilet Finder");
    expect(mail.text).toContain("New toilets: 1\nReports: 1");
    expect(mail.text).toContain("https://mosdo.example/moderation");
    expect(mail.text).toContain("https://mosdo.example/account#mails");
  });

  test("sends nothing where nothing is pending at eight, also of what comes later that day", async () => {
    await using db = await createTestDatabase();
    const setting = await settingOf(db.database);
    await mailStaff(setting);
    nowMs = Date.parse("2026-01-16T07:00:00.000Z");
    await mailStaff(setting);
    await addPending(db.database);
    await pass(setting, 3);
    expect(await mails(db.database)).toEqual([]);
  });

  test("mails later where no server ran at eight", async () => {
    await using db = await createTestDatabase();
    const setting = await settingOf(db.database);
    await mailStaff(setting);
    await addPending(db.database);
    nowMs = Date.parse("2026-01-18T20:00:00.000Z");
    await pass(setting, 2);
    expect(await subjects(db.database)).toEqual(["1 entry waits for you"]);
  });

  test("speaks the language of the page on which it was chosen", async () => {
    await using db = await createTestDatabase();
    const setting = await settingOf(db.database);
    await choose(setting, "daily", "hu");
    await addPending(db.database);
    nowMs += 24 * 60 * minuteMs;
    await mailStaff(setting);
    expect(await subjects(db.database)).toEqual(["1 beküldés vár rád"]);
  });
});

describe("held reports", () => {
  test("are mailed within two minutes and once an hour, beside the daily mail", async () => {
    await using db = await createTestDatabase();
    const setting = await settingOf(db.database);
    await mailStaff(setting);
    const [place_id] = await addPlaces(db.database, [{}]);
    const lock = () =>
      db.database
        .insertInto("report")
        .values({
          ...{ place_id, reason: "out-of-order", on_day: "2026-01-15" },
          ...{ at: new Date(nowMs), held: true },
        })
        .execute();
    await pass(setting, 1);
    await lock();
    await pass(setting, 2);
    await lock();
    await pass(setting, 58);
    expect(await subjects(db.database)).toEqual(["Unusually many toilets are reported closed"]);
    await pass(setting, 1);
    const [first, second, ...others] = await mails(db.database);
    expect(others).toEqual([]);
    expect(second.subject).toBe(first.subject);
    expect(second.text).toContain("Reports: 1\n");
    expect(second.text).toContain("2 entries wait altogether.");
    await db.database
      .updateTable("report")
      .set({ resolved_at: new Date(nowMs) })
      .execute();
    await pass(setting, 70);
    await addPending(db.database);
    nowMs = Date.parse("2026-01-16T07:00:00.000Z");
    await mailStaff(setting);
    expect((await subjects(db.database)).at(-1)).toBe("1 entry waits for you");
    expect(await subjects(db.database)).toHaveLength(3);
  });
});

describe("at once", () => {
  test("mails what has arrived a minute ago, gathers for five minutes, and mails nothing twice", async () => {
    await using db = await createTestDatabase();
    const setting = await settingOf(db.database);
    await choose(setting, "at-once");
    await addPending(db.database, new Date(nowMs + 1));
    await mailStaff(setting);
    expect(await mails(db.database)).toEqual([]);
    await pass(setting, 2);
    expect(await subjects(db.database)).toEqual(["1 new entry"]);
    await addPending(db.database);
    await pass(setting, 2);
    await addPending(db.database);
    await pass(setting, 2);
    expect(await subjects(db.database)).toEqual(["1 new entry"]);
    await pass(setting, 1);
    expect(await subjects(db.database)).toEqual(["1 new entry", "2 new entries"]);
    expect((await mails(db.database))[1].text).toContain("3 entries wait altogether.");
    await pass(setting, 30);
    expect(await mails(db.database)).toHaveLength(2);
  });

  test("leaves out what was pending when it was chosen, nor of what was settled meanwhile", async () => {
    await using db = await createTestDatabase();
    const setting = await settingOf(db.database);
    await addPending(db.database, new Date(nowMs - 10 * minuteMs));
    await choose(setting, "at-once");
    await addPending(db.database, new Date(nowMs + 1));
    await db.database.updateTable("place").set({ accepted: true }).execute();
    await pass(setting, 10);
    expect(await mails(db.database)).toEqual([]);
  });
});

test("includes every list of pending items", async () => {
  await using db = await createTestDatabase();
  const [place_id] = await addPending(db.database);
  const at = new Date(nowMs);
  const { database } = db;
  const report = { place_id, reason: "closed", on_day: "2026-01-15", at } as const;
  await database.insertInto("report").values(report).execute();
  const correction = { action: "edit", reason: "", longitude: 19, latitude: 47, at } as const;
  await database
    .insertInto("correction")
    .values({ ...correction, changes: "{}", place_name: "" })
    .execute();
  await database
    .insertInto("place_proposal")
    .values({ place_id, account_id: "someone", version: 1, changes: "{}", at })
    .execute();
  const review = { place_id, user_id: "someone", rating: 1 };
  const { id: review_id } = await database
    .insertInto("review")
    .values(review)
    .returning("id")
    .executeTakeFirstOrThrow();
  const spam = { place_id, review_id, reason: "spam", text: "" } as const;
  await database
    .insertInto("review_report")
    .values({ ...spam, at })
    .execute();
  const { id: import_id } = await database
    .insertInto("list_import")
    .values({ file_name: "toilets.csv", state: "done", at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database
    .insertInto("list_row")
    .values({ import_id, line: 2, key: "1", kind: "look", row: "{}" })
    .execute();
  const each = (count: number) => ({
    counts: Object.fromEntries(taskKinds.map((kind) => [kind, count])),
    held: 0,
  });
  expect(await countTasks(database)).toEqual(each(1));
  const early = new Date(nowMs - 1);
  expect(await countTasks(database, { since: early, until: at })).toEqual(each(1));
  expect(await countTasks(database, { since: at, until: new Date(nowMs + 1) })).toEqual(each(0));
});

test("mails moderators too, each by its own choice", async () => {
  await using db = await createTestDatabase();
  const setting = await settingOf(db.database);
  const bela = await addAccount(db.database, "bela@example.org");
  await db.database
    .updateTable("account")
    .set({ moderator_since: new Date(nowMs) })
    .where("id", "=", bela)
    .execute();
  await choose({ ...setting, administrator: bela }, "at-once");
  await addPending(db.database, new Date(nowMs + 1));
  await pass(setting, 3);
  expect((await mails(db.database)).map(({ receiver }) => receiver)).toEqual(["bela@example.org"]);
});

test("never mails an account without the choice, nor one that is not staff, nor a disabled one", async () => {
  await using db = await createTestDatabase();
  const setting = await settingOf(db.database);
  await addAccount(db.database, "bela@example.org");
  await choose(setting, "never");
  await addPending(db.database);
  await pass(setting, 10);
  await choose(setting, "at-once");
  await addPending(db.database, new Date(nowMs + 1));
  await db.database.updateTable("account").set({ disabled: true }).execute();
  await pass(setting, 10);
  expect(await mails(db.database)).toEqual([]);
});

test("a choice about what is pending is staff's alone", async () => {
  await using db = await createTestDatabase();
  const setting = await settingOf(db.database);
  const { administrator: accountId } = setting;
  const preferences = { outcomes: true, waiting: "never" } as const;
  await setMailPreferences(setting, { accountId, preferences, language: "de", isStaff: false });
  const columns = ["language", "outcomes", "waiting"] as const;
  expect(await db.database.selectFrom("mail_wish").select(columns).execute()).toEqual([
    { language: "de", outcomes: true, waiting: null },
  ]);
  expect(
    await setMailPreferences(setting, {
      accountId: "x",
      preferences,
      language: "de",
      isStaff: false,
    }),
  ).toBe(false);
});

test("queues each mail once, however many processes run at the same moment", async () => {
  await using db = await createTestDatabase();
  const setting = await settingOf(db.database);
  await mailStaff(setting);
  await addPending(db.database);
  for (let day = 1; day <= 5; day++) {
    nowMs += 24 * 60 * minuteMs;
    await Promise.all(Array.from({ length: 8 }, () => mailStaff(setting)));
    expect(await mails(db.database)).toHaveLength(day);
  }
});

test("mails again where the process ended before the mail was stored", async () => {
  await using db = await createTestDatabase();
  const setting = await settingOf(db.database);
  await mailStaff(setting);
  await addPending(db.database);
  nowMs += 24 * 60 * minuteMs;
  const broken = () => {
    throw new Error("killed");
  };
  await expect(mailStaff({ ...setting, translate: broken })).rejects.toThrow("killed");
  await mailStaff(setting);
  expect(await mails(db.database)).toHaveLength(1);
});
