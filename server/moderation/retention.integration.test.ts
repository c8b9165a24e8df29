import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Retention } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { removeExpired } from "./retention.ts";

const at = new Date("2026-11-23T12:00:00.000Z");
const dayMs = 24 * 60 * 60 * 1000;
/** Just old enough for 30 days, and a millisecond too young. */
const old = new Date(at.getTime() - 30 * dayMs);
const young = new Date(old.getTime() + 1);
const never: Retention = { reportDays: null, auditDays: null, accountDays: null, logDays: null };

const run = (database: Database, retention: Partial<Retention>, administratorUserId = "admin") =>
  removeExpired({
    database,
    now: () => at,
    retention: { ...never, ...retention },
    administratorUserId,
  });

/** An account as a registration leaves it, whose session has ended. */
async function register(database: Database, email: string, created_at: Date): Promise<string> {
  const id = await addAccount(database, email);
  const unused = { email_verified: false, created_at };
  await database.updateTable("account").set(unused).where("id", "=", id).execute();
  await database.deleteFrom("session").where("account_id", "=", id).execute();
  return id;
}

const emailsOf = async (database: Database) =>
  (await database.selectFrom("account").select("email").orderBy("email").execute()).map(
    ({ email }) => email,
  );

describe("settled reports and corrections", () => {
  async function withReports(database: Database) {
    const [place_id] = await addPlaces(database, [{}]);
    for (const [text, resolved_at] of [
      ["old", old],
      ["young", young],
      ["waiting", null],
    ] as const) {
      await sql`insert into report (place_id, reason, text, on_day, resolved_at)
        values (${place_id}, 'other', ${text}, '2020-01-01', ${resolved_at})`.execute(database);
      await sql`insert into correction
          (action, reason, longitude, latitude, changes, place_name, resolved_at)
        values ('a', 'b', 19, 47, '{}', ${text}, ${resolved_at})`.execute(database);
    }
    return async () => [
      (await database.selectFrom("report").select("text").orderBy("id").execute()).map(
        ({ text }) => text,
      ),
      (await database.selectFrom("correction").select("place_name").orderBy("id").execute()).map(
        ({ place_name }) => place_name,
      ),
    ];
  }

  test("are removed when their days are over, to the millisecond; pending ones stay", async () => {
    await using db = await createTestDatabase();
    const read = await withReports(db.database);
    await run(db.database, { reportDays: 30 });
    expect(await read()).toEqual([
      ["young", "waiting"],
      ["young", "waiting"],
    ]);
  });

  test("stay where the operator retains them for ever", async () => {
    await using db = await createTestDatabase();
    const read = await withReports(db.database);
    await run(db.database, {});
    expect((await read())[0]).toEqual(["old", "young", "waiting"]);
  });
});

test("lines of the audit trail lose their persons, and stay for the history", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  for (const time of [old, young]) {
    await sql`insert into audit (at, actor, action, user_id)
      values (${time}, 'someone', 'disable-account', 'other')`.execute(database);
  }
  await run(database, {});
  const read = () =>
    database.selectFrom("audit").select(["actor", "user_id"]).orderBy("at").execute();
  expect(await read()).toHaveLength(2);
  expect((await read())[0]).toEqual({ actor: "someone", user_id: "other" });
  await run(database, { auditDays: 30 });
  expect(await read()).toEqual([
    { actor: null, user_id: null },
    { actor: "someone", user_id: "other" },
  ]);
});

describe("accounts", () => {
  test("go that were never confirmed nor used, to the millisecond", async () => {
    await using db = await createTestDatabase();
    await register(db.database, "old@example.org", old);
    await register(db.database, "young@example.org", young);
    await run(db.database, {});
    expect(await emailsOf(db.database)).toHaveLength(2);
    await run(db.database, { accountDays: 30 });
    expect(await emailsOf(db.database)).toEqual(["young@example.org"]);
  });

  test("stay that somebody uses, or that staff have or have disabled", async () => {
    await using db = await createTestDatabase();
    const { database } = db;
    const [place_id] = await addPlaces(database, [{}]);
    const ids: Record<string, string> = {};
    for (const name of [
      "admin",
      "confirmed",
      "disabled",
      "moderator",
      "reviewer",
      "sender",
      "session",
    ]) {
      ids[name] = await register(database, `${name}@example.org`, old);
    }
    const change = (name: string, set: object) =>
      database
        .updateTable("account")
        .set(set)
        .where("id", "=", ids[name] ?? "")
        .execute();
    await change("confirmed", { email_verified: true });
    await change("disabled", { disabled: true });
    await change("moderator", { moderator_since: at });
    await sql`insert into review (place_id, user_id, rating) values (${place_id}, ${ids.reviewer}, 5)`.execute(
      database,
    );
    await sql`update place set added_by = ${ids.sender}`.execute(database);
    await sql`insert into session (id, account_id, token, expires_at)
      values ('s', ${ids.session}, 't', database_clock() + interval '1 day')`.execute(database);
    await run(database, { accountDays: 30 }, ids.admin);
    expect(await emailsOf(database)).toHaveLength(7);
  });
});
