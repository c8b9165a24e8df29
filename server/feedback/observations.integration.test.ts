import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { observationLimit } from "#domain/account/daily-limits.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { exportPlaces } from "#server/export/export-places.ts";
import { exportAccount } from "#server/personal-data/export-account.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { type DoorAnswer, forgetObservations, renewObserved } from "./observations.ts";
import { forgetVisitors } from "./visitor-feedback.ts";

const resources = new AsyncDisposableStack();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const unknownTimes = Array<string>(7).fill("-");
const config = { rateLimits: true, visitorReports: true };

const noFee = { price: null, price_known: false } as const;

let db: TestDatabase;
let app: Awaited<ReturnType<typeof createTestServices>>;
/** A Wednesday, 14:30 in Budapest. */
const start = new Date("2026-06-10T12:30:00.000Z");
let clock = start;
let tests = 0;
let placeId: number;
let near: Coordinates;
let latitude = 40;
let accounts = 0;

const account = async (more: Partial<Omit<Viewer, "userId">> = {}) => {
  const email = `w${++accounts}@example.org`;
  const userId = await addAccount(db.database, email);
  return { userId, email, role: "user", ...more } satisfies Viewer;
};

const observe = (
  given: Partial<DoorAnswer> = {},
  viewer: Viewer = visitor,
  clientAddress = "192.0.2.1",
  id = placeId,
) =>
  app.services.writes.observePlace(id, { asked: "open", answer: true, ...given }, viewer, {
    clientAddress,
  });
const place = async (id = placeId) => (await app.services.places.findPlace(id, visitor))!;
const rows = () =>
  db.database
    .selectFrom("observation")
    .selectAll()
    .where("place_id", "=", placeId)
    .orderBy("id")
    .execute();
const reports = () =>
  db.database
    .selectFrom("report")
    .select(["id", "reason", "text", "resolved_at"])
    .where("place_id", "=", placeId)
    .orderBy("id")
    .execute();

beforeAll(async () => {
  db = resources.use(await createTestDatabase());
  app = resources.use(
    await createTestServices(db.database, { config, now: () => clock, feedIntervalMs: 20 }),
  );
});
afterAll(() => resources.disposeAsync());

/** Each test has a summer of its own: days of visitors only go on. */
beforeEach(async () => {
  clock = new Date(start.getTime() + 52 * 7 * ++tests * dayMs);
  latitude += 0.5;
  near = [19, latitude];
  [placeId] = await addPlaces(db.database, [
    { ...{ longitude: 19, latitude, openingTimes: unknownTimes }, ...noFee },
  ]);
  app.placeIndex.refreshOpenSchedules(clock);
});

const box = () => ({
  ...{ west: 18.9, south: latitude - 0.1, east: 19.1, north: latitude + 0.1 },
});
const goOn = (days: number) => {
  clock = new Date(clock.getTime() + days * dayMs);
};

/** Answers of strangers on so many days in a row; the clock stands at the day after the last one. */
async function answerDaily(answer: boolean, days: number, at = "192.0.2.9") {
  for (let day = 0; day < days; day++) {
    await observe({ answer }, visitor, at);
    goOn(1);
  }
  goOn(-1);
}

