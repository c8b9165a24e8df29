import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { addLimit, reportLimit } from "#domain/account/daily-limits.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { reportPlace } from "#server/feedback/reports.ts";
import { forgetVisitors } from "#server/feedback/visitor-feedback.ts";
import { createServerI18n, readTranslations } from "#server/i18n.ts";
import { createFarewell } from "#server/mail/account-mails.ts";
import { queueMail } from "#server/mail/mail-queue.ts";
import { countAddsLeft } from "#server/places/add-place.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { notifiesNobody } from "#tests/support/services/stand-ins.ts";
import { deleteAccount } from "./delete-account.ts";
import { exportAccount } from "./export-account.ts";
import { personalColumns, personalData } from "./personal-data.ts";

/** Anna and Béla, who each added a place and reviewed both; the place ids are Anna's, then Béla's. */
async function addPeople(database: Database) {
  const anna = await addAccount(database, "anna@example.org");
  const bela = await addAccount(database, "bela@example.org");
  const [annas, belas] = await addPlaces(database, [
    { added_by: anna, accepted: false, price: 150 },
    { added_by: bela, deleted_at: new Date(), deleted_by: anna },
  ]);
  await database
    .insertInto("review")
    .values([
      { place_id: annas, user_id: anna, rating: 5, text: "Tiszta" },
      { place_id: belas, user_id: anna, rating: 2 },
      { place_id: annas, user_id: bela, rating: 4, text: "Bélának is" },
      { place_id: belas, user_id: bela, rating: 3 },
    ])
    .execute();
  const copy = { at: new Date(), content: "{}" };
  await database
    .insertInto("undo_copy")
    .values([
      { decision: "review 1", account_id: anna, decided_by: bela, ...copy },
      { decision: "review 2", account_id: bela, decided_by: anna, ...copy },
    ])
    .execute();
  const { id: import_id } = await database
    .insertInto("list_import")
    .values({ file_name: "toilets.csv", started_by: anna })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database
    .insertInto("list_row")
    .values({ import_id, line: 2, key: "1", kind: "look", row: "{}", decided_by: anna })
    .execute();
  const on_day = "2026-06-10";
  await database
    .insertInto("observation")
    .values({
      ...{ place_id: belas, asked: "open", answer: true, on_day },
      ...{ day_kind: "workday", hour: 14, trusted: false, account_id: anna },
    })
    .execute();
  await database
    .insertInto("confirmation")
    .values([
      { place_id: annas, account_id: anna, on_day },
      { place_id: belas, account_id: bela, on_day },
    ])
    .execute();
  await database
    .insertInto("report")
    .values([
      { place_id: belas, account_id: anna, reason: "hours", text: "Délben zárva", on_day },
      { place_id: annas, account_id: bela, reason: "other", text: "Béláé", on_day },
      { place_id: annas, account_id: null, reason: "closed", on_day, resolved_by: anna },
    ])
    .execute();
  const reason = "spam";
  await database
    .insertInto("review_report")
    .values([
      { place_id: belas, account_id: anna, reason, text: "Reklám" },
      { place_id: annas, account_id: bela, reason, text: "Béláé", resolved_by: anna },
    ])
    .execute();
  await database
    .insertInto("removed_review")
    .values([
      { place_id: belas, account_id: anna, reason: "Reklám" },
      { place_id: annas, account_id: bela, reason: "Béláé", removed_by: anna },
    ])
    .execute();
  await database.insertInto("second_factor").values({ account_id: anna, secret: "-" }).execute();
  await database
    .insertInto("moved_in")
    .values({ source: "old", kind: "account", key: "digest", account_id: anna, digest: "-" })
    .execute();
  const correction = {
    action: "edit",
    reason: "",
    longitude: 19,
    latitude: 47,
    place_name: "Fő u.",
  };
  await database
    .insertInto("correction")
    .values([
      { ...correction, account_id: anna, changes: JSON.stringify({ address: "Új utca 1." }) },
      { ...correction, account_id: bela, changes: JSON.stringify({ address: "Béla köz" }) },
      { ...correction, account_id: null, changes: "{}", resolved_by: anna },
    ])
    .execute();
  const change = (to: string) => JSON.stringify({ comments: { from: "", to } });
  await database
    .insertInto("place_edit")
    .values([
      {
        place_id: annas,
        version: 2,
        source: "contributor",
        account_id: anna,
        changes: change("a"),
      },
      { place_id: annas, version: 3, source: "staff", account_id: bela, changes: change("Béláé") },
    ])
    .execute();
  const decided = { outcome: "declined", decided_at: new Date(), decided_by: anna } as const;
  await database
    .insertInto("place_proposal")
    .values([
      { place_id: belas, version: 1, account_id: anna, changes: change("b"), note: "Jártam ott" },
      { place_id: annas, version: 1, account_id: bela, changes: change("Béláé"), ...decided },
    ])
    .execute();
  await database
    .insertInto("audit")
    .values([
      { actor: anna, action: "delete-place", place_id: belas },
      { actor: bela, action: "enable-account", user_id: anna },
      { actor: null, action: "disable-account", user_id: anna },
    ])
    .execute();
  await database
    .insertInto("verification")
    .values({ id: "code", identifier: "digest", value: anna, expires_at: new Date() })
    .execute();
  await database
    .insertInto("mail_wish")
    .values({ account_id: anna, language: "de", outcomes: true, waiting: "never" })
    .execute();
  await database
    .insertInto("accepted_terms")
    .values([
      { account_id: anna, version: "2025-01-01 a", accepted_at: new Date("2025-02-03T00:00:00Z") },
      { account_id: bela, version: "Béláé" },
    ])
    .execute();
  for (const to of ["anna@example.org", "bela@example.org"]) {
    const mail = { to, subject: "Új jelszó", text: `${to}: titok`, html: "", link: null };
    await queueMail(database, mail, { kind: "reset", lifetimeMs: 60_000 });
  }
  return { anna, bela, annas, belas };
}

