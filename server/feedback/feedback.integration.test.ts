import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addLimitWindowMs,
  confirmationLimit,
  correctionLimit,
} from "#domain/account/daily-limits.ts";
import { undoMinutes } from "#domain/moderation/decision.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { setPlacePosition } from "#server/edits/edit-place.ts";
import { queueMail } from "#server/mail/mail-queue.ts";
import type { NotifyContributor } from "#server/mail/mails-to-contributors.ts";
import { findPlace } from "#server/places/find-place.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { notifiesNobody } from "#tests/support/services/stand-ins.ts";
import { confirmPlace } from "./confirm-place.ts";
import {
  findPendingCorrection,
  reopenCorrection,
  resolveCorrection,
  sendCorrection,
} from "./corrections.ts";
import { reportPlace, resolveReport } from "./reports.ts";

let db: TestDatabase;
let clock: Date;
let anna: Viewer;
let bela: Viewer;
let administrator: Viewer;
let placeId: number;
let pendingId: number;

const deps = () => ({ database: db.database, now: () => clock, ...notifiesNobody });
const settled = (id: number) => ({ id, outcome: "done", reason: "" }) as const;
const mail = { to: "anna@example.org", subject: "", text: "", html: "", link: null };
const gone: Viewer = { userId: "gone", email: null, role: "user" };

beforeAll(async () => {
  db = await createTestDatabase();
  const signIn = async (email: string, role: Viewer["role"] = "user") => {
    return { userId: await addAccount(db.database, email), email, role };
  };
  anna = await signIn("anna@example.org");
  bela = await signIn("bela@example.org");
  administrator = await signIn("gazda@example.org", "administrator");
});
afterAll(() => db[Symbol.asyncDispose]());

beforeEach(async () => {
  // Half past eleven at night in Budapest.
  clock = new Date("2026-06-10T21:30:00.000Z");
  [placeId, pendingId] = await addPlaces(db.database, [{}, { accepted: false }]);
});

const onDay = (instant: string) => {
  clock = new Date(instant);
};

async function confirmationsOf(place: number) {
  const rows = db.database.selectFrom("confirmation").select(["account_id", "on_day"]);
  return rows.where("place_id", "=", place).orderBy("on_day").execute();
}

async function reportsOf(place: number) {
  const rows = db.database.selectFrom("report").selectAll();
  return rows.where("place_id", "=", place).orderBy("id").execute();
}