describe("observePlace", () => {
  it("stores place, kind of day, hour, answer and day, and nothing of the visitor beyond the day", async () => {
    expect(await observe()).toEqual({ ok: true });
    const [row] = await rows();
    expect(row).toMatchObject({
      ...{ asked: "open", answer: true, on_day: clock.toISOString().slice(0, 10) },
      ...{ day_kind: "workday", hour: 14, trusted: false, account_id: null },
    });
    expect(row.mark).toHaveLength(32);
    await forgetVisitors({ database: db.database, now: () => clock });
    expect((await rows())[0].mark).not.toBeNull();
    goOn(1);
    await forgetVisitors({ database: db.database, now: () => clock });
    expect((await rows())[0].mark).toBeNull();
  });

  it("replaces the day's answer of a visitor and of an account", async () => {
    const anna = await account();
    await observe({ answer: true });
    await observe({ answer: false });
    await observe({ answer: true }, anna);
    await observe({ answer: false }, anna);
    expect((await rows()).map(({ answer }) => answer)).toEqual([false, false]);
    await observe({ answer: true }, visitor, "192.0.2.2");
    goOn(1);
    await observe({ answer: true }, anna);
    expect((await place()).observed).toEqual({ open: 2, closed: 2 });
  });

  it.each([
    ["now", 0, true],
    ["24 hours ago", -24 * hourMs, true],
    ["a moment before that", -24 * hourMs - 1, false],
    ["in a moment", 1, false],
  ])("takes an answer of %s", async (_, ms, isTaken) => {
    const result = await observe({ at: new Date(clock.getTime() + ms) });
    expect(result).toEqual(isTaken ? { ok: true } : { ok: false, code: "error.parameter" });
  });

  it("counts an answer that was given without a connection at its own time", async () => {
    await observe({ at: new Date(clock.getTime() - 16 * hourMs) });
    const yesterday = new Date(clock.getTime() - dayMs).toISOString().slice(0, 10);
    expect(await rows()).toMatchObject([{ on_day: yesterday, hour: 22 }]);
  });

  it("takes a public holiday for a Sunday, and a moved working day for the day that it replaces", async () => {
    const kindAt = async (instant: string) => {
      clock = new Date(instant);
      await observe({}, visitor, `192.0.2.${new Date(instant).getUTCDate()}`);
      return (await rows()).at(-1)?.day_kind;
    };
    expect(await kindAt("2026-08-20T10:00:00Z")).toBe("sunday");
    expect(await kindAt("2026-08-21T10:00:00Z")).toBe("saturday");
    expect(await kindAt("2026-08-08T10:00:00Z")).toBe("workday");
  });

  it(`takes answers for ${observationLimit} places a day, and any number of questions about them`, async () => {
    latitude += 0.5;
    const ids = await addPlaces(
      db.database,
      Array.from({ length: observationLimit + 1 }, () => ({ latitude })),
    );
    const anna = await account();
    for (const [viewer, address] of [
      [visitor, "192.0.2.3"],
      [anna, "192.0.2.4"],
    ] as const) {
      const results = [];
      for (const id of ids) results.push(await observe({}, viewer, address, id));
      expect(results.filter(({ ok }) => ok)).toHaveLength(observationLimit);
      expect(results.at(-1)).toEqual({ ok: false, code: "error.limit" });
      expect(await observe({ asked: "free" }, viewer, address, ids[0])).toEqual({ ok: true });
    }
  });

  it("is refused where visitors may not, and for a place that is not there", async () => {
    await using closed = await createTestServices(db.database, {
      config: { ...config, visitorReports: false },
      now: () => clock,
    });
    const client = { clientAddress: "192.0.2.1" };
    const open = { asked: "open", answer: true } as const;
    expect(await closed.services.writes.observePlace(placeId, open, visitor, client)).toEqual({
      ...{ ok: false, code: "error.signin" },
    });
    expect(await observe({}, visitor, "192.0.2.1", 999_999)).toMatchObject({
      code: "error.notfound",
    });
  });
});

