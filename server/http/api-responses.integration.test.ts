import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { loadSamplePlaces } from "#server/import/sample-places.ts";
import { writeCalls } from "#tests/hostile-writes/write-calls.ts";
import { setWriteScene, type WriteScene } from "#tests/hostile-writes/write-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestApi, type TestApi } from "#tests/support/services/test-api.ts";
import { apiCalls } from "./api-routes.ts";

/*
 * Every successful response of every call, against the OpenAPI document (`expectDescribed`, which checks every response
 * of the test API).
 */

let db: TestDatabase;
let api: TestApi;
let scene: WriteScene;

beforeAll(async () => {
  db = await createTestDatabase();
  await loadSamplePlaces(db.database, new Date());
  api = await createTestApi(db.database);
  scene = await setWriteScene(api, db.database);
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

type Asker = "visitor" | "user" | "moderator" | "administrator";

/** Call, status, viewer and query, in an order in which each call finds what it needs. */
const expectedResponses: readonly (readonly [
  call: string,
  status: number,
  asker: Asker,
  query: string,
])[] = [
  ["GET /places", 200, "visitor", "near=19.05,47.5&per_page=100"],
  ["GET /places", 200, "administrator", "per_page=100"],
  ["GET /places/nearest", 200, "visitor", "near=19.0536,47.4976"],
  ["GET /places/set", 200, "visitor", "bbox=-180,-90,180,90"],
  ["GET /places/set", 200, "visitor", "bbox=176,-19,-178,-15"],
  ["GET /places/nearby", 200, "user", "lng=19.05&lat=47.5&radius=1000"],
  ["GET /places/:id", 200, "user", ""],
  [
    "GET /opening-hours",
    200,
    "visitor",
    "text=Mo-Fr+08:00-12:00;+PH+off&country=AT&lat=48.2&lng=16.4",
  ],
  ["GET /opening-hours", 200, "visitor", "text=Mo-Fr+8-"],
  ["GET /ways", 200, "visitor", "from=19.04,47.5&to=19.06,47.51&by=car"],
  ["POST /ways", 200, "visitor", "speed=5&open=1&unknown=1"],
  ["POST /places", 201, "user", ""],
  ["GET /places/:id/reviews/me", 204, "user", ""],
  ["PUT /places/:id/reviews/me", 201, "user", ""],
  ["PUT /places/:id/reviews/me", 200, "user", ""],
  ["GET /places/:id/reviews/me", 200, "user", ""],
  ["GET /places/:id/reviews", 200, "administrator", ""],
  ["POST /places/:id/confirmations", 201, "user", ""],
  ["POST /places/:id/observations", 201, "user", ""],
  ["POST /places/:id/reports", 201, "user", ""],
  ["POST /places/:id/reviews/:review_id/reports", 201, "user", ""],
  ["POST /corrections", 201, "user", ""],
  ["PATCH /places/:id", 202, "user", ""],
  ["GET /moderation", 200, "administrator", ""],
  ["POST /moderation/proposals/:id", 200, "administrator", ""],
  ["DELETE /proposals/:id", 204, "user", ""],
  ["PATCH /places/:id", 200, "administrator", ""],
  ["POST /places/:id/history/:edit/take-back", 200, "administrator", ""],
  ["DELETE /places/:id/history/:edit", 204, "administrator", ""],
  ["GET /places/:id/history", 200, "visitor", ""],
  ["GET /places/:id/history", 200, "administrator", ""],
  ["GET /account/export", 200, "user", ""],
  ["GET /account/contributions", 200, "user", ""],
  ["GET /account/sessions", 200, "user", ""],
  ["DELETE /account/sessions/:id", 204, "user", ""],
  ["DELETE /account/sessions", 204, "user", ""],
  ["GET /account/second-factor", 200, "user", ""],
  ["DELETE /places/:id/reviews/:user_id", 204, "administrator", ""],
  ["PUT /places/:id/reviews/me", 201, "user", ""],
  ["DELETE /places/:id/reviews/me", 204, "user", ""],
  ["POST /places/:id/accept", 204, "administrator", ""],
  ["POST /moderation/accept", 200, "administrator", ""],
  ["POST /moderation/open", 200, "administrator", ""],
  ["PUT /places/:id/position", 204, "administrator", ""],
  ["DELETE /places/:id", 204, "administrator", ""],
  ["GET /moderation", 200, "administrator", ""],
  ["POST /places/:id/restore", 204, "administrator", ""],
  ["POST /moderation/reviews/:review_id", 204, "moderator", ""],
  ["PUT /moderation/moderators/:user_id", 204, "administrator", ""],
  ["GET /moderation", 200, "administrator", "part=accounts"],
  ["GET /moderation", 200, "moderator", ""],
  ["DELETE /moderation/moderators/:user_id", 204, "administrator", ""],
  ["GET /geo/suggest", 200, "visitor", "q=Szeged"],
  ["GET /geo/retrieve/:id", 200, "visitor", ""],
  ["GET /geo/reverse", 200, "visitor", "lng=19.05&lat=47.5"],
  ["GET /geo/search", 200, "visitor", "q=Szeged"],
  ["GET /geo/directions", 200, "user", "from=19.04,47.5&to=19.05,47.5"],
  ["GET /status/completeness", 200, "administrator", ""],
  ["POST /vitals", 204, "visitor", ""],
  ["POST /browser-errors", 204, "visitor", ""],
  ["POST /policy-reports", 204, "visitor", ""],
  ["DELETE /account", 204, "user", ""],
];

/** Responses of which the embedded map provider is not capable. */
const ofOtherProviders = ["GET /geo/category/:category 200", "GET /geo/static 200"];

/** Needs cookies of a sign-in (`server/accounts/second-factor.integration.test.ts`). */
const ofSignIns = ["POST /sign-in/code 204"];

describe("responses", () => {
  it.each(expectedResponses)(
    "%s with %i to the %s, as described",
    async (route, status, asker, query) => {
      const [method, template] = route.split(" ");
      const viewer: Viewer = asker === "visitor" ? visitor : scene[asker];
      const call = writeCalls.find((known) => known.route === route);
      const ids: Record<string, string> = {
        id: template.startsWith("/geo/") ? await suggestionId() : String(scene.placeId),
        user_id: scene.user.userId,
        review_id: String(scene.reviewId),
        ...(await call?.ids?.(scene)),
      };
      const path = template.replace(/:(\w+)/g, (_, name: string) => ids[name]);
      const { headers } = call ?? {};
      const body = call?.body?.(scene);
      const response = await api.call({ method, path: `${path}?${query}`, viewer, body, headers });
      expect(response.status).toBe(status);
    },
  );

  it("are all tried", () => {
    const described = apiCalls.flatMap(({ method, path, responses }) =>
      Object.keys(responses).map((status) => `${method.toUpperCase()} ${path} ${status}`),
    );
    const tried = expectedResponses.map(([route, status]) => `${route} ${status}`);
    expect([...new Set([...tried, ...ofOtherProviders, ...ofSignIns])].sort()).toEqual(
      described.sort(),
    );
  });
});

async function suggestionId(): Promise<string> {
  const [first] = await (await api.call({ path: "/geo/suggest?q=Szeged" })).json();
  return first.id;
}