describe("confirmPlace", () => {
  it("makes the place last confirmed now, for everyone to see", async () => {
    expect(await confirmPlace(deps(), placeId, anna)).toEqual({ ok: true, lastConfirmed: clock });
    const seen = await findPlace(deps(), placeId, visitor);
    expect(seen?.last_confirmed).toBe("2026-06-10T21:30:00.000Z");
    expect(seen).not.toHaveProperty("confirmed_today");
    expect(await findPlace(deps(), placeId, anna)).toHaveProperty("confirmed_today", true);
    expect(await findPlace(deps(), placeId, bela)).toHaveProperty("confirmed_today", false);
  });

  it("counts once a person and day of the place's own clock", async () => {
    const first = clock;
    await confirmPlace(deps(), placeId, anna);
    onDay("2026-06-10T21:59:59.999Z");
    expect(await confirmPlace(deps(), placeId, anna)).toEqual({ ok: true, lastConfirmed: first });
    onDay("2026-06-10T22:00:00.000Z");
    expect(await findPlace(deps(), placeId, anna)).toHaveProperty("confirmed_today", false);
    expect(await confirmPlace(deps(), placeId, anna)).toEqual({ ok: true, lastConfirmed: clock });
    expect(await confirmationsOf(placeId)).toEqual([
      { account_id: anna.userId, on_day: "2026-06-10" },
      { account_id: anna.userId, on_day: "2026-06-11" },
    ]);
  });

  it("is one too many beyond the limit of a day, but for the administrator", async () => {
    const userId = await addAccount(db.database, "dora@example.org");
    const dora: Viewer = { userId, email: "dora@example.org", role: "user" };
    const ids = await addPlaces(db.database, Array(confirmationLimit).fill({}));
    for (const id of ids) expect(await confirmPlace(deps(), id, dora)).toHaveProperty("ok", true);
    const limited = { ok: false, code: "error.limit" };
    expect(await confirmPlace(deps(), placeId, dora)).toEqual(limited);
    expect(await confirmationsOf(placeId)).toEqual([]);
    expect(await confirmPlace(deps(), ids[0], dora)).toHaveProperty("ok", true);
    const owner = { ...dora, role: "administrator" } as const;
    expect(await confirmPlace(deps(), placeId, owner)).toHaveProperty("ok", true);
  });

  it("counts each person's own", async () => {
    await confirmPlace(deps(), placeId, anna);
    onDay("2026-06-10T21:45:00.000Z");
    expect(await confirmPlace(deps(), placeId, bela)).toEqual({ ok: true, lastConfirmed: clock });
    expect(await confirmationsOf(placeId)).toHaveLength(2);
  });

  it("is one confirmation when pressed twenty times at once", async () => {
    const presses = Array.from({ length: 20 }, () => confirmPlace(deps(), placeId, anna));
    for (const result of await Promise.all(presses)) expect(result.ok).toBe(true);
    expect(await confirmationsOf(placeId)).toHaveLength(1);
  });

  it("never replaces a later date", async () => {
    await confirmPlace(deps(), placeId, anna);
    onDay("2026-06-09T12:00:00.000Z");
    await confirmPlace(deps(), placeId, bela);
    const seen = await findPlace(deps(), placeId, visitor);
    expect(seen?.last_confirmed).toBe("2026-06-10T21:30:00.000Z");
  });

  it("requires a session, and a place that the viewer may see", async () => {
    const code = async (id: number, viewer: Viewer) => {
      const result = await confirmPlace(deps(), id, viewer);
      return result.ok ? null : result.code;
    };
    expect(await code(placeId, gone)).toBe("error.signin");
    expect(await code(pendingId, anna)).toBe("error.notfound");
    expect(await code(2_147_483_647, anna)).toBe("error.notfound");
    expect(await code(pendingId, administrator)).toBeNull();
    const remove = db.database.updateTable("place").set({ deleted_at: clock });
    await remove.where("id", "=", placeId).execute();
    expect(await code(placeId, anna)).toBe("error.notfound");
  });
});

describe("reportPlace", () => {
  const report = { reason: "other", text: "Nincs papír" } as const;

  it("stores the first of a person, place and day", async () => {
    expect(await reportPlace(deps(), placeId, report, anna)).toEqual({ ok: true });
    expect(await reportPlace(deps(), placeId, { reason: "closed", text: "" }, anna)).toEqual({
      ok: true,
    });
    expect(await reportsOf(placeId)).toMatchObject([
      { ...report, account_id: anna.userId, on_day: "2026-06-10", at: clock, resolved_at: null },
    ]);
    await reportPlace(deps(), placeId, { reason: "hours", text: "" }, bela);
    onDay("2026-06-10T22:00:00.000Z");
    await reportPlace(deps(), placeId, { reason: "position", text: "" }, anna);
    expect((await reportsOf(placeId)).map(({ reason }) => reason)).toEqual([
      "other",
      "hours",
      "position",
    ]);
  });

  it("requires a session, and a place that the viewer may see", async () => {
    const code = async (id: number, viewer: Viewer) => {
      const result = await reportPlace(deps(), id, report, viewer);
      return result.ok ? null : result.code;
    };
    expect(await code(placeId, gone)).toBe("error.signin");
    expect(await code(pendingId, anna)).toBe("error.notfound");
    expect(await code(pendingId, administrator)).toBeNull();
    expect(await reportsOf(placeId)).toEqual([]);
  });
});

describe("resolveReport", () => {
  it("accepts a report off the list, once, with a line in the audit trail", async () => {
    await reportPlace(deps(), placeId, { reason: "closed", text: "" }, anna);
    const [{ id }] = await reportsOf(placeId);
    const resolve = () => resolveReport(deps(), settled(id), administrator);
    expect(await resolve()).toEqual({ ok: true, count: 1 });
    expect(await resolve()).toEqual({ ok: true, count: 0 });
    expect(await reportsOf(placeId)).toMatchObject([
      { resolved_at: clock, resolved_by: administrator.userId },
    ]);
    const trail = db.database.selectFrom("audit").select(["actor", "action", "detail"]);
    expect(await trail.where("place_id", "=", placeId).execute()).toEqual([
      {
        actor: administrator.userId,
        action: "resolve-report",
        detail: expect.objectContaining({ report_id: id, reason: "closed", outcome: "done" }),
      },
    ]);
    expect(await resolveReport(deps(), settled(2_147_483_647), administrator)).toMatchObject({
      code: "error.notfound",
    });
  });
});

