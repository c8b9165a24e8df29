import { act, fireEvent, waitFor, within } from "@testing-library/react";
import { type createRoutesStub, data } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { ErrorBoundary } from "#app/routes/map.tsx";
import type { Place } from "#domain/place/place.ts";
import {
  listOf,
  placesInGyor,
  renderMapPage,
  stubGeolocation,
  stubServer,
} from "#tests/support/app/render-map-page.tsx";
import { renderPage } from "#tests/support/app/render-page.tsx";
import { fridayAfternoon } from "#tests/support/place-in-gyor.ts";

const server = stubServer();
const geolocation = stubGeolocation();

const [first, second] = placesInGyor;
type Page = Awaited<ReturnType<typeof renderMapPage>>;

/** The row of a place in the list beside the map. */
const rowOf = ({ container }: Page, { id }: { id: number }) =>
  waitFor(() => {
    const row = container.querySelector<HTMLElement>(`[data-place="${id}"]`);
    if (!row) throw new Error(`no row of place ${id}`);
    return row;
  });

const panelTitle = (page: Page, address: string) =>
  page.findByRole("heading", { level: 2, name: new RegExp(address) });

/** Lets the page's clock leap, which otherwise goes on with the real one; what that has begun is awaited. */
async function leap(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await act(() => vi.dynamicImportSettled());
}

describe("the list beside the map", () => {
  it("chooses a place by keyboard, and takes the focus back when it is closed", async () => {
    const page = await renderMapPage({ server });
    (await rowOf(page, first)).focus();
    await page.user.keyboard("{Enter}");
    const title = await panelTitle(page, first.address);
    await page.expectUrl("/?place=1");
    await waitFor(() => expect(document.activeElement).toBe(title));
    await page.user.keyboard("{Escape}");
    await page.expectUrl("/");
    await waitFor(async () => expect(document.activeElement).toBe(await rowOf(page, first)));
  });

  it("is requested once the panel of the place that the URL names is closed", async () => {
    vi.useFakeTimers({ now: fridayAfternoon, shouldAdvanceTime: true });
    const page = await renderMapPage({ server, path: "/?place=1" });
    await panelTitle(page, first.address);
    await leap(1_000);
    const lists = () => server.requests.filter((path) => path.includes("sort=near"));
    expect(lists()).toEqual([]);
    await page.user.keyboard("{Escape}");
    await rowOf(page, second);
    expect(lists()).toHaveLength(1);
  });

  it("says that it could not be loaded, keeps its rows, and tries again", async () => {
    const page = await renderMapPage({ server });
    const good = server.responses.get("/api/v1/places");
    server.responses.delete("/api/v1/places");
    await page.user.click(page.getByRole("button", { name: "Ingyenes" }));
    const alert = await page.findByRole("alert");
    expect(alert.textContent).toContain("A listát most nem sikerült betölteni");
    await rowOf(page, first);
    if (good) server.responses.set("/api/v1/places", good);
    await page.user.click(within(alert).getByRole("button", { name: "Próbáld újra" }));
    await waitFor(() => expect(page.queryByRole("alert")).toBeNull());
    await waitFor(() => expect(page.container.querySelector('[data-place="1"]')).toBeNull());
  });

  it("says that the map still works where the server is unavailable, and comes by itself", async () => {
    vi.useFakeTimers({ now: fridayAfternoon, shouldAdvanceTime: true });
    const page = await renderMapPage({ server });
    const good = server.responses.get("/api/v1/places");
    server.responses.set("/api/v1/places", () => Response.json({}, { status: 503 }));
    await page.user.click(page.getByRole("button", { name: "Ingyenes" }));
    const alert = await page.findByRole("alert");
    expect(alert.textContent).toContain("A térkép addig is mutatja a mosdókat.");
    if (good) server.responses.set("/api/v1/places", good);
    await leap(5_000);
    await waitFor(() => expect(page.queryByRole("alert")).toBeNull());
  });
});

