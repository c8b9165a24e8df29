import { afterAll, beforeAll, expect, it } from "vitest";
import { type OneServer, startOneServer } from "#tests/support/one-server.ts";
import { createClient } from "../../client/index.js";

let server: OneServer;

beforeAll(async () => {
  server = await startOneServer({ places: [{}, {}, {}, {}] });
}, 300_000);
afterAll(() => server?.[Symbol.asyncDispose]());

it("lists places, with their types", async () => {
  const mosdo = createClient(`${server.origin}/`);
  const { data, response } = await mosdo.GET("/api/v1/places", {
    params: { query: { near: "19.05,47.5", sort: "distance", per_page: 3 } },
  });
  expect(response.status).toBe(200);
  if (!data || !("total" in data)) throw new Error("that is no page");
  const { places } = data;
  expect(places).toHaveLength(3);
  expect(places[0].distance).toBeLessThanOrEqual(places[1].distance ?? 0);
});

it("finds one place, and says what is wrong with a question", async () => {
  const mosdo = createClient(server.origin);
  const nearest = await mosdo.GET("/api/v1/places/nearest", {
    params: { query: { near: "19.05,47.5" } },
  });
  expect(nearest.data?.limit_meters).toBe(3_000);
  const missing = await mosdo.GET("/api/v1/places/{id}", { params: { path: { id: 999_999 } } });
  expect(missing.data).toBeUndefined();
  expect(missing.error?.code).toBe("error.notfound");
});
