import { afterAll, beforeAll, expect, it } from "vitest";
import type { ModerationPart } from "#domain/moderation/moderation-query.ts";
import type { TaskKind } from "#domain/moderation/task-kinds.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { loadPlaceIndex } from "#server/places/feed/load-place-index.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { findAccountByEmail } from "./accounts.ts";
import type { PendingPlacesDeps } from "./pending-places.ts";
import { readModerationQueue } from "./read-moderation-queue.ts";
import { countPending, readTasks } from "./tasks.ts";

const now = new Date("2026-07-31T12:00:00.000Z");
const at = (day: string) => new Date(`2026-07-${day}T12:00:00.000Z`);

let db: TestDatabase;
let deps: PendingPlacesDeps;
let administrator: Viewer;
let annaId: string;
let ids: number[];

beforeAll(async () => {
  db = await createTestDatabase();
  const { database } = db;
  const kataId = await addAccount(database, "kata@example.org");
  administrator = { userId: kataId, email: "kata@example.org", role: "administrator" };
  annaId = await addAccount(database, "anna@example.org");
  await addAccount(database, "bela@example.org");
  await database
    .updateTable("account")
    .set({ disabled: true })
    .where("email", "=", "bela@example.org")
    .execute();
  // A degree of latitude is 111.2 km: 0.0006° are 66.7 m, 0.0007° are 77.8 m.
  ids = await addPlaces(database, [
    { accepted: false, city: "Tata", latitude: 47.65, added: at("20"), added_by: annaId },
    { accepted: true, city: "Tata", latitude: 47.6506, added: at("01") },
    { accepted: true, city: "Tata", latitude: 47.6507, added: at("01") },
    { accepted: false, city: "Tata", latitude: 47.65, added: at("19"), added_by: "gone" },
    { city: "Pápa", latitude: 47.33, deleted_at: at("30"), deleted_by: kataId },
    { city: "Győr", latitude: 47.68, deleted_at: at("01"), accepted: false },
    { city: "Ajka", latitude: 47.1, deleted_at: new Date("2026-07-01T11:59:59.999Z") },
  ]);
  const report = { account_id: annaId, on_day: "2026-07-20", text: "Rossz" };
  await database
    .insertInto("report")
    .values([
      { ...report, place_id: ids[1], reason: "hours", at: at("21") },
      {
        ...{ ...report, place_id: ids[2], reason: "closed", at: at("20"), account_id: null },
        by_import: true,
      },
      { ...report, place_id: ids[4], reason: "other", at: at("20") },
      { ...report, place_id: ids[0], reason: "other", at: at("20"), resolved_at: now },
    ])
    .execute();
  const correction = {
    action: "update",
    reason: "incorrect",
    longitude: 19,
    latitude: 47,
    changes: JSON.stringify({ postcode: "2890" }),
    place_name: "Fő tér 1.",
    account_id: annaId,
    at: at("22"),
  };
  await database
    .insertInto("correction")
    .values([correction, { ...correction, resolved_at: now }])
    .execute();
  const proposal = (place_id: number, changes: object, day: string) => {
    return { place_id, version: 1, changes: JSON.stringify(changes), at: at(day) };
  };
  const county = { county: { from: null, to: "Fejér" } };
  const changes = {
    ...county,
    city: { from: "Dad", to: "Tata" },
    comments: { from: "balra", to: "jobbra" },
  };
  await database
    .insertInto("place_proposal")
    .values([
      { ...proposal(ids[1], changes, "21"), account_id: annaId, note: "Jártam ott" },
      proposal(ids[2], county, "20"),
      { ...proposal(ids[4], county, "20"), account_id: annaId },
      { ...proposal(ids[2], county, "20"), outcome: "declined", decided_at: now },
    ])
    .execute();
  await database
    .insertInto("audit")
    .values([
      { actor: kataId, action: "accept-place", place_id: ids[1], user_id: annaId },
      { actor: null, action: "purge-place", place_id: 999_999, user_id: null },
    ])
    .execute();
  deps = { database, placeIndex: await loadPlaceIndex(database), now: () => now };
});
afterAll(() => db[Symbol.asyncDispose]());

async function read(part: ModerationPart | null = null, page = 1) {
  const result = await readModerationQueue(deps, { part, page }, administrator);
  if (!result.ok) throw new Error(result.code);
  return result.queue;
}

it("lists what is pending, oldest first, with its contributor and the places within 75 m", async () => {
  const { waiting: pending = [] } = await read("waiting");
  expect(pending.map(({ id }) => id)).toEqual([ids[3], ids[0]]);
  const [withoutAccount, annas] = pending;
  expect(withoutAccount).toMatchObject({ adder: null, added_by: "gone" });
  expect(annas).toMatchObject({
    accepted: false,
    adder: { id: annaId, email: "anna@example.org", disabled: false, own: false },
  });
  expect(annas.near_duplicates).toEqual([
    expect.objectContaining({ id: ids[3], accepted: false, distance: 0 }),
    expect.objectContaining({ id: ids[1], accepted: true, city: "Tata" }),
  ]);
  expect(annas.near_duplicates[1].distance).toBeCloseTo(66.7, 1);
});

