import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addLimit } from "#domain/account/daily-limits.ts";
import { noOpeningTimes } from "#domain/opening/seven-entries.ts";
import { duplicateKey } from "#domain/place/duplicate-key.ts";
import type { NewPlace, NewPlaceCheck } from "#domain/place/new-place.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { deleteAccount } from "#server/personal-data/delete-account.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import {
  addPlace,
  type CheckAndAddPlaceResult,
  checkAndAddPlace,
  countAddsLeft,
  findAddObstacle,
} from "./add-place.ts";
import { loadPlaceIndex } from "./feed/load-place-index.ts";

const now = () => new Date("2026-06-10T10:00:00Z");
const none = Array<string>(7).fill(noOpeningTimes);

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());

let people = 0;

async function someone({
  role = "user",
}: Partial<Pick<Viewer, "role">> = {}): Promise<Viewer & { userId: string }> {
  const email = `person-${++people}@example.org`;
  return { userId: await addAccount(db.database, email), email, role };
}

let addresses = 0;

/** A place that is not there yet. */
function place(given: Partial<NewPlace> = {}): NewPlace {
  return {
    country: "HU",
    city: "Eger",
    address: `Dobó tér ${++addresses}.`,
    price: 200,
    fee: "costs",
    comments: "",
    accessible: true,
    public: false,
    facts: { wheelchair: "yes", access: "customers" },
    latitude: 47.902512,
    longitude: 20.377312,
    opening_times: none,
    ...given,
  };
}

const add = (viewer: Viewer, newPlace = place()) =>
  addPlace({ database: db.database, now }, newPlace, viewer);

/** What came of it: `added` or the code. */
async function outcome(viewer: Viewer, newPlace = place()): Promise<string> {
  const result = await add(viewer, newPlace);
  return result.ok ? "added" : result.code;
}

async function addUpTo(viewer: Viewer, count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    const result = await add(viewer);
    if (!result.ok) throw new Error(result.code);
    ids.push(result.place.id);
  }
  return ids;
}

const change = (ids: readonly number[], columns: { deleted_at?: Date } | { added: Date }) =>
  db.database.updateTable("place").set(columns).where("id", "in", ids).execute();

/** Lets a place have been added so long ago, by the database's clock. */
const age = (id: number, seconds: number) =>
  sql`update place set added = database_clock() - make_interval(secs => ${seconds})
    where id = ${id}`.execute(db.database);

function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

describe("addPlace", () => {
  test("stores what was said, waiting, and answers with the place as it is on the wire", async () => {
    const anna = await someone();
    const times = ["08:00-18:00", "-", "-", "-", "-", "00:00-24:00", "-"];
    const sent = place({
      country: "GB",
      city: "Dover",
      latitude: 51.13,
      longitude: 1.31,
      price: 0.2,
    });
    const address = { county: "Kent", postcode: "CT16 1LB" };
    const result = await add(anna, {
      ...sent,
      ...address,
      comments: "két\nsor",
      opening_times: times,
    });
    if (!result.ok) throw new Error(result.code);
    const { id, added, ...rest } = result.place;
    expect(rest).toStrictEqual({
      ...sent,
      ...address,
      comments: "két\nsor",
      opening_times: times,
      coordinates: [1.31, 51.13],
      accepted: false,
      rating_calculated: -1,
      rating_count: 0,
      open_status: "none",
      opening_changes: expect.any(Array),
      opening_changes_until: expect.any(String),
      time_zone: "Europe/London",
      version: 1,
      last_confirmed: null,
      likely: null,
      observed: { open: 0, closed: 0 },
      confirmed_today: false,
      reviewed: false,
    });
    expect(Math.abs(Date.parse(added) - Date.now())).toBeLessThan(60_000);
    const row = await db.database
      .selectFrom("place")
      .select(["added_by", "dup_key", "search_key", "accepted"])
      .where("id", "=", id)
      .executeTakeFirst();
    expect(row).toEqual({
      added_by: anna.userId,
      accepted: false,
      dup_key: duplicateKey({ ...sent, comments: "két\nsor" }),
      search_key: `dover ${sent.address.replace("Dobó tér", "dobo ter")} ket sor`,
    });
  });

  test("accepts the administrator's at once, and says who added it", async () => {
    const administrator = await someone({ role: "administrator" });
    expect(await add(administrator)).toMatchObject({
      ok: true,
      place: { accepted: true, added_by: administrator.userId },
    });
  });

  test("accepts a moderator's at once, and names nobody", async () => {
    const moderator = await someone({ role: "moderator" });
    const added = await add(moderator);
    expect(added).toMatchObject({ ok: true, place: { accepted: true } });
    expect(JSON.stringify(added)).not.toContain(moderator.userId);
  });

  test("keeps Budapest's time throughout Hungary, and its own elsewhere, up to the poles", async () => {
    const anna = await someone();
    const zoneAt = async (country: string, longitude: number, latitude: number) => {
      const result = await add(anna, place({ country, longitude, latitude }));
      return result.ok && result.place.time_zone;
    };
    expect(await zoneAt("HU", 16.2, 46.87)).toBe("Europe/Budapest");
    expect(await zoneAt("RO", 23.6, 46.77)).toBe("Europe/Bucharest");
    expect(await zoneAt("AQ", 180, -90)).toEqual(expect.any(String));
    expect(await zoneAt("SJ", -180, 90)).toEqual(expect.any(String));
  });

  test("asks a person whose account was deleted a moment ago to sign in", async () => {
    const anna = await someone();
    await deleteAccount({ database: db.database }, anna.userId);
    expect(await outcome(anna)).toBe("error.signin");
  });
});

