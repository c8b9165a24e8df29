import { Hono } from "hono";
import { expect, it, vi } from "vitest";
import { visitor } from "#server/accounts/viewer.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { identifyCaller } from "./identify-caller.ts";

const renewal = "session=renewed; Path=/; HttpOnly";

function appWith(setCookies: readonly string[]) {
  const identifyViewer = vi.fn(async () => ({ viewer: visitor, setCookies }));
  const app = new Hono<AppEnvironment>();
  app.use(identifyCaller({ trustedProxies: 1, identifyViewer }));
  app.get("/tile", (context) => {
    context.header("Cache-Control", "public, max-age=30");
    return context.text(context.var.viewer.userId ?? "nobody");
  });
  app.get("/logout", (context) => {
    context.header("Set-Cookie", "session=; Max-Age=0");
    return context.text("bye");
  });
  return { app, identifyViewer };
}

it("tells who asks, from where and in which language", async () => {
  const { app, identifyViewer } = appWith([]);
  const headers = { "X-Forwarded-For": "203.0.113.9", "Accept-Language": "de-AT" };
  const response = await app.request("/tile", { headers });
  expect(await response.text()).toBe("nobody");
  expect(identifyViewer).toHaveBeenCalledWith(
    expect.objectContaining({ clientAddress: "203.0.113.9", language: "de" }),
  );
});

it("leaves an answer as it is where there is nothing to renew", async () => {
  const response = await appWith([]).app.request("/tile");
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=30");
  expect(response.headers.getSetCookie()).toEqual([]);
});

it("keeps an answer that renews a session out of every cache", async () => {
  const response = await appWith([renewal]).app.request("/tile");
  expect(response.headers.getSetCookie()).toEqual([renewal]);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
});

it("does not renew a session that the answer has just ended", async () => {
  const response = await appWith([renewal]).app.request("/logout");
  expect(response.headers.getSetCookie()).toEqual(["session=; Max-Age=0"]);
});
