import { RouterContextProvider } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { clientContext, servicesContext, viewerContext } from "#server/request-context.ts";
import type { Services } from "#server/services.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import { loader } from "./places.tsx";

type ListPlaces = Services["places"]["listPlaces"];

const emptyList = {
  places: [],
  page: 1,
  per_page: 10,
  unknown_count: 0,
  likely_count: 0,
  unstated_count: 0,
  open_now_count: 0,
};

async function load(search: string, listPlaces: ListPlaces) {
  const context = new RouterContextProvider();
  const services = servicesWith({
    now: () => new Date("2026-05-08T15:00:00Z"),
    isAskable: (at: string | undefined) => at !== "2020-01-01T10:00",
    places: { listPlaces, countAddsLeft: async () => 0 },
  });
  context.set(servicesContext, services);
  context.set(clientContext, {
    headers: new Headers(),
    clientAddress: "192.0.2.1",
    language: "de",
  });
  context.set(viewerContext, { userId: null, email: null, role: "visitor" });
  const url = new URL(`http://mosdo.test/places${search}`);
  const request = new Request(url);
  const response = await loader({ request, url, context, params: {}, pattern: "/places" });
  return { data: response.data, status: response.init?.status };
}

const finding = (count: (query: PlaceListQuery) => number) =>
  vi.fn<ListPlaces>(async (query) => ({ ...emptyList, total: count(query) }));

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the places page's loader", () => {
  it("has the list of now for a time that is past, and says so", async () => {
    const listPlaces = finding(() => 3);
    const { data, status } = await load("?open=1&at=2020-01-01T10:00", listPlaces);
    expect(status).toBe(200);
    expect(data).toMatchObject({ kind: "listed", isTimeRefused: true, query: { at: undefined } });
    expect(listPlaces.mock.calls[0][0].at).toBeUndefined();
  });

  it("responds with the list, ignoring unknown parameters", async () => {
    const listPlaces = finding(() => 3);
    const { data, status } = await load("?utm_source=mail&page=2&free=1", listPlaces);
    expect(status).toBe(200);
    expect(data).toMatchObject({ kind: "listed", query: { page: 2 }, list: { total: 3 } });
    expect(listPlaces).toHaveBeenCalledTimes(1);
    expect(listPlaces.mock.calls[0][0].language).toBe("de");
  });

  it("responds 422 and names malformed parameters", async () => {
    const { data, status } = await load(
      "?page=0&sort=best&reviews=x",
      finding(() => 3),
    );
    expect(status).toBe(422);
    expect(data).toEqual({
      kind: "invalid",
      fields: ["page", "sort", "reviews"],
      addObstacle: "error.unavailable",
      searched: null,
    });
  });

  it("takes places-asc and places-desc as names of the orders by city", async () => {
    const { data } = await load(
      "?sort=places-asc",
      finding(() => 3),
    );
    expect(data).toMatchObject({ query: { sort: "place-asc" } });
  });

  it("names the strictest filter of an empty list", async () => {
    const listPlaces = finding(({ filters }) => (filters.open ? 0 : 5));
    const { data } = await load("?free=1&open=1", listPlaces);
    expect(data).toMatchObject({ relief: { filter: "open", total: 5 } });
  });

  it("responds 503 with the query when the places cannot be read", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const { data, status } = await load("?free=1", () => Promise.reject(new Error("no database")));
    expect(status).toBe(503);
    expect(data).toMatchObject({ kind: "unavailable", query: { filters: { free: true } } });
    expect(log).toHaveBeenCalledTimes(1);
  });
});
