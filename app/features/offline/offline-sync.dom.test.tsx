import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { placeSetPath } from "#app/network/saved-places-store.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { areasAround } from "#domain/offline/saved-areas.ts";
import { StubCaches } from "#tests/support/app/stub-caches.ts";
import { fridayAfternoon } from "#tests/support/place-in-gyor.ts";

const here: Coordinates = [19.05, 47.5];
const cells = areasAround(here).map(placeSetPath);
const dayMs = 24 * 60 * 60_000;

/** The server's answer to a request for a set. */
let respond: (path: string) => Response;
let requests: string[];
let caches: StubCaches;
const registration = { update: vi.fn(), active: null };
const register = vi.fn(async () => registration);

beforeEach(() => {
  vi.useFakeTimers({ now: fridayAfternoon, toFake: ["Date"] });
  requests = [];
  respond = () => Response.json({ made: new Date().toISOString(), count: 1 });
  caches = new StubCaches(location.origin);
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", async (path: string) => {
    requests.push(path);
    return respond(path);
  });
  const serviceWorker = {
    register,
    ready: new Promise(() => {}),
    getRegistration: async () => registration,
  };
  Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
  document.body.innerHTML = `<main data-around="${here}"></main>`;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  for (const name of ["serviceWorker", "connection"]) Reflect.deleteProperty(navigator, name);
  document.head.querySelector("meta[name=offline]")?.remove();
  document.body.innerHTML = "";
  sessionStorage.clear();
});

/** Visits a page for some seconds. What the module knows of the server ends with the page. */
async function visit(): Promise<void> {
  vi.resetModules();
  const { syncOnce } = await import("./offline-sync.ts");
  await syncOnce();
}

async function savedPaths(): Promise<string[]> {
  const keys = await (await caches.open("mosdo-places")).keys();
  return keys.map(({ url }) => url.slice(location.origin.length));
}

describe("the places around the point that a page names", () => {
  it("are saved once, and again after a day", async () => {
    await visit();
    expect(register).toHaveBeenCalledWith("/worker.js");
    expect(await savedPaths()).toEqual(cells);
    await visit();
    vi.setSystemTime(fridayAfternoon.getTime() + dayMs);
    await visit();
    expect(requests).toEqual(cells);
    vi.setSystemTime(fridayAfternoon.getTime() + dayMs + 1);
    await visit();
    expect(requests).toEqual([...cells, ...cells]);
  });

  it("are saved in smaller areas where the server finds one too full, which is asked for once", async () => {
    const isFull = (path: string) => cells.includes(path);
    const saved = respond;
    respond = (path) =>
      isFull(path) ? Response.json({ code: "error.parameter" }, { status: 422 }) : saved(path);
    await visit();
    const smaller = areasAround(here, (area) => isFull(placeSetPath(area))).map(placeSetPath);
    expect(await savedPaths()).toEqual(smaller);
    expect(requests).toEqual([cells[0], ...smaller]);
  });

  it("are not saved where no response comes", async () => {
    respond = () => Response.error();
    await visit();
    expect(requests).toEqual([cells[0]]);
    expect(await savedPaths()).toEqual([]);
  });

  it("are not saved by a browser that saves data", async () => {
    const connection = { saveData: true };
    Object.defineProperty(navigator, "connection", { value: connection, configurable: true });
    await visit();
    expect(register).toHaveBeenCalled();
    expect(requests).toEqual([]);
  });
});

it("nothing is saved where the operator has turned it off, and an earlier worker updates itself", async () => {
  document.head.insertAdjacentHTML("beforeend", '<meta name="offline" content="off">');
  await visit();
  expect(registration.update).toHaveBeenCalledOnce();
  expect(register).not.toHaveBeenCalled();
  expect(requests).toEqual([]);
});
