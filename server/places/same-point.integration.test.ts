import { afterAll, beforeAll, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { placeListQuerySchema, placeListSearch } from "#domain/place/place-list-query.ts";
import { onSamePoint, samePointQuery } from "#domain/place/same-point.ts";
import { listResult } from "#domain/place-index/place-results.ts";
import { parseQuery } from "#domain/validation/parse-query.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { loadPlaceIndex } from "#server/places/feed/load-place-index.ts";
import { addPlaces, type TestPlace } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { placeSource } from "./place-cache.ts";

const administrator: Viewer = { userId: "admin", email: null, role: "administrator" };
/** Of latitude, on the sphere that distances are measured on. */
const degreesPerMeter = 1 / 111_195.08;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());

/** The ids on a point, asked for as the browser does: by an address. */
async function findOn(point: Coordinates, viewer: Viewer): Promise<number[]> {
  const search = placeListSearch(samePointQuery(point));
  const parsed = parseQuery(placeListQuerySchema, new URLSearchParams(search), {
    ignoreUnknownParameters: false,
  });
  if (!parsed.ok) throw new Error(`the list refuses ${search}`);
  const placeIndex = await loadPlaceIndex(db.database);
  const deps = { database: db.database, placeIndex, now: () => new Date() };
  const { places } = await listResult(placeSource(deps, viewer), parsed.query);
  return onSamePoint(point, places).map(({ id }) => id);
}

async function addAround(
  [longitude, latitude]: Coordinates,
  metersNorth: number[],
  rest: TestPlace,
) {
  return addPlaces(
    db.database,
    metersNorth.map((meters) => ({
      longitude,
      latitude: latitude + meters * degreesPerMeter,
      ...rest,
    })),
  );
}

it("finds what stands within three metres of a point, nearest first, and nothing beyond", async () => {
  const point: Coordinates = [19.0401237, 47.4979124];
  const [itself, near, limit] = await addAround(point, [0, 1.5, 2.999], {});
  await addAround(point, [3.01, 4], {});
  expect(await findOn(point, visitor)).toEqual([itself, near, limit]);
});

it("measures to the east as to the north, far from the equator too", async () => {
  const point: Coordinates = [25, 70];
  const eastDegrees = degreesPerMeter / Math.cos((70 * Math.PI) / 180);
  const [inside] = await addPlaces(db.database, [
    { longitude: 25 + 2.999 * eastDegrees, latitude: 70 },
    { longitude: 25 + 4 * eastDegrees, latitude: 70 },
  ]);
  expect(await findOn(point, visitor)).toEqual([inside]);
});

it("finds a neighbour across the antimeridian", async () => {
  const [west, east] = await addPlaces(db.database, [
    { longitude: 179.99999, latitude: 0 },
    { longitude: -179.99999, latitude: 0 },
  ]);
  expect(await findOn([179.99999, 0], visitor)).toEqual([west, east]);
});

it("names places that wait for acceptance to the administrator alone, and deleted ones to none", async () => {
  const point: Coordinates = [18.5, 46.5];
  const [accepted] = await addAround(point, [0], {});
  const [waiting] = await addAround(point, [1], { accepted: false });
  await addAround(point, [2], { deleted_at: new Date() });
  expect(await findOn(point, visitor)).toEqual([accepted]);
  expect(await findOn(point, administrator)).toEqual([accepted, waiting]);
});
