import { afterAll, beforeAll, expect, test } from "vitest";
import type { Viewer } from "#server/accounts/viewer.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestApi, type TestApi } from "#tests/support/services/test-api.ts";

const anna: Viewer = { userId: "anna", email: null, role: "user" };

let db: TestDatabase;
let api: TestApi;
let id: number;

beforeAll(async () => {
  db = await createTestDatabase();
  [id] = await addPlaces(db.database, [{}]);
  api = await createTestApi(db.database, {
    config: { rateLimits: true, apiReadLimit: 3 },
    now: () => new Date("2026-06-10T10:00:00Z"),
  });
});
afterAll(async () => {
  await api?.[Symbol.asyncDispose]();
  await db?.[Symbol.asyncDispose]();
});

test("counts the reads of a client address, and says how many are left", async () => {
  const clientAddress = "192.0.2.7";
  const call = (path: string, headers = {}) => api.call({ path, clientAddress, headers });
  const first = await call("/places");
  expect(first.headers.get("RateLimit-Limit")).toBe("3");
  expect(first.headers.get("RateLimit-Remaining")).toBe("2");
  expect(Number(first.headers.get("RateLimit-Reset"))).toBeGreaterThan(0);
  // A 304 counts too, with the headers.
  const known = { "If-None-Match": first.headers.get("ETag") ?? "" };
  const second = await call("/places", known);
  expect([second.status, second.headers.get("RateLimit-Remaining")]).toEqual([304, "1"]);
  expect(second.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect((await call("/places/0x")).headers.get("RateLimit-Remaining")).toBe("0");
  const refused = await call(`/places/${id}`);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "error.toomanyrequests" });
  expect(refused.headers.get("Retry-After")).toBe(refused.headers.get("RateLimit-Reset"));
  expect(refused.headers.get("RateLimit-Remaining")).toBe("0");
  expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("*");
  // Another IP address, and our own pages behind the same one.
  expect((await api.call({ path: "/places", clientAddress: "192.0.2.8" })).status).toBe(200);
  const own = await call("/places", { "Sec-Fetch-Site": "same-origin" });
  expect([own.status, own.headers.get("RateLimit-Limit")]).toEqual([200, "30"]);
});

test("never allows other origins for a response to a session, nor for a call that needs one", async () => {
  const openTo = async (path: string, viewer?: Viewer) => {
    const { headers } = await api.call({ path, viewer, clientAddress: "192.0.2.9" });
    return [headers.get("Access-Control-Allow-Origin"), headers.get("Vary")];
  };
  expect(await openTo(`/places/${id}`, anna)).toEqual([null, "Cookie, Accept-Encoding"]);
  expect(await openTo(`/places/${id}`)).toEqual(["*", "Cookie, Accept-Encoding"]);
  expect(await openTo(`/places/${id}/reviews`)).toEqual(["*", "Cookie"]);
  expect(await openTo("/account/export")).toEqual([null, null]);
  expect(await openTo(`/places/${id}/reviews/me`)).toEqual([null, null]);
});
