import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { confirmationLimit, visitorReportLimit } from "#domain/account/daily-limits.ts";
import { visitor } from "#server/accounts/viewer.ts";
import { connectDatabase, type Database } from "#server/database/connect.ts";
import { listReports } from "#server/moderation/pending-reports.ts";
import { findPlace } from "#server/places/find-place.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { confirmPlace } from "./confirm-place.ts";
import { confirmAsVisitor, forgetVisitors, reportAsVisitor } from "./visitor-feedback.ts";

const resources = new AsyncDisposableStack();
let db: TestDatabase;
/** Another process's connections to the same database. */
let otherDatabase: Database;
let clock: Date;
let placeId: number;
let otherId: number;
let pendingId: number;
let deletedId: number;

const address = "192.0.2.7";
const deps = (database = db.database) => ({
  database,
  now: () => clock,
  config: { rateLimits: true },
});
const visit = (id: number, clientAddress = address) => ({
  placeId: id,
  client: { clientAddress },
});
const seen = async (id = placeId) => {
  const place = await findPlace(deps(), id, visitor);
  return {
    last: place?.last_confirmed,
    visitors: place?.visitor_confirmed,
    times: place?.visitor_confirmations,
  };
};
const reports = (id = placeId) =>
  db.database.selectFrom("report").selectAll().where("place_id", "=", id).orderBy("id").execute();
const keys = () => db.database.selectFrom("visitor_key").selectAll().execute();
const marks = () => db.database.selectFrom("visitor_mark").selectAll().execute();

beforeAll(async () => {
  db = resources.use(await createTestDatabase());
  otherDatabase = connectDatabase(db.connection, { log: silentLog });
  resources.defer(() => otherDatabase.destroy());
});
afterAll(() => resources.disposeAsync());

let days = 0;

beforeEach(async () => {
  // A day of its own for each test: days only go on.
  clock = new Date(Date.UTC(2026, 5, 1 + 3 * ++days, 10));
  [placeId, otherId, pendingId, deletedId] = await addPlaces(db.database, [
    {},
    {},
    { accepted: false },
    { deleted_at: clock },
  ]);
});

const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const hourMs = 3_600_000;

describe("a visitor's confirmation", () => {
  it("is counted apart, and leaves that of an account as it is", async () => {
    expect(await seen()).toEqual({ last: null, visitors: undefined, times: undefined });
    expect(await confirmAsVisitor(deps(), visit(placeId))).toEqual({
      ok: true,
      lastConfirmed: null,
      visitorConfirmed: clock,
    });
    const first = clock.toISOString();
    expect(await seen()).toEqual({ last: null, visitors: first, times: 1 });
    later(1);
    const userId = await addAccount(db.database, `anna-${days}@example.org`);
    await confirmPlace(deps(), placeId, { userId, email: null, role: "user" });
    expect(await seen()).toEqual({ last: clock.toISOString(), visitors: first, times: 1 });
  });

  it("counts once an IP address, place and day, in every process", async () => {
    const presses = Array.from({ length: 20 }, (_, at) =>
      confirmAsVisitor(deps(at % 2 ? db.database : otherDatabase), visit(placeId)),
    );
    for (const { ok } of await Promise.all(presses)) expect(ok).toBe(true);
    expect(await seen()).toMatchObject({ times: 1 });
    const first = clock;
    later(hourMs);
    expect(await confirmAsVisitor(deps(), visit(placeId))).toMatchObject({
      visitorConfirmed: first,
    });
    // The number is of days, since one person may have many addresses.
    for (let at = 8; at < 28; at++) {
      await confirmAsVisitor(deps(otherDatabase), visit(placeId, `192.0.2.${at}`));
    }
    expect(await seen()).toMatchObject({ times: 1, visitors: clock.toISOString() });
    await confirmAsVisitor(deps(), visit(otherId));
    expect(await seen(otherId)).toMatchObject({ times: 1 });
  });

  it("counts again when the day (UTC) has ended, and not before", async () => {
    await confirmAsVisitor(deps(), visit(placeId));
    later(14 * hourMs - 1);
    await confirmAsVisitor(deps(), visit(placeId));
    expect(await seen()).toMatchObject({ times: 1 });
    later(1);
    await confirmAsVisitor(deps(), visit(placeId));
    expect(await seen()).toMatchObject({ times: 2, visitors: clock.toISOString() });
  });

  it("counts the IP addresses of one provider's customer as one", async () => {
    await confirmAsVisitor(deps(), visit(placeId, "2001:db8:1:2200::1"));
    const first = clock.toISOString();
    later(1);
    await confirmAsVisitor(deps(), visit(placeId, "2001:db8:1:22ff::2"));
    expect(await seen()).toMatchObject({ visitors: first });
    await confirmAsVisitor(deps(), visit(placeId, "2001:db8:1:2300::1"));
    expect(await seen()).toMatchObject({ visitors: clock.toISOString() });
  });

  it("is for places that everyone sees", async () => {
    const notFound = { ok: false, code: "error.notfound" };
    for (const id of [pendingId, deletedId, 2_147_483_647]) {
      expect(await confirmAsVisitor(deps(), visit(id))).toEqual(notFound);
    }
  });
});

