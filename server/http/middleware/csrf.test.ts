import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { csrf } from "./csrf.ts";

function appBehind(publicUrl: string | null) {
  const app = new Hono();
  app.use(csrf(publicUrl));
  app.all("/", (context) => context.text("done"));
  return app;
}

const send = (headers: Record<string, string>, method = "POST", publicUrl: string | null = null) =>
  appBehind(publicUrl).request("http://mosdo.test/", { method, headers });

describe("csrf", () => {
  it("lets a program through that carries no cookie", async () => {
    expect((await send({})).status).toBe(200);
  });
  it("refuses a foreign page without a cookie too, so that it cannot sign a visitor in", async () => {
    expect((await send({ Origin: "https://elsewhere.test" })).status).toBe(403);
    expect((await send({ Origin: "null" })).status).toBe(403);
    expect((await send({ "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
  });
  it("refuses a cookie from a foreign page, and one that names no origin", async () => {
    expect((await send({ Cookie: "a=b", Origin: "https://elsewhere.test" })).status).toBe(403);
    expect((await send({ Cookie: "a=b" })).status).toBe(403);
    expect((await send({ Cookie: "a=b", Origin: "null" })).status).toBe(403);
  });
  it("accepts our own pages, by origin or by Sec-Fetch-Site", async () => {
    expect((await send({ Cookie: "a=b", Origin: "http://mosdo.test" })).status).toBe(200);
    expect((await send({ Cookie: "a=b", "Sec-Fetch-Site": "same-origin" })).status).toBe(200);
    expect((await send({ Cookie: "a=b", "Sec-Fetch-Site": "same-site" })).status).toBe(403);
  });
  it("never refuses a read", async () => {
    expect((await send({ Cookie: "a=b" }, "GET")).status).toBe(200);
  });
  it("accepts the configured public URL as our own behind a proxy", async () => {
    const headers = { Cookie: "a=b", Origin: "https://mosdo.example" };
    expect((await send(headers, "POST", "https://mosdo.example")).status).toBe(200);
    expect((await send(headers)).status).toBe(403);
  });
});
