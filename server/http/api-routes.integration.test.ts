import { Hono } from "hono";
import { type Logger, pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { walkLimitMeters } from "#domain/walking/walking-time.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { loadSamplePlaces } from "#server/import/sample-places.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { expectDescribed } from "#tests/support/services/expect-described.ts";
import { setViewer } from "#tests/support/services/test-api.ts";
import { apiDocument, apiRoutes } from "./api-routes.ts";
import type { AppEnvironment } from "./app-environment.ts";

const now = new Date("2026-06-10T10:00:00Z");
const log = pino({ level: "silent" });

let testDatabase: TestDatabase;
let testServices: Awaited<ReturnType<typeof createTestServices>>;
let routes: ReturnType<typeof apiRoutes>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  await loadSamplePlaces(database, now);
  testServices = await createTestServices(database, { now: () => now });
  routes = apiRoutes(testServices.services, log);
});

afterAll(async () => {
  await testServices[Symbol.asyncDispose]();
  await testDatabase[Symbol.asyncDispose]();
});

/** Calls the API in process, as the given viewer. */
async function call(path: string, viewer: Viewer = visitor, init?: RequestInit) {
  const app = new Hono<AppEnvironment>();
  app.use(setViewer(viewer));
  app.route("/api/v1", routes);
  const response = await app.request(`/api/v1${path}`, init);
  await expectDescribed(response, init?.method ?? "GET", path);
  return response;
}

const administrator: Viewer = { userId: "admin", email: null, role: "administrator" };

async function body(path: string, viewer?: Viewer) {
  const response = await call(path, viewer);
  expect(response.status).toBe(200);
  return response.json();
}

