import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { contentResponse, freshForTheMinute } from "#server/http/caching.ts";
import { corsForReads } from "#server/http/middleware/cors.ts";
import { securityHeaders } from "#server/http/middleware/security-headers.ts";
import { cacheableMapImage, cacheableRead, createCacheable } from "./cacheable.ts";
import { ResponseCache } from "./response-cache.ts";

const viewers: Readonly<Record<string, Viewer>> = {
  visitor,
  anna: { userId: "anna", email: null, role: "user" },
  boss: { userId: "boss", email: null, role: "administrator" },
  misi: { userId: "misi", email: null, role: "moderator" },
  unread: { ...visitor, isUnread: true },
};

const tile = "/tiles/1";
const list = "/api/v1/places?page=2";

/** An application with a tile and a list, whose responses have the number of responses made, and the viewer. */
function createApp() {
  const state = {
    version: "1" as string | null,
    indexVersion: "index 1",
    made: 0,
    reads: 0,
    readLimit: 100,
    now: new Date("2026-06-10T10:00:20Z"),
    whileMade: () => {},
    size: 10,
    status: 200,
  };
  const services = {
    now: () => state.now,
    contentVersion: () => state.version,
    indexVersion: () => state.indexVersion,
    consumeReadLimit: () => {
      const remaining = state.readLimit - ++state.reads;
      return { isRefused: remaining < 0, limit: state.readLimit, remaining, resetSeconds: 7 };
    },
  };
  const app = new Hono<AppEnvironment>();
  const cacheable = createCacheable(services, new ResponseCache(1_000_000));
  const security = { isDevelopment: false, isHttps: false, hasReports: false };
  app.use(securityHeaders({ ...security, mapOrigins: () => [], embedOrigins: [] }));
  app.use((context, next) => {
    context.set("viewer", viewers[context.req.header("Viewer") ?? "visitor"] ?? visitor);
    context.set("client", { clientAddress: "::1" } as never);
    return next();
  });
  app.use(corsForReads(services, "/api/v1", [{ method: "get", path: "/places" }]));
  app.on(["GET", "POST"], "/tiles/:id", freshForTheMinute(services), cacheable(cacheableMapImage));
  app.on(["GET", "POST"], "/api/v1/places", cacheable(cacheableRead));
  app.all("*", async (context) => {
    state.made++;
    state.whileMade();
    if (state.status !== 200) return context.json({}, state.status as 422);
    const content = `${state.made} ${context.var.viewer.userId}`.padEnd(state.size, "x");
    const cacheControl = context.req.path === "/tiles/1" ? undefined : "private, no-cache";
    return contentResponse(context, content, { type: "text/plain", cacheControl });
  });
  const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const response = await app.request(path, { method, headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { state, get };
}

describe("createCacheable", () => {
  it.each([tile, list])("caches %s, with the same headers", async (path) => {
    const { get, state } = createApp();
    const first = await get(path);
    const cached = await get(path);
    expect(cached.text).toBe(first.text);
    const left = { "ratelimit-remaining": expect.anything() };
    const isList = path === list;
    expect({ ...Object.fromEntries(cached.headers), ...(isList && left) }).toEqual({
      ...Object.fromEntries(first.headers),
      ...(isList && left),
    });
    expect(cached.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(state.made).toBe(1);
  });

  it("counts each read, and lets pages of other sites read a cached response", async () => {
    const { get, state } = createApp();
    state.readLimit = 2;
    for (const left of ["1", "0"]) {
      const { status, headers } = await get(list);
      expect([status, headers.get("RateLimit-Remaining")]).toEqual([200, left]);
      expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    }
    expect((await get(list)).status).toBe(429);
    expect(state.made).toBe(1);
    const { headers } = await get(tile);
    expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  });

  it.each([tile, list])("makes %s anew in another version", async (path) => {
    const { get, state } = createApp();
    await get(path);
    state.version = "2";
    expect((await get(path)).text).toMatch(/^2 /);
    expect((await get(path)).text).toMatch(/^2 /);
  });

  it("caches no list, and uses none, while the process may be behind the database", async () => {
    const { get, state } = createApp();
    await get(list);
    state.version = null;
    await get(list);
    await get(list);
    expect(state.made).toBe(3);
    state.version = "1";
    expect((await get(list)).text).toMatch(/^1 /);
  });

  it("caches tiles meanwhile, as long as the place index is the same", async () => {
    const { get, state } = createApp();
    state.version = null;
    expect((await get(tile)).text).toMatch(/^1 /);
    expect((await get(tile)).text).toMatch(/^1 /);
    state.indexVersion = "index 2";
    expect((await get(tile)).text).toMatch(/^2 /);
    expect((await get(tile)).text).toMatch(/^2 /);
  });

  it.each([tile, list])("does not cache %s where the version changes meanwhile", async (path) => {
    const { get, state } = createApp();
    state.whileMade = () => {
      state.version = "2";
    };
    expect((await get(path)).text).toMatch(/^1 /);
    expect((await get(path)).text).toMatch(/^2 /);
    expect((await get(path)).text).toMatch(/^2 /);
  });

  it("distinguishes URLs, hosts and content codings", async () => {
    const { get, state } = createApp();
    state.size = 2_000;
    await get(list);
    expect((await get("/api/v1/places?page=3")).text).toMatch(/^2 /);
    expect((await get(`http://other.example${list}`)).text).toMatch(/^3 /);
    const brotli = { "Accept-Encoding": "gzip, br" };
    expect((await get(list, brotli)).headers.get("Content-Encoding")).toBe("br");
    expect((await get(list, brotli)).headers.get("Content-Encoding")).toBe("br");
    expect((await get(list, { "Accept-Encoding": "gzip" })).headers.get("Content-Encoding")).toBe(
      "gzip",
    );
    expect(state.made).toBe(5);
    const plain = await get(list, { "Accept-Encoding": "br;q=0, gzip;q=0" });
    expect(plain.text).toMatch(/^1 /);
    expect(plain.headers.get("Vary")).toBe("Cookie, Accept-Encoding");
  });

  it("responds with 304 to a client that has the response, and makes nothing for it", async () => {
    const { get, state } = createApp();
    const { headers } = await get(tile);
    const etag = headers.get("ETag") ?? "";
    for (const known of [etag, `W/${etag}`, `"a", ${etag}`, "*"]) {
      const response = await get(tile, { "If-None-Match": known });
      expect([response.status, response.text]).toEqual([304, ""]);
      for (const name of ["ETag", "Vary", "Cache-Control", "Content-Security-Policy"]) {
        expect(response.headers.get(name), name).toBe(headers.get(name));
      }
      expect(response.headers.get("Content-Length")).toBeNull();
    }
    expect((await get(tile, { "If-None-Match": '"a"' })).status).toBe(200);
    expect(state.made).toBe(1);
  });

  it("says in each response for how long a tile is fresh", async () => {
    const { get, state } = createApp();
    for (const [time, cacheControl] of [
      ["10:00:20.000", "public, max-age=40"],
      ["10:00:59.001", "public, max-age=0"],
      ["10:01:00.000", "public, max-age=60"],
    ]) {
      state.now = new Date(`2026-06-10T${time}Z`);
      expect((await get(tile)).headers.get("Cache-Control")).toBe(cacheControl);
    }
    expect(state.made).toBe(1);
  });

  it("caches no response about another time", async () => {
    const { get, state } = createApp();
    for (const path of [`${tile}?open=1&at=2026-12-24T15:00`, `${list}&at=2026-12-24T15:00`]) {
      await get(path);
      await get(path);
    }
    expect(state.made).toBe(4);
  });

  it("caches no failure", async () => {
    const { get, state } = createApp();
    state.status = 422;
    await get(list);
    expect((await get(list)).status).toBe(422);
    const { headers } = await get(tile);
    expect(headers.get("Cache-Control")).toBeNull();
    expect(state.made).toBe(3);
  });

  it.each(["HEAD", "POST"])("leaves %s to the handler", async (method) => {
    const { get, state } = createApp();
    await get(list);
    await get(list, {}, method);
    expect(state.made).toBe(2);
  });

  it.each(["anna", "boss", "misi", "unread"])("gives %s a list of their own", async (viewer) => {
    const { get, state } = createApp();
    await get(list, { Viewer: viewer });
    await get(list, { Viewer: viewer });
    expect(state.made).toBe(2);
    const shared = await get(list);
    expect(shared.text).toMatch(/^3 null/);
    await get(list, { Viewer: viewer });
    expect(state.made).toBe(4);
    expect((await get(list)).text).toBe(shared.text);
  });

  it("gives an account that is not staff the tile of everyone", async () => {
    const { get, state } = createApp();
    const own = await get(tile, { Viewer: "anna" });
    expect((await get(tile)).text).toBe(own.text);
    expect(state.made).toBe(1);
  });

  it.each(["boss", "misi", "unread"])("makes tiles of %s each time", async (viewer) => {
    const { get, state } = createApp();
    await get(tile);
    for (let made = 2; made < 4; made++) {
      const { headers } = await get(tile, { Viewer: viewer });
      expect(headers.get("Cache-Control")).toBe("private, no-store");
      expect(state.made).toBe(made);
    }
    expect((await get(tile)).text).toMatch(/^1 /);
  });
});
