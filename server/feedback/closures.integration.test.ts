import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { connectDatabase } from "#server/database/connect.ts";
import type { Writes } from "#server/services.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { applyHeldReports } from "./closures.ts";
import type { ReportSettlement } from "./reports.ts";

/*
 * Places that are closed for now, in two processes on one database: in one, visitors and accounts report and confirm;
 * both are queried for the place, for open places, and for the nearest.
 */

const resources = new AsyncDisposableStack();
const hourMs = 3_600_000;
const start = new Date("2026-06-10T10:00:00.000Z");
let clock = start;
let db: TestDatabase;
type Process = Awaited<ReturnType<typeof createTestServices>>;
let here: Process;
let there: Process;
let anna: Viewer;
let administrator: Viewer;
let placeId: number;
let latitude = 40;

const position = () => ({ longitude: 19, latitude });
const from = (clientAddress: string) => ({ clientAddress });
const broken = { reason: "out-of-order", text: "" } as const;
const report = (
  viewer: Viewer,
  given: Parameters<Writes["reportPlace"]>[1] = broken,
  address = "192.0.2.1",
) => here.services.writes.reportPlace(placeId, given, viewer, from(address));
const confirm = (viewer: Viewer, address = "192.0.2.1") =>
  here.services.writes.confirmPlace(placeId, viewer, from(address));

/** Staff's decision on a report, as the page of moderation sends it. */
const decide = ({ id, outcome, reason, all }: ReportSettlement) =>
  here.services.writes.decide(
    {
      ...{ intent: "decide", kind: "reports", outcome, reason, fields: null, ids: [id] },
      ...{ versions: all ? { [id]: all.newest } : {}, filter: all?.filter ?? {} },
    },
    administrator,
  );
const undo = async (id: number, viewer: Viewer = administrator) => {
  const decision = { kind: "reports", outcome: "declined", reason: "", fields: null } as const;
  const request = { ...decision, intent: "undo", ids: [id], versions: {}, filter: {} } as const;
  const result = await here.services.writes.undo(request, viewer);
  if (!result.ok) throw new Error(result.code);
  return result;
};

beforeAll(async () => {
  db = resources.use(await createTestDatabase());
  const database = connectDatabase(db.connection, { log: silentLog });
  resources.defer(() => database.destroy());
  const options = { config: { visitorReports: true }, now: () => clock, feedIntervalMs: 20 };
  here = resources.use(await createTestServices(db.database, options));
  there = resources.use(await createTestServices(database, options));
  const signIn = async (email: string, role: Viewer["role"]) => {
    return { userId: await addAccount(db.database, email), email, role };
  };
  anna = await signIn("anna@example.org", "user");
  administrator = await signIn("gazda@example.org", "administrator");
});
afterAll(() => resources.disposeAsync());

beforeEach(async () => {
  clock = new Date(clock.getTime() + 50 * 24 * hourMs);
  latitude += 0.5;
  [placeId] = await addPlaces(db.database, [position()]);
});

const later = (hours: number) => {
  clock = new Date(clock.getTime() + hours * hourMs);
};

/** State of the place in a process, and whether its filter 'open' and its nearest button find it. */
async function seenIn({ services, placeIndex }: Process) {
  placeIndex.refreshOpenSchedules(clock);
  const place = await services.places.findPlace(placeId, visitor);
  const query = {
    filters: { ...noFilters, open: true },
    includeUnknown: true,
    includeUnaccepted: false,
    bbox: null,
  };
  const [nearest] = placeIndex.nearest(query, [19, latitude], 0, 1);
  return {
    status: place?.open_status,
    by: place?.closed_for_now?.by,
    isFound: nearest?.id === placeId,
  };
}