describe("a duplicate", () => {
  test.each([
    ["the same", {}],
    ["another case", { city: "EGER", comments: "BALRA, A LÉPCSŐ ALATT" }],
    ["another encoding form and other spaces", { comments: " balra,  a le\u0301pcso\u030b alatt" }],
    ["another country, point, price and hours", { country: "SK", latitude: 48, price: null }],
  ])("is %s", async (_, given) => {
    const [anna, bela] = [await someone(), await someone()];
    const first = place({ comments: "balra, a lépcső alatt" });
    expect(await outcome(anna, first)).toBe("added");
    expect(await outcome(anna, { ...first, ...given })).toBe("error.duplicate");
    expect(await outcome(bela, { ...first, ...given })).toBe("error.duplicate");
  });

  test.each([
    ["another comment", { comments: "jobbra" }],
    ["another accent", { city: "Éger" }],
    ["text that moved from one field to the next", { city: "Eger Dobó", address: "tér 0." }],
  ])("is not %s", async (_, given) => {
    const anna = await someone();
    const first = place({ address: `Dobó tér 0. ${++addresses}` });
    expect(await outcome(anna, first)).toBe("added");
    expect(await outcome(anna, { ...first, ...given })).toBe("added");
  });

  test("is not the same as a place that was deleted", async () => {
    const [anna, bela] = [await someone(), await someone()];
    const first = await add(anna, place());
    if (!first.ok) throw new Error(first.code);
    await change([first.place.id], { deleted_at: new Date() });
    expect(await outcome(bela, first.place)).toBe("added");
    expect(await outcome(anna, first.place)).toBe("error.duplicate");
  });

  test("is told apart in texts of every length", async () => {
    const anna = await someone();
    const long = place({
      city: "é".repeat(200),
      address: "ő".repeat(300),
      comments: "🚽".repeat(1999),
    });
    expect(await outcome(anna, long)).toBe("added");
    expect(await outcome(anna, { ...long, comments: `${long.comments}a` })).toBe("added");
    expect(await outcome(anna, { ...long, comments: `${long.comments}A` })).toBe("error.duplicate");
  });

  test("is told before the limit", async () => {
    const [anna, bela] = [await someone(), await someone()];
    const there = place();
    expect(await outcome(bela, there)).toBe("added");
    await addUpTo(anna, addLimit);
    expect(await outcome(anna, there)).toBe("error.duplicate");
    expect(await outcome(anna)).toBe("error.limit");
  });

  test("of 20 people who add the same place at once, one does", async () => {
    const crowd = await Promise.all(Array.from({ length: 20 }, () => someone()));
    const same = place();
    const outcomes = await Promise.all(crowd.map((viewer) => outcome(viewer, same)));
    expect(tally(outcomes)).toEqual({ added: 1, "error.duplicate": 19 });
    const { rows } = await sql`select id from place where dup_key = ${duplicateKey(same)}`.execute(
      db.database,
    );
    expect(rows).toHaveLength(1);
  });
});

