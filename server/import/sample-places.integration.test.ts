import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isOpenAt, openStatusAt } from "#domain/opening/open-status.ts";
import { isOvernight, parseOpeningRange } from "#domain/opening/seven-entries.ts";
import { isFree } from "#domain/place/place-fee.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { visitor } from "#server/accounts/viewer.ts";
import { exportPlaces } from "#server/export/export-places.ts";
import { importFile } from "#server/import/import-file.ts";
import { purgeDeletedPlaces } from "#server/moderation/deleted-places.ts";
import { type PlaceRow, placeRowColumns } from "#server/places/place-row.ts";
import { addPlaces, addReviews } from "#tests/support/database/add-places.ts";
import { RecordedDatabase } from "#tests/support/database/recorded-database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { loadSamplePlaces, removeSamplePlaces } from "./sample-places.ts";

const hourMs = 60 * 60 * 1000;
const now = new Date("2026-05-04T12:00:00Z");
const later = () => new Date(now.getTime() + hourMs);
const everything = { filters: noFilters, includeUnknown: true, bbox: null };

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db[Symbol.asyncDispose]());

const rows = async () =>
  (await db.database.selectFrom("place").select(["id", "sample"]).orderBy("id").execute()) ?? [];

test("an empty database is filled once, with few statements for all places together", async () => {
  await using recorded = new RecordedDatabase(db.connection);
  expect(await loadSamplePlaces(recorded.database, now)).toBe(95);
  expect(recorded.statements.length).toBeLessThan(30);
  expect(await loadSamplePlaces(db.database, now)).toBe(0);
});

test("an empty database is filled once when several servers start together", async () => {
  const loads = Array.from({ length: 4 }, () => loadSamplePlaces(db.database, now));
  const added = (await Promise.all(loads)).sort((a, b) => a - b);
  expect(added).toEqual([0, 0, 0, 95]);
});