it.each([
  [{}, null],
  [{ site: { logo: "/site-logo", colour: null, startView: null } }, "/site-logo"],
])("names whose map it is in the menu and in the sheet, with its logo: %o", async (root, logo) => {
  const page = await renderMapPage({ server, root });
  for (const part of [
    page.getByRole("navigation", { name: "Menü", hidden: true }),
    page.getByRole("region", { name: "Mosdók a térképen látható részen" }),
  ]) {
    const names = within(part).getAllByText("Mosdókereső");
    for (const name of names) {
      expect(name.closest("p")?.querySelector("img")?.getAttribute("src") ?? null).toBe(logo);
    }
  }
});

describe("the filters", () => {
  const isPressed = (page: Page, name: string) =>
    page.getByRole("button", { name }).getAttribute("aria-pressed");

  it("are in the URL and in the list; unknown opening times are offered", async () => {
    server.responses.set("/api/v1/places", () =>
      Response.json(listOf([second], { unknown_count: 4 })),
    );
    const page = await renderMapPage({ server });
    await page.user.click(page.getByRole("button", { name: "Most nyitva" }));
    await page.expectUrl("/?open=1");
    expect(isPressed(page, "Most nyitva")).toBe("true");
    await page.user.click(await page.findByRole("link", { name: "Mutasd ezeket is" }));
    await page.expectUrl("/?open=1&unknown=1");
    expect(server.requests.at(-1)).toMatch(/^\/api\/v1\/places\?.*open=1/);
    await waitFor(() => expect(server.requests.at(-1)).toContain("unknown=1"));
    await page.user.click(page.getByRole("button", { name: "Most nyitva" }));
    await page.expectUrl("/");
  });

  it("offer what they leave out in their open panel, which covers the list, where nothing meets them", async () => {
    server.responses.set("/api/v1/places", () => Response.json(listOf([], { unknown_count: 4 })));
    const page = await renderMapPage({ server });
    const filters = page.getByRole("group", { name: "Szűrők" });
    await page.user.click(within(filters).getByRole("button", { name: "További" }));
    expect(within(filters).queryByRole("link")).toBeNull();
    await page.user.click(within(filters).getByRole("button", { name: "Most nyitva" }));
    await page.user.click(await within(filters).findByRole("link", { name: "Mutasd ezeket is" }));
    await page.expectUrl("/?open=1&unknown=1");
  });

  it("both count that are pressed before the page is drawn between them", async () => {
    const page = await renderMapPage({ server });
    const [free, open] = ["Ingyenes", "Most nyitva"].map((name) =>
      page.getByRole("button", { name }),
    );
    // The router has not yet done what the first one asks for.
    fireEvent.click(free!);
    fireEvent.click(open!);
    await page.expectUrl("/?free=1&open=1");
  });

  it("of the URL are pressed", async () => {
    const page = await renderMapPage({ server, path: "/?free=1&accessible=1" });
    expect(isPressed(page, "Ingyenes")).toBe("true");
    expect(isPressed(page, "Akadálymentes")).toBe("true");
    expect(isPressed(page, "Nyilvános")).toBe("false");
  });

  it("leave a place chosen that is loading", async () => {
    const page = await renderMapPage({ server });
    const held = Promise.withResolvers<void>();
    const response = server.responses.get("/api/v1/places/");
    server.responses.set("/api/v1/places/1", async (url, request) => {
      await held.promise;
      return response?.(url, request) ?? Response.error();
    });
    await page.user.click(await rowOf(page, first));
    const panel = await page.findByRole("region", { name: "A kiválasztott mosdó" });
    await page.user.click(page.getByRole("button", { name: "Ingyenes" }));
    await act(async () => held.resolve());
    await page.expectUrl("/?place=1&free=1");
    await panelTitle(page, first.address);
    await page.user.click(within(panel).getByRole("link", { name: "Bezárás" }));
    await page.expectUrl("/?free=1");
  });
});

