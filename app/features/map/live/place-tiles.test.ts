import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PlaceTiles } from "./place-tiles.ts";

const url = "places://7/70/44.mvt?open=1";
const { signal } = new AbortController();
const fetchStub = vi.fn<typeof fetch>();
const onLoadFailure = vi.fn();
let isHidden = false;
let tiles: PlaceTiles;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-06-10T12:00:00Z") });
  vi.stubGlobal("fetch", fetchStub);
  fetchStub.mockReset();
  onLoadFailure.mockReset();
  isHidden = false;
  tiles = new PlaceTiles({ isHidden: () => isHidden, onLoadFailure });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const respondWith = (text: string) => fetchStub.mockImplementation(async () => new Response(text));

async function load(tile = url) {
  const { data, ...rest } = await tiles.load(tile, signal);
  return { text: new TextDecoder().decode(data), ...rest };
}

describe("a tile of places", () => {
  it("comes from the server", async () => {
    respondWith("one");
    expect(await load()).toHaveProperty("text", "one");
    expect(fetchStub).toHaveBeenCalledWith("/tiles/places/7/70/44.mvt?open=1", {
      signal,
      cache: "default",
    });
  });

  it.each([
    ["12:00:00.000", 61],
    ["12:00:30.000", 31],
    ["12:00:59.999", 2],
  ])("at %s is good until a second after the minute's turn", async (time, seconds) => {
    vi.setSystemTime(new Date(`2026-06-10T${time}Z`));
    respondWith("one");
    expect(await load()).toHaveProperty("cacheControl", `max-age=${seconds}`);
  });

  it("is loaded anew past the browser's cache", async () => {
    respondWith("one");
    await load();
    respondWith("two");
    expect(await load()).toHaveProperty("text", "two");
    expect(fetchStub).toHaveBeenLastCalledWith(expect.anything(), { signal, cache: "no-cache" });
  });

  it("stays as it was where it cannot be renewed, and that is reported", async () => {
    respondWith("one");
    // MapLibre's worker takes the returned buffer away.
    structuredClone(null, { transfer: [(await tiles.load(url, signal)).data] });
    fetchStub.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await load()).toHaveProperty("text", "one");
    fetchStub.mockResolvedValue(new Response("", { status: 503 }));
    expect(await load()).toHaveProperty("text", "one");
    expect(onLoadFailure).toHaveBeenCalledTimes(2);
  });

  it("that was never loaded is a failed load", async () => {
    fetchStub.mockRejectedValue(new TypeError("Failed to fetch"));
    await expect(load()).rejects.toMatchObject({ name: "NetworkError" });
  });

  it("is not loaded anew while the page is hidden", async () => {
    isHidden = true;
    respondWith("one");
    await load();
    respondWith("two");
    expect(await load()).toHaveProperty("text", "one");
    isHidden = false;
    expect(await load()).toHaveProperty("text", "two");
  });

  it("whose call is aborted is not a failure", async () => {
    respondWith("one");
    await load();
    const moved = new AbortController();
    moved.abort();
    fetchStub.mockRejectedValue(moved.signal.reason);
    await expect(tiles.load(url, moved.signal)).rejects.toMatchObject({ name: "AbortError" });
    expect(onLoadFailure).not.toHaveBeenCalled();
  });

  it("makes room for others when it has not been used for long", async () => {
    respondWith("one");
    await load("places://9/0/0.mvt");
    await load("places://9/0/1.mvt");
    for (let x = 2; x < 128; x++) await load(`places://9/0/${x}.mvt`);
    await load("places://9/0/0.mvt");
    await load("places://9/0/128.mvt");
    fetchStub.mockRejectedValue(new TypeError("Failed to fetch"));
    await expect(load("places://9/0/1.mvt")).rejects.toMatchObject({ name: "NetworkError" });
    expect(await load("places://9/0/0.mvt")).toHaveProperty("text", "one");
  });
});