interface CatalogueColumn {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** Columns of the tables that the migrations leave. */
async function catalogueOf(database: Database): Promise<CatalogueColumn[]> {
  const { rows } = await sql<CatalogueColumn>`
    select relname::text as table, attname::text as column, atttypid::regtype::text as type
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0
      and not attisdropped and relname <> 'migration'
    order by relname, attnum`.execute(database);
  return rows;
}

/** Columns in which a text appears, of every table. */
async function columnsHolding(database: Database, text: string): Promise<string[]> {
  const searches = (await catalogueOf(database)).map(
    ({ table, column }) => sql`
      select ${sql.lit(`${table}.${column}`)} as name where exists (
        select from ${sql.table(table)} where ${sql.ref(column)}::text like ${`%${text}%`}
      )`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(searches, sql` union all `)}`.execute(
    database,
  );
  return rows.map(({ name }) => name).sort();
}

/** Columns that name an account by their foreign key, or may by their name, and are not in the list. */
async function findUnlisted(database: Database): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname::text as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'account'::regclass`.execute(database);
  const named = (await catalogueOf(database)).filter(
    (found) =>
      found.type === "text" && mayNameAccount.test(found.column) && !notNames.has(nameOf(found)),
  );
  const tables = (await catalogueOf(database)).filter(({ table }) => !(table in personalData));
  const listed = new Set(personalColumns.map(({ table, column }) => `${table}.${column}`));
  const names = [...rows, ...named].map(({ table, column }) => `${table}.${column}`);
  return [...new Set([...tables.map(({ table }) => table), ...names])]
    .filter((name) => !listed.has(name))
    .sort();
}

const mayNameAccount =
  /(^|_)(account|actor|author|device|email|ip|mail|owner|person|phone|receiver|sender|user)(_|$)|_by$/;

/** Columns with such a name: a kind of source, the description of a browser and system, and one that is always null. */
const notNames = new Set(["place.closed_by", "session.user_agent", "session.ip_address"]);

const nameOf = ({ table, column }: { readonly table: string; readonly column: string }) =>
  `${table}.${column}`;

describe("personalData", () => {
  test("has every table and every column that can name an account", async () => {
    await using db = await createTestDatabase();
    expect(await findUnlisted(db.database)).toEqual([]);
    const columns = (await catalogueOf(db.database)).map(nameOf);
    expect(personalColumns.map(nameOf).filter((name) => !columns.includes(name))).toEqual([]);
  });

  test("lacks what a migration would add, so that the test fails for its author", async () => {
    await using db = await createTestDatabase();
    await sql`create table photo (
      id int, added text references account (id), taken_by text, said text, by_visitor boolean
    )`.execute(db.database);
    await sql`alter table review add column author_email text`.execute(db.database);
    expect(await findUnlisted(db.database)).toEqual([
      ...["photo", "photo.added", "photo.taken_by", "review.author_email"],
    ]);
  });

  test("has every column in which one who has used everything appears", async () => {
    await using db = await createTestDatabase();
    const { anna } = await addPeople(db.database);
    const found = [
      ...(await columnsHolding(db.database, anna)),
      ...(await columnsHolding(db.database, "anna@example.org")),
    ];
    // The fixture's password and session are made of the address; texts of mails go with their receiver.
    const made = ["mail.text", "session.token", "sign_in_method.password"];
    expect(found.filter((name) => !made.includes(name)).sort()).toEqual(
      personalColumns.map(nameOf).sort(),
    );
  });
});

describe("exportAccount", () => {
  test("contains everything about the person, and nothing about another", async () => {
    await using db = await createTestDatabase();
    const { anna, bela, annas, belas } = await addPeople(db.database);
    const exported = await exportAccount(db, anna);
    expect(exported).toMatchObject({
      account: { id: anna, email: "anna@example.org", email_verified: true, disabled: false },
      sign_in_methods: [{ provider: "credential", provider_account_id: anna }],
      sessions: [{ device: null, expires_at: expect.any(Date) }],
      places: [{ id: annas, price: 150, accepted: false, deleted_at: null, country: "HU" }],
      reviews: [
        { place_id: annas, rating: 5, text: "Tiszta" },
        { place_id: belas, rating: 2, text: "" },
      ],
      confirmations: [{ place_id: annas, on_day: "2026-06-10", at: expect.any(Date) }],
      reports: [{ place_id: belas, reason: "hours", text: "Délben zárva", resolved_at: null }],
      corrections: [{ action: "edit", changes: { address: "Új utca 1." }, place_name: "Fő u." }],
      edits: [{ place_id: annas, version: 2, changes: { comments: { from: "", to: "a" } } }],
      proposals: [{ place_id: belas, note: "Jártam ott", outcome: null, reason: "" }],
      mail_wishes: { language: "de", outcomes: true, waiting: "never" },
      accepted_terms: [{ version: "2025-01-01 a", accepted_at: new Date("2025-02-03T00:00:00Z") }],
      audit: [
        { action: "delete-place", place_id: belas, own: true },
        { action: "enable-account", own: false },
        { action: "disable-account", own: false },
      ],
    });
    expect(exported?.places[0].opening_times).toHaveLength(7);
    for (const { exportedAs } of personalColumns) {
      if (exportedAs !== null) expect(exported?.[exportedAs], exportedAs).not.toHaveLength(0);
    }
    const text = JSON.stringify(exported);
    expect(text).not.toContain(bela);
    expect(text).not.toMatch(/Béla/);
    expect(text).not.toMatch(/hash of|token of/);
  });

  test("is null for an unknown account", async () => {
    await using db = await createTestDatabase();
    expect(await exportAccount(db, "nobody")).toBeNull();
  });
});

describe("deleteAccount", () => {
  test("leaves no trace of the person", async () => {
    await using db = await createTestDatabase();
    const { anna } = await addPeople(db.database);
    expect(await deleteAccount(db, anna)).toBe(true);
    for (const trace of [anna, "anna@example.org", "Tiszta"]) {
      expect(await columnsHolding(db.database, trace)).toEqual([]);
    }
  });

  test("keeps the places, whose ratings follow, and other people's reviews", async () => {
    await using db = await createTestDatabase();
    const { anna, bela, annas, belas } = await addPeople(db.database);
    await deleteAccount(db, anna);
    const columns = ["id", "added_by", "deleted_by", "rating_sum", "rating_count"] as const;
    expect(await db.database.selectFrom("place").select(columns).orderBy("id").execute()).toEqual([
      { id: annas, added_by: null, deleted_by: null, rating_sum: 4, rating_count: 1 },
      { id: belas, added_by: bela, deleted_by: null, rating_sum: 3, rating_count: 1 },
    ]);
    const mails = await db.database.selectFrom("mail").select("receiver").execute();
    expect(mails).toEqual([{ receiver: "bela@example.org" }]);
    const accounts = await db.database.selectFrom("account").select("id").execute();
    expect(accounts).toEqual([{ id: bela }]);
  });

  test("keeps reports and corrections without the name; confirmations go", async () => {
    await using db = await createTestDatabase();
    const { anna, bela } = await addPeople(db.database);
    await deleteAccount(db, anna);
    for (const table of ["report", "correction"] as const) {
      const rows = await db.database
        .selectFrom(table)
        .select(["account_id", "resolved_by"])
        .execute();
      expect(rows).toHaveLength(3);
      expect(rows.filter((row) => row.account_id !== null)).toEqual([
        { account_id: bela, resolved_by: null },
      ]);
    }
    const confirmations = await db.database
      .selectFrom("confirmation")
      .select("account_id")
      .execute();
    expect(confirmations).toEqual([{ account_id: bela }]);
  });

  test("withdraws what waits, and no more, and leaves no allowance of the day to the address", async () => {
    await using db = await createTestDatabase();
    const { database } = db;
    const { anna, bela, annas, belas } = await addPeople(database);
    const email = "anna@example.org";
    const deps = { database, now: () => new Date(), ...notifiesNobody };
    const places = await addPlaces(database, Array(reportLimit).fill({}));
    const report = { reason: "hours", text: "" } as const;
    const annasReport = (userId: string, id: number) =>
      reportPlace(deps, id, report, { userId, email, role: "user" });
    for (const id of places.slice(1)) await annasReport(anna, id);
    await annasReport(anna, places[0]);
    await deleteAccount(db, anna);

    const pendingOf = async (table: "report" | "correction" | "review_report") => {
      const rows = database.selectFrom(table).select("account_id").where("resolved_at", "is", null);
      return (await rows.execute()).map(({ account_id }) => account_id);
    };
    // What visitors without an account and the other person have sent waits on.
    expect((await pendingOf("report")).toSorted()).toEqual([bela, null].toSorted());
    expect((await pendingOf("correction")).toSorted()).toEqual([bela, null].toSorted());
    expect(await pendingOf("review_report")).toEqual([bela]);
    const proposals = database.selectFrom("place_proposal").select("outcome").orderBy("id");
    expect(await proposals.execute()).toEqual([{ outcome: "withdrawn" }, { outcome: "declined" }]);
    const deleted = database.selectFrom("place").select("id").where("deleted_at", "is not", null);
    expect(await deleted.orderBy("id").execute()).toEqual([{ id: annas }, { id: belas }]);

    const again = await addAccount(database, email);
    expect(await annasReport(again, places[0])).toEqual({ ok: false, code: "error.limit" });
    const viewer: Viewer = { userId: again, email, role: "user" };
    expect(await countAddsLeft({ database }, viewer)).toBe(addLimit - 1);
    await forgetVisitors({ database, now: () => new Date(Date.now() + 86_400_000) });
    expect(await annasReport(again, places[0])).toEqual({ ok: true });
    expect(await countAddsLeft({ database }, viewer)).toBe(addLimit);
  });

  test("leaves the owner a mail where one is to be sent", async () => {
    await using db = await createTestDatabase();
    const { anna } = await addPeople(db.database);
    const queueFarewell = createFarewell({
      publicUrl: "https://mosdo.example",
      translate: (language) => createServerI18n(language, readTranslations()).t,
    });
    await deleteAccount(db, anna, (transaction, to) =>
      queueFarewell(transaction, { to, language: "de" }),
    );
    const mails = db.database.selectFrom("mail").select(["subject", "text", "link"]);
    expect(await mails.where("receiver", "=", "anna@example.org").execute()).toEqual([
      {
        subject: "Ihr Konto ist gelöscht – Toilettenfinder",
        text: expect.stringContaining("Ihr Konto bei Toilettenfinder und Ihre Bewertungen"),
        link: null,
      },
    ]);
  });

  test("does nothing for an unknown account, nor a second time", async () => {
    await using db = await createTestDatabase();
    const { anna } = await addPeople(db.database);
    expect(await deleteAccount(db, "nobody")).toBe(false);
    const both = await Promise.all([deleteAccount(db, anna), deleteAccount(db, anna)]);
    expect(both.toSorted()).toEqual([false, true]);
  });
});

test("two deletions at once of accounts that reviewed the same places do not deadlock", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const anna = await addAccount(database, "anna@example.org");
  const bela = await addAccount(database, "bela@example.org");
  const places = await addPlaces(database, Array(300).fill({}));
  const reviewsOf = (user_id: string, ids: readonly number[]) =>
    ids.map((place_id) => ({ place_id, user_id, rating: 4 }));
  // Each review deleted locks its place: without an order of their own, one from each end.
  await database.insertInto("review").values(reviewsOf(anna, places)).execute();
  await database.insertInto("review").values(reviewsOf(bela, places.toReversed())).execute();
  expect(await Promise.all([deleteAccount(db, anna), deleteAccount(db, bela)])).toEqual([
    true,
    true,
  ]);
  const rated = database.selectFrom("place").select("id").where("rating_count", ">", 0);
  expect(await rated.execute()).toEqual([]);
});
