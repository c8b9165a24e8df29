import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { apiRoutes } from "#server/http/api-routes.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { expectDescribed } from "#tests/support/services/expect-described.ts";

let testDatabase: TestDatabase;
let testServices: Awaited<ReturnType<typeof createTestServices>>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  testServices = await createTestServices(testDatabase.database, { config: { rateLimits: true } });
});

afterAll(async () => {
  await testServices[Symbol.asyncDispose]();
  await testDatabase[Symbol.asyncDispose]();
});

const user: Viewer = { userId: "someone", email: "a@b.example", role: "user" };

/** Calls the map services in process, each time from another IP address unless one is given. */
async function call(path: string, { viewer = visitor, clientAddress = nextAddress() } = {}) {
  const app = new Hono<AppEnvironment>();
  app.use((context, next) => {
    context.set("viewer", viewer);
    context.set("client", { headers: new Headers(), clientAddress, language: "en" });
    return next();
  });
  app.route("/", apiRoutes(testServices.services, pino({ level: "silent" })));
  const response = await app.request(`/geo${path}`);
  await expectDescribed(response, "GET", `/geo${path}`);
  return response;
}

let addresses = 0;
const nextAddress = () => `10.0.${addresses >> 8}.${addresses++ & 255}`;

async function body(path: string, viewer?: Viewer) {
  const response = await call(path, { viewer });
  expect(response.status).toBe(200);
  expect(response.headers.get("X-Geo-Level")).toBe("embedded");
  expect(response.headers.get("X-Geo-Fallback")).toBeNull();
  return response.json();
}

test("suggests, and retrieves what was suggested in the requested language", async () => {
  const [first] = await body("/suggest?q=Bécs&lang=de");
  expect(first).toEqual({
    id: expect.stringMatching(/^embedded\./),
    name: "Wien",
    detail: "Österreich",
    precision: "settlement",
  });
  expect(await body(`/retrieve/${first.id}?lang=hu`)).toEqual({
    address_line1: "",
    address_line2: "",
    place: "Bécs",
    county: "",
    postcode: "",
    country: "AT",
    latitude: expect.closeTo(48.2, 1),
    longitude: expect.closeTo(16.4, 1),
    confidence: "medium",
    precision: "settlement",
  });
});

test("has no suggestions below three characters, spaces around them not counted", async () => {
  expect(await body("/suggest?q=Gy")).toEqual([]);
  expect(await body("/suggest?q=%20Gy%20")).toEqual([]);
  expect(await body("/suggest?q=Győ")).not.toEqual([]);
});

test("says where a point is, no more exactly than it knows", async () => {
  expect(await body("/reverse?lng=19.0513&lat=47.5007&lang=hu")).toMatchObject({
    address_line1: "",
    place: "Budapest",
    country: "HU",
    longitude: 19.0513,
    latitude: 47.5007,
    precision: "settlement",
  });
});

test("shows the direction and the distance where the streets are not known", async () => {
  expect(await body("/directions?from=19.04,47.5&to=19.05,47.5", user)).toEqual({
    kind: "straight",
    geometry: {
      type: "LineString",
      coordinates: [
        [19.04, 47.5],
        [19.05, 47.5],
      ],
    },
    distance: 751,
    bearing: 90,
    steps: [],
  });
});

test("accepts what clients of hosted services say of a search", async () => {
  const header =
    "types=address,place&streets=true&country=hu,AT&bbox=16,45,23,49&limit=2&proximity=ip&session_token=12345678" +
    "&language=fr,de&eta_type=navigation&navigation_profile=walking&origin=19.05,47.5";
  const found = await body(`/suggest?q=Raab&${header}`);
  expect(found[0]).toMatchObject({ name: "Győr", detail: "Győr-Moson-Sopron, Ungarn" });
  expect(found.length).toBeLessThanOrEqual(2);
  expect(await body("/suggest?q=Győr&country=sk")).not.toContainEqual(
    expect.objectContaining({ name: "Győr" }),
  );
  expect((await body(`/search?q=Raab&${header}`))[0]).toMatchObject({ place: "Győr" });
  expect(await body(`/retrieve/${found[0].id}?${header}`)).toMatchObject({ place: "Győr" });
  const at = "longitude=19.05&latitude=47.5&types=address,street&language=de-AT";
  expect(await body(`/reverse?${at}`)).toMatchObject({ place: "Budapest" });
});

