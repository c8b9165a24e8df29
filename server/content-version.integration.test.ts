import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { createTestApi, type TestApi } from "#tests/support/services/test-api.ts";

/*
 * Content that two processes on one database show to visitors, and its version, by which pages, lists, places and tiles
 * are cached (docs/decisions/052). After a write in one process, its version has changed when the write returns, that
 * of the other process once it has read the change.
 */

const resources = new AsyncDisposableStack();
let clock = new Date("2026-06-10T10:07:20.000Z");
const options = {
  ...{ now: () => clock, feedIntervalMs: 20 },
  config: { visitorReports: true, apiReadLimit: 0 },
};
let db: TestDatabase;
let here: TestApi;
let there: TestApi;
let anna: Viewer;
let administrator: Viewer;
/** A place that exists from the start, and a pending one. */
let shown: number;
let pending: number;

beforeAll(async () => {
  db = resources.use(await createTestDatabase());
  const database = connectDatabase(db.connection, { log: silentLog });
  resources.defer(() => database.destroy());
  [shown, pending] = await addPlaces(db.database, [
    { longitude: 19.05, latitude: 47.5 },
    { longitude: 19.3, latitude: 47.3, accepted: false },
  ]);
  here = resources.use(await createTestApi(db.database, options));
  there = resources.use(await createTestApi(database, options));
  const signIn = async (email: string, role: Viewer["role"]) => {
    return { userId: await addAccount(db.database, email), email, role };
  };
  anna = await signIn("anna@example.org", "user");
  administrator = await signIn("gazda@example.org", "administrator");
});
afterAll(() => resources.disposeAsync());

/** Each write has a day of its own, so that no daily limit applies. */
beforeEach(() => {
  clock = new Date(clock.getTime() + 48 * 3_600_000);
});

const query: PlaceListQuery = {
  ...{ page: 1, perPage: 100, sort: "added-desc", near: null, bbox: null },
  ...{ filters: noFilters, includeUnknown: false },
};

/** Version and content of what a process shows to visitors: in lists, alone, and as markers. */
async function shownBy({ services }: Pick<TestApi, "services">) {
  const version = services.contentVersion();
  const { places } = services;
  const { points } = await places.placeTile({ z: 6, x: 35, y: 22 }, query, visitor);
  const content = JSON.stringify([
    await places.listPlaces(query, visitor),
    await places.findPlace(shown, visitor),
    points.map(({ id, status, x, y }) => [id, status, x, y]),
  ]);
  return { version, content };
}

async function send(viewer: Viewer, method: string, path: string, body?: object): Promise<void> {
  const named = path.replace(":shown", `${shown}`).replace(":waiting", `${pending}`);
  const response = await here.call({ method, path: named, viewer, body });
  expect(response.status, await response.text()).toBeLessThan(300);
}

type Write = () => Promise<void>;
type Request = [method: string, path: string, body?: object];
const asAnna =
  (...request: Request): Write =>
  () =>
    send(anna, ...request);
const asStaff =
  (...request: Request): Write =>
  () =>
    send(administrator, ...request);
const asVisitor =
  (...request: Request): Write =>
  () =>
    send(visitor, ...request);

/** Writes, in an order in which each finds what it needs. */
const writes: [name: string, write: Write][] = [
  ["a review", asAnna("PUT", "/places/:shown/reviews/me", { rating: 4, text: "good" })],
  ["another rating", asAnna("PUT", "/places/:shown/reviews/me", { rating: 2, text: "" })],
  ["no review", asAnna("DELETE", "/places/:shown/reviews/me")],
  ["a confirmation", asAnna("POST", "/places/:shown/confirmations")],
  ["a visitor's confirmation", asVisitor("POST", "/places/:shown/confirmations")],
  ["a visitor's observation", asVisitor("POST", "/places/:shown/observations", { open: true })],
  [
    "a visitor's report that a place is out of order",
    asVisitor("POST", "/places/:shown/reports", { reason: "out-of-order" }),
  ],
  [
    "the administrator's confirmation that it is open again",
    asStaff("POST", "/places/:shown/confirmations"),
  ],
  [
    "another position",
    asStaff("PUT", "/places/:shown/position", { longitude: 19.06, latitude: 47.51 }),
  ],
  ["a deleted place", asStaff("DELETE", "/places/:shown")],
  ["a restored place", asStaff("POST", "/places/:shown/restore")],
  ["a place that is accepted", asStaff("POST", "/places/:waiting/accept")],
  [
    "a new place",
    asStaff("POST", "/places", {
      ...{ country: "HU", city: "Eger", address: "Dobó tér 1.", accessible: true, public: true },
      ...{ latitude: 47.9, longitude: 20.37, opening_times: Array(7).fill("08:00-20:00") },
    }),
  ],
];

