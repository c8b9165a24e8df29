import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { isOpenAt, openStatusAt } from "#domain/opening/open-status.ts";
import { isOvernight, parseOpeningRange } from "#domain/opening/seven-entries.ts";
import { currencyOf } from "#domain/place/currency.ts";
import { isFree } from "#domain/place/place-fee.ts";
import { RecordedDatabase } from "#tests/support/database/recorded-database.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { listSamplePlaces, loadSamplePlaces } from "./load-sample-places.ts";

const now = new Date("2026-05-04T12:00:00Z");
const count = async (query: PromiseLike<{ rows: unknown[] }>) => (await query).rows.length;

describe("loadSamplePlaces", () => {
  test("fills an empty database once, with few statements for all places together", async () => {
    await using db = await createTestDatabase();
    await using recorded = new RecordedDatabase(db.connection);
    const added = await loadSamplePlaces(recorded.database, now);
    expect(recorded.statements.length).toBeLessThan(20);
    expect(added).toBe(listSamplePlaces().length);
    expect(await loadSamplePlaces(db.database, now)).toBe(0);
  });

  test("fills it once when several servers start together", async () => {
    await using db = await createTestDatabase();
    const loads = Array.from({ length: 4 }, () => loadSamplePlaces(db.database, now));
    const added = (await Promise.all(loads)).sort((a, b) => a - b);
    expect(added).toEqual([0, 0, 0, listSamplePlaces().length]);
  });

  test("stores dates in the past, accounts, imports, confirmations and exact ratings", async () => {
    await using db = await createTestDatabase();
    await loadSamplePlaces(db.database, now);
    const places = await db.database.selectFrom("place").selectAll().execute();
    expect(places.every(({ added }) => added < now)).toBe(true);
    expect(new Set(places.map(({ added }) => added.toISOString())).size).toBe(places.length);
    expect(places.some((place) => place.added_by === null && place.opening_hours)).toBe(true);
    expect(places.some((place) => place.added_by?.startsWith("sample-"))).toBe(true);
    const confirmed = places.filter(({ last_confirmed }) => last_confirmed !== null);
    expect(confirmed.length).toBeGreaterThan(10);
    expect(confirmed.length).toBeLessThan(places.length);
    const wrongRatings = sql`select id from place,
      lateral (select coalesce(sum(rating), 0) as total, count(*) as number from review
        where place_id = place.id) as actual
      where rating_sum <> total or rating_count <> number`;
    expect(await count(wrongRatings.execute(db.database))).toBe(0);
    const futureReviews = sql`select 1 from review join place on place.id = place_id
      where review.added > ${now} or review.added < place.added`;
    expect(await count(futureReviews.execute(db.database))).toBe(0);
  });
});

describe("the samples", () => {
  let samples: ReturnType<typeof listSamplePlaces> = [];
  beforeAll(() => {
    samples = listSamplePlaces();
  });

  test("are at least 60, most of them in Hungary, some in eight other countries or more", () => {
    expect(samples.length).toBeGreaterThanOrEqual(60);
    expect(samples.filter(({ country }) => country === "HU").length).toBeGreaterThan(50);
    expect(new Set(samples.map(({ country }) => country)).size).toBeGreaterThanOrEqual(9);
  });

  test("say what they are", () => {
    const mark =
      /(mintaadat|Beispieldaten|vzorové údaje|ukázková data|dane przykładowe|date de exemplu|primer podataka|ogledni podaci|vzorčni podatki|зразок даних|sample data)$/;
    expect(samples.filter(({ comments }) => !mark.test(comments))).toEqual([]);
  });

  test.each([
    ["accepted", (s) => s.isAccepted !== false],
    ["waiting", (s) => s.isAccepted === false],
    ["accessible", (s) => s.isAccessible === true],
    ["not accessible", (s) => s.isAccessible !== true],
    ["public", (s) => s.isPublic !== false],
    ["private", (s) => s.isPublic === false],
    ["free for price 0", (s) => s.price === 0],
    ["free without a price", (s) => (s.price ?? null) === null],
    ["priced", (s) => !isFree(s.price ?? null)],
    ["rated", (s) => (s.reviews?.length ?? 0) > 0],
    ["unrated", (s) => s.reviews === undefined],
    ["without any opening times", (s) => s.times.every((day) => day === "-")],
    ["with days without opening times", (s) => s.times.includes("-") && !isUnknown(s)],
    ["with days that are known to be closed", (s) => s.times.includes("closed")],
    [
      "with opening times every day",
      (s) => s.times.every((day) => parseOpeningRange(day) !== null),
    ],
    ["open around the clock", (s) => s.times.every((day) => day === "00:00-24:00")],
    ["open over night", (s) => s.times.some(isOvernightDay)],
    ["with a different week-end", (s) => s.times[0] !== s.times[5]],
    ["imported", (s) => s.openingHours !== undefined],
  ] satisfies [string, (sample: (typeof samples)[number]) => boolean][])("some are %s", (_, is) => {
    expect(samples.filter(is).length).toBeGreaterThan(0);
  });

  test("are priced in several currencies", () => {
    const priced = samples.filter(({ price }) => !isFree(price ?? null));
    const currencies = new Set(priced.map(({ country }) => currencyOf(country)));
    expect([...currencies]).toEqual(expect.arrayContaining(["HUF", "EUR", "RON", "CZK", "PLN"]));
  });

  test("get their overnight ranges from an import only", () => {
    const overnight = samples.filter(({ times }) => times.some(isOvernightDay));
    expect(overnight.filter(({ openingHours }) => openingHours === undefined)).toEqual([]);
  });

  test("have reviews in three languages, with every number of stars", () => {
    const reviews = samples.flatMap((sample) => sample.reviews ?? []);
    const texts = reviews.map(([, text]) => text).join(" ");
    for (const word of ["tiszta", "clean", "Sauber"]) expect(texts).toContain(word);
    expect(new Set(reviews.map(([rating]) => rating))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  test("close or open soon at any time of a working day, and some are open at any time of night", () => {
    for (let minuteOfDay = 0; minuteOfDay < 24 * 60; minuteOfDay += 10) {
      const local = { weekday: 1, minuteOfDay } as const;
      const statuses = samples.map(({ times }) => openStatusAt(times, local).status);
      expect(samples.some(({ times }) => isOpenAt(times, local))).toBe(true);
      if (minuteOfDay < 4 * 60 + 30) continue;
      const soon = statuses.filter((status) => status.endsWith("-soon"));
      expect(soon.length, `minute ${minuteOfDay}`).toBeGreaterThan(0);
    }
  });
});

function isUnknown({ times }: { times: readonly string[] }) {
  return times.every((day) => day === "-");
}

function isOvernightDay(day: string) {
  const range = parseOpeningRange(day);
  return range !== null && isOvernight(range);
}
