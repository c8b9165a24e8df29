import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act, render, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createRoutesStub, Outlet, useLocation, useNavigate } from "react-router";
import { afterEach, beforeEach, onTestFinished, vi } from "vitest";
import { readMapPage } from "#app/features/map/map-page-data.ts";
import { I18nProvider } from "#app/i18n/use-translation.tsx";
import MapRoute, { clientLoader, shouldRevalidate } from "#app/routes/map.tsx";
import { LiveRegion } from "#app/ui/live-region.tsx";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { parseMapPageQuery } from "#domain/map/map-page-query.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import type { Language } from "#domain/text/language.ts";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";
import { messagesOf } from "./render-page.tsx";

/** Answer of the server to a request, in a test. */
type StubbedResponse = (url: URL, request: RequestInit) => Response | Promise<Response>;

/** The server that a test's page asks, with a few places. */
export interface StubServer {
  /** Answers by path; the path of most letters that an address begins with counts. */
  readonly responses: Map<string, StubbedResponse>;
  /** Path and query of each request, in their order. */
  readonly requests: string[];
  places: readonly Place[];
}

/** Places of the stub server, north of one another: the second is free, the third of unknown hours. */
export const placesInGyor: readonly Place[] = [1, 2, 3].map((id) => ({
  ...placeInGyor,
  id,
  address: `Széchenyi tér ${id}.`,
  latitude: placeInGyor.latitude + id / 100,
  coordinates: [placeInGyor.longitude, placeInGyor.latitude + id / 100],
  ...(id === 2 && { fee: "free", price: null }),
}));

/** A list as the API sends it. */
export function listOf(places: readonly Place[], change: Partial<PlaceList> = {}): PlaceList {
  return {
    places: [...places],
    total: places.length,
    page: 1,
    per_page: 10,
    pages: 1,
    open_count: places.length,
    unknown_count: 0,
    likely_count: 0,
    unstated_count: 0,
    as_of: fridayAfternoon.toISOString(),
    ...change,
  } as PlaceList;
}

const publicFolder = join(import.meta.dirname, "../../../public");

/**
 * Stub of the server for a test file, anew for each test: it answers with lists, places and the files of words,
 * on a Friday afternoon. A test sets further answers.
 */