async function reportIds() {
  const rows = await db.database
    .selectFrom("report")
    .select("id")
    .where("place_id", "=", placeId)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

const open = { status: "open", by: undefined, isFound: true };
const closedBy = (by: string) => ({ status: "closed", by, isFound: false });

/** In the process of the write at once, in the other soon. */
async function expectSeen(expected: object) {
  expect(await seenIn(here)).toEqual(expected);
  await expect.poll(() => seenIn(there)).toEqual(expected);
}

it("is closed by a visitor's report for a day, in every process, and fades", async () => {
  await expect.poll(() => seenIn(here)).toEqual(open);
  expect(await report(visitor)).toEqual({ ok: true });
  await expectSeen(closedBy("visitor"));
  const place = await here.services.places.findPlace(placeId, visitor);
  expect(place?.closed_for_now).toEqual({
    reason: "out-of-order",
    since: clock.toISOString(),
    until: new Date(clock.getTime() + 24 * hourMs).toISOString(),
    by: "visitor",
    reports: 1,
  });
  // Data of a page that stays open.
  const until = place?.closed_for_now?.until;
  expect(place?.opening_changes).toEqual([{ at: until, status: "open" }]);
  expect(place).not.toHaveProperty("opens_next");
  const version = here.services.contentVersion();
  later(24 - 1 / 3600);
  await expectSeen(closedBy("visitor"));
  later(1 / 3600);
  await expectSeen(open);
  expect(here.services.contentVersion()).not.toBe(version);
});

it("stays closed for longer once a second IP address reports it, and not by the first again", async () => {
  await report(visitor);
  later(1);
  await report(visitor);
  later(22);
  await report(visitor, broken, "192.0.2.2");
  const place = await here.services.places.findPlace(placeId, visitor);
  expect(place?.closed_for_now?.reports).toBe(2);
  later(71);
  await expectSeen(closedBy("visitor"));
  later(1);
  await expectSeen(open);
});

it("is opened by a confirmation of as strong a source, and by no weaker one", async () => {
  await report(visitor);
  await confirm(visitor, "192.0.2.9");
  await expectSeen(open);
  await report(anna);
  await expectSeen(closedBy("account"));
  await confirm(visitor, "192.0.2.10");
  expect(await seenIn(here)).toEqual(closedBy("account"));
  await confirm(anna);
  await expectSeen(open);
  await report(administrator);
  await expectSeen(closedBy("staff"));
  await confirm(anna);
  expect(await seenIn(here)).toEqual(closedBy("staff"));
  await confirm(administrator);
  await expectSeen(open);
});

it("is opened by a visitor who confirmed it on the same day, before it was closed", async () => {
  await confirm(visitor);
  later(1);
  await report(visitor, broken, "192.0.2.2");
  await expectSeen(closedBy("visitor"));
  later(1);
  await confirm(visitor);
  await expectSeen(open);
});

it("is opened by two visitors of those who confirm it after an account's report", async () => {
  await report(anna);
  later(1);
  await confirm(visitor, "192.0.2.1");
  await confirm(visitor, "192.0.2.1");
  expect(await seenIn(here)).toEqual(closedBy("account"));
  await report({ ...anna, userId: await addAccount(db.database, `bea-${placeId}@example.org`) });
  await confirm(visitor, "192.0.2.2");
  expect(await seenIn(here)).toEqual(closedBy("account"));
  await confirm(visitor, "192.0.2.3");
  await expectSeen(open);
  await report(administrator);
  for (const last of [4, 5, 6]) await confirm(visitor, `192.0.2.${last}`);
  expect(await seenIn(here)).toEqual(closedBy("staff"));
});

it("weighs an account without a confirmed address as a visitor", async () => {
  const unconfirmed = { ...anna, isUnconfirmed: true };
  await report(unconfirmed);
  await expectSeen(closedBy("visitor"));
  later(24);
  expect(await seenIn(here)).toEqual(open);
  await report({ ...anna, userId: await addAccount(db.database, `cili-${placeId}@example.org`) });
  await confirm(unconfirmed);
  await confirm(unconfirmed);
  expect(await seenIn(here)).toEqual(closedBy("account"));
});

describe("a closure ends with the report that began it", () => {
  let sender: Viewer & { readonly userId: string };
  beforeEach(async () => {
    sender = { ...anna, userId: await addAccount(db.database, `dora-${placeId}@example.org`) };
  });

  async function declineLast() {
    const { id } = await db.database
      .selectFrom("report")
      .select("id")
      .where("place_id", "=", placeId)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const settlement = { id, outcome: "declined", reason: "" } as const;
    return decide(settlement);
  }

  it.each<[string, () => Promise<unknown>]>([
    ["it is declined", declineLast],
    [
      "all that its account sent is removed",
      () => here.services.writes.removeSent(sender.userId, administrator),
    ],
    ["its account is deleted", () => here.services.writes.deleteAccount(sender.userId)],
  ])("where %s, and goes on by another's", async (_, end) => {
    await report(sender);
    await expectSeen(closedBy("account"));
    await end();
    await expectSeen(open);

    later(24);
    await report(visitor);
    later(1);
    sender = { ...anna, userId: await addAccount(db.database, `eva-${placeId}@example.org`) };
    const opens_on = new Date(clock.getTime() + 9 * 24 * hourMs).toISOString().slice(0, 10);
    await report(sender, { reason: "closed-until", text: "", opens_on });
    await expectSeen(closedBy("account"));
    await end();
    await expectSeen(closedBy("visitor"));
    later(23 - 1 / 60);
    expect(await seenIn(here)).toEqual(closedBy("visitor"));
    later(1 / 60);
    expect(await seenIn(here)).toEqual(open);
  });

  it("and begins again where who declined both of its reports undoes that, within ten minutes", async () => {
    const { places } = here.services;
    await report(sender);
    const began = clock.toISOString();
    later(1);
    await report({
      ...anna,
      userId: await addAccount(db.database, `fanni-${placeId}@example.org`),
    });
    const ids = await reportIds();
    const decline = (id: number) => decide({ id, outcome: "declined", reason: "Nem" });
    const reopen = async (id: number, viewer = administrator) =>
      (await undo(id, viewer)).changedCount === 0;
    for (const id of ids) await decline(id);
    await expectSeen(open);
    later(1 / 6 - 1 / 3600);
    const moderator = { ...sender, role: "moderator" } as const;
    expect(await reopen(ids[0], moderator)).toBe(false);
    for (const id of ids) expect(await reopen(id)).toBe(true);
    await expectSeen(closedBy("account"));
    expect((await places.findPlace(placeId, visitor))?.closed_for_now?.since).toBe(began);

    // Both in one decision, and its undoing.
    const all = { newest: ids[1], filter: {} };
    const both = { id: ids[0], outcome: "declined", reason: "", all } as const;
    expect(await decide(both)).toMatchObject({ ok: true, count: 2 });
    await expectSeen(open);
    expect(await reopen(ids[0])).toBe(true);
    await expectSeen(closedBy("account"));
    expect((await places.findPlace(placeId, visitor))?.closed_for_now?.since).toBe(began);

    // What somebody has confirmed meanwhile stays so.
    await decline(ids[0]);
    await decline(ids[1]);
    later(1 / 60);
    await confirm(anna);
    expect(await reopen(ids[1])).toBe(true);
    await expectSeen(open);

    await confirm(anna);
    await decline(ids[0]);
    expect(await reopen(ids[0])).toBe(true);
    await expectSeen(open);

    await decline(ids[0]);
    later(1 / 6);
    expect(await reopen(ids[0])).toBe(false);
  });

  /** Settles the pending report. */
  const settle = async (outcome: "declined" | "done" | "close"): Promise<number> => {
    const { id } = await db.database
      .selectFrom("report")
      .select("id")
      .where("place_id", "=", placeId)
      .where("resolved_at", "is", null)
      .executeTakeFirstOrThrow();
    const settlement = { id, outcome, reason: "" };
    expect(await decide(settlement)).toMatchObject({ ok: true });
    return id;
  };

  it("and, with its decline undone, leaves the closure that staff have made meanwhile", async () => {
    const { places } = here.services;
    await report(sender);
    const declined = await settle("declined");
    later(1 / 60);
    await report({ ...anna, userId: await addAccount(db.database, `gabi-${placeId}@example.org`) });
    const closing = await settle("close");
    await expectSeen(closedBy("staff"));
    const closure = async () => (await places.findPlace(placeId, visitor))?.closed_for_now;
    const byStaff = await closure();
    expect(await undo(declined)).toMatchObject({ ids: [declined] });
    expect(await closure()).toEqual(byStaff);
    // The closure itself is undone by opening the place.
    expect(await undo(closing)).toMatchObject({ ids: [], changedCount: 1 });
  });

  it("so that no visitor closes it for a day, unless who declined it undoes that", async () => {
    const heldReports = async () => {
      const query = db.database.selectFrom("report").select("held").where("place_id", "=", placeId);
      return (await query.orderBy("id").execute()).map(({ held }) => held);
    };
    await report(visitor);
    const [id] = await reportIds();
    await declineLast();
    await report(visitor, broken, "192.0.2.2");
    await report({ ...anna, isUnconfirmed: true });
    await expectSeen(open);
    expect(await undo(id)).toMatchObject({ ids: [id] });
    await expectSeen(closedBy("visitor"));
    await report(visitor, broken, "192.0.2.3");
    expect(await heldReports()).toEqual([false, true, true, false]);
  });

  it("where it was settled as done before its account goes, and not where staff closed the place by it", async () => {
    await report(sender);
    await settle("done");
    await expectSeen(closedBy("account"));
    later(25);
    await report(sender);
    await settle("close");
    await expectSeen(closedBy("staff"));
    await here.services.writes.removeSent(sender.userId, administrator);
    expect(await seenIn(here)).toEqual(closedBy("staff"));

    latitude += 0.5;
    [placeId] = await addPlaces(db.database, [position()]);
    await report(sender);
    await settle("done");
    await expectSeen(closedBy("account"));
    await here.services.writes.deleteAccount(sender.userId);
    await expectSeen(open);
  });
});

describe("more reports than a town sees", () => {
  let ids: number[];
  const heldReportsOf = async () => {
    const rows = await db.database
      .selectFrom("report")
      .select(["place_id", "held"])
      .where("place_id", "in", ids)
      .where("held", "=", true)
      .orderBy("place_id")
      .execute();
    return rows.map(({ place_id }) => place_id);
  };
  const reportEach = async (given: Parameters<typeof report>[1], viewers: readonly Viewer[]) => {
    for (const [at, id] of ids.entries()) {
      placeId = id;
      await report(viewers[at % viewers.length], given, `192.0.2.${at}`);
    }
  };
  const closedIds = async () => {
    const rows = await db.database
      .selectFrom("place")
      .select("id")
      .where("id", "in", ids)
      .where("closed_until", ">", clock)
      .orderBy("id")
      .execute();
    return rows.map(({ id }) => id);
  };

  beforeEach(async () => {
    latitude += 0.5;
    // In a row, of which one after the other are no neighbours.
    const near = Array.from({ length: 31 }, (_, at) => {
      return { longitude: 19 + ((at * 7) % 31) / 1000, latitude };
    });
    ids = await addPlaces(db.database, near);
  });

  it("close a tenth of the places around, and are held for staff beyond that", async () => {
    await reportEach(broken, [anna, visitor]);
    expect(await closedIds()).toEqual(ids.slice(0, 4));
    expect(await heldReportsOf()).toEqual(ids.slice(4));
    // A town farther away does not count.
    latitude += 0.2;
    [placeId] = await addPlaces(db.database, [position()]);
    await report(visitor, broken, "192.0.2.77");
    expect(await seenIn(here)).toEqual(closedBy("visitor"));
  });

  it("go on where some have faded or were opened, and never hold reports of staff", async () => {
    await reportEach(broken, [anna]);
    [placeId] = ids;
    await confirm(administrator);
    const next = await addPlaces(db.database, [{ longitude: 19.1, latitude }]);
    ids.push(...next);
    [placeId] = next;
    await report(visitor, broken, "192.0.2.99");
    expect(await closedIds()).toEqual([...ids.slice(1, 4), ...next]);
    placeId = ids[10];
    await report(administrator);
    expect(await closedIds()).toContain(placeId);
    later(73);
    placeId = ids[20];
    await report(visitor, broken, "192.0.2.20");
    expect(await closedIds()).toEqual([ids[10], ids[20]]);
  });

  it("raise doubt of no more places either, and a held one none later", async () => {
    await reportEach({ reason: "closed", text: "" }, [anna, visitor]);
    const doubted = async () => {
      const query = db.database.selectFrom("place").select("id").where("id", "in", ids);
      const rows = await query.where("closed_reported", "is not", null).orderBy("id").execute();
      return rows.map(({ id }) => id);
    };
    expect(await doubted()).toEqual(ids.slice(0, 4));
    const held = await db.database
      .selectFrom("report")
      .select("id")
      .where("place_id", "=", ids[4])
      .executeTakeFirstOrThrow();
    await decide({ id: held.id, outcome: "done", reason: "" });
    expect(await doubted()).toEqual(ids.slice(0, 4));
  });

  it("are seen by staff with the places, who open any number of these at once", async () => {
    await db.database.updateTable("report").set({ resolved_at: clock }).execute();
    await reportEach(broken, [anna, visitor]);
    [placeId] = ids;
    await report(administrator);
    const { moderation, writes } = here.services;
    const readPage = async (page: number) => {
      const result = await moderation.readQueue({ part: "closed", page }, administrator);
      return result.ok ? result.queue : Promise.reject(result.code);
    };
    const { totals, closed } = await readPage(1);
    const rows = (closed ?? []).map(({ place, reports }) => [
      place.closed_for_now?.by ?? "held",
      reports,
    ]);
    expect(totals.closed).toBe(31);
    expect(rows).toEqual(Array(20).fill(["held", 1]));
    const rest = (await readPage(2)).closed ?? [];
    expect(rest.map(({ place }) => place.closed_for_now?.by ?? "held")).toEqual([
      ...Array(7).fill("held"),
      ...["visitor", "account", "visitor", "staff"],
    ]);
    expect(rest.at(-1)).toMatchObject({ place: { id: ids[0] }, reports: 2 });

    expect(await writes.openPlaces(ids, anna)).toMatchObject({ code: "error.forbidden" });
    expect(await writes.openPlaces([...ids, 2_147_483_647], administrator)).toEqual({
      ...{ ok: true, opened: ids, unknown: [2_147_483_647] },
    });
    expect(await closedIds()).toEqual([]);
    expect(await seenIn(here)).toEqual(open);
    expect((await readPage(1)).totals).toMatchObject({ closed: 0, reports: 0 });
    const audit = await moderation.readQueue({ part: "audit", page: 1 }, administrator);
    expect(audit.ok && audit.queue.audit?.[0]).toMatchObject({
      ...{ action: "open-place", place_id: ids.at(-1) },
    });
    // No visitor closes them again for a day; accounts may.
    later(23);
    await report(visitor, broken, "192.0.2.200");
    expect(await closedIds()).toEqual([]);
    placeId = ids[2];
    await report(anna);
    later(1);
    placeId = ids[1];
    await report(visitor, broken, "192.0.2.201");
    expect(await closedIds()).toEqual(ids.slice(1, 3));
  });

  it("close no more at the same moment, of visitors half", async () => {
    const reportAll = (viewer: Viewer) =>
      Promise.all(
        ids.map((id, at) =>
          here.services.writes.reportPlace(id, broken, viewer, from(`192.0.2.${at}`)),
        ),
      );
    await reportAll(visitor);
    expect(await closedIds()).toHaveLength(2);
    await reportAll(anna);
    expect(await closedIds()).toHaveLength(4);
  });

  it("leave half of the nearest six open, the last within a kilometre, and what staff have opened", async () => {
    const atStation = await addPlaces(
      db.database,
      Array.from({ length: 7 }, (_, at) => ({ longitude: 19.08 + at / 1000, latitude })),
    );
    const town = ids;
    ids = atStation;
    // The share of 61 places is seven, of visitors four.
    await addPlaces(db.database, Array(23).fill({ longitude: 19.05, latitude }));
    const reportBy = async (viewer: Viewer, first: number) => {
      for (const [at, id] of atStation.entries()) {
        placeId = id;
        await report(viewer, broken, `192.0.2.${first + at}`);
      }
    };
    await reportBy(visitor, 1);
    // Beside the last one are more that are open.
    const closed = [...atStation.slice(0, 3), atStation[6]];
    expect(await closedIds()).toEqual(closed);
    await here.services.writes.openPlaces(atStation, administrator);
    await reportBy(visitor, 11);
    expect(await closedIds()).toEqual([]);
    expect(await heldReportsOf()).toEqual(expect.arrayContaining(atStation));
    [placeId] = town;
    await report(anna);
    await expectSeen({ ...closedBy("account"), isFound: false });
    await reportBy(anna, 0);
    expect(await closedIds()).toEqual(closed);

    latitude += 0.5;
    ids = await addPlaces(db.database, [position(), position()]);
    for (const id of ids) {
      placeId = id;
      await report(anna);
    }
    expect(await closedIds()).toEqual(ids.slice(0, 1));
  });

  it("are applied once there is room, those of accounts first, as if they had been at once", async () => {
    for (const at of [0, 1, 2, 3]) {
      placeId = ids[at];
      await report(at < 2 ? visitor : anna, broken, `192.0.2.${at}`);
    }
    later(2);
    placeId = ids[4];
    await report(visitor, broken, "192.0.2.4");
    placeId = ids[5];
    await report(anna);
    const deps = { database: db.database, now: () => clock };
    await applyHeldReports(deps);
    expect(await closedIds()).toEqual(ids.slice(0, 4));
    // The visitors' closures have faded, of which the room for accounts is.
    later(23);
    await applyHeldReports(deps);
    expect(await heldReportsOf()).toEqual([]);
    expect(await closedIds()).toEqual(ids.slice(2, 6));
    later(1 + 1 / 60);
    expect(await closedIds()).toEqual([ids[2], ids[3], ids[5]]);
  });
});

it("is reported by an account for twenty places a day, and by staff for any number", async () => {
  const dora = { ...anna, userId: await addAccount(db.database, `dora-${placeId}@example.org`) };
  latitude += 0.5;
  const ids = await addPlaces(db.database, Array(22).fill(position()));
  const hours = { reason: "hours", text: "" } as const;
  const reportAll = async (viewer: Viewer) => {
    const results = [];
    for (const id of ids) {
      results.push(await here.services.writes.reportPlace(id, hours, viewer, from("192.0.2.1")));
    }
    return results;
  };
  const limited = { ok: false, code: "error.limit" };
  expect(await reportAll(dora)).toEqual([...Array(20).fill({ ok: true }), limited, limited]);
  [placeId] = ids;
  expect(await report(dora, hours)).toEqual({ ok: true });
  later(24);
  placeId = ids[21];
  expect(await report(dora, hours)).toEqual({ ok: true });
  expect(await reportAll(administrator)).toEqual(Array(22).fill({ ok: true }));
});

it("is closed until a day by the place's own clock", async () => {
  const opensOn = new Date(clock.getTime() + 5 * 24 * hourMs).toISOString().slice(0, 10);
  await report(administrator, { reason: "closed-until", text: "", opens_on: opensOn });
  const place = await here.services.places.findPlace(placeId, visitor);
  expect(place?.closed_for_now).toMatchObject({ reason: "closed-until", opens_on: opensOn });
  const until = new Date(place?.closed_for_now?.until ?? "");
  const wall = new Intl.DateTimeFormat("sv", {
    timeZone: place?.time_zone,
    dateStyle: "short",
    timeStyle: "short",
  });
  expect(wall.format(until)).toBe(`${opensOn} 00:00`);
  clock = new Date(until.getTime() - 1);
  expect(await seenIn(here)).toEqual(closedBy("staff"));
  clock = until;
  expect(await seenIn(here)).toEqual(open);
});

it("is closed again after a restart, and not after its end", async () => {
  await report(anna);
  const isOpenIn = (process: Process) =>
    process.placeIndex.nearest(
      {
        filters: { ...noFilters, open: true },
        includeUnknown: true,
        includeUnaccepted: false,
        bbox: null,
      },
      [19, latitude],
      0,
      1,
    )[0]?.id === placeId;
  {
    await using restarted = await createTestServices(db.database, { now: () => clock });
    expect(isOpenIn(restarted)).toBe(false);
  }
  later(72);
  await using restarted = await createTestServices(db.database, { now: () => clock });
  expect(isOpenIn(restarted)).toBe(true);
});

it.each(["hours", "position"] as const)("is not closed by a report of %s", async (reason) => {
  await report(administrator, { reason, text: "" });
  expect(await seenIn(here)).toEqual(open);
});

describe("a report that a place is closed for good", () => {
  const closed = { reason: "closed", text: "" } as const;
  let other: number;

  beforeEach(async () => {
    // At like distance, and farther.
    [other] = await addPlaces(db.database, [{ longitude: 19, latitude: latitude + 30 / 111_195 }]);
    await expectFirstSoon(here, placeId);
    await expectFirstSoon(there, placeId);
  });

  /** In the process of the write at once, in the other soon. */
  async function expectFirst(id: number) {
    expect(await firstIn(here)).toEqual(twice(id));
    await expectFirstSoon(there, id);
  }

  const expectFirstSoon = (process: Process, id: number) =>
    expect.poll(() => firstIn(process)).toEqual(twice(id));

  /** First of the list 'near' and of the nearest button. */
  async function firstIn({ services, placeIndex }: Process) {
    placeIndex.refreshOpenSchedules(clock);
    const query = { near: [19, latitude] as const, filters: noFilters, includeUnknown: true };
    const range = { page: 1, perPage: 10, sort: "near", bbox: null } as const;
    const list = await services.places.listPlaces({ ...query, ...range }, visitor);
    const nearest = await services.places.findNearestPlaces(query, visitor);
    return [list.places[0]?.id, nearest.open?.id];
  }

  const twice = (id: number) => [id, id];

  const resolve = (id: number) => decide({ id, outcome: "declined", reason: "" });

  it.each([
    ["a visitor's", () => visitor],
    ["an account's", () => anna],
  ])("%s puts it last, in every process, until staff have settled it", async (_, viewer) => {
    await report(viewer(), closed);
    await expectFirst(other);
    later(24 * 400);
    await expectFirst(other);
    const [id] = await reportIds();
    expect(await resolve(id)).toMatchObject({ ok: true, count: 1 });
    await expectFirst(placeId);
    expect(await undo(id)).toMatchObject({ ids: [id] });
    await expectFirst(other);
  });

  it("raises doubt, so that it is not shown as open, nor offered, until it is confirmed", async () => {
    await report(visitor, closed);
    await expectSeen({ status: "none", by: undefined, isFound: true });
    const seen = async () => {
      const place = await here.services.places.findPlace(placeId, visitor);
      const filters = { ...noFilters, open: true };
      const query = { filters, includeUnknown: false, near: [19, latitude] as const };
      const range = { page: 1, perPage: 10, sort: "near", bbox: null } as const;
      const list = await here.services.places.listPlaces({ ...query, ...range }, visitor);
      const all = { ...query, filters: noFilters };
      const nearest = await here.services.places.findNearestPlaces(all, visitor);
      return {
        doubt: place?.doubt,
        isListed: list.places.some(({ id }) => id === placeId),
        isBest: nearest.best?.id === placeId,
      };
    };
    expect(await seen()).toEqual({ doubt: "closed", isListed: false, isBest: false });
    const place = await here.services.places.findPlace(placeId, visitor);
    expect(place).not.toHaveProperty("opens_next");
    expect(place?.opening_changes).toEqual([]);
    later(1);
    await confirm(anna);
    expect(await seen()).toEqual({ doubt: undefined, isListed: true, isBest: true });
  });

  it("counts until the last of them is settled", async () => {
    await report(visitor, closed);
    await report(anna, closed);
    const [first, second] = await reportIds();
    await resolve(second);
    await expectFirst(other);
    await resolve(first);
    await expectFirst(placeId);
  });

  it("does not count once somebody has confirmed the place, and again with the next one", async () => {
    await report(anna, closed);
    await expectFirst(other);
    later(1);
    await confirm(visitor);
    await expectFirst(placeId);
    later(1);
    await report(visitor, closed);
    await expectFirst(other);
    later(1);
    await confirm(anna);
    await expectFirst(placeId);
  });

  it("does not count after a second confirmation of one day, which is not noted", async () => {
    await confirm(anna);
    later(1);
    await report(visitor, closed);
    await expectFirst(other);
    later(1);
    await confirm(anna);
    await expectFirst(placeId);
  });

  it("does not count after the import's confirmation, though it waits", async () => {
    await report(anna, closed);
    await expectFirst(other);
    later(1);
    await db.database
      .updateTable("place")
      .set({ last_confirmed: clock })
      .where("id", "=", placeId)
      .execute();
    await expectFirstSoon(here, placeId);
  });

  it("is gone with all that its account sent", async () => {
    const dora = { ...anna, userId: await addAccount(db.database, `dora-${placeId}@example.org`) };
    await report(dora, closed);
    await expectFirst(other);
    expect(await here.services.writes.removeSent(dora.userId, administrator)).toMatchObject({
      ok: true,
    });
    await expectFirst(placeId);
  });

  it("is gone with the account of a moderator", async () => {
    const userId = await addAccount(db.database, `moderator-${placeId}@example.org`);
    await report({ ...anna, userId, role: "moderator" }, closed);
    await expectFirst(other);
    await here.services.writes.deleteAccount(userId);
    await expectFirst(placeId);
  });

  it("is none where it was not stored: staff's second report of a day", async () => {
    await report(administrator, { reason: "hours", text: "" });
    await report(administrator, closed);
    await expectFirst(placeId);
  });
});
