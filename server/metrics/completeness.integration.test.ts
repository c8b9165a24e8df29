import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import {
  completenessAsCsv,
  findUnknownPlaces,
  readCompleteness,
  recordCompleteness,
} from "./completeness.ts";
import { Usage } from "./usage.ts";

let db: TestDatabase;
/** A Wednesday. */
let clock = new Date("2026-06-17T10:00:00.000Z");
const now = () => clock;
const unknownTimes = Array<string>(7).fill("-");
const nothing = {
  ...{ openingTimes: unknownTimes, price: null, price_known: false, public: true },
};

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(async () => {
  await db.database.deleteFrom("completeness_week").execute();
});

describe("recordCompleteness", () => {
  it("counts accepted places by what is known, once a week", async () => {
    await addPlaces(db.database, [
      { ...nothing, facts: { changing_table: "yes" } },
      { ...nothing, openingTimes: ["08:00-18:00", ...unknownTimes.slice(1)] },
      { ...nothing, opening_hours: "sunrise-sunset" },
      { ...nothing, costs: true },
      { ...nothing, price: 0, price_known: true },
      { ...nothing, facts: { access: "everyone" } },
      { ...nothing, public: false },
      { ...nothing, visitor_facts: JSON.stringify({ free: false, public: true }) },
      { ...nothing, accepted: false },
      { ...nothing, sample: true },
      { ...nothing, deleted_at: clock },
    ]);
    const expected = { week: "2026-06-15", places: 8, hours: 2, price: 3, access: 3 };
    await recordCompleteness({ database: db.database, now });
    expect(await readCompleteness(db.database)).toEqual([expected]);
    clock = new Date("2026-06-21T23:59:59.999Z");
    await recordCompleteness({ database: db.database, now });
    expect(await readCompleteness(db.database)).toEqual([expected]);
    clock = new Date("2026-06-22T00:00:00.000Z");
    await recordCompleteness({ database: db.database, now });
    expect(await readCompleteness(db.database)).toEqual([
      expected,
      { ...expected, week: "2026-06-22" },
    ]);
    expect(await completenessAsCsv({ database: db.database })).toBe(
      "week,places,hours,price,access\r\n2026-06-15,8,2,3,3\r\n2026-06-22,8,2,3,3\r\n",
    );
  });
});

describe("findUnknownPlaces", () => {
  it("has those that are looked at most and of which least is known, in the order of a walk", async () => {
    const known = { openingTimes: Array<string>(7).fill("08:00-18:00"), price: 0, public: false };
    const ids = await addPlaces(db.database, [
      { ...nothing, longitude: 19 },
      { ...nothing, longitude: 19.02 },
      { ...nothing, longitude: 19.01, price_known: true },
      { ...known, longitude: 19.03 },
      { ...nothing, longitude: 19.04 },
    ]);
    const usage = new Usage(now);
    for (const [at, views] of [5, 2, 4, 100, 0].entries()) {
      for (let view = 0; view < views; view++) usage.recordView(ids[at]);
    }
    usage.recordView(999_999);
    await usage.store(db.database);
    usage.recordView(ids[0]);
    await usage.store(db.database);
    const found = await findUnknownPlaces(db.database);
    expect(found.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]]);
    expect(found[0]).toMatchObject({ views: 6, has_hours: false, has_price: false });
    expect(found[1]).toMatchObject({ views: 4, has_price: true });
    clock = new Date(clock.getTime() + 5 * 7 * 86_400_000);
    await recordCompleteness({ database: db.database, now });
    expect(await findUnknownPlaces(db.database)).toEqual([]);
  });
});
