import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiDocument } from "#server/http/api-routes.ts";
import { setWriteScene, type WriteScene } from "#tests/hostile-writes/write-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestApi, type TestApi } from "#tests/support/services/test-api.ts";
import { callsOf, requestsOf } from "./any-request.ts";

/* The full form is fuzz.full.test.ts: two thousand requests a call, to a built server. */
const requestsPerCall = 60;
const seed = 20_261_123;

const calls = callsOf(apiDocument()).filter(({ path }) => path.startsWith("/api/v1/"));

let db: TestDatabase;
let api: TestApi;
let scene: WriteScene;

beforeAll(async () => {
  db = await createTestDatabase();
  api = await createTestApi(db.database, { config: { visitorReports: true } });
  scene = await setWriteScene(api, db.database);
});
afterAll(async () => {
  await api?.[Symbol.asyncDispose]();
  await db?.[Symbol.asyncDispose]();
});

describe(`${requestsPerCall} requests of each call get responses as described`, () => {
  test("which has them all", () => {
    expect(calls.length).toBeGreaterThan(30);
  });

  test.each(calls)("$method $path", async (call) => {
    const requests = fc.sample(requestsOf(call), { numRuns: requestsPerCall, seed });
    for (const [index, request] of requests.entries()) {
      const { method, headers, body, isSignedIn } = request;
      const path = request.path.slice("/api/v1".length);
      const viewer = isSignedIn ? [scene.user, scene.administrator][index % 2] : undefined;
      const response = await api.call({ method, path, headers, body, viewer });
      expect(response.status, `${method} ${path} ${body}`).toBeLessThan(500);
    }
  });
});
