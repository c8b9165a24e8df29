import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { savedAtHeader } from "#app/network/offline-detection.ts";
import { placeSetPath } from "#app/network/saved-places-store.ts";
import { deleteSavedWay, listSavedWays, saveWay } from "#app/network/saved-ways.ts";
import { savedListPath, type WorkerMessage } from "#app/network/worker-message.ts";
import { worldMapVersion } from "#domain/map/world-tiles.ts";
import { packPlaces } from "#domain/offline/place-set.ts";
import type { Way } from "#domain/way/way.ts";
import { StubCaches } from "#tests/support/app/stub-caches.ts";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";

const origin = "https://mosdo.example";
const shell = { version: "new", files: ["/assets/entry.client-1.js", "/assets/map-2.js"] };

/** The server's answer to a call; by default a page that names the shell's files. */
let respond: (path: string, init?: RequestInit) => Response | Promise<Response>;
/** Paths that the worker has requested, in their order. */
let requests: string[];
let caches: StubCaches;
let unregister: ReturnType<typeof vi.fn>;
let takeOver: ReturnType<typeof vi.fn>;
let listeners: Map<string, (event: object) => void>;

/** Page in the language of the request, of a browser that prefers Hungarian. */
const page = (path: string, init?: RequestInit) => {
  const locale = new Headers(init?.headers).get("Accept-Language") ?? "hu";
  return new Response(`<html lang="${locale}"><script src="${path}"></script>`, {
    headers: { "Content-Type": "text/html", "Content-Language": locale, "Set-Cookie": "a=b" },
  });
};
const never = () => new Promise<Response>(() => {});
const refused = () => Promise.reject(new TypeError("Failed to fetch"));