describe("the limit", () => {
  const left = (viewer: Viewer) => countAddsLeft({ database: db.database }, viewer);

  test("lets five of one person's 20 simultaneous adds through", async () => {
    const anna = await someone();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(anna)));
    expect(tally(outcomes)).toEqual({ added: 5, "error.limit": 15 });
    const { rows } = await sql`select id from place where added_by = ${anna.userId}`.execute(
      db.database,
    );
    expect(rows).toHaveLength(5);
  });

  test("counts each person's own adds, also at the same moment", async () => {
    const [anna, bela] = [await someone(), await someone()];
    const turns = Array.from({ length: 20 }, (_, turn) => outcome(turn % 2 === 0 ? anna : bela));
    expect(tally(await Promise.all(turns))).toEqual({ added: 10, "error.limit": 10 });
  });

  test("ends 24 hours after each add", async () => {
    const anna = await someone();
    const [oldest, second] = await addUpTo(anna, addLimit);
    const day = 24 * 60 * 60;
    await age(oldest, day - 30);
    expect([await left(anna), await outcome(anna)]).toEqual([0, "error.limit"]);
    await age(oldest, day);
    expect([await left(anna), await outcome(anna)]).toEqual([1, "added"]);
    expect([await left(anna), await outcome(anna)]).toEqual([0, "error.limit"]);
    await age(second, day + 30);
    expect([await left(anna), await outcome(anna)]).toEqual([1, "added"]);
    expect(await outcome(anna)).toBe("error.limit");
  });

  test("counts places that were deleted or accepted since", async () => {
    const anna = await someone();
    const [deleted, accepted] = await addUpTo(anna, addLimit);
    await change([deleted], { deleted_at: new Date() });
    await sql`update place set accepted = true where id = ${accepted}`.execute(db.database);
    expect(await left(anna)).toBe(0);
    expect(await outcome(anna)).toBe("error.limit");
  });

  test("does not count what was refused", async () => {
    const anna = await someone();
    const there = place();
    for (let turn = 0; turn < 8; turn++) await outcome(anna, there);
    expect(await left(anna)).toBe(addLimit - 1);
  });

  test("does not hold for the administrator, at the same moment neither", async () => {
    const administrator = await someone({ role: "administrator" });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(administrator)));
    expect(tally(outcomes)).toEqual({ added: 20 });
    expect(await left(administrator)).toBeNull();
  });

  test("holds for moderators too", async () => {
    const moderator = await someone({ role: "moderator" });
    await addUpTo(moderator, addLimit);
    expect(await outcome(moderator)).toBe("error.limit");
  });

  test("counts down for those who may add", async () => {
    const anna = await someone();
    const counts = [await left(anna)];
    for (let turn = 0; turn < addLimit; turn++) {
      await addUpTo(anna, 1);
      counts.push(await left(anna));
    }
    expect(counts).toEqual([5, 4, 3, 2, 1, 0]);
    expect(await left(visitor)).toBe(0);
  });

  test("leaves nothing in the name of someone who is deleted in the middle of adding", async () => {
    const anna = await someone();
    const outcomes = await Promise.all([
      ...Array.from({ length: 4 }, () => outcome(anna)),
      deleteAccount({ database: db.database }, anna.userId).then(String),
    ]);
    expect(outcomes.at(-1)).toBe("true");
    const { rows } = await sql`select id from place where added_by = ${anna.userId}`.execute(
      db.database,
    );
    expect(rows).toEqual([]);
  });
});

test("what stands in the way is told before the place is sent", async () => {
  const anna = await someone();
  const obstacle = (newPlace: NewPlace, viewer: Viewer = anna) =>
    findAddObstacle(db.database, newPlace, viewer);
  const first = place();
  expect(await obstacle(first)).toBeNull();
  expect(await outcome(anna, first)).toBe("added");
  expect(await obstacle({ ...first, city: first.city.toUpperCase() })).toBe("error.duplicate");
  expect(await obstacle(place())).toBeNull();
  await addUpTo(anna, 4);
  expect(await obstacle(place())).toBe("error.limit");
  expect(await obstacle(first)).toBe("error.duplicate");
  expect(await obstacle(place(), await someone({ role: "administrator" }))).toBeNull();
  expect(await obstacle(place(), visitor)).toBe("error.signin");
});

describe("checkAndAddPlace", () => {
  /** Far from every other place. */
  const alone = (given: Partial<NewPlace> = {}) =>
    place({ latitude: 46 + ++places / 10, longitude: 18, ...given });
  let places = 0;

  const checkAndAdd = async (
    newPlace: NewPlace,
    check: NewPlaceCheck,
    viewer: Viewer,
  ): Promise<CheckAndAddPlaceResult> => {
    const placeIndex = await loadPlaceIndex(db.database);
    const deps = { database: db.database, placeIndex, now };
    return checkAndAddPlace(deps, { place: newPlace, check }, viewer);
  };

  test.each(["none", "similar"] as const)(
    "adds a place without similar places after the check '%s'",
    async (check) => {
      const result = await checkAndAdd(alone(), check, await someone());
      expect(result).toMatchObject({ ok: true, place: { accepted: false } });
    },
  );

  test("adds nothing before the form was seen", async () => {
    const [newPlace, viewer] = [alone(), await someone()];
    expect(await checkAndAdd(newPlace, "form", viewer)).toEqual({
      ok: false,
      code: "check",
      similar: [],
    });
    expect(await checkAndAdd(newPlace, "none", viewer)).toMatchObject({ ok: true });
  });

  test("adds nothing before the similar places were seen", async () => {
    const [first, viewer] = [alone(), await someone()];
    await add(viewer, first);
    const next = { ...first, address: "Dugonics tér 1." };
    const result = await checkAndAdd(next, "similar", viewer);
    expect(result).toMatchObject({ code: "check", similar: [{ address: first.address }] });
    expect(await checkAndAdd(next, "none", viewer)).toMatchObject({ ok: true });
  });

  test.each(["form", "similar"] as const)(
    "reports a duplicate, and the limit, before the check '%s'",
    async (check) => {
      const [first, viewer] = [alone(), await someone()];
      await add(viewer, first);
      const duplicate = await checkAndAdd(first, check, viewer);
      expect(duplicate).toEqual({ ok: false, code: "error.duplicate" });
      await addUpTo(viewer, addLimit - 1);
      const beyond = await checkAndAdd({ ...first, address: "Dugonics tér 2." }, check, viewer);
      expect(beyond).toEqual({ ok: false, code: "error.limit" });
    },
  );
});