describe("responds", () => {
  it.each([
    ["/suggest", 422, "error.searchtext"],
    ["/suggest?q=", 422, "error.searchtext"],
    ["/suggest?q=%20", 422, "error.searchtext"],
    ["/search?q=", 422, "error.searchtext"],
    [`/search?q=${"x".repeat(201)}`, 422, "error.parameter"],
    ["/suggest?q=a%00bc", 422, "error.parameter"],
    ["/suggest?q=abc&q=abd", 422, "error.parameter"],
    ["/suggest?q=abc&lang=fr", 422, "error.parameter"],
    ["/suggest?q=abc&near=19", 422, "error.parameter"],
    ["/suggest?q=abc&session=short", 422, "error.parameter"],
    ["/suggest?q=abc&limit=0", 422, "error.parameter"],
    ["/suggest?q=abc&limit=101", 422, "error.parameter"],
    ["/suggest?q=abc&country=HUN", 422, "error.parameter"],
    ["/suggest?q=abc&country=XX", 422, "error.parameter"],
    ["/suggest?q=abc&bbox=1,2,3", 422, "error.parameter"],
    ["/suggest?q=abc&proximity=here", 422, "error.parameter"],
    ["/suggest?q=abc&near=19,47&proximity=ip", 422, "error.parameter"],
    ["/suggest?q=abc&lang=hu&language=hu", 422, "error.parameter"],
    ["/suggest?q=abc&session=12345678&session_token=12345678", 422, "error.parameter"],
    ["/suggest?q=abc&session_token=short", 422, "error.parameter"],
    ["/suggest?q=abc&streets=maybe", 422, "error.parameter"],
    ["/suggest?q=abc&types=Address", 422, "error.parameter"],
    ["/suggest?q=abc&navigation_profile=flying", 422, "error.parameter"],
    ["/suggest?q=abc&eta_type=navigation", 422, "error.parameter"],
    ["/suggest?q=abc&origin=19", 422, "error.parameter"],
    ["/suggest?q=abc&access_token=pk", 422, "error.parameter"],
    ["/reverse?lng=180.1&lat=47", 422, "error.parameter"],
    ["/reverse?lng=19&lat=-90.1", 422, "error.parameter"],
    ["/reverse?lng=19", 422, "error.parameter"],
    ["/reverse?lng=-30&lat=40", 404, "error.notfound"],
    ["/retrieve/embedded.s1", 404, "error.notfound"],
    ["/retrieve/embedded.d24", 404, "error.notfound"],
    ["/retrieve/elsewhere", 404, "error.notfound"],
    ["/category/toilet", 404, "error.notfound"],
    ["/category/..%2Fx", 404, "error.notfound"],
    ["/static?lng=19&lat=47", 404, "error.notfound"],
    ["/static?lng=19&lat=47&zoom=23", 422, "error.parameter"],
  ])("%s with %i %s", async (path, status, code) => {
    const response = await call(path);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it("with the text of docs/product#suggestions where the text is missing", async () => {
    expect(await (await call("/suggest?q=")).json()).toMatchObject({
      detail: "searchText is required",
      errors: [{ field: "q", code: "error.searchtext" }],
    });
  });

  it("422 for directions without an end", async () => {
    const response = await call("/directions?from=19,47", { viewer: user });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ field: "to" }] });
  });

  it("429 after 120 requests a minute from one IP address", async () => {
    const clientAddress = nextAddress();
    const suggest = () => call("/suggest?q=Gy", { clientAddress });
    for (let count = 0; count < 120; count++) expect((await suggest()).status).toBe(200);
    const response = await suggest();
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});
