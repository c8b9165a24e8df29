import { Hono } from "hono";
import { expect, test } from "vitest";
import type { GeoResponse } from "#server/geo/geo.ts";
import { answerGeo } from "./geo.ts";

async function answerOf(answer: GeoResponse<string>, keepSeconds = 60) {
  const app = new Hono();
  app.get("/", (context) =>
    answerGeo(context, answer, { keepSeconds, respond: (value) => context.json(value) }),
  );
  const response = await app.request("/");
  return { status: response.status, headers: Object.fromEntries(response.headers) };
}

const found = { ok: true, value: "x" } as const;

test("says whose answer it is, which may be kept", async () => {
  expect(await answerOf({ ...found, provider: "open", isFallback: false })).toMatchObject({
    status: 200,
    headers: { "x-geo-level": "open", "cache-control": "private, max-age=60" },
  });
});

test("says that it stands in for a better one, and is not kept then", async () => {
  expect(await answerOf({ ...found, provider: "embedded", isFallback: true })).toMatchObject({
    headers: { "x-geo-level": "embedded", "x-geo-fallback": "1", "cache-control": "no-store" },
  });
});

test("says how many towns it knows, where that is all", async () => {
  const embedded = { ...found, provider: "embedded", isFallback: false } as const;
  expect((await answerOf({ ...embedded, knownTowns: 848 })).headers["x-geo-towns"]).toBe("848");
  expect((await answerOf(embedded)).headers["x-geo-towns"]).toBeUndefined();
});

test("is not kept where it is about where someone walks", async () => {
  expect(
    (await answerOf({ ...found, provider: "open", isFallback: false }, 0)).headers,
  ).toMatchObject({
    "cache-control": "no-store",
  });
});

test.each([
  ["notfound", 404],
  ["unsupported", 404],
  ["unavailable", 503],
] as const)("answers %s with %i", async (code, status) => {
  const answer = { ok: false, code, provider: "open", isFallback: false } as const;
  const { status: answered, headers } = await answerOf(answer);
  expect(answered).toBe(status);
  expect(headers).toMatchObject({ "x-geo-level": "open", "cache-control": "no-store" });
  expect(headers["x-geo-fallback"]).toBeUndefined();
});