describe("resolveReport with a step that closes or opens the place", () => {
  const forwarded: unknown[] = [];
  const listening = () => ({
    ...deps(),
    notifyContributor: async (_: unknown, outcome: unknown) => void forwarded.push(outcome),
  });
  const settle = (id: number, outcome: "close" | "open", viewer = administrator) =>
    resolveReport(listening(), { id, outcome, reason: "Thank you" }, viewer);
  const closureOf = (place: number) =>
    db.database
      .selectFrom("place")
      .select(["closed_reason as reason", "closed_by as by", "closed_until as until"])
      .select(["closed_opens_on as opensOn", "last_confirmed"])
      .where("id", "=", place)
      .executeTakeFirstOrThrow();
  const actionsOf = async (place: number) => {
    const lines = db.database.selectFrom("audit").select("action").where("place_id", "=", place);
    return (await lines.orderBy("id").execute()).map(({ action }) => action);
  };
  const days = (count: number) => new Date(clock.getTime() + count * 24 * 3_600_000);
  const open = { reason: null, by: null, until: null, opensOn: null };
  const byStaff = { reason: "out-of-order", by: "staff", opensOn: null };

  beforeEach(() => {
    forwarded.length = 0;
  });

  it.each(["closed", "out-of-order"] as const)(
    "closes a place that was reported as %s for 30 days, with two lines, and tells the sender",
    async (reason) => {
      await reportPlace(deps(), placeId, { reason, text: "" }, anna);
      const [{ id }] = await reportsOf(placeId);
      expect(await settle(id, "close")).toEqual({ ok: true, count: 1 });
      expect(await closureOf(placeId)).toMatchObject({ ...byStaff, until: days(30) });
      expect(await reportsOf(placeId)).toMatchObject([
        { resolved_at: clock, outcome: "done", answer: "Thank you" },
      ]);
      expect(await actionsOf(placeId)).toEqual(["resolve-report", "close-place"]);
      expect(forwarded).toMatchObject([
        { outcome: "report.done", accountId: anna.userId, reason: "Thank you" },
      ]);
    },
  );

  it("closes until the reported day, by the place's clock, as long as that is to come", async () => {
    const until = { reason: "closed-until", text: "", opens_on: "2026-06-12" } as const;
    await reportPlace(deps(), placeId, until, anna);
    const [{ id }] = await reportsOf(placeId);
    // A minute before midnight in Budapest.
    onDay("2026-06-11T21:59:00.000Z");
    expect(await settle(id, "close")).toEqual({ ok: true, count: 1 });
    expect(await closureOf(placeId)).toMatchObject({
      ...{ reason: "closed-until", by: "staff", opensOn: "2026-06-12" },
      until: new Date("2026-06-11T22:00:00.000Z"),
    });
    const [other] = await addPlaces(db.database, [{}]);
    await reportPlace(deps(), other, until, bela);
    const [late] = await reportsOf(other);
    onDay("2026-06-11T22:00:00.000Z");
    expect(await settle(late.id, "close")).toEqual({ ok: true, count: 1 });
    expect(await closureOf(other)).toMatchObject({ ...byStaff, until: days(30) });
  });

  it("opens a place again, also one that staff have closed, without a confirmation", async () => {
    await reportPlace(deps(), placeId, { reason: "out-of-order", text: "" }, anna);
    await reportPlace(deps(), placeId, { reason: "closed", text: "" }, bela);
    const [first, second] = await reportsOf(placeId);
    await settle(first.id, "close");
    expect(await settle(second.id, "open")).toEqual({ ok: true, count: 1 });
    expect(await closureOf(placeId)).toEqual({ ...open, last_confirmed: null });
    expect(await actionsOf(placeId)).toEqual([
      ...["resolve-report", "close-place", "resolve-report", "open-place"],
    ]);
  });

  it("refuses a report of another matter, and one that is resolved; nothing is done", async () => {
    await reportPlace(deps(), placeId, { reason: "hours", text: "" }, anna);
    const [hours] = await reportsOf(placeId);
    expect(await settle(hours.id, "close")).toEqual({ ok: false, code: "error.parameter" });
    expect(await reportsOf(placeId)).toMatchObject([{ resolved_at: null }]);
    await reportPlace(deps(), placeId, { reason: "closed", text: "" }, bela);
    const [, closed] = await reportsOf(placeId);
    await resolveReport(deps(), settled(closed.id), administrator);
    expect(await settle(closed.id, "close")).toEqual({ ok: false, code: "error.notfound" });
    expect(await closureOf(placeId)).toMatchObject(open);
    expect(await actionsOf(placeId)).toEqual(["resolve-report"]);
    expect(forwarded).toEqual([]);
  });
});