it("lists what was reported of living places, and corrections, oldest first", async () => {
  const { reports, corrections } = await read();
  expect(reports).toEqual([
    expect.objectContaining({
      ...{ reason: "closed", sender: null, by_visitor: false, by_import: true },
      at: at("20").toISOString(),
    }),
    expect.objectContaining({
      ...{ reason: "hours", by_import: false },
      text: "Rossz",
      place: expect.objectContaining({ id: ids[1], city: "Tata" }),
      sender: expect.objectContaining({ email: "anna@example.org" }),
    }),
  ]);
  // Whether staff can close a place by a report: not for another reason.
  expect(reports?.map(({ closing }) => closing)).toEqual([{}, undefined]);
  expect(corrections).toEqual([
    expect.objectContaining({ place_name: "Fő tér 1.", changes: { postcode: "2890" } }),
  ]);
});

it("lists the proposals for living places, oldest first, field by field against the place now", async () => {
  const { proposals = [] } = await read("proposals");
  expect(proposals).toMatchObject([
    { place: { id: ids[2] }, sender: null, note: "", at: at("20").toISOString() },
    {
      version: 1,
      place: { id: ids[1], city: "Tata", version: 1 },
      sender: { email: "anna@example.org" },
      note: "Jártam ott",
    },
  ]);
  expect(proposals[1].fields).toEqual([
    { field: "city", stored: "Tata", from: "Dad", to: "Tata", state: "done" },
    { field: "county", stored: null, from: null, to: "Fejér", state: "open" },
    { field: "comments", stored: "", from: "balra", to: "jobbra", state: "changed" },
  ]);
});

it("lists what can be restored, last deleted first, with the days left", async () => {
  const { deleted } = await read("deleted");
  expect(deleted).toMatchObject([
    { id: ids[4], deleted_by_email: "kata@example.org", days_left: 29 },
    { id: ids[5], deleted_by_email: null, days_left: 0, accepted: false },
  ]);
});

it("lists the audit trail, newest first, also where the place is gone", async () => {
  const { audit } = await read("audit");
  expect(audit).toMatchObject([
    { action: "purge-place", actor_email: null, place_id: 999_999, place: null },
    {
      action: "accept-place",
      actor_email: "kata@example.org",
      user_email: "anna@example.org",
      place: { id: ids[1], city: "Tata", deleted: false },
    },
  ]);
});

it("lists the disabled accounts, and finds any by its address", async () => {
  expect((await read("accounts")).accounts).toMatchObject([{ email: "bela@example.org" }]);
  const find = (email: string) => findAccountByEmail(deps, email, administrator);
  const anna = {
    ...{ id: annaId, email: "anna@example.org", email_verified: true, disabled: false },
    ...{ moderator_since: null, own: false },
    sent: { places: 1, reviews: 0, reports: 2, corrections: 1, proposals: 2 },
  };
  expect(await find(" Anna@Example.org ")).toEqual({ ok: true, account: anna });
  expect(await find("kata@example.org")).toMatchObject({ account: { own: true } });
  expect(await find("nobody@example.org")).toEqual({ ok: false, code: "error.usernotfound" });
  expect(await find("anna")).toEqual({ ok: false, code: "error.invalidemail" });
});

it("counts every list, whichever is requested, and pages them", async () => {
  const totals = {
    waiting: 2,
    proposals: 2,
    reports: 2,
    corrections: 1,
    reviews: 0,
    rows: 0,
    closed: 0,
    deleted: 2,
    accounts: 1,
    audit: 2,
  };
  expect(await read("accounts", 2)).toEqual({
    page: 2,
    per_page: 20,
    totals,
    accounts: [],
    moderators: [],
  });
  // The rows of source lists are on the page alone.
  const { rows: _, ...lists } = totals;
  expect(Object.keys(await read(null, 2)).sort()).toEqual(
    [...Object.keys(lists), "found", "moderators", "page", "per_page", "totals"].sort(),
  );
  expect(await countPending(deps, administrator)).toBe(7);
});

it("pages a thousand places twenty at a time", async () => {
  await using other = await createTestDatabase();
  const many = Array.from({ length: 1000 }, (_, index) => ({
    accepted: false,
    added: new Date(now.getTime() + index * 1000),
  }));
  const manyIds = await addPlaces(other.database, many);
  const placeIndex = await loadPlaceIndex(other.database);
  const result = await readModerationQueue(
    { database: other.database, placeIndex, now: () => now },
    { part: "waiting", page: 50 },
    administrator,
  );
  if (!result.ok) throw new Error(result.code);
  expect(result.queue.waiting?.map(({ id }) => id)).toEqual(manyIds.slice(-20));
  expect(result.queue.totals.waiting).toBe(1000);
  // They are all at one spot.
  expect(result.queue.waiting?.[0].near_duplicates).toHaveLength(5);
  expect(JSON.stringify(result.queue).length).toBeLessThan(50_000);
});

