import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { readAfterWrite, writeMarkOf } from "./read-after-write.ts";

/** What was looked for, and an application in which every request but a reading one writes. */
function serve(isHttps = false) {
  const heard: string[] = [];
  const app = new Hono<AppEnvironment>();
  const writeMarks = {
    hear: async (mark: string) => void heard.push(mark),
    during: async (answer: () => Promise<void>) => {
      await answer();
      return "abcdefgh.1";
    },
  };
  app.use(readAfterWrite({ writeMarks: writeMarks as never }, isHttps));
  app.all("*", ({ text }) => text("done", 200, { "Set-Cookie": "session=1" }));
  const ask = async (method: string, headers: Record<string, string> = {}) =>
    (await app.request("/", { method, headers })).headers.getSetCookie();
  return { heard, ask };
}

const own = "mosdo.wrote=abcdefgh.1; Path=/; Max-Age=30; HttpOnly; SameSite=Lax";

describe("readAfterWrite", () => {
  test("gives a writer that keeps cookies a mark, beside the answer's own cookies", async () => {
    const { ask } = serve();
    expect(await ask("POST", { Origin: "http://mosdo.test" })).toEqual(["session=1", own]);
    expect(await ask("DELETE", { Cookie: "a=1" })).toEqual(["session=1", own]);
    expect(await serve(true).ask("PUT", { Cookie: "a=1" })).toContain(`${own}; Secure`);
  });

  test("gives none to a reader, nor to a program without cookies", async () => {
    const { ask } = serve();
    expect(await ask("GET", { Cookie: "a=1" })).toEqual(["session=1"]);
    expect(await ask("POST")).toEqual(["session=1"]);
  });

  test("looks where a request brings a mark along", async () => {
    const { ask, heard } = serve();
    await ask("GET", { Cookie: "a=1" });
    expect(heard).toEqual([]);
    await ask("GET", { Cookie: "a=1; mosdo.wrote=abcdefgh.2" });
    await ask("POST", { Cookie: "mosdo.wrote=abcdefgh.3; a=1" });
    expect(heard).toEqual(["abcdefgh.2", "abcdefgh.3"]);
  });
});

test.each([
  [undefined, null],
  ["a=1", null],
  ["mosdo.wrote=x", "x"],
  ["a=1; mosdo.wrote=x; b=2", "x"],
  ["not-mosdo.wrote=x", null],
])("writeMarkOf %s", (cookie, mark) => {
  expect(writeMarkOf(cookie)).toBe(mark);
});