describe("GET /places", () => {
  it("responds with ten places, the total and the position in the list", async () => {
    const page = await body("/places");
    expect(page.places).toHaveLength(10);
    expect(page).toMatchObject({ page: 1, per_page: 10, unknown_count: 0 });
    expect(page.total).toBeGreaterThanOrEqual(50);
    const names = [
      "likely_count",
      "page",
      "per_page",
      "places",
      "total",
      "unknown_count",
      "unstated_count",
    ];
    expect(Object.keys(page).sort()).toEqual([...names, "next_after"].sort());
    const next = await body(`/places?page=2&after=${page.next_after}`);
    const shown = page.places.map(({ id }: { id: number }) => id);
    for (const { id } of next.places) expect(shown).not.toContain(id);
    expect(Object.keys(await body("/places?page=9999")).sort()).toEqual(names);
  });

  it("never shows a visitor an unaccepted place or who added one", async () => {
    const page = await body("/places?per_page=100");
    for (const place of page.places) {
      expect(place.accepted).toBe(true);
      expect(place).not.toHaveProperty("added_by");
    }
    const all = await body("/places?per_page=100", administrator);
    expect(all.total).toBeGreaterThan(page.total);
    expect(all.places[0]).toHaveProperty("added_by");
  });

  it("is an empty page beyond the last", async () => {
    const page = await body("/places?page=100000");
    expect(page.places).toEqual([]);
    expect(page.total).toBeGreaterThan(0);
  });

  it("orders by distance, nearest first, with the distance", async () => {
    const { places } = await body("/places?near=19.04,47.5&sort=distance&per_page=100");
    const distances = places.map(({ distance }: { distance: number }) => distance);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    expect(distances[0]).toBeLessThan(10_000);
  });

  it.each([
    ["page=0", "page"],
    ["near=19,47&sort=distance&page=101", "page"],
    ["near=19,47&sort=distance&per_page=100&page=11", "page"],
    ["page=1.5", "page"],
    ["page=", "page"],
    ["page=1&page=2", "page"],
    ["per_page=101", "per_page"],
    ["sort=nearest", "sort"],
    ["sort=distance", "sort"],
    ["accessible=0", "accessible"],
    ["free=true", "free"],
    ["open=", "open"],
    ["unknown=1", "unknown"],
    ["near=19.04", "near"],
    ["near=190,47", "near"],
    ["near=NaN,47", "near"],
    ["bbox=1,2,3", "bbox"],
    ["bbox=0,48,1,47", "bbox"],
    ["utm_source=mail", "utm_source"],
    ["__proto__=1", "__proto__"],
  ])("refuses ?%s and names %s", async (query, field) => {
    const response = await call(`/places?${query}`);
    expect(response.status).toBe(422);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    const problem = await response.json();
    expect(problem).toMatchObject({ status: 422, code: "error.parameter" });
    expect(problem.errors).toContainEqual({ field, code: "error.parameter" });
  });

  it("responds with 304 when nothing has changed", async () => {
    const first = await call("/places");
    const etag = first.headers.get("ETag") ?? "";
    expect(etag).not.toBe("");
    const again = await call("/places", visitor, { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
    expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
  });
});

describe("GET /places/nearest", () => {
  it("responds with the nearest open place within a walk, and its distance", async () => {
    const response = await body("/places/nearest?near=19.0536,47.4976");
    expect(Object.keys(response).sort()).toEqual(["best", "limit_meters", "open", "unknown"]);
    expect(response.limit_meters).toBe(walkLimitMeters);
    expect([response.open, response.unknown]).toContainEqual(response.best);
    expect(response.open.distance).toBeLessThan(walkLimitMeters);
    expect(["open", "closes-soon"]).toContain(response.open.open_status);
  });

  it("responds with none where none is near", async () => {
    expect(await body("/places/nearest?near=-40,-40")).toEqual({
      best: null,
      open: null,
      unknown: null,
      limit_meters: walkLimitMeters,
    });
  });

  it("refuses unknown values", async () => {
    const response = await call("/places/nearest?near=19.05,47.5&within=9000");
    expect(response.status).toBe(422);
    expect((await response.json()).errors).toEqual([{ field: "within", code: "error.parameter" }]);
  });
});

describe("GET /places/{id}", () => {
  it("responds with the place, every field of the contract in it", async () => {
    const { places } = await body("/places");
    const place = await body(`/places/${places[0].id}`);
    // Only the response for a single place has details.
    const { details, ...same } = place;
    expect(same).toEqual(places[0]);
    expect(details.features).toEqual(["segregated", "supervised"]);
    const { required = [] } = apiDocument().components.schemas.Place;
    expect(Object.keys(place)).toEqual(expect.arrayContaining([...required]));
    expect(place.coordinates).toEqual([place.longitude, place.latitude]);
    expect(place.opening_times).toHaveLength(7);
    expect(place.added).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it.each(["0", "-1", "1.5", "abc", "2147483648", "99999999999999999999", "1%00"])(
    "is 404 for %s",
    async (id) => {
      const response = await call(`/places/${id}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "error.notfound" });
    },
  );

  it("hides an unaccepted place from everyone but the administrator", async () => {
    const { places } = await body("/places?per_page=100", administrator);
    const pending = places.find(({ accepted }: { accepted: boolean }) => !accepted);
    expect((await call(`/places/${pending.id}`)).status).toBe(404);
    expect((await call(`/places/${pending.id}/reviews`)).status).toBe(404);
    expect((await call(`/places/${pending.id}`, administrator)).status).toBe(200);
  });

  it("accepts no parameter", async () => {
    expect((await call("/places/1?x=1")).status).toBe(422);
  });
});

describe("GET /places/{id}/reviews", () => {
  it("lists reviews without the reviewers' ids, which the administrator alone sees", async () => {
    const { places } = await body("/places?sort=rating-desc");
    const page = await body(`/places/${places[0].id}/reviews`);
    expect(page.total).toBe(places[0].rating_count);
    expect(page.reviews[0]).not.toHaveProperty("user_id");
    expect(page.reviews[0].own).toBe(false);
    const all = await body(`/places/${places[0].id}/reviews`, administrator);
    expect(all.reviews[0].user_id).toEqual(expect.any(String));
  });

  it("labels the viewer's own review", async () => {
    const { places } = await body("/places?sort=rating-desc");
    const all = await body(`/places/${places[0].id}/reviews`, administrator);
    const author = { userId: all.reviews[0].user_id, email: null, role: "user" as const };
    const own = await body(`/places/${places[0].id}/reviews`, author);
    expect(own.reviews.map((review: { own: boolean }) => review.own)).toContain(true);
  });

  it("refuses an unknown order", async () => {
    const { places } = await body("/places");
    expect((await call(`/places/${places[0].id}/reviews?sort=best`)).status).toBe(422);
  });
});

describe("GET /account/export and DELETE /account", () => {
  const anna = async (email: string): Promise<Viewer> => {
    const userId = await addAccount(testDatabase.database, email);
    return { userId, email, role: "user" };
  };
  const remove = (viewer?: Viewer) => call("/account", viewer, { method: "DELETE" });

  it("returns the viewer's data as a file that no cache stores", async () => {
    const viewer = await anna("anna@example.org");
    const response = await call("/account/export", viewer);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Content-Disposition")).toContain("attachment");
    const stored = await response.json();
    expect(stored.account).toMatchObject({ id: viewer.userId, email: "anna@example.org" });
    expect(Object.keys(stored)).toEqual(apiDocument().components.schemas.AccountExport.required);
  });

  it("deletes the viewer's account", async () => {
    const viewer = await anna("bela@example.org");
    expect((await remove(viewer)).status).toBe(204);
    expect((await call("/account/export", viewer)).status).toBe(401);
    expect((await remove(viewer)).status).toBe(401);
  });

  it("accepts no parameter", async () => {
    expect((await call("/account/export?id=1", administrator)).status).toBe(422);
  });
});

describe("POST /vitals", () => {
  const post = (content: string) => call("/vitals", visitor, { method: "POST", body: content });

  it("keeps the pattern of the path, and nothing of a visitor", async () => {
    const logged: object[] = [];
    const log = { info: (fields: object) => logged.push(fields) } as unknown as Logger;
    const { services } = testServices;
    const routes = apiRoutes(services, log, undefined, () => "/places/:id");
    const body = { name: "LCP", value: 9, id: "v1", path: "/places/7", email: "a@b.example" };
    const headers = { "User-Agent": "Browser of Anna" };
    const init = { method: "POST", body: JSON.stringify(body), headers };
    const app = new Hono<AppEnvironment>().use(setViewer(visitor)).route("/", routes);
    const response = await app.request("/vitals", init);
    expect(response.status).toBe(204);
    expect(logged).toEqual([{ vital: { name: "LCP", value: 9, id: "v1", path: "/places/:id" } }]);
  });

  it("is not there where the operator has switched it off", async () => {
    const { services } = testServices;
    const publicConfig = { ...services.publicConfig, webVitals: false };
    const routes = apiRoutes({ ...services, publicConfig }, pino({ level: "silent" }));
    const init = { method: "POST", body: JSON.stringify({ name: "LCP", value: 1, id: "v1" }) };
    const app = new Hono<AppEnvironment>().use(setViewer(visitor)).route("/", routes);
    expect((await app.request("/vitals", init)).status).toBe(404);
  });

  it("accepts a measurement", async () => {
    const response = await post(JSON.stringify({ name: "LCP", value: 912, id: "v1", path: "/" }));
    expect(response.status).toBe(204);
  });

  it.each([
    "",
    "[]",
    "{",
    JSON.stringify({ name: "LCP", value: -1, id: "a" }),
    JSON.stringify({ name: "XXX", value: 1, id: "a" }),
    JSON.stringify({ name: "LCP", value: 1, id: "a".repeat(5000) }),
  ])("refuses %.40s", async (content) => {
    expect((await post(content)).status).toBe(422);
  });
});

describe("a method that a path does not support", () => {
  it.each([
    ["/places", "PUT", "GET, HEAD, POST, OPTIONS"],
    ["/places/1", "POST", "GET, HEAD, PATCH, DELETE, OPTIONS"],
    ["/places/1/accept", "GET", "POST, OPTIONS"],
    ["/geo/suggest", "DELETE", "GET, HEAD, OPTIONS"],
    ["/vitals", "GET", "POST, OPTIONS"],
  ])("is refused, naming those it has: %s", async (path, method, allowed) => {
    const response = await call(path, visitor, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe(allowed);
    expect(await response.json()).toMatchObject({ code: "error.method" });
  });

  it("is not an error where it only requests the methods", async () => {
    const response = await call("/places", visitor, { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("Allow")).toBe("GET, HEAD, POST, OPTIONS");
    expect((await call("/nothing", visitor, { method: "OPTIONS" })).status).toBe(404);
  });
});

describe("the OpenAPI document", () => {
  it("describes every call below /api/v1, and no other", () => {
    const built = routes.routes
      .filter(({ method, path }) => method !== "ALL" && path !== "/*" && path !== "*")
      .map(({ method, path }) => `${method} /api/v1${path.replace(/:(\w+)/g, "{$1}")}`);
    const described = Object.entries(apiDocument().paths)
      .filter(([path]) => path.startsWith("/api/v1"))
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
    expect([...new Set(built)].sort()).toEqual(described.sort());
  });

  it("responds to an unknown call with a problem", async () => {
    const response = await call("/nothing");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "error.notfound" });
  });
});