it("lists the moderators beside the disabled accounts", async () => {
  const set = (moderator_since: Date | null) =>
    db.database.updateTable("account").set({ moderator_since }).where("id", "=", annaId).execute();
  await set(now);
  const { moderators } = await read("accounts");
  await set(null);
  expect(moderators).toEqual([
    {
      id: annaId,
      email: "anna@example.org",
      email_verified: true,
      disabled: false,
      moderator_since: now.toISOString(),
      own: false,
    },
  ]);
});

it("gives a moderator all pending items, and neither accounts nor names", async () => {
  const moderator = { userId: "misi", email: "misi@example.org", role: "moderator" as const };
  const result = await readModerationQueue(deps, { part: null, page: 1 }, moderator);
  if (!result.ok) throw new Error(result.code);
  const { queue } = result;
  expect(queue.waiting?.map(({ id }) => id)).toEqual([ids[3], ids[0]]);
  expect(queue.reports).toHaveLength(2);
  expect(queue.corrections).toHaveLength(1);
  expect(queue.deleted).toHaveLength(2);
  expect(queue.audit?.map(({ action }) => action)).toEqual(["purge-place", "accept-place"]);
  expect(queue).not.toHaveProperty("accounts");
  expect(queue).not.toHaveProperty("moderators");
  const json = JSON.stringify(queue);
  const administrators = await readModerationQueue(deps, { part: null, page: 1 }, administrator);
  for (const name of [annaId, administrator.userId ?? "", "@example.org"]) {
    expect(JSON.stringify(administrators)).toContain(name);
    expect(json).not.toContain(name);
  }
  expect(await countPending(deps, moderator)).toBe(7);
});

it("counts what is pending for staff alone", async () => {
  expect(await countPending(deps, visitor)).toBeNull();
  expect(await countPending(deps, { ...administrator, role: "user" })).toBeNull();
});

it("lists the tasks of all kinds in one list, the oldest first", async () => {
  const read = async (query: { kind: TaskKind | null; page?: number }, by = administrator) => {
    const result = await readTasks(deps, { page: 1, ...query }, by);
    if (!result.ok) return result.code;
    const shown = result.tasks.map(({ kind, entry }) => {
      return `${kind} ${"place" in entry ? entry.place.id : entry.id}`;
    });
    return { found: result.found, shown };
  };
  const { shown, ...counts } = (await read({ kind: null })) as { found: number; shown: string[] };
  expect(counts).toEqual({ found: 7 });
  expect(shown).toEqual([
    `waiting ${ids[3]}`,
    `proposals ${ids[2]}`,
    `reports ${ids[2]}`,
    `waiting ${ids[0]}`,
    `proposals ${ids[1]}`,
    `reports ${ids[1]}`,
    "corrections 1",
  ]);
  expect(await read({ kind: null, page: 2 })).toEqual({ found: 7, shown: [] });
  const ofPlaces = [`waiting ${ids[3]}`, `waiting ${ids[0]}`];
  expect(await read({ kind: "waiting" })).toEqual({ found: 2, shown: ofPlaces });
  expect(await read({ kind: null }, visitor)).toBe("error.signin");
});

it("says what looks like spam (docs/product#signs-of-spam)", async () => {
  await using other = await createTestDatabase();
  const { database } = other;
  const added = at("20");
  const later = new Date(added.getTime() + 60_000);
  const anna = { accepted: false, city: "Tata", country: "HU", added_by: "anna" };
  const priced = Array.from({ length: 10 }, (_, index) => ({ city: "Ács", price: 100 + index }));
  const apart = (place: number) => ({ latitude: 46 + place / 10 });
  const [first] = await addPlaces(database, [
    { ...anna, ...apart(1), added, address: "Fő tér 1. www.example", price: 1_050 },
    ...[2, 3, 4].map((place) => ({ ...anna, ...apart(place), added: later, price: 1_000 })),
    { ...anna, ...apart(5), added: later, accepted: true },
    { ...anna, ...apart(6), added: at("21"), added_by: "bela", address: "Kis tér 1." },
    {
      ...{ ...anna, ...apart(7), added: at("22"), added_by: "bela" },
      ...{ address: "Kis tér 1.", comments: "hátul" },
    },
    ...priced,
  ]);
  const queueDeps = { database, placeIndex: await loadPlaceIndex(database), now: () => now };
  const query = { part: "waiting", page: 1 } as const;
  const result = await readModerationQueue(queueDeps, query, administrator);
  if (!result.ok) throw new Error(result.code);
  const signsOf = new Map(result.queue.waiting?.map(({ id, spam_signs }) => [id, spam_signs]));
  expect(signsOf.get(first)).toEqual(["link", "price", "burst"]);
  expect(signsOf.get(first + 5)).toEqual(["twin"]);
});
