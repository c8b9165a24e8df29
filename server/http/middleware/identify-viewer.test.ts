import { Hono } from "hono";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { DatabaseUnavailable } from "#server/database/database-errors.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { proxiesOf } from "#tests/support/services/stand-ins.ts";
import { identifyViewerOf } from "./identify-viewer.ts";

const renewal = "session=renewed; Path=/; HttpOnly";

const session = { Cookie: "session=anna" };
const clock = {
  now: () => new Date("2026-06-10T10:00:00Z"),
  isInStep: () => true,
  administratorUserId: null,
};

function appWith(setCookies: readonly string[]) {
  const findSession = vi.fn(async () => ({ signedIn: null, setCookies }));
  const app = new Hono<AppEnvironment>();
  app.use(
    identifyViewerOf({ ...clock, trustedProxies: proxiesOf("on"), identity: { findSession } }),
  );
  app.get("/tile", (context) => {
    context.header("Cache-Control", "public, max-age=30");
    return context.text(context.var.viewer.userId ?? "nobody");
  });
  app.get("/logout", (context) => {
    context.header("Set-Cookie", "session=; Max-Age=0");
    return context.text("bye");
  });
  return { app, findSession };
}

it("identifies the viewer, the IP address and the language", async () => {
  const { app, findSession } = appWith([]);
  const headers = { ...session, "X-Forwarded-For": "203.0.113.9", "Accept-Language": "de-AT" };
  const response = await app.request("/tile", { headers });
  expect(await response.text()).toBe("nobody");
  expect(findSession).toHaveBeenCalledWith(
    expect.objectContaining({ clientAddress: "203.0.113.9", language: "de" }),
  );
});

it("looks up no session of a request without a cookie", async () => {
  const { app, findSession } = appWith([]);
  expect(await (await app.request("/tile")).text()).toBe("nobody");
  expect(findSession).not.toHaveBeenCalled();
});

it("leaves a response as it is where there is nothing to renew", async () => {
  const response = await appWith([]).app.request("/tile", { headers: session });
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=30");
  expect(response.headers.getSetCookie()).toEqual([]);
});

it("keeps a response that renews a session out of every cache", async () => {
  const response = await appWith([renewal]).app.request("/tile", { headers: session });
  expect(response.headers.getSetCookie()).toEqual([renewal]);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
});

it("does not renew a session that the response has just ended", async () => {
  const response = await appWith([renewal]).app.request("/logout", { headers: session });
  expect(response.headers.getSetCookie()).toEqual(["session=; Max-Age=0"]);
});

function signedInAs({ userId, role }: Viewer) {
  if (userId === null) return null;
  const account = { id: userId, email: "anna@example.org", sessionId: "1" };
  return { ...account, isModerator: role === "moderator", isEmailVerified: true };
}

/** An application that responds with the viewer, for sessions that are read so. */
function appFindingSession(findSession: () => Promise<{ signedIn: null; setCookies: string[] }>) {
  const app = new Hono<AppEnvironment>();
  app.use(
    identifyViewerOf({
      ...{ ...clock, trustedProxies: proxiesOf("off") },
      identity: { findSession },
    }),
  );
  app.get("*", (context) => {
    context.header("Cache-Control", "public, max-age=30");
    return context.json({ ...context.var.viewer });
  });
  return app;
}

afterEach(() => {
  vi.useRealTimers();
});

it("does not treat an unreadable session as none", async () => {
  const app = appFindingSession(() => Promise.reject(new DatabaseUnavailable("gone")));
  const response = await app.request("/places", { headers: session });
  expect(await response.json()).toEqual({ ...visitor, isUnread: true });
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
});

it("passes on every other error", async () => {
  const app = appFindingSession(() => Promise.reject(new Error("a fault of ours")));
  app.onError((error, context) => context.text(error.message, 500));
  expect(await (await app.request("/places", { headers: session })).text()).toBe("a fault of ours");
});

