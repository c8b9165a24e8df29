import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { requireForm } from "./require-form.ts";

const app = new Hono();
app.all("*", requireForm, async ({ req, json }) =>
  json(req.method === "GET" ? "page" : Object.fromEntries(await req.raw.formData())),
);

function send(type: string | null, body: BodyInit | null, method = "POST") {
  const headers: HeadersInit = type === null ? {} : { "Content-Type": type };
  return app.request("/places", { method, headers, body });
}

describe("requireForm", () => {
  it.each([
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded;charset=UTF-8",
    "Application/X-WWW-Form-Urlencoded",
  ])("lets a form of type %s through, to be read", async (type) => {
    const response = await send(type, "city=Eger");
    expect(await response.json()).toEqual({ city: "Eger" });
  });

  it("lets an empty form through: a button alone sends one", async () => {
    expect((await send("application/x-www-form-urlencoded", "")).status).toBe(200);
  });

  it("lets a form of parts through, to be read once more", async () => {
    const form = new FormData();
    form.set("city", "Eger");
    const response = await app.request("/places", { method: "POST", body: form });
    expect(await response.json()).toEqual({ city: "Eger" });
  });

  it.each([
    ["no type at all", null, null],
    ["JSON", "application/json", "{}"],
    ["plain text", "text/plain", "city=Eger"],
    ["a form of parts without a boundary", "multipart/form-data", "x"],
    ["one that breaks off", "multipart/form-data; boundary=x", "--x\r\nContent-Disp"],
  ])("refuses %s", async (_, type, body) => {
    const response = await send(type, body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ field: "body" }] });
  });

  it("requires nothing of a read", async () => {
    expect((await app.request("/places")).status).toBe(200);
  });
});