describe("a place that visitors found open on two days", () => {
  const likelyOpen = { open: true, witnesses: 2 };
  const query = (more: object) => ({
    ...{ filters: { ...noFilters, open: true }, includeUnknown: false, near },
    ...({ page: 1, perPage: 10, sort: "near" } as const),
    ...{ bbox: box(), ...more },
  });

  it("is likely open at that hour, everywhere the same, and never open", async () => {
    await answerDaily(true, 2);
    const last = clock.toISOString().slice(0, 10);
    const until = new Date(clock.getTime() + hourMs);
    expect((await place()).open_status).toBe("none");
    expect((await place()).likely).toEqual({ ...likelyOpen, last, until: until.toISOString() });
    const { places } = app.services;
    const strict = await places.listPlaces(query({}), visitor);
    expect(strict).toMatchObject({ total: 0, unknown_count: 1, likely_count: 1 });
    const lenient = await places.listPlaces(query({ includeLikely: true }), visitor);
    expect(lenient).toMatchObject({ total: 1, unknown_count: 0, open_now_count: 0 });
    clock = new Date(until.getTime() - 1);
    app.placeIndex.refreshOpenSchedules(clock);
    expect((await place()).likely).not.toBeNull();
    clock = until;
    app.placeIndex.refreshOpenSchedules(clock);
    expect((await place()).likely).toBeNull();
    expect(await places.listPlaces(query({}), visitor)).toMatchObject({ likely_count: 0 });
  });

  it("is offered before one of which nothing is known, at like distance", async () => {
    const [nearer, inNextRing] = await addPlaces(db.database, [
      { ...{ longitude: 19, latitude }, openingTimes: unknownTimes, last_confirmed: clock },
      { longitude: 19, latitude: latitude - 0.0005, openingTimes: unknownTimes },
    ]);
    await db.database
      .updateTable("place")
      .set({ latitude: latitude + 0.0002 })
      .where("id", "=", placeId)
      .execute();
    await answerDaily(true, 2);
    app.placeIndex.refreshOpenSchedules(clock);
    const nearest = async () => {
      const filtering = { near, filters: noFilters, includeUnknown: false };
      return (await app.services.places.findNearestPlaces(filtering, visitor)).best?.id;
    };
    expect(await nearest()).toBe(placeId);
    await db.database
      .updateTable("place")
      .set({ latitude: latitude + 0.0005 })
      .where("id", "=", placeId)
      .execute();
    await expect.poll(nearest).toBe(nearer);
    expect(inNextRing).not.toBe(nearer);
  });

  it("is in a set for browsers with what makes it likely, and in a restarted process", async () => {
    await answerDaily(true, 2);
    const read = await app.services.places.readPlaceSet(box(), {});
    expect(read).not.toBeNull();
    await using restarted = await createTestServices(db.database, { config, now: () => clock });
    restarted.placeIndex.refreshOpenSchedules(clock);
    const list = await restarted.services.places.listPlaces(query({}), visitor);
    expect(list.likely_count).toBe(1);
  });

  it("is in exports by numbers of each hour of the week alone", async () => {
    await answerDaily(true, 2);
    const { text } = await exportPlaces({
      ...{ database: db.database, format: "json", ownLicence: null, now: clock },
    });
    let json = "";
    for await (const part of text) json += part;
    const exported = JSON.parse(json).places.find(({ id }: { id: number }) => id === placeId);
    expect(exported.observed_hours).toEqual([
      { hour: 2 * 24 + 14, open: 1, closed: 0 },
      { hour: 3 * 24 + 14, open: 1, closed: 0 },
    ]);
    expect(exported).not.toHaveProperty("likely");
    expect(exported.opening_times).toEqual(unknownTimes);
  });

  it("is counted again when its answers become too old, and they are removed after 180 days", async () => {
    const deps = { database: db.database, now: () => clock };
    await answerDaily(true, 2);
    const answered = clock;
    goOn(29);
    await renewObserved(deps);
    await expect.poll(async () => (await place()).observed).toEqual({ open: 2, closed: 0 });
    goOn(90);
    await renewObserved(deps);
    await expect.poll(async () => (await place()).observed).toEqual({ open: 1, closed: 0 });
    goOn(1);
    await renewObserved(deps);
    await expect.poll(async () => (await place()).observed).toEqual({ open: 0, closed: 0 });
    clock = new Date(answered.getTime() + 179 * dayMs);
    await renewObserved(deps);
    expect(await rows()).toHaveLength(1);
    goOn(1);
    await renewObserved(deps);
    expect(await rows()).toHaveLength(0);
  });
});

describe("a place that three visitors found closed in its hours", () => {
  beforeEach(async () => {
    latitude += 0.5;
    [placeId] = await addPlaces(db.database, [{ longitude: 19, latitude }]);
  });

  it("says so beside them, and staff see it once", async () => {
    await answerDaily(false, 2);
    expect((await place()).likely).toBeNull();
    expect(await reports()).toEqual([]);
    goOn(1);
    await observe({ answer: false }, visitor, "192.0.2.9");
    expect(await place()).toMatchObject({
      open_status: "open",
      likely: { open: false, witnesses: 3 },
    });
    await observe({ answer: false }, visitor, "192.0.2.10");
    expect(await reports()).toMatchObject([{ reason: "found-closed", text: "" }]);
  });

  it("says it no more once staff have declined that, until they undo it, or others find it closed", async () => {
    const administrator = await account({ role: "administrator" });
    await answerDaily(false, 3);
    const [{ id }] = await reports();
    const decision = { kind: "reports", outcome: "declined", reason: "", fields: null } as const;
    const request = { ...decision, ids: [id], versions: {}, filter: {} } as const;
    await app.services.writes.decide({ ...request, intent: "decide" }, administrator);
    expect((await place()).likely).toBeNull();
    expect((await place()).observed).toEqual({ open: 0, closed: 0 });
    await app.services.writes.undo({ ...request, intent: "undo" }, administrator);
    expect((await place()).likely).toMatchObject({ witnesses: 3 });
  });
});

