import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { consistencyTokenOf, readYourWrites } from "./read-your-writes.ts";

/** Application in which each request writes unless its method is safe, and the tokens it has applied. */
function serve(isHttps = false) {
  const applied: string[] = [];
  const app = new Hono<AppEnvironment>();
  const consistencyTokens = {
    apply: async (token: string) => void applied.push(token),
    issueAfter: async (run: () => Promise<void>) => {
      await run();
      return "abcdefgh.1";
    },
  };
  app.use(readYourWrites({ consistencyTokens: consistencyTokens as never }, isHttps));
  app.all("*", ({ text }) => text("done", 200, { "Set-Cookie": "session=1" }));
  const request = async (method: string, headers: Record<string, string> = {}) =>
    (await app.request("/", { method, headers })).headers.getSetCookie();
  return { applied, request };
}

const own = "mosdo.wrote=abcdefgh.1; Path=/; Max-Age=30; HttpOnly; SameSite=Lax";

describe("readYourWrites", () => {
  test("sets a token for a writer that stores cookies, beside the response's own cookies", async () => {
    const { request } = serve();
    expect(await request("POST", { Origin: "http://mosdo.test" })).toEqual(["session=1", own]);
    expect(await request("DELETE", { Cookie: "a=1" })).toEqual(["session=1", own]);
    expect(await serve(true).request("PUT", { Cookie: "a=1" })).toContain(`${own}; Secure`);
  });

  test("sets none for a reader, nor for a program without cookies", async () => {
    const { request } = serve();
    expect(await request("GET", { Cookie: "a=1" })).toEqual(["session=1"]);
    expect(await request("POST")).toEqual(["session=1"]);
  });

  test("applies the token of a request", async () => {
    const { request, applied } = serve();
    await request("GET", { Cookie: "a=1" });
    expect(applied).toEqual([]);
    await request("GET", { Cookie: "a=1; mosdo.wrote=abcdefgh.2" });
    await request("POST", { Cookie: "mosdo.wrote=abcdefgh.3; a=1" });
    expect(applied).toEqual(["abcdefgh.2", "abcdefgh.3"]);
  });
});

test.each([
  [undefined, null],
  ["a=1", null],
  ["mosdo.wrote=x", "x"],
  ["a=1; mosdo.wrote=x; b=2", "x"],
  ["not-mosdo.wrote=x", null],
])("consistencyTokenOf %s", (cookie, token) => {
  expect(consistencyTokenOf(cookie)).toBe(token);
});
