import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { readJsonBody } from "./api-call.ts";

async function read(body: string | Uint8Array<ArrayBuffer>, type = "application/json") {
  const app = new Hono();
  app.post("/", async (context) => context.json(await readJsonBody(context)));
  const request = { method: "POST", body, headers: { "Content-Type": type } };
  return (await app.request("/", request)).json();
}

const error = { ok: false, errors: [{ field: "body", code: "error.parameter" }] };

describe("readJsonBody", () => {
  test.each(["application/json", "application/json; charset=utf-8", "Application/JSON"])(
    "reads %s",
    async (type) => {
      expect(await read('{"city":"Győr 🚽"}', type)).toEqual({
        ok: true,
        body: { city: "Győr 🚽" },
      });
    },
  );

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/ld+json", ""])(
    "refuses '%s'",
    async (type) => {
      expect(await read("{}", type)).toEqual(error);
    },
  );

  test.each([
    ["nothing", ""],
    ["half a document", "{"],
    ["two documents", "{}{}"],
    ["a value that is not a number in JSON", "NaN"],
    ["NUL in a value", '{"a":["\\u0000"]}'],
    ["NUL in a key", '{"a":{"\\u0000":1}}'],
    ["half a surrogate pair in a value", '"\\ud83d"'],
    ["half a surrogate pair in a key", '{"\\udebd":1}'],
    ["what is nested beyond reading", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ])("refuses %s", async (_, body) => {
    expect(await read(body)).toEqual(error);
  });

  test("refuses bytes that are no UTF-8", async () => {
    expect(await read(Uint8Array.of(0x22, 0x47, 0x79, 0xf5, 0x72, 0x22))).toEqual(error);
    expect(await read(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22))).toEqual(error);
  });

  test("leaves a key that prototypes have where it is", async () => {
    const { body } = await read('{"__proto__":{"isAdministrator":true}}');
    expect(Object.keys(body)).toEqual(["__proto__"]);
  });
});
