import { afterEach, describe, expect, it, vi } from "vitest";
import type { BaseMapSource } from "#domain/map/base-map-source.ts";
import { isPlainAround } from "./base-map-state.ts";
import { firstResponseTimeoutMs, openBaseMap } from "./use-base-map.ts";

const appearance = { theme: "light", language: "hu" } as const;
const streets: BaseMapSource = {
  kind: "street",
  format: "tilejson",
  url: "https://tiles.example/planet",
  attributions: [],
};
const style: BaseMapSource = { kind: "style", styleUrl: "https://tiles.example/style.json" };
const raster = {
  kind: "raster",
  tilesUrls: {
    light: "https://tiles.example/{z}/{x}/{y}?light",
    dark: "https://tiles.example/{z}/{x}/{y}?dark",
  },
  attributions: [],
  wordmark: { name: "Example", url: "https://tiles.example/", picture: "/example.svg" },
} as const satisfies BaseMapSource;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Answers every request in this way, and returns the requested addresses. */
function respondWith(response: (signal: AbortSignal) => Response | Promise<Response>): string[] {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { signal }: { signal: AbortSignal }) => {
    requests.push(url);
    return response(signal);
  });
  return requests;
}

function open(source: BaseMapSource, signal = new AbortController().signal) {
  return openBaseMap(source, signal);
}

describe("openBaseMap", () => {
  it("sends no request for the embedded base map", async () => {
    const requests = respondWith(() => new Response());
    const baseMap = await open({ kind: "embedded" });
    expect(baseMap).toMatchObject({ isDetailed: false, isFallback: false });
    expect(baseMap.style(appearance).name).toBe("mosdo-light");
    expect(requests).toEqual([]);
  });

  it("draws the tiles of a TileJSON in the product's style", async () => {
    const named = { tiles: ["https://tiles.example/{z}/{x}/{y}.pbf"], maxzoom: 13 };
    respondWith(() => Response.json({ ...named, attribution: "<b>theirs</b>" }));
    const baseMap = await open(streets);
    expect(baseMap).toMatchObject({ isDetailed: true, isFallback: false });
    expect(baseMap.style(appearance).name).toBe("mosdo-streets-light");
    const source = { type: "vector", ...named, attribution: "" };
    expect(baseMap.style(appearance).sources.streets).toEqual(source);
  });

  it("draws another provider's style as it is", async () => {
    const theirs = { version: 8, sources: {}, layers: [] };
    respondWith(() => Response.json(theirs));
    expect((await open(style)).style(appearance)).toEqual(theirs);
  });

  it("draws raster tiles once the first has come", async () => {
    const requests = respondWith(() => new Response("picture"));
    const opened = await open(raster);
    expect(opened.style(appearance).name).toBe("mosdo-raster-light");
    expect(opened.wordmark).toEqual(raster.wordmark);
    expect(requests).toEqual(["https://tiles.example/0/0/0?light"]);
  });

  it.each([
    ["no host", streets, () => Promise.reject(new TypeError("Failed to fetch"))],
    ["an error", streets, () => new Response("no", { status: 503 })],
    ["no JSON", streets, () => new Response("<html>")],
    ["no tiles", streets, () => Response.json({ tiles: "all" })],
    ["no style", style, () => Response.json({ version: 7 })],
    ["no layers", style, () => Response.json({ version: 8, sources: {} })],
    ["an empty layer", style, () => Response.json({ version: 8, sources: {}, layers: [null] })],
    ["no sources", style, () => Response.json({ version: 8, layers: [] })],
    [
      "an empty source",
      style,
      () => Response.json({ version: 8, sources: { a: null }, layers: [] }),
    ],
    ["a refused token", raster, () => new Response("no", { status: 401 })],
  ] as const)("replaces a base map with %s", async (_, source, response) => {
    respondWith(response);
    const baseMap = await open(source);
    expect(baseMap).toMatchObject({ isDetailed: false, isFallback: true });
    expect(baseMap.style(appearance).name).toBe("mosdo-light");
  });

  it("waits three seconds for a response, and no longer", async () => {
    vi.useFakeTimers();
    respondWith(() => new Promise<Response>(() => {}));
    const settled = vi.fn();
    const opening = open(style).then(settled);
    await vi.advanceTimersByTimeAsync(firstResponseTimeoutMs - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await opening;
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ isFallback: true }));
    expect(firstResponseTimeoutMs).toBe(3000);
  });

  it("ends with the page that opened it", async () => {
    const controller = new AbortController();
    respondWith(() => new Promise<Response>(() => {}));
    const opening = open(style, controller.signal);
    controller.abort();
    await expect(opening).rejects.toThrow("abort");
  });
});

describe("isPlainAround", () => {
  // A phone's screen at zoom 11 is 0.134° wide.
  const covered = [{ west: 24.9, south: 60, east: 25.1, north: 60.4 }];
  const size = { width: 390, height: 844 };

  it.each([
    ["within the streets", 25, 11, false],
    ["at their edge", 25.04, 11, true],
    ["at their edge, closer", 25.04, 13, false],
    ["around them", 25, 10, true],
    ["around them, while the sea is drawn", 25, 9.9, false],
    ["where there are none", 25.5, 11, false],
  ])("%s", (_, longitude, zoom, expected) => {
    const area = { view: { longitude, latitude: 60.17, zoom }, size };
    expect(isPlainAround({ isDetailed: true, covered }, area)).toBe(expected);
    expect(isPlainAround({ isDetailed: true }, area)).toBe(false);
  });
});