beforeEach(async () => {
  vi.useFakeTimers({ now: fridayAfternoon });
  respond = (path, init) => (path === "/" ? page(shell.files[0] ?? "", init) : new Response(path));
  requests = [];
  caches = new StubCaches(origin);
  unregister = vi.fn();
  takeOver = vi.fn(async () => {});
  listeners = new Map();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("location", new URL(origin));
  vi.stubGlobal("builtShell", shell);
  vi.stubGlobal("fetch", async (request: string | { url: string }, init?: RequestInit) => {
    const { pathname, search } = new URL(
      typeof request === "string" ? request : request.url,
      origin,
    );
    requests.push(pathname + search);
    return respond(pathname + search, init);
  });
  vi.stubGlobal("self", {
    addEventListener: (kind: string, listen: (event: object) => void) =>
      listeners.set(kind, listen),
    registration: { unregister },
    clients: { claim: async () => {} },
    skipWaiting: takeOver,
  });
  vi.resetModules();
  await import("./worker.ts");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Dispatches an event to the worker, and waits for its work. */
async function dispatch(kind: string, event: object = {}): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners.get(kind)?.({
    ...event,
    waitUntil: (given: Promise<unknown>) => {
      work = given;
    },
  });
  await work;
}

const post = (data: WorkerMessage) => dispatch("message", { data });

interface PageRequest {
  readonly method?: string;
  readonly mode?: string;
}

/** The worker's answer to a page's request; an error where it leaves the request to the browser. */
async function dispatchFetch(
  path: string,
  { method = "GET", mode = "cors" }: PageRequest = {},
): Promise<Response> {
  const request = { url: new URL(path, origin).href, method, mode };
  let answer = Promise.reject<Response>(new Error("left to the browser"));
  answer.catch(() => {});
  listeners.get("fetch")?.({
    request,
    preloadResponse: mode === "navigate" ? fetch(request as Request) : Promise.resolve(undefined),
    respondWith: (given: Promise<Response>) => {
      answer = given;
    },
    waitUntil: () => {},
  });
  return answer;
}
const open = (path: string) => dispatchFetch(path, { mode: "navigate" });
const textOf = async (answer: Promise<Response>) => (await answer).text();

/** Saves the place in Győr, as a page does. */
async function savePlaces(): Promise<void> {
  const area = { west: 17, south: 47, east: 18, north: 48 };
  const { opening_times: openingTimes, time_zone: timeZone, ...place } = placeInGyor;
  const { coordinates: _, open_status: __, ...rest } = place;
  const schedule = { openingTimes, timeZone, hours: null, forecast: null };
  const set = packPlaces([{ ...rest, schedule: 0 }], [schedule] as never, fridayAfternoon);
  await (await caches.open("mosdo-places")).put(placeSetPath(area), Response.json(set));
  await post({ kind: "places-changed" });
}

describe("a saved way", () => {
  const path = "/api/v1/ways?from=19,47&to=19,48";
  const saved = { path, page: "/way?from=19,47&to=19,48", saved: fridayAfternoon };
  const way = { distance: 7 } as unknown as Way;

  it("is there without a connection, and a newer one of the server with one", async () => {
    await saveWay(saved, way);
    respond = () => Response.json({ distance: 8 });
    expect(await (await dispatchFetch(path)).json()).toEqual({ distance: 8 });
    respond = refused;
    const offline = await dispatchFetch(path);
    expect(await offline.json()).toEqual(way);
    expect(offline.headers.get(savedAtHeader)).toBe(fridayAfternoon.toISOString());
    await expect(dispatchFetch(`${path}&by=car`)).rejects.toThrow("Failed to fetch");
  });

  it("is listed with its page, and deleted", async () => {
    await saveWay(saved, way);
    expect(await listSavedWays()).toEqual([saved]);
    await deleteSavedWay(path);
    expect(await listSavedWays()).toEqual([]);
  });
});

describe("the shell", () => {
  const messagesIn = () => requests.filter((path) => path.startsWith("/locales/"));
  const allMessages = (language: string) =>
    ["translation", "offline-page", "keyboard"].map((file) => `/locales/${language}/${file}.json`);

  it("has the page of a visitor without cookies in the browser's language, and every file", async () => {
    const load = respond;
    respond = (path, init) => {
      if (path === "/") expect(init).toMatchObject({ credentials: "omit", cache: "no-store" });
      return load(path, init);
    };
    await dispatch("install");
    expect(requests).toEqual(expect.arrayContaining([...shell.files, "/favicon.svg"]));
    expect(messagesIn()).toEqual(allMessages("hu"));
    expect(requests).toContain(`/basemap/world/0/0/0.mvt?v=${worldMapVersion}`);
    const cache = await caches.open("mosdo-shell-new");
    const saved = await cache.match("/worker/page/hu");
    expect(saved?.headers.get("Content-Type")).toBe("text/html");
    expect(saved?.headers.get("Set-Cookie")).toBeNull();
  });

  it("has the language of the pages alone, at a new version and after a choice", async () => {
    await post({ kind: "language", language: "en-US" });
    await dispatch("install");
    expect(messagesIn()).toEqual(allMessages("en"));
    requests.length = 0;
    await post({ kind: "language", language: "de" });
    expect(requests).toEqual(["/", ...allMessages("de")]);
    await post({ kind: "started", language: "de" });
    expect(requests).toHaveLength(4);
  });

  it("is shown in the language that it has, where a chosen one could not be loaded", async () => {
    await dispatch("install");
    respond = refused;
    await post({ kind: "language", language: "de" });
    expect(await textOf(open("/guide"))).toContain('<html data-kept lang="hu"');
  });

  it("is not of two versions: a page that names another's script is refused", async () => {
    respond = (path) => (path === "/" ? page("/assets/foreign-3.js") : new Response());
    await expect(dispatch("install")).rejects.toThrow("/assets/foreign-3.js is of another version");
  });

  it("takes files of an unchanged name from the version before", async () => {
    await (await caches.open("mosdo-shell-old")).put("/assets/map-2.js", new Response("map"));
    await dispatch("install");
    expect(requests).not.toContain("/assets/map-2.js");
    expect(await textOf(dispatchFetch("/assets/map-2.js"))).toBe("map");
  });

  it("stays for a page of the version before, and goes with the one after", async () => {
    for (const name of ["mosdo-shell-oldest", "mosdo-shell-old", "mosdo-world-old", "other"]) {
      await caches.open(name);
    }
    await dispatch("install");
    await dispatch("activate");
    expect(await caches.keys()).toEqual(["mosdo-shell-old", "other", "mosdo-shell-new"]);
  });
});

describe("a request that the worker leaves to the browser", () => {
  it.each([
    ["/api/v1/places/12/reports", { method: "POST" }],
    ["/embed?view=19,47,10", { mode: "navigate" }],
    ["/api/v1/places/12/reviews", {}],
    ["/api/v1/places/set?bbox=17,47,18,48", {}],
    ["https://tiles.example/1/0/0", {}],
  ])("is %s", async (path, options) => {
    await expect(dispatchFetch(path, options)).rejects.toThrow("left to the browser");
  });
});

describe("a page", () => {
  beforeEach(() => dispatch("install"));

  it("is the server's, and nothing of it is stored", async () => {
    respond = () => new Response("anna@example.org");
    expect(await textOf(open("/account"))).toBe("anna@example.org");
    const names = await caches.keys();
    expect(names).toEqual(["mosdo-shell-new"]);
    const cache = await caches.open("mosdo-shell-new");
    expect(await cache.match("/account")).toBeUndefined();
  });

  it.each([
    ["no response", refused],
    ["a gateway without a server", () => new Response("", { status: 502 })],
  ])("is the shell's after %s, in the language of the pages", async (_, response) => {
    await post({ kind: "language", language: "de" });
    await (await caches.open("mosdo-shell-new")).put("/worker/page/de", new Response("<html>"));
    respond = response;
    expect(await textOf(open("/guide"))).toBe("<html data-kept>");
  });

  it("is the shell's after six seconds of silence, and not before", async () => {
    respond = never;
    const shown = vi.fn();
    const opened = open("/places").then(shown);
    await vi.advanceTimersByTimeAsync(5_999);
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await opened;
    expect(await shown.mock.lastCall?.[0].text()).toContain("<html data-kept");
  });

  it("is waited for where there is no shell", async () => {
    await caches.delete("mosdo-shell-new");
    respond = refused;
    await expect(open("/places")).rejects.toThrow("Failed to fetch");
  });
});

describe("places", () => {
  const list = "/api/v1/places?bbox=17.5,47.5,17.7,47.7";
  const jsonOf = async (answer: Promise<Response>) => (await answer).json();

  beforeEach(savePlaces);

  it("are the server's, also where it refuses the request", async () => {
    respond = () => Response.json({}, { status: 404 });
    expect(await dispatchFetch("/api/v1/places/13")).toMatchObject({ status: 404 });
  });

  it.each([
    ["no response", refused],
    ["a gateway that waited in vain", () => new Response("", { status: 504 })],
  ])("are the saved ones after %s, with their date", async (_, response) => {
    respond = response;
    const answer = await dispatchFetch(list);
    expect(answer.headers.get("Kept-At")).toBe(fridayAfternoon.toISOString());
    expect(await answer.json()).toMatchObject({ total: 1, places: [{ id: 12 }] });
    const { address } = placeInGyor;
    expect(await jsonOf(dispatchFetch("/api/v1/places/12"))).toMatchObject({ id: 12, address });
    const nearest = dispatchFetch("/api/v1/places/nearest?near=17.63,47.68");
    expect(await jsonOf(nearest)).toMatchObject({ best: { id: 12 } });
  });

  it("are the saved ones after four seconds of silence", async () => {
    respond = never;
    const answer = dispatchFetch(list);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await jsonOf(answer)).toMatchObject({ places: [{ id: 12 }] });
  });

  it("are none where they are not saved, or the request is invalid", async () => {
    respond = refused;
    await expect(dispatchFetch("/api/v1/places?bbox=1,1,2,2")).rejects.toThrow();
    await expect(dispatchFetch("/api/v1/places?bbox=wrong")).rejects.toThrow();
    await expect(dispatchFetch("/api/v1/places/nearest?near=1,1")).rejects.toThrow();
    await expect(dispatchFetch("/api/v1/places/13")).rejects.toThrow();
  });

  it("of the list page are read by its own parameters, without a request", async () => {
    requests.length = 0;
    const answer = dispatchFetch(`${savedListPath}?sort=near&near=17.63,47.68&utm_source=mail`);
    const query = { sort: "near", near: [17.63, 47.68] };
    expect(await jsonOf(answer)).toMatchObject({ query, list: { places: [{ id: 12 }] } });
    expect(requests).toEqual([]);
  });

  it("are in the tiles of the live map", async () => {
    respond = refused;
    const tile = await dispatchFetch("/tiles/places/0/0/0.mvt");
    expect(tile.headers.get("Content-Type")).toBe("application/vnd.mapbox-vector-tile");
    expect((await tile.arrayBuffer()).byteLength).toBeGreaterThan(0);
  });
});