describe("the word of a witness", () => {
  it("counts for two where it is of staff, or of an account whose reports proved true", async () => {
    const moderator = await account({ role: "moderator" });
    const proved = await account();
    const [other] = await addPlaces(db.database, [{}]);
    await db.database
      .insertInto("report")
      .values({
        ...{ place_id: other, account_id: proved.userId, reason: "hours", text: "" },
        ...{ on_day: "2026-01-01", at: clock, outcome: "done", resolved_at: clock },
        resolved_by: moderator.userId,
      })
      .execute();
    for (const viewer of [moderator, proved, { ...proved, isUnconfirmed: true }, await account()]) {
      await observe({}, viewer);
      goOn(1);
    }
    expect((await rows()).map(({ trusted }) => trusted)).toEqual([true, true, false, false]);
  });

  it("goes with the account where the administrator removes all that it sent, and comes back with the undo", async () => {
    const administrator = await account({ role: "administrator" });
    const anna = await account();
    await observe({ answer: false, asked: "free" }, anna);
    await observe({}, anna);
    goOn(1);
    await observe({ answer: false, asked: "free" });
    await observe();
    expect(await place()).toMatchObject({ fee: "costs", observed: { open: 2 } });
    expect((await place()).likely).not.toBeNull();
    await app.services.writes.removeSent(anna.userId, administrator);
    expect(await place()).toMatchObject({ likely: null, fee: "unknown", observed: { open: 1 } });
    await app.services.writes.restoreSent(anna.userId, administrator);
    expect(await place()).toMatchObject({ fee: "costs", observed: { open: 2 } });
  });

  it("is in the account's export, and stays without a name when the account is deleted", async () => {
    const anna = await account();
    await observe({}, anna);
    const stored = await exportAccount(
      { database: db.database, now: () => clock } as never,
      anna.userId,
    );
    expect(stored?.observations).toEqual([
      {
        ...{ place_id: placeId, asked: "open", answer: true },
        ...{ on_day: clock.toISOString().slice(0, 10), hour: 14 },
      },
    ]);
    await app.services.writes.deleteAccount(anna.userId);
    expect(await rows()).toMatchObject([{ account_id: null, answer: true }]);
  });

  it("is forgotten since a day, but for that of trusted witnesses", async () => {
    await answerDaily(true, 3);
    await observe({ answer: true }, await account({ role: "moderator" }));
    const day = new Date(clock.getTime() - dayMs).toISOString().slice(0, 10);
    const deps = { database: db.database, now: () => clock };
    expect(await forgetObservations(deps, day)).toBe(2);
    await expect.poll(async () => (await place()).observed).toEqual({ open: 2, closed: 0 });
  });
});

describe("a fact", () => {
  beforeEach(async () => {
    latitude += 0.5;
    [placeId] = await addPlaces(db.database, [
      { ...{ longitude: 19, latitude, accessible: false, public: true }, ...noFee },
    ]);
  });
  const ask = (asked: DoorAnswer["asked"], answer: boolean, address: string, viewer = visitor) =>
    observe({ asked, answer }, viewer, address);

  it("is said by visitors once two agree on different days, and found by filters", async () => {
    await ask("changing_table", true, "192.0.2.1");
    await ask("changing_table", true, "192.0.2.2");
    expect((await place()).facts.changing_table).toBeUndefined();
    goOn(1);
    await ask("changing_table", true, "192.0.2.2");
    expect(await place()).toMatchObject({
      facts: { changing_table: "yes" },
      said_by_visitors: ["changing_table"],
    });
    const filters = { ...noFilters, changing_table: true };
    const query = { filters, includeUnknown: false, near } as const;
    const page = { page: 1, perPage: 10, sort: "added-desc", bbox: null } as const;
    const again = { ...query, ...page, near: null, bbox: box() };
    expect(await app.services.places.listPlaces(again, visitor)).toMatchObject({ total: 1 });
    await using restarted = await createTestServices(db.database, { config, now: () => clock });
    expect(await restarted.services.places.listPlaces(again, visitor)).toMatchObject({ total: 1 });
  });

  it("is unknown, and a task of staff, where they contradict each other", async () => {
    await ask("free", true, "192.0.2.1");
    goOn(1);
    await ask("free", true, "192.0.2.1");
    expect(await place()).toMatchObject({ fee: "free", price: null });
    expect(await place()).not.toHaveProperty("price_known");
    await ask("free", false, "192.0.2.2");
    expect(await place()).toMatchObject({ fee: "unknown", price_known: false });
    expect(await reports()).toMatchObject([{ reason: "contradiction", text: "free" }]);
    await ask("free", false, "192.0.2.3");
    expect(await reports()).toHaveLength(1);
  });

  it("counts below what else is known", async () => {
    await ask("accessible", false, "192.0.2.1");
    goOn(1);
    await ask("accessible", false, "192.0.2.1");
    expect((await place()).facts.wheelchair).toBe("no");
    await db.database
      .updateTable("place")
      .set({ accessible: true })
      .where("id", "=", placeId)
      .execute();
    await expect.poll(async () => (await place()).facts.wheelchair).toBe("yes");
    expect(await place()).not.toHaveProperty("said_by_visitors");
  });
});
