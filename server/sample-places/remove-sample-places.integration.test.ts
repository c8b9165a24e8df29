import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import { visitor } from "#server/accounts/viewer.ts";
import { samplePlaces } from "#server/database/migrations/010-sample-places.ts";
import { exportPlaces } from "#server/export/export-places.ts";
import { importFile } from "#server/import/import-file.ts";
import { purgeDeletedPlaces } from "#server/moderation/deleted-places.ts";
import { addPlaces, addReviews } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { loadSamplePlaces } from "./load-sample-places.ts";
import { removeSamplePlaces } from "./remove-sample-places.ts";

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

test("the samples of an earlier version are known by their accounts and comments", async () => {
  const loaded = await loadSamplePlaces(db.database, now);
  await addPlaces(db.database, [
    { comments: "mintaadat", added_by: "anna" },
    { comments: "mintaadat", opening_hours: "24/7", osm_id: "node/1" },
    { comments: "a mintaadat mellett", opening_hours: "24/7" },
  ]);
  await sql`alter table place drop column sample`.execute(db.database);
  await sql`drop table sample_removal`.execute(db.database);
  await sql.raw(samplePlaces.sql).execute(db.database);
  const known = (await rows()).filter(({ sample }) => sample);
  expect(known).toHaveLength(loaded);
  expect(Math.max(...known.map(({ id }) => id))).toBe(loaded);
});
