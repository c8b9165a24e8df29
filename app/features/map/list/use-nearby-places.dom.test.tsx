import { act, fireEvent } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reportContact } from "#app/network/offline-detection.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { PlaceList } from "#domain/place/place.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { failedResponses } from "#tests/support/app/stub-responses.ts";
import { useNearbyPlaces } from "./use-nearby-places.ts";

const request = vi.fn<(path: string, options: RequestInit) => Response | Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  request.mockReset();
  vi.stubGlobal("fetch", request);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An empty list that says how many places there are in all. */
function listOf(total: number): PlaceList {
  return { places: [], total, page: 1, per_page: 20 } as unknown as PlaceList;
}

const query = { filters: noFilters, includeUnknown: false, place: null, view: null };

/** A list with two filters; it came with the page, and says that there are 73 places. */
function NearbyList() {
  const [filters, setFilters] = useState(noFilters);
  const [position, setPosition] = useState<Coordinates | null>(null);
  const list = useNearbyPlaces({
    isPaused: false,
    isSilent: true,
    searched: null,
    now: new Date(0),
    data: { list: listOf(73), hasListFailed: false, query } as never,
    query: { ...query, filters },
    area: null,
    initialView: { longitude: 19, latitude: 47, zoom: 10 },
    position,
  });
  return (
    <>
      <output>{`${list.list?.total} places, ${list.failure ?? "no failure"}`}</output>
      <button type="button" onClick={() => setFilters({ ...filters, free: true })}>
        free
      </button>
      <button type="button" onClick={() => setFilters({ ...filters, accessible: true })}>
        accessible
      </button>
      <button type="button" onClick={() => setPosition([19.1, 47.1])}>
        locate
      </button>
      <button type="button" onClick={list.retry}>
        again
      </button>
    </>
  );
}

function renderList() {
  const page = renderPage(<NearbyList />);
  const shown = () => page.getByRole("status").textContent;
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const press = async (name: string) => {
    fireEvent.click(page.getByRole("button", { name }));
    await pass(300);
  };
  return { shown, pass, press };
}

it("keeps the list where a newer one breaks off, and loads that when there is contact again", async () => {
  const { shown, pass, press } = renderList();
  request.mockImplementation(failedResponses.broken);
  await press("free");
  expect(shown()).toBe("73 places, failed");
  request.mockImplementation(() => Response.json(listOf(12)));
  await pass(10_000);
  expect(shown()).toBe("73 places, failed");
  reportContact();
  // Contact may be lost again: it waits for two seconds, and then for the map to stand still.
  await pass(2_000);
  await pass(300);
  expect(shown()).toBe("12 places, no failure");
});

it("keeps the list where the server refuses a newer one, until the visitor requests it again", async () => {
  const { shown, pass, press } = renderList();
  request.mockImplementation(() => new Response(null, { status: 500 }));
  await press("free");
  expect(shown()).toBe("73 places, failed");
  request.mockImplementation(() => Response.json(listOf(12)));
  reportContact();
  await pass(10_000);
  expect(shown()).toBe("73 places, failed");
  await press("again");
  expect(shown()).toBe("12 places, no failure");
});

it("drops a list that is loading when the filters change again", async () => {
  const { shown, press } = renderList();
  const slow = Promise.withResolvers<Response>();
  request.mockReturnValueOnce(slow.promise);
  request.mockImplementation(() => Response.json(listOf(3)));
  await press("free");
  const [[path, { signal }]] = request.mock.calls;
  expect(path).toContain("free=1");
  await press("accessible");
  expect(signal?.aborted).toBe(true);
  slow.resolve(Response.json(listOf(12)));
  await press("accessible");
  expect(request.mock.lastCall?.[0]).toContain("accessible=1");
  expect(shown()).toBe("3 places, no failure");
});

it("sorts by the visitor's position as soon as it is known, before the map has come", async () => {
  const { shown, press } = renderList();
  request.mockImplementation(() => Response.json(listOf(5)));
  await press("locate");
  expect(request.mock.lastCall?.[0]).toContain("near=19.1,47.1");
  expect(shown()).toBe("5 places, no failure");
});