export function stubServer(): StubServer {
  const server = {
    responses: new Map<string, StubbedResponse>(),
    requests: [] as string[],
  } as StubServer;
  beforeEach(() => {
    vi.useFakeTimers({ now: fridayAfternoon, toFake: ["Date"] });
    server.places = placesInGyor;
    server.requests.length = 0;
    server.responses.clear();
    const { responses } = server;
    responses.set("/api/v1/places", ({ searchParams }) => {
      const isFree = searchParams.get("free") === "1";
      const { places } = server;
      return Response.json(listOf(places.filter(({ fee }) => !isFree || fee === "free")));
    });
    responses.set("/api/v1/places/", ({ pathname }) => {
      const id = Number(pathname.split("/").at(-1));
      const place = server.places.find((known) => known.id === id);
      if (place) return Response.json(place);
      return Response.json({ code: "error.notfound" }, { status: 404 });
    });
    responses.set("/locales/", ({ pathname }) => {
      return new Response(readFileSync(join(publicFolder, pathname)));
    });
    vi.stubGlobal("fetch", async (input: string, request: RequestInit = {}) => {
      const url = new URL(input, "http://localhost");
      server.requests.push(url.pathname + url.search);
      const [path = ""] = [...responses.keys()]
        .filter((begin) => url.pathname.startsWith(begin))
        .sort((one, other) => other.length - one.length);
      const response = responses.get(path);
      if (!response) throw new TypeError("Failed to fetch");
      return response(url, request);
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return server;
}

/**
 * The browser's geolocation in a test: where the visitor is, null where the visitor has refused it, or `silent` where
 * the browser never answers.
 */
export interface StubGeolocation {
  /** Names of the calls, in their order. */
  readonly calls: string[];
  move(position: Coordinates | "silent" | null, accuracyMeters?: number): void;
}

/** Stub of the browser's geolocation for a test file; the visitor refuses until a test moves them. */
export function stubGeolocation(): StubGeolocation {
  let position: Coordinates | "silent" | null = null;
  let accuracy = 5;
  const watchers = new Set<() => void>();
  const calls: string[] = [];
  const deliver = (found: PositionCallback, failed?: PositionErrorCallback | null) => {
    if (position === "silent") return;
    if (position === null) return failed?.({ code: 1 } as GeolocationPositionError);
    const [longitude, latitude] = position;
    found({ coords: { longitude, latitude, accuracy } } as GeolocationPosition);
  };
  const geolocation = {
    getCurrentPosition(found: PositionCallback, failed?: PositionErrorCallback) {
      calls.push("getCurrentPosition");
      queueMicrotask(() => act(() => deliver(found, failed)));
    },
    watchPosition(found: PositionCallback, failed?: PositionErrorCallback) {
      calls.push("watchPosition");
      const watcher = () => deliver(found, failed);
      watchers.add(watcher);
      return watcher;
    },
    clearWatch(watcher: unknown) {
      watchers.delete(watcher as () => void);
    },
  };
  beforeEach(() => {
    position = null;
    accuracy = 5;
    calls.length = 0;
    Object.defineProperty(navigator, "geolocation", { value: geolocation, configurable: true });
  });
  afterEach(() => {
    watchers.clear();
    Reflect.deleteProperty(navigator, "geolocation");
  });
  return {
    calls,
    move(next, accuracyMeters = 5) {
      position = next;
      accuracy = accuracyMeters;
      act(() => {
        for (const watcher of watchers) watcher();
      });
    },
  };
}

interface MapPageOptions {
  readonly server: StubServer;
  /** Address of the page. */
  readonly path?: string;
  readonly language?: Language;
  /** Whether the visitor is signed in, and so may be led. */
  readonly isSignedIn?: boolean;
  /** Whether the server could not read the list with which the page begins. */
  readonly hasListFailed?: boolean;
  /** Further data of the root route. */
  readonly root?: object;
}

/**
 * Renders the map's page as the server and the browser's application do, in a DOM that cannot draw the live
 * map.
 */
export async function renderMapPage({
  server,
  path = "/",
  language = "hu",
  isSignedIn = false,
  hasListFailed = false,
  root = {},
}: MapPageOptions) {
  let isFirst = true;
  const visited: string[] = [];
  const findPlace = async (id: number) => server.places.find((place) => place.id === id) ?? null;
  const listPlaces = async () => {
    if (hasListFailed) throw new Error("the database is away");
    return listOf(server.places);
  };
  const load = async ({ request }: { request: Request }) => {
    if (!isFirst) return clientLoader({ request } as Parameters<typeof clientLoader>[0]);
    isFirst = false;
    const { searchParams, pathname } = new URL(request.url);
    const parsed = parseMapPageQuery(searchParams, pathname);
    if (!parsed.ok) throw new Error(`${path} is not an address of the map`);
    const now = new Date();
    const source = { findPlace, listPlaces, now, startView: null };
    return (await readMapPage(parsed.query, source)).page;
  };
  let goBack = () => {};
  function Root() {
    const { pathname, search } = useLocation();
    const navigate = useNavigate();
    goBack = () => void navigate(-1);
    if (visited.at(-1) !== pathname + search) visited.push(pathname + search);
    return (
      <LiveRegion>
        <Outlet />
      </LiveRegion>
    );
  }
  const Application = createRoutesStub([
    {
      id: "root",
      path: "/",
      Component: Root,
      HydrateFallback: () => null,
      loader: () => ({
        origin: "http://localhost",
        session: isSignedIn ? { role: "user", email: "anna@example.org" } : null,
        visitorDirections: false,
        visitorReports: true,
        ...root,
      }),
      shouldRevalidate: () => false,
      children: [
        {
          path: "way?",
          Component: MapRoute as unknown as () => null,
          loader: load,
          shouldRevalidate,
        },
        { path: "*", Component: () => <p>another page</p> },
      ],
    },
  ] as Parameters<typeof createRoutesStub>[0]);
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  // A map without a size has no view.
  for (const side of ["clientWidth", "clientHeight"] as const) {
    const size = vi.spyOn(HTMLElement.prototype, side, "get").mockReturnValue(800);
    onTestFinished(() => size.mockRestore());
  }
  const page = render(
    <I18nProvider i18n={messagesOf(language)}>
      <Application initialEntries={[path]} />
    </I18nProvider>,
  );
  await page.findByRole("heading", { level: 1 });
  return {
    ...page,
    user,
    /** Presses Back. */
    goBack: () => act(() => goBack()),
    /** Address of the page. */
    url: () => visited.at(-1),
    /** The message that screen readers were told last. */
    announcement: () => page.container.querySelector(".sr-only[aria-live=polite]")?.textContent,
    /** Waits until the page's address is this one, or like it. */
    expectUrl: (expected: string | RegExp) =>
      waitFor(() => {
        const now = visited.at(-1) ?? "";
        const isIt = typeof expected === "string" ? now === expected : expected.test(now);
        if (!isIt) throw new Error(`it is ${now}`);
      }),
  };
}
