import { VectorTile } from "@mapbox/vector-tile";
import { Hono } from "hono";
import { PbfReader } from "pbf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { freshForTheMinute } from "#server/http/caching.ts";
import { loadSamplePlaces } from "#server/import/sample-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { getPlaceTile } from "./get-tile.ts";

const now = new Date("2026-06-10T10:00:20Z");
const administrator: Viewer = { userId: "admin", email: null, role: "administrator" };

let testDatabase: TestDatabase;
let testServices: Awaited<ReturnType<typeof createTestServices>>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await loadSamplePlaces(testDatabase.database, now);
  testServices = await createTestServices(testDatabase.database, { now: () => now });
});

afterAll(async () => {
  await testServices[Symbol.asyncDispose]();
  await testDatabase[Symbol.asyncDispose]();
});

/** Fetches a tile in process, as the given viewer. */
function fetchTile(tile: string, viewer: Viewer = visitor, headers: Record<string, string> = {}) {
  const app = new Hono<AppEnvironment>();
  app.use((context, next) => {
    context.set("viewer", viewer);
    return next();
  });
  app.get("/:z/:x/:file", freshForTheMinute(testServices.services), (context) =>
    getPlaceTile(context, testServices.services),
  );
  return app.request(`/${tile}`, { headers });
}

/** Properties of the features of a tile. */
async function propertiesOf(response: Response): Promise<Record<string, unknown>[]> {
  const { places } = new VectorTile(new PbfReader(await response.arrayBuffer())).layers;
  return Array.from({ length: places?.length ?? 0 }, (_, at) => places.feature(at).properties);
}

/** Number of places in a tile, alone or in clusters. */
async function countPlaces(response: Response): Promise<number> {
  const features = await propertiesOf(response);
  return features.reduce((sum, { count }) => sum + Number(count ?? 1), 0);
}

describe("GET /tiles/places/{z}/{x}/{y}.mvt", () => {
  it("is a vector tile of what passes the filters, unaccepted places for the administrator", async () => {
    const tile = await fetchTile("0/0/0.mvt");
    expect(tile.headers.get("Content-Type")).toBe("application/vnd.mapbox-vector-tile");
    const all = await countPlaces(tile);
    const accessible = await countPlaces(await fetchTile("0/0/0.mvt?accessible=1"));
    expect(accessible).toBeGreaterThan(0);
    expect(accessible).toBeLessThan(all);
    expect(await countPlaces(await fetchTile("0/0/0.mvt", administrator))).toBeGreaterThan(all);
  });

  it("shows the pending places of a cluster only to the administrator", async () => {
    const seen = await propertiesOf(await fetchTile("0/0/0.mvt"));
    expect(seen.every((properties) => !("waiting" in properties))).toBe(true);
    const own = await propertiesOf(await fetchTile("0/0/0.mvt", administrator));
    expect(own.some(({ waiting: pending }) => Number(pending) > 0)).toBe(true);
  });

  it("may be cached until the minute turns, but never the administrator's", async () => {
    const { headers } = await fetchTile("0/0/0.mvt");
    expect(headers.get("Cache-Control")).toBe("public, max-age=40");
    expect(headers.get("Vary")).toContain("Cookie");
    const own = await fetchTile("0/0/0.mvt", administrator);
    expect(own.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("is 304 for a client that has it", async () => {
    const tag = (await fetchTile("0/0/0.mvt")).headers.get("ETag") ?? "";
    expect(tag).toMatch(/^"[^"]+"$/);
    expect((await fetchTile("0/0/0.mvt", visitor, { "If-None-Match": tag })).status).toBe(304);
    const other = await fetchTile("0/0/0.mvt?accessible=1", visitor, { "If-None-Match": tag });
    expect(other.status).toBe(200);
  });

  it.each([
    ["0/0/0.mvt?page=1", "page"],
    ["0/0/0.mvt?utm_source=mail", "utm_source"],
    ["0/0/0.mvt?free=0", "free"],
    ["0/0/0.mvt?free=1&free=1", "free"],
    ["0/0/0.mvt?unknown=1", "unknown"],
  ])("refuses %s and names %s", async (tile, field) => {
    const response = await fetchTile(tile);
    expect(response.status).toBe(422);
    const { code, errors } = await response.json();
    expect(code).toBe("error.parameter");
    expect(errors).toContainEqual({ field, code: "error.parameter" });
  });

  it("finds no tile outside the world", async () => {
    expect((await fetchTile("1/2/0.mvt")).status).toBe(404);
  });
});
