import { Hono } from "hono";
import { expect, test } from "vitest";
import type { GeoResponse } from "#server/geo/geo.ts";
import { geoResponse } from "./geo.ts";

async function responseTo(result: GeoResponse<string>, maxAgeSeconds = 60) {
  const app = new Hono();
  app.get("/", (context) =>
    geoResponse(context, result, { maxAgeSeconds, respond: (value) => context.json(value) }),
  );
  const response = await app.request("/");
  return { status: response.status, headers: Object.fromEntries(response.headers) };
}

const found = { ok: true, value: "x" } as const;

test("names the provider, and may be cached", async () => {
  expect(await responseTo({ ...found, provider: "open", isFallback: false })).toMatchObject({
    status: 200,
    headers: { "x-geo-level": "open", "cache-control": "private, max-age=60" },
  });
});

test("says that it is a fallback, and is not cached then", async () => {
  expect(await responseTo({ ...found, provider: "embedded", isFallback: true })).toMatchObject({
    headers: { "x-geo-level": "embedded", "x-geo-fallback": "1", "cache-control": "no-store" },
  });
});

test("says how many towns are known, where no streets are", async () => {
  const embedded = { ...found, provider: "embedded", isFallback: false } as const;
  expect((await responseTo({ ...embedded, knownTowns: 848 })).headers["x-geo-towns"]).toBe("848");
  expect((await responseTo(embedded)).headers["x-geo-towns"]).toBeUndefined();
});

test("is not cached for directions", async () => {
  expect(
    (await responseTo({ ...found, provider: "open", isFallback: false }, 0)).headers,
  ).toMatchObject({
    "cache-control": "no-store",
  });
});

test.each([
  ["notfound", 404],
  ["unsupported", 404],
  ["unavailable", 503],
] as const)("answers %s with %i", async (code, status) => {
  const response = { ok: false, code, provider: "open", isFallback: false } as const;
  const { status: result, headers } = await responseTo(response);
  expect(result).toBe(status);
  expect(headers).toMatchObject({ "x-geo-level": "open", "cache-control": "no-store" });
  expect(headers["x-geo-fallback"]).toBeUndefined();
});