it("a visitor's confirmation is one too many beyond the limit of a day", async () => {
  const ids = await addPlaces(db.database, Array(confirmationLimit).fill({}));
  for (const id of ids)
    expect(await confirmAsVisitor(deps(), visit(id))).toMatchObject({ ok: true });
  const tooMany = { ok: false, code: "error.limit" };
  const before = await seen(placeId);
  expect(await confirmAsVisitor(deps(), visit(placeId))).toEqual(tooMany);
  expect(await seen(placeId)).toEqual(before);
  expect(await confirmAsVisitor(deps(), visit(ids[0]))).toMatchObject({ ok: true });
  const unlimited = { ...deps(), config: { rateLimits: false } };
  expect(await confirmAsVisitor(unlimited, visit(placeId))).toMatchObject({ ok: true });
  later(24 * hourMs);
  expect(await confirmAsVisitor(deps(), visit(otherId))).toMatchObject({ ok: true });
});

describe("what is stored of a visitor", () => {
  it("is a digest by the key of the day, and goes with it", async () => {
    await confirmAsVisitor(deps(), visit(placeId));
    await reportAsVisitor(deps(), visit(placeId), { reason: "hours", text: "" });
    const [first] = await keys();
    expect(first.key).toHaveLength(32);
    expect(await marks()).toHaveLength(4);
    expect(JSON.stringify(await marks())).not.toContain(address);

    later(14 * hourMs - 1);
    await forgetVisitors(deps());
    expect(await keys()).toEqual([first]);
    expect(await marks()).toHaveLength(4);
    later(1);
    await forgetVisitors(deps(otherDatabase));
    expect(await keys()).toEqual([]);
    expect(await marks()).toEqual([]);
    await confirmAsVisitor(deps(), visit(placeId));
    const [second] = await keys();
    expect(second.key.equals(first.key)).toBe(false);
    expect(await marks()).toHaveLength(2);
    expect(await reports()).toMatchObject([{ account_id: null, resolved_by: null }]);
  });

  it("does not come back by a process whose clock is behind", async () => {
    const yesterday = clock;
    later(24 * hourMs);
    await confirmAsVisitor(deps(), visit(placeId));
    const today = await keys();
    clock = yesterday;
    await confirmAsVisitor(deps(otherDatabase), visit(placeId));
    await forgetVisitors(deps(otherDatabase));
    expect(await keys()).toEqual(today);
    expect(await seen()).toMatchObject({ times: 1 });
  });

  it("begins one day, however many processes find a new one", async () => {
    await confirmAsVisitor(deps(), visit(placeId));
    later(24 * hourMs);
    const writes = Array.from({ length: 20 }, (_, at) =>
      confirmAsVisitor(
        deps(at % 2 ? db.database : otherDatabase),
        visit(otherId, `192.0.2.${100 + at}`),
      ),
    );
    for (const { ok } of await Promise.all(writes)) expect(ok).toBe(true);
    expect(await seen(otherId)).toMatchObject({ times: 1 });
    expect(await keys()).toHaveLength(1);
    // One mark for the confirmation of the place by the IP address, one for the number of its confirmations.
    expect(await marks()).toHaveLength(40);
  });
});

describe("a visitor's report", () => {
  it("is stored as one, the first of an IP address, place and day", async () => {
    const report = { reason: "other", text: "Nincs papír" } as const;
    expect(await reportAsVisitor(deps(), visit(placeId), report)).toEqual({ ok: true });
    const again = { reason: "closed", text: "" } as const;
    expect(await reportAsVisitor(deps(), visit(placeId), again)).toEqual({ ok: true });
    expect(await reports()).toMatchObject([
      { ...report, account_id: null, by_visitor: true, at: clock, resolved_at: null },
    ]);
    await reportAsVisitor(deps(otherDatabase), visit(placeId, "192.0.2.8"), again);
    expect(await reports()).toHaveLength(2);
    const administrator = { userId: "gazda", email: null, role: "administrator" as const };
    const range = { offset: 0, limit: 100, filter: {} };
    const { reports: listed } = await listReports(deps(), range, administrator);
    const here = listed.filter(({ place }) => place.id === placeId);
    expect(here).toMatchObject([
      { reason: "other", sender: null, by_visitor: true },
      { reason: "closed", sender: null, by_visitor: true },
    ]);
  });

  it("is one too many beyond the limit of a day", async () => {
    const report = { reason: "hours", text: "" } as const;
    const ids = await addPlaces(db.database, Array(visitorReportLimit).fill({}));
    for (const id of ids) {
      expect(await reportAsVisitor(deps(), visit(id), report)).toEqual({ ok: true });
    }
    const tooMany = { ok: false, code: "error.limit" };
    expect(await reportAsVisitor(deps(), visit(placeId), report)).toEqual(tooMany);
    expect(await reports()).toEqual([]);
    // Reports from before stay.
    expect(await reportAsVisitor(deps(), visit(ids[0]), report)).toEqual({ ok: true });
    expect(await reportAsVisitor(deps(), visit(placeId, "192.0.2.8"), report)).toEqual({
      ok: true,
    });
    const unlimited = { ...deps(), config: { rateLimits: false } };
    expect(await reportAsVisitor(unlimited, visit(otherId), report)).toEqual({ ok: true });
    later(24 * hourMs);
    expect(await reportAsVisitor(deps(), visit(placeId), report)).toEqual({ ok: true });
    expect(await reports()).toHaveLength(2);
  });

  it("is for places that everyone sees", async () => {
    const report = { reason: "hours", text: "" } as const;
    for (const id of [pendingId, deletedId]) {
      const refused = { ok: false, code: "error.notfound" };
      expect(await reportAsVisitor(deps(), visit(id), report)).toEqual(refused);
      expect(await reports(id)).toEqual([]);
    }
  });
});