/** Expects the content of one process in the other, as another version. */
async function expectElsewhere(before: string | null): Promise<void> {
  const { content } = await shownBy(here);
  await expect.poll(() => shownBy(there), { timeout: 60_000 }).toMatchObject({ content });
  expect((await shownBy(there)).version).not.toBe(before);
}

test.each(writes)("shows %s at once where it was written, and soon elsewhere", async (_, write) => {
  const before = await shownBy(here);
  await expectElsewhere(null);
  const { version } = await shownBy(there);
  await write();
  const after = await shownBy(here);
  expect(after.content).not.toBe(before.content);
  expect(after.version).not.toBe(before.version);
  await expectElsewhere(version);
});

test("shows the end of an account, with its review, at once and soon elsewhere", async () => {
  const before = await shownBy(here);
  await send(anna, "PUT", "/places/:shown/reviews/me", { rating: 2, text: "" });
  const reviewed = await shownBy(here);
  await expectElsewhere(null);
  const { version } = await shownBy(there);
  await send(anna, "DELETE", "/account");
  const after = await shownBy(here);
  expect(after.content).toBe(before.content);
  expect(after.version).not.toBe(reviewed.version);
  await expectElsewhere(version);
});

test("an account gets its own reviews and confirmations, and visitors never see these", async () => {
  const bela: Viewer = {
    ...{ userId: await addAccount(db.database, "bela@example.org"), email: "bela@example.org" },
    role: "user",
  };
  await send(bela, "PUT", "/places/:shown/reviews/me", { rating: 5, text: "" });
  await send(bela, "POST", "/places/:shown/confirmations");
  const read = async (viewer: Viewer, path: string) => (await here.call({ path, viewer })).text();
  for (const path of ["/places", `/places/${shown}`]) {
    const own = await read(bela, path);
    expect(own).toContain('"reviewed":true');
    expect(own).toContain('"confirmed_today":true');
    expect(await read(visitor, path)).not.toMatch(/"reviewed"|"confirmed_today"/);
  }
});

test("shows what another program has written in the database", async () => {
  const before = await shownBy(here);
  await db.database
    .updateTable("place")
    .set({ address: "Új utca 1." })
    .where("id", "=", shown)
    .execute();
  await expect
    .poll(() => shownBy(here).then(({ content }) => content), { timeout: 60_000 })
    .toContain("Új utca 1.");
  expect((await shownBy(here)).version).not.toBe(before.version);
});

test("the same version shows the same while minutes turn, whatever is requested", async () => {
  clock = new Date("2026-07-10T10:00:00.000Z");
  const first = await shownBy(here);
  for (const time of ["10:00:59.999", "10:01:00.000", "10:14:59.999"]) {
    clock = new Date(`2026-07-10T${time}Z`);
    expect(await shownBy(here), time).toEqual(first);
  }
  clock = new Date("2026-07-10T10:15:00.000Z");
  const next = await shownBy(here);
  expect(next.version).not.toBe(first.version);
  expect(next.content).not.toBe(first.content);
});

test("a place that was read is not read again, by any query, while it does not change", async () => {
  const database = connectDatabase(db.connection, { log: silentLog });
  await using process = await createTestServices(db.database, { ...options, database });
  const { places } = process.services;
  // Content that was read before the feed's first poll may have changed.
  await expect.poll(() => process.services.contentVersion(), { timeout: 60_000 }).not.toBeNull();
  const { places: read } = await places.listPlaces(query, visitor);
  // The feed goes on with a connection of its own.
  await database.destroy();
  const [page, one] = [
    await places.listPlaces({ ...query, sort: "added-asc", perPage: 1 }, visitor),
    await places.findPlace(shown, visitor),
  ];
  expect(page.as_of).toBeUndefined();
  expect(read).toContainEqual(page.places[0]);
  expect(read).toContainEqual(one);
  // A read that fails is another version: the content from then on may be older.
  const version = process.services.contentVersion();
  await expect(places.findPlace(999_999, visitor)).rejects.toThrow();
  const later = () => process.services.contentVersion();
  await expect.poll(later, { timeout: 60_000 }).not.toBeNull();
  expect(later()).not.toBe(version);
});
