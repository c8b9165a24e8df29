import { act, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { RouteObstacle, WalkingRoute } from "#domain/walking/directions.ts";
import { renderMapPage, stubGeolocation, stubServer } from "#tests/support/app/render-map-page.tsx";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";

const server = stubServer();
const geolocation = stubGeolocation();

/** Three hundred metres east, at the corner two hundred north. */
const start: Coordinates = [19.05, 47.5];
const corner: Coordinates = [19.054, 47.5];
const end: Coordinates = [19.054, 47.5018];
/** A little beside the end of the route. */
const place = {
  ...placeInGyor,
  id: 1,
  longitude: 19.0541,
  latitude: 47.5019,
  coordinates: [19.0541, 47.5019],
  facts: { ...placeInGyor.facts, level: "-1" },
} as const;

const steps = ["Indulj el a Fő utcán.", "Fordulj balra a Kis közbe.", "Megérkeztél."];
const route: WalkingRoute = {
  kind: "route",
  geometry: { type: "LineString", coordinates: [start, corner, end] },
  distance: 502,
  duration: 360,
  steps: [
    { instruction: steps[0] ?? "", distance: 301, street: "Fő utca", turn: 0 },
    { instruction: steps[1] ?? "", distance: 201, street: "Kis köz", turn: -90 },
    { instruction: steps[2] ?? "", distance: 0 },
  ],
};
/** What the heading says of the route at its start. */
const firstTurn = `300 m ${steps[1]}`;
const straight = {
  kind: "straight",
  geometry: { type: "LineString", coordinates: [start, place.coordinates] },
  distance: 370,
  bearing: 56,
  steps: [],
};

const wakeLock = { held: 0 };
const vibrate = vi.fn();
beforeEach(() => {
  wakeLock.held = 0;
  vibrate.mockReset();
  Object.defineProperty(navigator, "vibrate", { value: vibrate, configurable: true });
  const request = async () => {
    wakeLock.held++;
    return { release: async () => wakeLock.held-- };
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
});
afterEach(() => {
  for (const name of ["wakeLock", "vibrate"]) Reflect.deleteProperty(navigator, name);
});

/** Opens the place for a visitor who may be led; the router's answers come one after the other. */
async function openPlace(
  responses: readonly (() => Response)[],
  { isSignedIn = true, path = "/?place=1" } = {},
) {
  server.places = [place];
  const requests: URLSearchParams[] = [];
  server.responses.set("/api/v1/geo/directions", ({ searchParams }) => {
    requests.push(searchParams);
    return responses[Math.min(requests.length, responses.length) - 1]?.() ?? Response.error();
  });
  const page = await renderMapPage({ server, path, isSignedIn });
  await page.findByRole("heading", { level: 2 });
  return {
    ...page,
    requests,
    begin: async () => page.user.click(await page.findByRole("button", { name: "Vezess ide" })),
    heading: () => page.queryByRole("heading", { level: 2 })?.textContent,
    expectHeading: (expected: string | RegExp) =>
      waitFor(() => {
        const shown = page.getByRole("heading", { level: 2 }).textContent ?? "";
        expect(shown.replaceAll("\u00a0", " ")).toMatch(expected);
      }),
    steps: () => within(page.getByRole("article")).queryAllByRole("listitem"),
    current: () => page.container.querySelector("[aria-current=step]")?.textContent,
  };
}

/** The route with obstacles, the first of them on its first step. */
const withObstacles = (...obstacles: RouteObstacle[]): WalkingRoute => ({
  ...route,
  steps: route.steps.map((step, index) => ({ ...step, obstacle: obstacles[index] })),
});

const response =
  (body: object, init: ResponseInit = {}) =>
  () =>
    Response.json(body, init);
const spaced = (text: string | null | undefined) => text?.replaceAll("\u00a0", " ");

describe("a walk", () => {
  it("is guided along the route, step by step, to the place", async () => {
    vi.useFakeTimers({ now: fridayAfternoon, shouldAdvanceTime: true });
    geolocation.move(start);
    const page = await openPlace([response(route)]);
    await page.begin();
    await page.expectHeading(firstTurn);
    await waitFor(() =>
      expect(document.activeElement).toBe(page.getByRole("heading", { level: 2 })),
    );
    const shown = () => spaced(page.getByRole("article").textContent);
    expect(shown()).toMatch(/Itt vagy: Fő utcaMég 500 m, 6 perc, érkezés \d\d:\d\d/);
    await waitFor(() =>
      expect(spaced(page.announcement())).toBe(`Útvonal: 500 m, 6 perc, 3 szakasz. ${steps[0]}`),
    );
    expect(page.steps()).toHaveLength(3);
    expect(page.current()).toContain(steps[1]);
    await waitFor(() => expect(wakeLock.held).toBe(1));
    // The browser has released it with a hidden page.
    wakeLock.held = 0;
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(wakeLock.held).toBe(1));
    expect(vibrate).not.toHaveBeenCalled();

    // Just before the corner, seven metres beside the route.
    geolocation.move([19.0539, 47.50006]);
    await page.expectHeading(`10 m ${steps[1]}`);
    expect(page.announcement()).toBe(steps[1]);
    expect(vibrate).toHaveBeenCalledOnce();
    expect(shown()).toContain("Még 210 m, ");

    // At the corner, and round it: what is done is said no more.
    geolocation.move(corner);
    await page.expectHeading(`Most ${steps[1]}`);
    geolocation.move([19.054, 47.5001]);
    await page.expectHeading(/^190 m Cél: Széchenyi tér 1\.$/);
    expect(page.current()).toContain(steps[2]);
    expect(shown()).toContain("Itt vagy: Kis köz");
    expect(vibrate).toHaveBeenCalledOnce();

    // One key does not end it.
    await page.user.keyboard("{Escape}");
    expect(page.getByRole("button", { name: "Navigáció vége" })).toBeTruthy();
    expect(page.url()).toBe("/?place=1");

    // A hundred metres off the route, another one is loaded when ten seconds have passed.
    geolocation.move([19.0526, 47.501]);
    await page.expectHeading(/^Letértél az útvonalról/);
    expect(page.announcement()).toMatch(/^Letértél az útvonalról/);
    expect(page.requests).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await waitFor(() => expect(page.requests).toHaveLength(2));
    expect(page.requests[1]?.get("from")).toBe("19.0526,47.501");

    geolocation.move([19.054, 47.5017]);
    await page.expectHeading(/^Megérkeztél: Széchenyi tér 1\.$/);
    expect(page.announcement()).toMatch(/^Megérkeztél: Széchenyi tér 1\.$/);
    expect(shown()).toMatch(/^Megérkeztél: Széchenyi tér 1\.Vége.*−1. szint\(az aluljáróban\)$/);
    await waitFor(() => expect(wakeLock.held).toBe(0));
    await page.user.click(page.getByRole("button", { name: "Navigáció vége" }));
    const again = await page.findByRole("button", { name: "Vezess ide" });
    await waitFor(() => expect(document.activeElement).toBe(again));
    expect(page.url()).toBe("/?place=1");
  });

  it("says at the top what the route asks of a walker, and finds one without stairs", async () => {
    geolocation.move(start);
    const far = { ...withObstacles("ferry", "steps"), distance: 16_000 };
    const page = await openPlace([response(far), response(withObstacles("steps"))]);
    await page.begin();
    const detour = await page.findByText(/^Az útvonal 16\skm, pedig légvonalban csak 3\d0\sm/);
    const alert = within(detour.parentElement ?? detour);
    alert.getByText("Az útvonal komppal vezet.");
    alert.getByText("Az útvonalon lépcső van.");
    expect(page.requests[0]?.has("avoid_steps")).toBe(false);
    await page.user.click(alert.getByRole("button", { name: "Útvonal lépcső nélkül" }));
    await page.findByText("Lépcső nélkül nem vezet oda út.");
    expect(page.requests[1]?.get("avoid_steps")).toBe("1");
    expect(page.queryByText(/komppal/)).toBeNull();
    expect(page.queryByRole("button", { name: "Útvonal lépcső nélkül" })).toBeNull();
  });

  it("says nothing of a route that is like others", async () => {
    geolocation.move(start);
    const page = await openPlace([response(route)]);
    await page.begin();
    await page.expectHeading(firstTurn);
    expect(page.queryByText(/légvonalban|lépcső|komppal/i)).toBeNull();
  });

  it("says nothing more of stairs that are behind the walker", async () => {
    geolocation.move(start);
    const page = await openPlace([response(withObstacles("steps", "escalator"))]);
    await page.begin();
    await page.findByText("Az útvonalon lépcső van.");
    expect(page.queryByText(/mozgólépcső/)).toBeNull();
    geolocation.move([19.054, 47.5001]);
    await page.expectHeading(/^190 m/);
    expect(page.queryByText(/lépcső/i)).toBeNull();
  });

  it("is without stairs for who filters for that, and takes them on request", async () => {
    geolocation.move(start);
    const page = await openPlace([response(route), response(withObstacles("steps"))], {
      path: "/?place=1&accessible=1",
    });
    await page.begin();
    await page.expectHeading(firstTurn);
    await page.user.click(page.getByRole("button", { name: "Útvonal lépcsővel is" }));
    await page.findByText("Az útvonalon lépcső van.");
    expect(page.requests.map((request) => request.get("avoid_steps"))).toEqual(["1", null]);
  });

  it("says before the first step that there are stairs all the same, or may be", async () => {
    geolocation.move(start);
    const path = "/?place=1&accessible=1&walk=1";
    const responses = [withObstacles("steps", "escalator"), { ...route, steps_unknown: true }];
    const page = await openPlace(
      responses.map((body) => response(body)),
      { path },
    );
    await page.findByText("Lépcső nélkül nem vezet oda út.");
    page.getByText("Az útvonal mozgólépcsővel vezet.");
    const offer = () => page.queryByRole("button", { name: /lépcső/ });
    expect(offer()).toBeNull();
    // Behind the stairs it has been with them.
    geolocation.move([19.054, 47.5001]);
    await page.expectHeading(/^190 m/);
    expect(offer()).toBeNull();
    await page.user.click(page.getByRole("button", { name: "Navigáció vége" }));
    geolocation.move(start);
    await page.begin();
    await page.findByText(/nem ismeri a lépcsőket/);
    expect(page.requests.map((request) => request.get("avoid_steps"))).toEqual(["1", "1"]);
  });

  it("goes on beside a search, from which Back leads to the walk", async () => {
    geolocation.move(start);
    const page = await openPlace([response(route)]);
    await page.begin();
    await page.expectHeading(firstTurn);
    const baja = { place: "Baja", longitude: 18.95, latitude: 46.18, precision: "settlement" };
    server.responses.set("/api/v1/geo/suggest", () =>
      Response.json([{ id: "1", name: "Baja", detail: "", precision: "settlement" }], {
        headers: { "x-geo-level": "embedded" },
      }),
    );
    server.responses.set("/api/v1/geo/retrieve/", () =>
      Response.json({ ...baja, address_line1: "", address_line2: "", county: "", postcode: "" }),
    );
    await page.user.click(page.getByRole("textbox", { name: "Hely keresése" }));
    await page.findByRole("combobox");
    await page.user.keyboard("Baja");
    await page.user.click(await page.findByRole("option"));
    await page.expectUrl(/^\/\?place=1&view=18\.95,46\.18,/);
    await page.expectHeading(firstTurn);
    page.goBack();
    await page.expectUrl("/?place=1");
    await page.expectHeading(firstTurn);
    expect(page.requests).toHaveLength(1);
  });

  it("says why there is no route, keeps the present one, and tries again", async () => {
    vi.useFakeTimers({ now: fridayAfternoon, shouldAdvanceTime: true });
    geolocation.move(start);
    const responses = [
      response({ code: "error.notfound" }, { status: 404 }),
      response({}, { status: 503 }),
      response(straight, { headers: { "X-Geo-Fallback": "1" } }),
      response(route),
      response({ code: "error.signin" }, { status: 401 }),
    ];
    const page = await openPlace(responses, { path: "/?place=1&accessible=1" });
    const retry = () => page.getByRole("button", { name: "Próbáld újra" });
    await page.begin();
    await page.expectHeading("Most nem tudunk útvonalat adni");
    await page.findByText(/Nem találtunk ide gyalogutat\./);
    await page.user.click(retry());
    await page.findByText(/Az útvonaltervező most nem válaszol\./);
    await page.user.click(retry());
    await page.findByText(/ezért csak az irányt tudjuk mutatni/);
    await page.user.click(retry());
    await page.expectHeading(firstTurn);
    expect(page.queryByRole("button", { name: "Próbáld újra" })).toBeNull();

    geolocation.move([19.0526, 47.501]);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await page.findByText(/^Lejárt a bejelentkezésed.*korábbi útvonal látszik/);
    const article = within(page.getByRole("article"));
    const signIn = article.getByRole("link", { name: "Bejelentkezés" }).getAttribute("href");
    expect(decodeURIComponent(signIn ?? "")).toContain("/?place=1&accessible=1&walk=1");
    expect(page.steps()).toHaveLength(3);
  });

  it("has a straight line without streets, which is said not to be a route", async () => {
    geolocation.move(start);
    const page = await openPlace([response(straight)]);
    await page.begin();
    await page.expectHeading("370 m északkeletre");
    expect(page.getByText("Légvonalban: ez nem útvonal.")).toBeTruthy();
    expect(page.steps()).toHaveLength(0);
    geolocation.move(corner);
    await page.expectHeading("210 m északra");
  });

  it("asks for the position first, and explains a refusal", async () => {
    const page = await openPlace([response(route)]);
    await page.begin();
    await page.findByText(/Nem látjuk, hol vagy/);
    expect(page.requests).toHaveLength(0);
    geolocation.move(start);
    await page.begin();
    await page.expectHeading(firstTurn);
    expect(page.requests[0]?.get("from")).toBe("19.05,47.5");
  });
});

it("a visitor who may not be led is led by the own map first, and invited to sign in", async () => {
  const page = await openPlace([], { isSignedIn: false, path: "/?place=1&accessible=1" });
  const invitation = await page.findByRole("link", { name: "Jelentkezz be az útvonalért" });
  const href = new URL(invitation.getAttribute("href") ?? "", "http://localhost");
  expect(href.searchParams.get("continueUrl")).toBe("/?place=1&accessible=1&walk=1");
  expect(page.queryByRole("button", { name: "Vezess ide" })).toBeNull();
  const ownMap = page.getByRole("link", { name: "Térképappban" });
  expect(ownMap.nextElementSibling).toBe(invitation);
  expect(ownMap.className).toContain("text-on-brand");
  expect(invitation.className).not.toContain("text-on-brand");
  expect(ownMap.getAttribute("href")).toMatch(/^https:\/\/www\.openstreetmap\.org\/\?mlat=/);
  expect(page.getByRole("link", { name: "Megosztás" })).toBeTruthy();
});

it("everyone has the place in other maps", async () => {
  const page = await openPlace([], { isSignedIn: false });
  await page.user.click(await page.findByText("Megnyitás másik térképen"));
  const list = page.container.querySelector('ul[aria-label="Megnyitás másik térképen"]');
  const links = [...(list?.querySelectorAll("a") ?? [])];
  expect(links.map(({ textContent }) => textContent)).toEqual([
    "Apple Térképek",
    "Google Térkép",
    "OpenStreetMap",
  ]);
  expect(links.map((link) => link.getAttribute("href")?.split("?", 1)[0])).toEqual([
    "https://maps.apple.com/",
    "https://www.google.com/maps/dir/",
    "https://www.openstreetmap.org/",
  ]);
});
