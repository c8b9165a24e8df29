import { RouterContextProvider } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { DecisionResult } from "#domain/moderation/moderation-result.ts";
import type { Place } from "#domain/place/place.ts";
import { publicConfigContext, servicesContext, viewerContext } from "#server/request-context.ts";
import type { Services } from "#server/services.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import { loader, shouldRevalidate } from "./map.tsx";

const place = { id: 7, coordinates: [19, 47] } as unknown as Place;
const list = {
  places: [place],
  page: 1,
  per_page: 10,
  total: 1,
  unknown_count: 0,
  likely_count: 0,
  unstated_count: 0,
};

async function load(search: string, places: Pick<Services["places"], "findPlace" | "listPlaces">) {
  const context = new RouterContextProvider();
  const now = () => new Date("2026-05-08T15:00:00Z");
  context.set(servicesContext, servicesWith({ places, now }));
  const publicConfig = { site: { startView: null } } as Services["publicConfig"];
  context.set(publicConfigContext, publicConfig);
  context.set(viewerContext, { userId: null, email: null, role: "visitor" });
  const url = new URL(`http://mosdo.test/${search}`);
  const response = await loader({
    request: new Request(url),
    url,
    context,
    params: {},
    pattern: "/",
  });
  return { data: response.data, status: response.init?.status };
}

const working = {
  findPlace: async (id: number) => (id === place.id ? place : null),
  listPlaces: async () => ({ ...list, open_now_count: 1 }),
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the map page's loader", () => {
  it("responds with the places in view and no chosen one", async () => {
    const { data, status } = await load("?utm_source=mail", working);
    expect(status).toBe(200);
    expect(data).toMatchObject({ chosen: { kind: "none" }, list: { total: 1 } });
  });

  it("responds with the chosen place, and 404 inside a usable page where it does not exist", async () => {
    const found = await load("?place=7", working);
    expect(found).toMatchObject({ status: 200, data: { chosen: { kind: "place", place } } });
    const missing = await load("?place=8", working);
    expect(missing).toMatchObject({ status: 404, data: { chosen: { kind: "missing" } } });
    expect(missing.data.list).not.toBeNull();
  });

  it("responds 422 and names malformed parameters", async () => {
    await expect(load("?view=1,2&place=x", working)).rejects.toMatchObject({
      data: { fields: expect.arrayContaining(["place", "view"]) },
      init: { status: 422 },
    });
  });

  const fails = () => Promise.reject(new Error("no database"));

  it("responds 200 with the map where only the list cannot be read, and tells that from an empty list", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const { data, status } = await load("?free=1", { ...working, listPlaces: fails });
    expect(status).toBe(200);
    expect(data).toMatchObject({ chosen: { kind: "none" }, list: null, hasListFailed: true });
    expect(data.query.filters.free).toBe(true);
    expect(log).toHaveBeenCalledOnce();
    const read = await load("?free=1", working);
    expect(read.data.hasListFailed).toBe(false);
  });

  it("responds with the chosen place alone, also where those on its point cannot be read", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    // The list has an object of its own; the page has one for both, which is written once.
    const listCopy = async () => ({ ...list, places: [{ ...place }], open_now_count: 1 });
    for (const [listPlaces, here] of [[listCopy, place] as const, [fails, undefined] as const]) {
      const { data, status } = await load("?place=7", { ...working, listPlaces });
      expect(status).toBe(200);
      expect(data).toMatchObject({ chosen: { kind: "place", place }, list: null });
      expect(data.hasListFailed).toBe(false);
      expect(data.here?.[0]).toBe(here);
    }
  });

  it("responds 503 with a page that still has its map where the chosen place cannot be read", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { data, status } = await load("?place=7", { ...working, findPlace: fails });
    expect(status).toBe(503);
    expect(data).toMatchObject({ chosen: { kind: "failed" }, list: { total: 1 } });
  });
});

describe("the map page after a form of the staff's", () => {
  const isLoadedAfter = (intent: DecisionResult["intent"], outcome: string) => {
    const url = new URL("http://mosdo.test/");
    const request = { currentUrl: url, nextUrl: url, currentParams: {}, nextParams: {} };
    const actionResult = { ok: true, intent, kind: "places", outcome, ids: [7] };
    const sent = { formMethod: "POST", actionResult, defaultShouldRevalidate: true } as const;
    return shouldRevalidate({ ...request, ...sent });
  };

  it("loads again, but not after a deletion, whose panel closes", () => {
    expect(isLoadedAfter("decide", "accept")).toBe(true);
    expect(isLoadedAfter("decide", "delete")).toBe(false);
  });

  it("loads again after the undo of a deletion, which names the outcome it undoes", () => {
    expect(isLoadedAfter("undo", "delete")).toBe(true);
  });
});