describe("a place of which the page has the marker only", () => {
  it("has a panel until it has come, or why it has not, and is tried again", async () => {
    // The list does not bring it.
    const near = listOf([first]);
    server.responses.set("/api/v1/places", ({ searchParams }) =>
      Response.json(searchParams.get("per_page") === "1" ? near : listOf([])),
    );
    const page = await renderMapPage({ server });
    const map = await page.findByRole("application");
    const picture = map.querySelector("img");
    if (picture) fireEvent.load(picture);
    await waitFor(() => expect(page.container.querySelector("[data-place]")).toBeNull());
    const good = server.responses.get("/api/v1/places/");
    const held = Promise.withResolvers<void>();
    server.responses.set("/api/v1/places/", async () => {
      await held.promise;
      return Response.json({}, { status: 503 });
    });
    map.focus();
    await page.user.keyboard("{Enter}");
    const panel = await page.findByRole("region", { name: "A kiválasztott mosdó" });
    await within(panel).findByText(/^Nyitva/);
    expect(within(panel).getByRole("link", { name: "Bezárás" })).toBeTruthy();
    // Nothing to read out yet: the whole panel's title takes the focus.
    expect(within(panel).queryByRole("status")).toBeNull();
    expect(within(panel).queryByRole("heading")).toBeNull();
    await act(async () => held.resolve());
    const alert = await within(panel).findByRole("alert");
    expect(alert.textContent).toContain("most nem sikerült betölteni");
    if (good) server.responses.set("/api/v1/places/", good);
    await page.user.click(within(panel).getByRole("button", { name: "Próbáld újra" }));
    const title = await panelTitle(page, first.address);
    await waitFor(() => expect(document.activeElement).toBe(title));
  });
});

describe("the shortcuts", () => {
  const dialog = (page: Page) => page.queryByRole("dialog", { name: "Billentyűk" });

  it("are listed by a question mark", async () => {
    const page = await renderMapPage({ server });
    await page.user.keyboard("?");
    const list = await page.findByRole("dialog", { name: "Billentyűk" });
    expect(within(list).getByText("Hely keresése")).toBeTruthy();
    await page.user.click(within(list).getByRole("button", { name: "Bezárás" }));
    await waitFor(() => expect(dialog(page)).toBeNull());
  });

  it("are switched off for good", async () => {
    const page = await renderMapPage({ server });
    const menu = page.getByRole("button", { name: "Menü" });
    menu.focus();
    await page.user.keyboard("?");
    const list = await page.findByRole("dialog", { name: "Billentyűk" });
    await page.user.click(within(list).getByRole("checkbox"));
    page.unmount();
    const again = await renderMapPage({ server });
    again.getByRole("button", { name: "Menü" }).focus();
    await again.user.keyboard("?fl/");
    await act(() => vi.dynamicImportSettled());
    expect(document.activeElement).toBe(again.getByRole("button", { name: "Menü" }));
    expect(dialog(again)).toBeNull();
    localStorage.clear();
  });
});

describe("a place of the URL", () => {
  it("that does not exist is explained, with the way back to the list", async () => {
    const page = await renderMapPage({ server, path: "/?place=2147483647" });
    await page.findByText("Ilyen mosdó nincs, vagy már törölték.");
    await page.user.click(page.getByRole("link", { name: "Vissza a térképhez" }));
    await page.findByText("3 mosdó ezen a részen");
  });

  it("shows all that is known, and in the page's language", async () => {
    server.places = [{ ...first, rating_count: 2, rating_calculated: 4.5 }];
    const page = await renderMapPage({ server, path: "/?place=1", language: "de" });
    const panel = await page.findByRole("region", { name: "Die gewählte Toilette" });
    await panelTitle(page, first.address);
    for (const text of ["Győr", "(az aluljáróban)", "Barrierefrei", "4,50", "Heute:"]) {
      expect(panel.textContent).toContain(text);
    }
    expect(within(panel).getByRole("link", { name: "Teilen" })).toBeTruthy();
    expect(page.getByRole("button", { name: "Barrierefrei" })).toBeTruthy();
    expect(page.getByRole("button", { name: "Nächste Toilette" })).toBeTruthy();
  });
});