it.each([
  ["/tiles/places/5/17/11.mvt", 1_000],
  ["/map-picture.svg", 1_000],
  ["/places", 3_000],
  ["/api/v1/places", 3_000],
])("waits for the session of %s no longer than %i ms", async (path, limitMs) => {
  vi.useFakeTimers();
  const responded = vi.fn();
  const lookups = Promise.resolve(
    appFindingSession(() => new Promise(() => {})).request(path, { headers: session }),
  );
  void lookups.then(responded);
  await vi.advanceTimersByTimeAsync(limitMs - 1);
  expect(responded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await (await lookups).json()).toMatchObject({ isUnread: true });
});

describe("map images", () => {
  const tile = "/tiles/places/5/17/11.mvt";
  const anna: Viewer = { userId: "anna", email: null, role: "user" };
  const moderator: Viewer = { ...anna, role: "moderator" };

  /** An application that responds with the role of the session's account, and the number of look-ups. */
  function createApp(first: Viewer) {
    const state = { viewer: first, nowMs: 0, isInStep: true, lookups: 0 };
    const app = new Hono<AppEnvironment>();
    app.use(
      identifyViewerOf({
        trustedProxies: proxiesOf("off"),
        now: () => new Date(state.nowMs),
        isInStep: () => state.isInStep,
        administratorUserId: null,
        identity: {
          findSession: async () => {
            state.lookups++;
            return { signedIn: signedInAs(state.viewer), setCookies: [] };
          },
        },
      }),
    );
    app.get("*", (context) => context.text(context.var.viewer.role));
    const get = async (path = tile, Cookie = "session=anna") =>
      (await app.request(path, { headers: { Cookie } })).text();
    return { state, get };
  }

  it("look up a session that is not staff's once a minute, as it may have become a moderator's", async () => {
    const { state, get } = createApp(anna);
    expect(await get("/places")).toBe("user");
    state.viewer = moderator;
    state.nowMs = 59_999;
    expect(await get()).toBe("user");
    expect(await get("/map-picture.svg")).toBe("user");
    expect(state.lookups).toBe(1);
    state.nowMs = 60_000;
    expect(await get()).toBe("moderator");
  });

  it("look up each other session, and each other response every one", async () => {
    const { state, get } = createApp(anna);
    await get();
    await get(tile, "session=bela");
    await get("/places");
    expect(state.lookups).toBe(3);
  });

  it.each([moderator, visitor])("look up a session of a $role each time", async (viewer) => {
    const { state, get } = createApp(viewer);
    await get();
    await get();
    expect(state.lookups).toBe(2);
  });

  it("look up every session while the database may be unavailable", async () => {
    const { state, get } = createApp(anna);
    await get();
    state.isInStep = false;
    await get();
    expect(state.lookups).toBe(2);
  });
});

describe("the viewer", () => {
  const account = { id: "anna", email: "anna@example.org", sessionId: "1" };

  it.each([
    ["user", { isModerator: false, isEmailVerified: true }, null],
    ["moderator", { isModerator: true, isEmailVerified: true }, "bela"],
    ["administrator", { isModerator: false, isEmailVerified: false }, "anna"],
  ] as const)("is a %s", async (role, flags, administratorUserId) => {
    const app = new Hono<AppEnvironment>();
    const findSession = async () => ({ signedIn: { ...account, ...flags }, setCookies: [] });
    const trustedProxies = proxiesOf("off");
    app.use(
      identifyViewerOf({
        ...clock,
        trustedProxies,
        identity: { findSession },
        administratorUserId,
      }),
    );
    app.get("*", (context) => context.json(context.var.viewer));
    expect(await (await app.request("/places", { headers: session })).json()).toEqual({
      ...{ userId: "anna", email: "anna@example.org", role, sessionId: "1" },
      isUnconfirmed: !flags.isEmailVerified,
    });
  });
});