describe("a file", () => {
  beforeEach(() => dispatch("install"));

  it.each(["/assets/map-2.js", "/locales/hu/translation.json"])(
    "of the shell is there without a connection: %s",
    async (path) => {
      respond = refused;
      expect(await textOf(dispatchFetch(path))).toBe(path);
    },
  );

  it("whose name says its content is not requested again, any other is", async () => {
    requests.length = 0;
    respond = () => new Response("new");
    expect(await textOf(dispatchFetch("/assets/map-2.js"))).toBe("/assets/map-2.js");
    expect(await textOf(dispatchFetch("/locales/hu/translation.json"))).toBe("new");
    expect(requests).toEqual(["/locales/hu/translation.json"]);
  });

  it("of the world's map is kept once it was seen; one that was not is an error in time", async () => {
    const seen = `/basemap/world/7/1/1.mvt?v=${worldMapVersion}`;
    await dispatchFetch(seen);
    respond = refused;
    expect(await textOf(dispatchFetch(seen))).toBe(seen);
    const other = await dispatchFetch(`/basemap/world/7/2/2.mvt?v=${worldMapVersion}`);
    expect(other.type).toBe("error");
  });

  it("of the drawn map is an empty picture, which the live map covers", async () => {
    respond = refused;
    expect(await textOf(dispatchFetch("/map-picture.svg?view=19,47,10"))).toMatch(/^<svg[^>]*\/>$/);
  });
});

describe("a worker whose pages do not start", () => {
  beforeEach(() => dispatch("install"));

  /** Opens a page several times, none of which starts. */
  async function miss(count: number, path = "/places"): Promise<void> {
    for (let start = 0; start < count; start++) await open(path);
  }

  it("removes itself with all that it has stored at the fourth", async () => {
    await miss(3);
    expect(unregister).not.toHaveBeenCalled();
    await miss(1);
    expect(unregister).toHaveBeenCalledOnce();
    expect(await caches.keys()).toEqual([]);
    // What the last page posts is stored no more.
    await post({ kind: "started", language: "hu" });
    expect(await caches.keys()).toEqual([]);
  });

  it("counts anew from a page that has started, and no page that posts nothing", async () => {
    await miss(3);
    await post({ kind: "started", language: "hu" });
    await miss(3);
    await miss(5, "/guide");
    expect(unregister).not.toHaveBeenCalled();
  });
});

it("takes over once the visitor wants the new version", async () => {
  await dispatch("install");
  expect(takeOver).not.toHaveBeenCalled();
  await post({ kind: "take-over" });
  expect(takeOver).toHaveBeenCalledOnce();
});