it("shows of a place that was reported closed until when, and leads to the nearest other first", async () => {
  const minutesFromNow = (minutes: number) =>
    new Date(fridayAfternoon.getTime() + minutes * 60_000).toISOString();
  const closure = { since: minutesFromNow(-5), until: minutesFromNow(24 * 60) };
  const closed_for_now = { ...closure, reason: "out-of-order", by: "visitor", reports: 3 } as const;
  server.places = [{ ...first, open_status: "closed", closed_for_now }, second];
  const best = { ...second, distance: 50 };
  server.responses.set("/api/v1/places/nearest", () =>
    Response.json({ best, open: best, unknown: null, limit_meters: 3000 }),
  );
  const page = await renderMapPage({ server, path: "/?place=1&free=1" });
  await page.findByText(
    "3 látogató jelezte, először 5 perccel ezelőtt; holnap 17:00-ig jelezzük így, ha addig más nem erősíti meg.",
  );
  const other = await page.findByRole("link", {
    name: /^Legközelebbi másik: 50\sm · kb\. 1\sperc$/,
  });
  expect(server.requests).toContain("/api/v1/places/nearest?free=1&near=17.63,47.69");
  const map = page.getByRole("link", { name: "Térképappban" });
  expect(other.compareDocumentPosition(map)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await page.user.click(other);
  await page.expectUrl("/?place=2&free=1");
});

it("leads from a place that was reported closed for good to the nearest other first", async () => {
  server.places = [{ ...first, open_status: "none", doubt: "closed" }, second];
  const best = { ...second, distance: 50 };
  server.responses.set("/api/v1/places/nearest", () =>
    Response.json({ best, open: null, unknown: null, limit_meters: 3000 }),
  );
  const page = await renderMapPage({ server, path: "/?place=1" });
  await page.findByRole("link", { name: /^Legközelebbi másik: 50/ });
});

it.each([
  ["nearest to the visitor", second, ["Legközelebbi másik: 50 m · kb. 1 perc"]],
  ["and never to itself", first, []],
] as const)("leads from a closed place to another, %s", async (_, best, links) => {
  geolocation.move([17.6, 47.68]);
  const [since, until] = [-5, 60].map((minutes) =>
    new Date(fridayAfternoon.getTime() + minutes * 60_000).toISOString(),
  );
  const closed_for_now = { reason: "out-of-order", by: "visitor", since, until } as const;
  server.places = [{ ...first, open_status: "closed", closed_for_now }, second];
  server.responses.set("/api/v1/places/nearest", ({ searchParams }) => {
    const isFound = best === first || searchParams.get("near") === "17.6,47.68";
    const found = isFound ? { ...best, distance: 50 } : null;
    return Response.json({ best: found, open: null, unknown: null, limit_meters: 3000 });
  });
  const page = await renderMapPage({ server, path: "/?place=1" });
  await page.findByText("Nem működik", { selector: "[role=status] *" });
  await waitFor(() => {
    expect(page.container.querySelector("article .h-11.animate-shimmer")).toBeNull();
    const shown = page.queryAllByRole("link", { name: /^Legközelebbi másik/ });
    expect(shown.map(({ textContent }) => textContent?.replaceAll("\u00a0", " "))).toEqual(links);
  });
});

it.each([
  [19, ["A", "B"]],
  [15, ["A"]],
])(
  "tells twins apart by a letter in the list, the panel and, where none covers it, on the picture of zoom %d",
  async (zoom, shown) => {
    const [longitude, latitude] = first.coordinates;
    server.places = [{ ...first, id: 2, coordinates: [longitude, latitude + 2e-5] }, first];
    const page = await renderMapPage({ server, path: `/?view=${longitude},${latitude},${zoom}` });
    expect((await rowOf(page, { id: 2 })).textContent).toContain("(B)");
    // Of the first picture and of the map that has come over it.
    const letters = () => {
      const texts = [...page.container.querySelectorAll(".map-letter")];
      return new Set(texts.map(({ textContent }) => textContent));
    };
    expect(letters()).toEqual(new Set(shown));
    await page.user.click(await rowOf(page, first));
    const title = await panelTitle(page, first.address);
    expect(title.textContent).toContain("(A)");
    expect((await page.findByRole("link", { name: /\(B\)/ })).getAttribute("href")).toContain(
      "place=2",
    );
    expect(letters()).toEqual(new Set(shown));
  },
);

it("has no letters on the map from afar", async () => {
  server.places = [{ ...first, id: 2 }, first];
  const page = await renderMapPage({ server, path: "/?view=17.63,47.69,14.99" });
  await rowOf(page, first);
  expect(page.container.querySelector(".map-letter")).toBeNull();
});

it.each([
  [47.664, "Vezess ide"],
  [47.662, "Térképappban"],
])("has one main action for a visitor at %d: %s", async (latitude, main) => {
  geolocation.move([17.63, latitude]);
  const page = await renderMapPage({ server, path: "/?place=1", isSignedIn: true });
  await waitFor(() => {
    const actions = [...page.container.querySelectorAll("article .bg-brand")];
    expect(actions.map(({ textContent }) => textContent)).toEqual([main]);
  });
});

it("shows contributors their own waiting place in the list and its panel, to be seen and no more", async () => {
  const own = { ...first, id: 9, address: "Vadász utca 12.", accepted: false };
  server.places = [own];
  server.responses.set("/api/v1/places", () =>
    Response.json({ ...listOf([]), own_pending: [own] }),
  );
  const page = await renderMapPage({ server, isSignedIn: true });
  await page.user.click(page.getByRole("button", { name: "Ingyenes" }));
  const row = await rowOf(page, own);
  await page.findByRole("heading", { name: /^0 mosdó/ });
  expect(page.queryByText(/^Ezen a részen/)).toBeNull();
  await page.user.click(row);
  await panelTitle(page, own.address);
  await page.findByText("Elfogadásra vár", { selector: "article *" });
  await page.findByRole("button", { name: "Vezess ide" });
  expect(page.queryByRole("button", { name: "Minden stimmel" })).toBeNull();
  expect(page.queryByText(/Vélemény/)).toBeNull();
});

it("shows no walking time where nobody would walk", async () => {
  geolocation.move([17.63, 47.65]);
  const page = await renderMapPage({ server, path: "/?place=1" });
  await page.findByText(/^4,4\skm$/, { selector: "article p *" });
});

it("shows distance and walking time, and the name before the status", async () => {
  geolocation.move([17.63, 47.68]);
  const page = await renderMapPage({ server, path: "/?place=1" });
  const title = await panelTitle(page, first.address);
  await page.findByText(/^1,1\skm · kb\. 19\sperc$/);
  const status = page.getByRole("article").querySelector("[role=status]");
  expect(status?.parentElement?.textContent).toBe("Nyitva 18:00-igMa: 08:00–18:00");
  expect(title.compareDocumentPosition(status!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

describe("a malformed parameter", () => {
  it("is named, without the unknown ones, and leads back to the map", async () => {
    const error = () => {
      throw data({ fields: ["view"] }, { status: 422 });
    };
    const page = renderPage([
      {
        path: "/",
        loader: error,
        HydrateFallback: () => null,
        Component: () => null,
        ErrorBoundary,
      },
    ] as Parameters<typeof createRoutesStub>[0]);
    const alert = await page.findByRole("alert");
    expect(alert.textContent).toContain("view");
    expect(page.getByRole("link", { name: "Vissza a térképre" }).getAttribute("href")).toBe("/");
  });
});

describe("the opening status", () => {
  const status = (page: Page) => page.getByRole("article").querySelector("[role=status]");

  /** The page with the first place, whose status the clock then turns. */
  async function openAt(now: Date, change: object = {}) {
    vi.useFakeTimers({ now, shouldAdvanceTime: true });
    server.places = [{ ...first, ...change }];
    const page = await renderMapPage({ server, path: "/?place=1" });
    await panelTitle(page, first.address);
    // The panel of a pressed marker has the title too; the status comes with the place.
    await waitFor(() => expect(status(page)).not.toBeNull());
    return page;
  }

  /** The page is visible again after a sleep: the clock is far ahead, and no timer has run. */
  function wakeAt(instant: string): void {
    vi.setSystemTime(new Date(instant));
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
  }

  it("turns by the changes that the server has sent, however far the next opening", async () => {
    const start = fridayAfternoon.getTime();
    const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString();
    const changes: Place["opening_changes"] = [
      { at: at(1), status: "open" },
      { at: at(2), status: "closed" },
      { at: at(100 * 24), status: "open" },
    ];
    const page = await openAt(fridayAfternoon, {
      open_status: "none",
      opening_comment: "by appointment",
      opening_changes: changes,
      opening_changes_until: at(30),
    });
    expect(status(page)?.textContent).toContain("Előre egyeztetve");
    wakeAt(at(1));
    expect(status(page)?.textContent).toContain("Nyitva");
    wakeAt(at(2));
    expect(status(page)?.textContent).toMatch(/Zárva\s*\S+(ban|ben) nyit újra/);
  });

  it("changes as time passes, in the place's own zone, also after a sleep", async () => {
    // A Monday in January: Budapest is an hour ahead of UTC.
    const page = await openAt(new Date("2027-01-11T16:28:30Z"));
    expect(status(page)?.textContent).toMatch(/Nyitva\s*18:00-ig/);
    await leap(120_000);
    expect(status(page)?.textContent).toContain("Hamarosan zár");
    expect(page.announcement()).toBe("Hamarosan zár");
    wakeAt("2027-01-11T17:01:00Z");
    expect(status(page)?.textContent).toContain("Zárva");
  });
});

describe("the sheet", () => {
  const sheet = (page: Page) => page.container.querySelector("#map-sheet");
  const snap = (page: Page) => sheet(page)?.getAttribute("data-snap");

  it("is tapped and moved with keys, and its handle names what it opens", async () => {
    const page = await renderMapPage({ server });
    await page.user.click(page.getByRole("button", { name: "Lista kinyitása" }));
    expect(snap(page)).toBe("half");
    await page.user.keyboard("{ArrowUp}");
    expect(snap(page)).toBe("full");
    expect(page.getByRole("button", { name: "Lista összecsukása" })).toBeTruthy();
    await page.user.keyboard("{Escape}");
    expect(snap(page)).toBe("half");
    await page.user.keyboard("{Escape}");
    expect(snap(page)).toBe("peek");
    await page.user.click(await rowOf(page, first));
    await page.user.click(await page.findByRole("button", { name: "Adatlap kinyitása" }));
    expect(page.getByRole("button", { name: "Adatlap összecsukása" })).toBeTruthy();
    expect(page.queryByRole("button", { name: /^Lista/ })).toBeNull();
  });
});

/** Leaves the map alone until all that follows from the last act has been told. */
async function rest(): Promise<void> {
  for (let turns = 0; turns < 4; turns++) await leap(750);
}

describe("messages for screen readers", () => {
  it("are one an act: moves, a filter; of a choice only its own title", async () => {
    vi.useFakeTimers({ now: fridayAfternoon, shouldAdvanceTime: true });
    const page = await renderMapPage({ server, path: "/?view=17.63,47.69,12" });
    const heard: string[] = [];
    const live = page.container.querySelector(".sr-only[aria-live=polite]");
    if (!live) throw new Error("no live region");
    new MutationObserver(() => {
      if (live.textContent) heard.push(live.textContent);
    }).observe(live, { childList: true, subtree: true, characterData: true });
    const map = await page.findByRole("application");
    const picture = map.querySelector("img");
    if (picture) fireEvent.load(picture);
    // The first sight is not news.
    await rest();
    expect(heard).toEqual([]);

    // The free one is far away: the map moves when it is chosen.
    const far = { ...second, latitude: 48.7, coordinates: [17.63, 48.7] } as const;
    server.places = [far, first];
    map.focus();
    for (let press = 0; press < 3; press++) await page.user.keyboard("{ArrowRight}");
    await rest();
    expect(heard).toHaveLength(1);
    expect(heard[0]).toContain("2 mosdó ezen a részen");
    await page.user.click(page.getByRole("button", { name: "Ingyenes" }));
    await rest();
    expect(heard).toHaveLength(2);
    expect(heard[1]).toMatch(/^1 mosdó ezen a részen/);
    await page.user.click(await rowOf(page, second));
    const title = await panelTitle(page, second.address);
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(title.textContent).toContain("Nyitva");
    const requests = server.requests.length;
    await rest();
    expect(server.requests.slice(requests).join()).toContain("/api/v1/places?");
    expect(heard).toHaveLength(2);
  });
});

describe("the map's beginning", () => {
  it("is at the visitor where the position comes first, with the nearest places in view", async () => {
    geolocation.move([17.63, 47.68]);
    const page = await renderMapPage({ server });
    const views = () =>
      [...page.container.querySelectorAll("img.map-picture")].map((picture) =>
        new URL(picture.getAttribute("src") ?? "", "http://own").searchParams.get("view"),
      );
    // The third place is 0.03 degrees to the north.
    await waitFor(() => expect(views()[0]).toMatch(/^17\.63,47\.68,1[1-3]/));
    const lists = server.requests.filter((requests) => requests.includes("near=17.63,47.68&bbox="));
    expect(lists.length).toBeGreaterThan(0);
  });

  it("shows on the picture where the visitor is, and the nearest place in a ring", async () => {
    geolocation.move([17.63, 47.68]);
    server.responses.set("/api/v1/places/nearest", () => {
      const best = { ...placesInGyor[0], distance: 50 };
      return Response.json({ best, open: best, unknown: null, limit_meters: 3000 });
    });
    const page = await renderMapPage({ server });
    const mark = (name: string) => page.container.querySelector(`.map-${name}`);
    const dotAt = (side: string) => Number(mark("dot")?.getAttribute(side));
    await waitFor(() => expect(mark("ring")).not.toBeNull());
    expect([dotAt("cx"), dotAt("cy")]).toEqual([0, 0]);
    // The place is to the north.
    expect(Number(mark("ring")?.getAttribute("cy"))).toBeLessThan(-1);
  });

  it("stays where the URL says", async () => {
    geolocation.move([17.63, 47.68]);
    const page = await renderMapPage({ server, path: "/?view=19,47,9" });
    await waitFor(() => expect(server.requests.join()).toContain("near=17.63,47.68"));
    const picture = page.container.querySelector("img.map-picture");
    expect(picture?.getAttribute("src")).toContain("view=19,47,9");
  });
});

it("has the big button as its second stop of the keyboard, after the way past the map", async () => {
  const page = await renderMapPage({ server });
  const stops = [...page.container.querySelectorAll("a[href], button")];
  expect(stops[1]).toBe(page.getByRole("button", { name: "Legközelebbi mosdó" }));
});

describe("the filters of the map", () => {
  it("are the four main ones and the time, then 'more', which shows the others and says how many of these are on", async () => {
    const page = await renderMapPage({ server });
    const filters = page.getByRole("group", { name: "Szűrők" });
    const names = within(filters)
      .getAllByRole("button")
      .map(({ textContent }) => textContent);
    expect(names.slice(0, 7)).toEqual([
      ...["Most nyitva", "Időpont: Most", "Akadálymentes", "Ingyenes", "Nyilvános"],
      ...["További", "Vendégeknek"],
    ]);
    const more = within(filters).getByRole("button", { name: "További" });
    await page.user.click(more);
    expect(more.getAttribute("aria-expanded")).toBe("true");
    await page.user.click(within(filters).getByRole("button", { name: "Pelenkázó" }));
    await waitFor(() => expect(more.textContent).toBe("További: 1"));
    await page.user.keyboard("{Escape}");
    expect(more.getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement).toBe(more);
  });
});

describe("a link to a walk", () => {
  it("leads a visitor who may not be led to the sign-in, which comes back to it", async () => {
    const page = await renderMapPage({ server, path: "/?place=1&walk=1" });
    await page.expectUrl(`/login?continueUrl=${encodeURIComponent("/?place=1&walk=1")}`);
  });
});
