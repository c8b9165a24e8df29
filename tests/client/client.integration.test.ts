import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { visitor } from "#server/accounts/viewer.ts";
import { apiRoutes } from "#server/http/api-routes.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { loadSamplePlaces } from "#server/import/sample-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { setViewer } from "#tests/support/services/test-api.ts";
import { createClient } from "../../client/index.js";

const now = new Date("2026-06-10T10:00:00Z");
const origin = "https://mosdo.example";
const resources = new AsyncDisposableStack();
/** Handles the client's requests in process, only those to our origin. */
let fetch: (request: Request) => Promise<Response>;

beforeAll(async () => {
  const { database } = resources.use(await createTestDatabase());
  await loadSamplePlaces(database, now);
  const { services } = resources.use(await createTestServices(database, { now: () => now }));
  const app = new Hono<AppEnvironment>();
  app.use(setViewer(visitor));
  app.route("/api/v1", apiRoutes(services, pino({ level: "silent" })));
  fetch = async (request) => {
    expect(request.url).toMatch(`${origin}/api/v1/`);
    return app.fetch(request);
  };
});
afterAll(() => resources.disposeAsync());

it("lists places, with their types", async () => {
  const mosdo = createClient(`${origin}/`, { fetch });
  const { data, response } = await mosdo.GET("/api/v1/places", {
    params: { query: { near: "19.05,47.5", sort: "distance", per_page: 3 } },
  });
  expect(response.status).toBe(200);
  if (!data || !("total" in data)) throw new Error("that is no page");
  const { places } = data;
  expect(places).toHaveLength(3);
  expect(places[0].distance).toBeLessThanOrEqual(places[1].distance ?? 0);
});

it("finds one place, and reports the error of an invalid request", async () => {
  const mosdo = createClient(origin, { fetch });
  const nearest = await mosdo.GET("/api/v1/places/nearest", {
    params: { query: { near: "19.05,47.5" } },
  });
  expect(nearest.data?.limit_meters).toBe(3_000);
  const missing = await mosdo.GET("/api/v1/places/{id}", { params: { path: { id: 999_999 } } });
  expect(missing.data).toBeUndefined();
  expect(missing.error?.code).toBe("error.notfound");
});
