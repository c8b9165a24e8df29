import { createServer, request as nodeRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, describe, expect, it } from "vitest";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { answerWhole, freshForTheMinute } from "#server/http/caching.ts";
import { answerFromMemory } from "./answer-memory.ts";
import { KeptTilesAndLists } from "./kept-tiles-and-lists.ts";

const anna: Viewer = { userId: "anna", email: null, role: "user" };
const administrator: Viewer = { userId: "boss", email: null, role: "administrator" };
const moderator: Viewer = { userId: "misi", email: null, role: "moderator" };
const unread: Viewer = { ...visitor, isUnread: true };

const servers: AsyncDisposable[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
});

/** A server with the paths that are kept, whose answers count how often one was made. */
async function serve() {
  const state = {
    version: "1" as string | null,
    indexVersion: "index 1",
    isInStep: true,
    made: 0,
    now: new Date("2026-06-10T10:00:20Z"),
    viewerOf: (cookie: string): Viewer =>
      ({
        "session=anna": anna,
        "session=boss": administrator,
        "session=misi": moderator,
        "session=unread": unread,
      })[cookie] ?? visitor,
    whileMade: () => {},
    size: 10,
    isRefused: false,
    heard: "heard",
    logged: [] as object[],
  };
  const services = {
    identity: {
      mayHaveSession: (headers: Headers) => /session=/.test(headers.get("Cookie") ?? ""),
    },
    now: () => state.now,
    isInStep: () => state.isInStep,
    contentVersion: () => state.version,
    indexVersion: () => state.indexVersion,
  };
  const log = { debug: () => {}, info: (line: object) => state.logged.push(line), error: () => {} };
  const kept = new KeptTilesAndLists({
    services: services as never,
    fixedHeaders: [["X-Fixed", "yes"]],
  });
  const app = new Hono<AppEnvironment>();
  app.use((context, next) => {
    context.set("viewer", state.viewerOf(context.req.header("Cookie") ?? ""));
    return next();
  });
  app.use(kept.keep);
  app.all("*", async (context) => {
    state.made++;
    state.whileMade();
    if (state.isRefused) return context.json({}, 422);
    const cacheControl = context.req.path.startsWith("/tiles/")
      ? freshForTheMinute(context, state.now)
      : "private, no-cache";
    const content = `${state.made} ${context.var.viewer.userId}`.padEnd(state.size, "x");
    return answerWhole(context, content, { type: "text/plain", cacheControl });
  });
  const server = createServer(
    answerFromMemory(
      [kept],
      { log: log as never, hasApplied: (token) => token === state.heard },
      getRequestListener(app.fetch),
    ),
  ).listen(0);
  servers.push({
    [Symbol.asyncDispose]: () => new Promise((done) => void server.close(() => done())),
  });
  const { port } = server.address() as AddressInfo;
  const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const answer = await fetch(`http://localhost:${port}${path}`, {
      method,
      headers: { "Accept-Encoding": "identity", Connection: "close", ...headers },
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { state, get, port };
}

const tile = "/tiles/places/1/0/0.mvt";
const list = "/api/v1/places?page=2";

describe("KeptTilesAndLists", () => {
  it.each([tile, list, "/map-picture.svg", "/api/v1/places/7"])("keeps %s", async (path) => {
    const { get, state } = await serve();
    const first = await get(path);
    const again = await get(path);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("X-Fixed")).toBe("yes");
    expect(state.made).toBe(1);
  });

  it.each(["/api/v1/account", "/", "/tiles/other", "/api/v1/geo/suggest?q=a"])(
    "keeps nothing of %s",
    async (path) => {
      const { get, state } = await serve();
      await get(path);
      await get(path);
      expect(state.made).toBe(2);
    },
  );

  it.each([tile, list])("makes %s anew in another version", async (path) => {
    const { get, state } = await serve();
    await get(path);
    state.version = "2";
    expect((await get(path)).text).toContain("2 ");
    expect((await get(path)).text).toContain("2 ");
  });

  it.each([tile, list])(
    "makes %s anew for a writer of whose write it has not heard",
    async (path) => {
      const { get, state } = await serve();
      await get(path);
      await get(path, { Cookie: "a=1; mosdo.wrote=heard; b=2" });
      expect(state.made).toBe(1);
      await get(path, { Cookie: "a=1; mosdo.wrote=unheard; b=2" });
      expect(state.made).toBe(2);
    },
  );

  it("answers no list from memory, and keeps none, while it may be behind", async () => {
    const { get, state } = await serve();
    await get(list);
    state.version = null;
    await get(list);
    await get(list);
    expect(state.made).toBe(3);
  });

  it("answers tiles from memory meanwhile, as long as the place index is the same", async () => {
    const { get, state } = await serve();
    state.version = null;
    expect((await get(tile)).text).toMatch(/^1 /);
    expect((await get(tile)).text).toMatch(/^1 /);
    state.indexVersion = "index 2";
    expect((await get(tile)).text).toMatch(/^2 /);
    expect((await get(tile)).text).toMatch(/^2 /);
  });

  it.each([tile, list])(
    "does not keep %s when the version changes while it is made",
    async (path) => {
      const { get, state } = await serve();
      state.whileMade = () => {
        state.version = "2";
      };
      await get(path);
      await get(path);
      expect(state.made).toBe(2);
      await get(path);
      expect(state.made).toBe(2);
    },
  );

  it("tells addresses and content codings apart", async () => {
    const { get, state } = await serve();
    state.size = 2_000;
    await get(list);
    const other = await get("/api/v1/places?page=3");
    expect(other.text).toMatch(/^2 /);
    const brotli = await get(list, { "Accept-Encoding": "br" });
    expect(brotli.headers.get("Content-Encoding")).toBe("br");
    expect(brotli.text).toMatch(/^3 /);
    const plain = await get(list);
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    expect(plain.text).toMatch(/^1 /);
    expect(plain.headers.get("Vary")).toContain("Accept-Encoding");
    expect((await get(list, { "Accept-Encoding": "br;q=0, gzip;q=0" })).text).toMatch(/^1 /);
  });

  it("answers 304 to who has the answer, and makes nothing for it", async () => {
    const { get, state } = await serve();
    const etag = (await get(tile)).headers.get("ETag") ?? "";
    for (const known of [etag, `W/${etag}`, `"a", ${etag}`, "*"]) {
      const answer = await get(tile, { "If-None-Match": known });
      expect(answer.status).toBe(304);
      expect(answer.headers.get("ETag")).toBe(etag);
      expect(answer.headers.get("Cache-Control")).toBe("public, max-age=40");
    }
    expect((await get(tile, { "If-None-Match": '"a"' })).status).toBe(200);
    expect(state.made).toBe(1);
  });

  it("says at each request for how long a tile is fresh", async () => {
    const { get, state } = await serve();
    expect((await get(tile)).headers.get("Cache-Control")).toBe("public, max-age=40");
    state.now = new Date("2026-06-10T10:00:50Z");
    expect((await get(tile)).headers.get("Cache-Control")).toBe("public, max-age=10");
    expect(state.made).toBe(1);
  });

  it("keeps no failure", async () => {
    const { get, state } = await serve();
    state.isRefused = true;
    await get(list);
    expect((await get(list)).status).toBe(422);
    expect(state.made).toBe(2);
  });

  it.each(["HEAD", "POST", "OPTIONS"])("leaves %s to the application", async (method) => {
    const { get, state } = await serve();
    await get(list);
    await get(list, {}, method);
    expect(state.made).toBe(2);
  });

  it("leaves a request with a body to the application", async () => {
    const { get, state, port } = await serve();
    await get(list);
    await new Promise((done) => {
      const headers = { "Content-Length": 4, "Accept-Encoding": "identity" };
      const request = nodeRequest({ port, path: list, headers, agent: false }, (answer) =>
        answer.resume().on("end", done),
      );
      request.end("body");
    });
    expect(state.made).toBe(2);
  });

  it.each(["anna", "boss", "misi", "unread"])(
    "gives %s a list of their own, and keeps it for no one",
    async (who) => {
      const { get, state } = await serve();
      const cookie = { Cookie: `session=${who}` };
      await get(list, cookie);
      await get(list, cookie);
      expect(state.made).toBe(2);
      const visitors = await get(list);
      expect(visitors.text).toMatch(/^3 null/);
      await get(list, cookie);
      expect(state.made).toBe(4);
      expect((await get(list)).text).toBe(visitors.text);
    },
  );

  it("looks a session up again after a minute, as its account may be a moderator's now", async () => {
    const { get, state } = await serve();
    await get(tile, { Cookie: "session=anna" });
    const viewerOf = state.viewerOf;
    state.viewerOf = (cookie) => (cookie === "session=anna" ? moderator : viewerOf(cookie));
    const wait = (ms: number) => {
      state.now = new Date(state.now.getTime() + ms);
    };
    wait(59_999);
    expect((await get(tile, { Cookie: "session=anna" })).text).toMatch(/^1 anna/);
    wait(1);
    expect((await get(tile, { Cookie: "session=anna" })).text).toMatch(/^2 misi/);
    expect((await get(tile)).text).toMatch(/^1 anna/);
  });

  it("gives a session that is known as not of staff the tile of everyone", async () => {
    const { get, state } = await serve();
    const own = await get(tile, { Cookie: "session=anna" });
    expect((await get(tile)).text).toBe(own.text);
    await get(tile, { Cookie: "session=anna" });
    expect(state.made).toBe(1);
    // While the database may be away, the session has to be looked up.
    state.isInStep = false;
    await get(tile, { Cookie: "session=anna" });
    expect(state.made).toBe(2);
  });

  it.each(["boss", "misi", "unread"])("makes tiles of %s each time", async (who) => {
    const { get, state } = await serve();
    await get(tile);
    for (let made = 2; made < 4; made++) {
      const own = await get(tile, { Cookie: `session=${who}` });
      expect(own.headers.get("Cache-Control")).toBe("private, no-store");
      expect(state.made).toBe(made);
    }
    expect((await get(tile)).text).toMatch(/^1 /);
  });

  it("answers a cookie that is no session from memory", async () => {
    const { get, state } = await serve();
    await get(list);
    await get(list, { Cookie: "theme=dark" });
    expect(state.made).toBe(1);
  });

  it("logs what it answers, without the query", async () => {
    const { get, state } = await serve();
    await get(list);
    expect(state.logged).toEqual([]);
    await get(list);
    expect(state.logged).toEqual([
      { method: "GET", path: "/api/v1/places", status: 200, durationMs: expect.any(Number) },
    ]);
  });
});
