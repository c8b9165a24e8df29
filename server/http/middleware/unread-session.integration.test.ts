import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unreadViewer } from "#server/accounts/viewer.ts";
import { apiRoutes } from "#server/http/api-routes.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import { createTestApi, type TestApi } from "#tests/support/services/test-api.ts";

/*
 * A viewer with an unread session is not a visitor. Public calls succeed, a call that needs an account responds with
 * 503, and no response claims that the viewer is not signed in.
 */

const resources = new AsyncDisposableStack();
let api: TestApi;
let placeId: number;

beforeAll(async () => {
  const { database } = resources.use(await createTestDatabase());
  api = resources.use(await createTestApi(database));
  [placeId] = await addPlaces(database, [{}]);
});
afterAll(() => resources.disposeAsync());

const calls = [
  ...new Set(
    apiRoutes(servicesWith({}), pino({ level: "silent" }))
      .routes.filter(({ method, path }) => method !== "ALL" && !path.endsWith("*"))
      .map(({ method, path }) => `${method} ${path}`),
  ),
];

const forEveryone = new Set([
  // The sender of a code has no session yet.
  "POST /sign-in/code",
  "POST /vitals",
  "POST /browser-errors",
  "POST /policy-reports",
  "GET /places",
  "GET /places/nearest",
  "GET /places/set",
  "GET /places/:id",
  "GET /places/:id/reviews",
  "GET /places/:id/history",
  "GET /opening-hours",
  "GET /ways",
  "POST /ways",
  "GET /openapi.json",
  "GET /geo/suggest",
  "GET /geo/retrieve/:id",
  "GET /geo/reverse",
  "GET /geo/search",
  "GET /geo/category/:category",
  "GET /geo/static",
]);

test.each(calls.filter((call) => !forEveryone.has(call)))("%sresponds with 503", async (call) => {
  const [method, path] = call.split(" ");
  const filled = path.replace(":id", String(placeId)).replace(":user_id", "someone");
  // A rating for the review; every other call checks the viewer before it reads its body.
  const body = method === "GET" ? undefined : { rating: 5 };
  const response = await api.call({ method, path: filled, viewer: unreadViewer, body });
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("2");
  expect(await response.json()).toMatchObject({ code: "error.unavailable" });
});

test.each([...forEveryone].filter((call) => call.startsWith("GET /places")))(
  "%s answers as to a visitor",
  async (call) => {
    const named = call.split(" ")[1].replace(":id", String(placeId));
    const queries = { nearest: "?near=19.05,47.5", set: "?bbox=19,47,20,48" };
    const path = named + (queries[named.split("/")[2] as keyof typeof queries] ?? "");
    expect((await api.call({ path, viewer: unreadViewer })).status).toBe(200);
  },
);

test("every call that is for everyone exists", () => {
  expect([...forEveryone].filter((call) => !calls.includes(call))).toEqual([]);
});