describe("sendCorrection and resolveCorrection", () => {
  const correction = {
    action: "edit",
    reason: "Új név",
    location: { longitude: 19.05, latitude: 47.5 },
    changes: { address: "Új utca 1.", price: 0 },
    placeName: "Budapest, Régi utca 1.",
  };

  it("stores a correction, forwards it, and removes it from the list", async () => {
    const forwarded: unknown[] = [];
    const forward = async (...given: unknown[]) => void forwarded.push(given);
    expect(await sendCorrection({ ...deps(), forward }, correction, anna)).toEqual({ ok: true });
    expect(forwarded).toEqual([[correction, anna.email]]);
    const [row] = await db.database.selectFrom("correction").selectAll().execute();
    expect(row).toMatchObject({
      account_id: anna.userId,
      action: "edit",
      reason: "Új név",
      longitude: 19.05,
      latitude: 47.5,
      changes: correction.changes,
      place_name: correction.placeName,
      at: clock,
    });
    for (const count of [1, 0]) {
      expect(await resolveCorrection(deps(), settled(row.id), administrator)).toEqual({
        ok: true,
        count,
      });
    }
    const trail = db.database.selectFrom("audit").select("detail");
    expect(await trail.where("action", "=", "resolve-correction").execute()).toEqual([
      { detail: { correction_id: row.id, name: correction.placeName, outcome: "done" } },
    ]);
    expect(await resolveCorrection(deps(), settled(0), administrator)).toMatchObject({
      code: "error.notfound",
    });
  });

  it("waits again for who has just resolved it, whose mail is taken back", async () => {
    await sendCorrection(deps(), correction, anna);
    const sent = db.database.selectFrom("correction").orderBy("id", "desc");
    const { id } = await sent.select("id").executeTakeFirstOrThrow();
    const mailsOf = sql<{ count: number }>`
      select count(*)::int as count from mail where decision = ${`correction ${id}`}`;
    const notifyContributor: NotifyContributor = (transaction, { decision }) =>
      queueMail(transaction, mail, { kind: "outcome", lifetimeMs: 60_000, decision });
    const declined = { id, outcome: "declined", reason: "Nem" } as const;
    await resolveCorrection({ ...deps(), notifyContributor }, declined, administrator);
    const moderator: Viewer = { ...bela, role: "moderator" };
    const conflict = { ok: false, code: "error.conflict" };
    expect(await reopenCorrection(deps(), id, moderator)).toEqual(conflict);
    expect(await reopenCorrection(deps(), id, anna)).toMatchObject({ code: "error.forbidden" });
    const resolvedAt = clock;
    clock = new Date(resolvedAt.getTime() + undoMinutes * 60_000);
    expect(await reopenCorrection(deps(), id, administrator)).toEqual(conflict);
    expect((await mailsOf.execute(db.database)).rows).toEqual([{ count: 1 }]);
    clock = new Date(clock.getTime() - 1);
    expect(await reopenCorrection(deps(), id, administrator)).toEqual({ ok: true });
    expect((await mailsOf.execute(db.database)).rows).toEqual([{ count: 0 }]);
    expect(await sent.selectAll().executeTakeFirst()).toMatchObject({
      ...{ resolved_at: null, resolved_by: null, outcome: null, answer: "" },
    });
    expect(await reopenCorrection(deps(), 0, administrator)).toMatchObject({
      code: "error.notfound",
    });
  });

  describe("for the page that edits its place", () => {
    const correct = async (location: { longitude: number; latitude: number }) => {
      const sender = await addAccount(db.database, `${location.longitude}@example.org`);
      const viewer: Viewer = { userId: sender, email: null, role: "user" };
      await sendCorrection(deps(), { ...correction, location }, viewer);
      const rows = db.database.selectFrom("correction").select("id");
      return (await rows.where("account_id", "=", sender).executeTakeFirstOrThrow()).id;
    };
    const find = (correctionId: number, viewer = administrator) =>
      findPendingCorrection(deps(), { correctionId, placeId }, viewer);

    beforeEach(async () => {
      [placeId] = await addPlaces(db.database, [{ longitude: 19.0400001, latitude: 47.5 }]);
    });

    it("has the fields that we know, and another point than the place's", async () => {
      const id = await correct({ longitude: 19.040001, latitude: 47.5 });
      const reason = correction.reason;
      const changes = { address: "Új utca 1." };
      expect(await find(id)).toEqual({ reason, changes, position: [19.040001, 47.5] });
      expect(await find(id, anna)).toBeNull();
      await resolveCorrection(deps(), settled(id), administrator);
      expect(await find(id)).toBeNull();
    });

    it("has no point where that is the place's own, also after the place was moved", async () => {
      const id = await correct({ longitude: 19.04, latitude: 47.5 });
      expect(await find(id)).toMatchObject({ position: null });
      for (const latitude of [48, 49]) {
        await setPlacePosition(deps(), { id: placeId, position: [19.1, latitude] }, administrator);
        expect(await find(id)).toMatchObject({ position: null });
      }
    });
  });

  describe("within 24 hours", () => {
    const send = (viewer: Viewer) => sendCorrection(deps(), correction, viewer);
    const signIn = async (name: string): Promise<Viewer> => {
      const email = `${name}@example.org`;
      return { userId: await addAccount(db.database, email), email, role: "user" };
    };

    it("accepts as many as the limit allows, and again when the oldest is a day old", async () => {
      const cili = await signIn("cili");
      const begun = clock.getTime();
      for (let time = 0; time < correctionLimit; time++) {
        clock = new Date(begun + time);
        expect(await send(cili)).toEqual({ ok: true });
      }
      const forward = () => Promise.reject(new Error("forwarded"));
      const oneMore = await sendCorrection({ ...deps(), forward }, correction, cili);
      expect(oneMore).toEqual({ ok: false, code: "error.limit" });
      clock = new Date(begun + addLimitWindowMs - 1);
      expect(await send(cili)).toEqual({ ok: false, code: "error.limit" });
      clock = new Date(begun + addLimitWindowMs);
      expect(await send(cili)).toEqual({ ok: true });
      expect(await send(cili)).toEqual({ ok: false, code: "error.limit" });
      expect(await send(await signIn("dani"))).toEqual({ ok: true });
    });

    it("applies to simultaneous ones", async () => {
      const emma = await signIn("emma");
      const sent = await Promise.all(Array.from({ length: 20 }, () => send(emma)));
      expect(sent.filter(({ ok }) => ok)).toHaveLength(correctionLimit);
    });

    it("counts those that were resolved, and none of the administrator's", async () => {
      const feri = await signIn("feri");
      for (let time = 0; time < correctionLimit; time++) await send(feri);
      const rows = await db.database
        .selectFrom("correction")
        .select("id")
        .where("account_id", "=", feri.userId)
        .execute();
      for (const { id } of rows) await resolveCorrection(deps(), settled(id), administrator);
      expect(await send(feri)).toEqual({ ok: false, code: "error.limit" });
      for (let turn = 0; turn <= correctionLimit; turn++) {
        expect(await send(administrator)).toEqual({ ok: true });
      }
    });
  });

  it("forwards nothing without a session", async () => {
    const forward = () => Promise.reject(new Error("forwarded"));
    for (const viewer of [visitor, gone]) {
      const result = await sendCorrection({ ...deps(), forward }, correction, viewer);
      expect(result).toEqual({ ok: false, code: "error.signin" });
    }
  });
});