describe("the samples", () => {
  let samples: (PlaceRow & { user: string | null; from: Date; confirmed: Date | null })[];
  beforeEach(async () => {
    await loadSamplePlaces(db.database, now);
    const { rows } = await sql<(typeof samples)[number]>`
      select ${placeRowColumns}, added_by as user, added as from, last_confirmed as confirmed
      from place join schedule on schedule.id = schedule_id order by place.id`.execute(db.database);
    samples = rows;
  });

  test("are at least 60, most of them in Hungary, some in eight other countries, and say what they are", () => {
    expect(samples.length).toBeGreaterThanOrEqual(60);
    expect(samples.filter(({ country }) => country === "HU").length).toBeGreaterThan(50);
    expect(new Set(samples.map(({ country }) => country)).size).toBeGreaterThanOrEqual(9);
    const mark =
      /(mintaadat|Beispieldaten|vzorové údaje|ukázková data|dane przykładowe|date de exemplu|primer podataka|ogledni podaci|vzorčni podatki|зразок даних|sample data)$/;
    expect(samples.filter(({ comments }) => !mark.test(comments))).toEqual([]);
  });

  test("are of all kinds", () => {
    const kinds: [string, (sample: (typeof samples)[number]) => boolean][] = [
      ["accepted", ({ accepted }) => accepted],
      ["waiting", ({ accepted }) => !accepted],
      ["accessible", ({ accessible }) => accessible],
      ["private", (sample) => !sample.public],
      ["free", ({ price, price_known }) => isFree(price) && price_known],
      ["in another currency", ({ country, price }) => !isFree(price) && country === "PL"],
      ["rated", ({ rating_count }) => rating_count > 0],
      ["unrated", ({ rating_count }) => rating_count === 0],
      [
        "without any opening times",
        ({ opening_times }) => opening_times.every((day) => day === "-"),
      ],
      ["partly unknown", ({ opening_times: week }) => week.includes("-") && new Set(week).size > 1],
      ["closed on a day", ({ opening_times }) => opening_times.includes("closed")],
      [
        "open at any time",
        ({ opening_times }) => opening_times.every((day) => day === "00:00-24:00"),
      ],
      [
        "open over night, by an import",
        (sample) => sample.user === null && isOpenOverNight(sample),
      ],
      ["of an import", ({ user, opening_hours }) => user === null && opening_hours !== null],
      ["of an account", ({ user }) => user?.startsWith("sample-") ?? false],
      ["confirmed since", ({ confirmed, from }) => confirmed !== null && confirmed >= from],
      ["never confirmed", ({ confirmed }) => confirmed === null],
    ];
    for (const [kind, is] of kinds) {
      expect(samples.some(is), kind).toBe(true);
      expect(samples.every(is), kind).toBe(false);
    }
  });

  test("have facts and hours of their file", async () => {
    const [{ id }] = samples;
    await using server = await createTestServices(db.database, { now: () => now });
    expect(await server.services.places.findPlace(id, visitor)).toMatchObject({
      ...{ city: "Budapest", address: "Baross tér 1.", price: 300, fee: "costs" },
      facts: { wheelchair: "yes", attended: "yes", pay_card: "no", level: "-1" },
      opening_times: Array(7).fill("04:00-24:00"),
    });
  });

  test("have times of their own in the past, and reviews in three languages with every number of stars", async () => {
    expect(samples.every(({ from }) => from < now)).toBe(true);
    expect(new Set(samples.map(({ from }) => from.toISOString())).size).toBe(samples.length);
    const { rows: reviews } = await sql<{ text: string; rating: number; fits: boolean }>`
      select text, rating, review.added between place.added and ${now} as fits
      from review join place on place.id = place_id`.execute(db.database);
    expect(reviews.every(({ fits }) => fits)).toBe(true);
    const texts = reviews.map(({ text }) => text).join(" ");
    for (const word of ["tiszta", "clean", "Sauber"]) expect(texts).toContain(word);
    expect(new Set(reviews.map(({ rating }) => rating))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  test("close or open soon at any time of a working day, and some are open at any time of night", () => {
    for (let minuteOfDay = 0; minuteOfDay < 24 * 60; minuteOfDay += 10) {
      const local = { weekday: 1, minuteOfDay } as const;
      const statuses = samples.map((sample) => openStatusAt(sample.opening_times, local).status);
      expect(samples.some((sample) => isOpenAt(sample.opening_times, local))).toBe(true);
      if (minuteOfDay < 4 * 60 + 30) continue;
      const soon = statuses.filter((status) => status.endsWith("-soon"));
      expect(soon.length, `minute ${minuteOfDay}`).toBeGreaterThan(0);
    }
  });
});

function isOpenOverNight({ opening_times }: Pick<PlaceRow, "opening_times">): boolean {
  return opening_times.some((day) => {
    const range = parseOpeningRange(day);
    return range !== null && isOvernight(range);
  });
}

describe("removeSamplePlaces", () => {
  test("takes the samples off the map of a running server, and nothing else", async () => {
    const loaded = await loadSamplePlaces(db.database, now);
    const [own] = await addPlaces(db.database, [{}]);
    await using server = await createTestServices(db.database, { now: () => now });
    expect(server.placeIndex.size).toBe(loaded + 1);
    expect(await removeSamplePlaces(db.database, now)).toBe(loaded);
    await vi.waitFor(() => expect(server.placeIndex.size).toBe(1), { timeout: 60_000 });
    expect(
      server.placeIndex.page({ ...everything, includeUnaccepted: true }, "added-asc", 0, 9),
    ).toEqual([own]);
    expect(await removeSamplePlaces(db.database, now)).toBe(0);
  });

  test("removes them for good within the hour, with what people have said of them", async () => {
    const loaded = await loadSamplePlaces(db.database, now);
    const [own] = await addPlaces(db.database, [{}]);
    const [sample] = (await rows()).filter((row) => row.sample);
    await addReviews(db.database, sample.id, [5]);
    await addReviews(db.database, own, [4]);
    // One that the administrator has deleted could still be restored, but for this.
    await db.database
      .updateTable("place")
      .set({ deleted_at: now })
      .where("id", "=", sample.id)
      .execute();
    expect(await removeSamplePlaces(db.database, now)).toBe(loaded);
    await purgeDeletedPlaces({ database: db.database, now: () => now });
    expect(await rows()).toHaveLength(loaded + 1);
    await purgeDeletedPlaces({ database: db.database, now: later });
    expect(await rows()).toEqual([{ id: own, sample: false }]);
    expect(await db.database.selectFrom("review").select("place_id").execute()).toEqual([
      { place_id: own },
    ]);
  });

  test("keeps them from coming back, though no place is left", async () => {
    await loadSamplePlaces(db.database, now);
    await removeSamplePlaces(db.database, now);
    await purgeDeletedPlaces({ database: db.database, now: later });
    expect(await rows()).toEqual([]);
    expect(await loadSamplePlaces(db.database, now)).toBe(0);
  });
});

describe("an import", () => {
  const toilet = { type: "node", id: 1, lon: 19.05, lat: 47.5, tags: { amenity: "toilets" } };
  const importToilets = async (elements: readonly object[]) => {
    const folder = await mkdtemp(join(tmpdir(), "mosdo-samples-"));
    try {
      const path = join(folder, "town.json");
      await writeFile(path, JSON.stringify({ elements }));
      const onProgress = () => {};
      return await importFile({ database: db.database, path, country: "HU", now, onProgress });
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  test("of toilets takes the place of the samples", async () => {
    const loaded = await loadSamplePlaces(db.database, now);
    const { samplesRemoved } = await importToilets([toilet]);
    expect(samplesRemoved).toBe(loaded);
    await using server = await createTestServices(db.database, { now: () => now });
    expect(server.placeIndex.size).toBe(1);
    expect((await importToilets([toilet])).samplesRemoved).toBe(0);
  });

  test("without any leaves them", async () => {
    const loaded = await loadSamplePlaces(db.database, now);
    expect((await importToilets([])).samplesRemoved).toBe(0);
    await using server = await createTestServices(db.database, { now: () => now });
    expect(server.placeIndex.size).toBe(loaded);
  });
});

test("a sample says so in the API, and another place says nothing", async () => {
  await loadSamplePlaces(db.database, now);
  const [own] = await addPlaces(db.database, [{}]);
  const samples = await db.database
    .selectFrom("place")
    .select("id")
    .where("accepted", "=", true)
    .where("sample", "=", true)
    .limit(1)
    .execute();
  await using server = await createTestServices(db.database, { now: () => now });
  expect(await server.services.places.findPlace(samples[0].id, visitor)).toMatchObject({
    sample: true,
  });
  expect(await server.services.places.findPlace(own, visitor)).not.toHaveProperty("sample");
});

test("an export leaves the samples out", async () => {
  await loadSamplePlaces(db.database, now);
  await addPlaces(db.database, [{}]);
  const places = await exportPlaces({
    database: db.database,
    format: "json",
    ownLicence: null,
    now,
  });
  for await (const _ of places.text);
  expect(places.count()).toBe(1);
});
