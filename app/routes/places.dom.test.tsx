import { act, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Place } from "#domain/place/place.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { numberedPlaces, placeList, renderPlaces } from "#tests/support/app/render-places.tsx";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lists as many places as a query asks for, of a given number. */
function listOf(total: number) {
  return vi.fn(async ({ page, perPage }: PlaceListQuery) => {
    const first = (page - 1) * perPage + 1;
    const count = Math.max(0, Math.min(perPage, total - first + 1));
    return placeList(
      numberedPlaces(...Array.from({ length: count }, (_, index) => first + index)),
      {
        ...{ total, page, per_page: perPage },
        ...(page * perPage < total && { next_after: first + count - 1 }),
      },
    );
  });
}

const cardIds = (container: HTMLElement) =>
  [...container.querySelectorAll("article")].map(({ id }) => id);

/** A device that knows its position, or refuses to tell it. */
function stubPosition(position: { latitude: number; longitude: number } | null) {
  const getCurrentPosition = (
    onFound: (found: object) => void,
    onFailure: (failure: object) => void,
  ) => {
    if (position) onFound({ coords: position });
    else onFailure({ code: 1, PERMISSION_DENIED: 1 });
  };
  vi.stubGlobal(
    "navigator",
    Object.create(navigator, {
      geolocation: { value: { getCurrentPosition } },
    }),
  );
}

it("has the contributor's own waiting places first, to be seen and no more", async () => {
  const [own, other] = numberedPlaces(2, 1);
  const own_pending = [{ ...own!, accepted: false }];
  const page = renderPlaces({
    addsLeft: 4,
    places: { listPlaces: async () => placeList([other!], { own_pending }) },
  });
  await page.findByText("Elfogadásra vár");
  expect(cardIds(page.container)).toEqual(["place-2", "place-1"]);
  const card = within(page.container.querySelector<HTMLElement>("#place-2")!);
  expect(card.getByRole("link", { name: /^Térképen/ })).toBeTruthy();
  expect(card.queryByRole("button")).toBeNull();
  // The public one can be reviewed.
  await page.findByRole("link", { name: "Vélemény írása" });
  expect(card.queryByRole("link", { name: "Vélemény írása" })).toBeNull();
});

describe("filters of the list", () => {
  it("apply at once, one by one and together, each a step of the history, from the first page on", async () => {
    const { user, router, findByRole, getByRole } = renderPlaces({
      search: "?page=2&per_page=1",
      places: { listPlaces: listOf(2) },
    });
    await user.click(await findByRole("checkbox", { name: "Akadálymentes" }));
    await waitFor(() => expect(router.path).toBe("/places?per_page=1&accessible=1"));
    await user.click(getByRole("checkbox", { name: "Ingyenes" }));
    await waitFor(() => expect(router.path).toBe("/places?per_page=1&accessible=1&free=1"));
    await user.click(getByRole("checkbox", { name: "Akadálymentes" }));
    await waitFor(() => expect(router.path).toBe("/places?per_page=1&free=1"));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(router.path).toBe("/places?per_page=1&accessible=1&free=1"));
    await waitFor(() =>
      expect(getByRole("checkbox", { name: "Akadálymentes" })).toHaveProperty("checked", true),
    );
  });

  it("pressed while a list is loading all count, as one step of the history", async () => {
    const held = Promise.withResolvers<void>();
    let isHeld = false;
    const { user, router, findByRole, getByRole, queryByText } = renderPlaces({
      beforeLoad: () => (isHeld ? held.promise : undefined),
    });
    await user.click(await findByRole("checkbox", { name: "Ingyenes" }));
    await waitFor(() => expect(router.path).toBe("/places?free=1"));
    isHeld = true;
    for (const name of ["Akadálymentes", "Nyilvános", "Ingyenes"]) {
      await user.click(getByRole("checkbox", { name }));
    }
    for (const name of ["Akadálymentes", "Nyilvános"]) {
      expect(getByRole("checkbox", { name })).toHaveProperty("checked", true);
    }
    expect(router.path).toBe("/places?free=1");
    await waitFor(() => expect(queryByText("A lista töltődik…")).not.toBeNull());
    held.resolve();
    await waitFor(() => expect(router.path).toBe("/places?accessible=1&public=1"));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(router.path).toBe("/places?free=1"));
  });

  it("are pressed by keyboard, keep the focus, and the new number is announced", async () => {
    const listPlaces = async ({ filters }: PlaceListQuery) =>
      placeList([placeInGyor], { total: filters.public ? 7 : 9 });
    const { user, findByRole, getByRole, getAllByRole } = renderPlaces({ places: { listPlaces } });
    (await findByRole("checkbox", { name: "Nyilvános" })).focus();
    await user.keyboard(" ");
    await waitFor(() =>
      expect(getAllByRole("status").map(({ textContent }) => textContent)).toContainEqual(
        expect.stringContaining("7 mosdó"),
      ),
    );
    await waitFor(() =>
      expect(document.activeElement).toBe(getByRole("checkbox", { name: "Nyilvános" })),
    );
  });

  it("say how many places the open filter left out for unknown times, and offer them", async () => {
    const listPlaces = async ({ includeUnknown }: PlaceListQuery) =>
      placeList([placeInGyor], { unknown_count: 3, total: includeUnknown ? 4 : 1 });
    const { user, router, findByText, findByRole, getByRole } = renderPlaces({
      search: "?open=1",
      places: { listPlaces },
    });
    await findByText(/3 mosdó kimaradt/);
    await user.click(await findByRole("link", { name: "Mutasd ezeket is" }));
    await waitFor(() => expect(router.path).toBe("/places?open=1&unknown=1"));
    await waitFor(() =>
      expect(getByRole("heading", { level: 1 }).nextSibling?.textContent).toBe("4 mosdó"),
    );
    await user.click(await findByRole("link", { name: "Hagyd ki ezeket" }));
    await waitFor(() => expect(router.path).toBe("/places?open=1"));
  });

  it("that leave nothing are offered to be turned off: the strictest, or all", async () => {
    const listPlaces = async ({ filters, bbox }: PlaceListQuery) =>
      placeList([], { total: filters.free || bbox ? 0 : 1 });
    const { user, router, findByRole, findByText } = renderPlaces({
      search: "?free=1&bbox=-40,30,-30,40",
      places: { listPlaces },
    });
    await findByRole("heading", { name: "Egy mosdó sem felel meg ennek" });
    await user.click(await findByRole("link", { name: "Szűrők törlése" }));
    await waitFor(() => expect(router.path).toBe("/places?bbox=-40,30,-30,40"));
    await user.click(await findByRole("link", { name: "A teljes lista" }));
    await waitFor(() => expect(router.path).toBe("/places"));
    await act(() => router.navigate("/places?free=1"));
    await user.click(await findByText("„Ingyenes” nélkül: 1 mosdó"));
    await waitFor(() => expect(router.path).toBe("/places"));
  });
});

it("sorts in the six ways of the menu", async () => {
  const listPlaces = vi.fn(async ({ sort }: PlaceListQuery) =>
    placeList(numberedPlaces(...(sort === "place-asc" ? [1, 2] : [2, 1]))),
  );
  const { user, router, container, findByRole } = renderPlaces({ places: { listPlaces } });
  const menu = await findByRole("combobox", { name: "Rendezés" });
  for (const sort of ["place-asc", "place-desc", "rating-asc", "rating-desc", "added-asc"]) {
    await user.selectOptions(menu, sort);
    await waitFor(() => expect(router.path).toBe(`/places?sort=${sort}`));
    expect(listPlaces.mock.lastCall?.[0]).toMatchObject({ sort });
    const ids = sort === "place-asc" ? ["place-1", "place-2"] : ["place-2", "place-1"];
    await waitFor(() => expect(cardIds(container)).toEqual(ids));
  }
  await user.selectOptions(menu, "added-desc");
  await waitFor(() => expect(router.path).toBe("/places"));
});

describe("pages of the list", () => {
  it("are turned to the first, last and adjacent ones, and the heading has the focus", async () => {
    const { user, router, findByRole, getByRole, container } = renderPlaces({
      search: "?per_page=2&sort=place-asc",
      places: { listPlaces: listOf(7) },
    });
    const after = await findByRole("navigation", { name: "Oldalak" });
    const before = getByRole("navigation", { name: "Oldalak a lista előtt" });
    const shown = [...container.querySelectorAll("nav, [id^=place-]")];
    expect(shown.map(({ id, tagName }) => id || tagName)).toEqual([
      ...["NAV", "place-1", "place-2", "NAV"],
    ]);
    expect(before.textContent).toContain("1. oldal, összesen 4");
    expect(within(before).getByRole("link").getAttribute("href")).toContain("page=2");
    const pages = within(after);
    await user.click(pages.getByRole("link", { name: "2. oldal, összesen 4" }));
    const second = "/places?page=2&after=2&per_page=2&sort=place-asc";
    await waitFor(() => expect(router.path).toBe(second));
    await waitFor(() => expect(document.activeElement).toBe(getByRole("heading", { level: 1 })));
    expect(document.title).toBe("Mosdók listája, 2. oldal | Mosdókereső");
    expect(pages.getByRole("link", { current: "page" }).textContent).toContain("2");
    await user.click(pages.getByRole("link", { name: /^4\. oldal/ }));
    await waitFor(() => expect(cardIds(container)).toEqual(["place-7"]));
    expect(pages.queryByRole("link", { name: "Következő oldal" })).toBeNull();
  });

  it("have no pagination where one page holds all", async () => {
    const { container, queryByRole, findByRole } = renderPlaces({
      search: "?per_page=3",
      places: { listPlaces: listOf(3) },
    });
    await findByRole("heading", { level: 1 });
    await waitFor(() => expect(cardIds(container)).toHaveLength(3));
    expect(queryByRole("navigation", { name: "Oldalak" })).toBeNull();
  });

  it("lead back from beyond the last one", async () => {
    const { user, router, findByRole } = renderPlaces({
      search: "?page=999&per_page=1",
      places: { listPlaces: listOf(4) },
    });
    await findByRole("heading", { name: "Ezen az oldalon már nincs mosdó" });
    await user.click(await findByRole("link", { name: "Az utolsó oldalra" }));
    await waitFor(() => expect(router.path).toBe("/places?page=4&per_page=1"));
  });
});

it("shows statuses that follow the time", async () => {
  vi.useFakeTimers({ now: fridayAfternoon, shouldAdvanceTime: true });
  const { findByRole } = renderPlaces();
  const heading = await findByRole("heading", { level: 2, name: /Széchenyi tér/ });
  expect(heading.textContent).toContain("Nyitva");
  await act(() => vi.advanceTimersByTimeAsync(61 * 60_000));
  expect(heading.textContent).toContain("Zárva");
});

it("shows a place that was reported closed until the report fades", async () => {
  vi.useFakeTimers({ now: fridayAfternoon, shouldAdvanceTime: true });
  const since = fridayAfternoon.toISOString();
  const until = new Date(fridayAfternoon.getTime() + 24 * 3_600_000).toISOString();
  const place: Place = {
    ...placeInGyor,
    opening_times: Array<string>(7).fill("00:00-24:00"),
    closed_for_now: { reason: "out-of-order", by: "visitor", since, until, reports: 2 },
  };
  const { findByRole } = renderPlaces({ places: { listPlaces: async () => placeList([place]) } });
  const heading = await findByRole("heading", { level: 2, name: /Széchenyi tér/ });
  expect(heading.textContent).toMatch(/Nem működik\s*2 jelzés, először 1 perccel ezelőtt/);
  await act(() => vi.setSystemTime(fridayAfternoon.getTime() + (24 * 60 - 2) * 60_000));
  await act(() => document.dispatchEvent(new Event("visibilitychange")));
  expect(heading.textContent).toContain("Nem működik");
  await act(() => vi.setSystemTime(fridayAfternoon.getTime() + (24 * 60 + 1) * 60_000));
  await act(() => document.dispatchEvent(new Event("visibilitychange")));
  expect(heading.textContent).not.toContain("Nem működik");
  expect(heading.textContent).toContain("Nyitva");
});

it("names the invalid parameters of its URL, and leads to the list", async () => {
  const { user, router, findByRole } = renderPlaces({ search: "?sort=nonsense&page=0" });
  const alert = await findByRole("alert");
  expect(alert.textContent).toBe("Érvénytelen érték a webcímben: page, sort");
  await user.click(await findByRole("link", { name: "A teljes lista" }));
  await waitFor(() => expect(router.path).toBe("/places"));
});

describe("near me", () => {
  it("puts the nearest first, with distances, and an approximate position in the URL", async () => {
    stubPosition({ longitude: 19.045612, latitude: 47.507098 });
    const listPlaces = vi.fn(async ({ near }: PlaceListQuery) =>
      placeList([{ ...placeInGyor, ...(near && { distance: 1234 }) }]),
    );
    const { user, router, findByRole, findByText, getByRole } = renderPlaces({
      search: "?public=1",
      places: { listPlaces },
    });
    await user.click(await findByRole("button", { name: "A közelemben" }));
    await waitFor(() =>
      expect(router.path).toBe("/places?sort=near&public=1&near=19.0456,47.5071"),
    );
    expect(listPlaces.mock.lastCall?.[0]).toMatchObject({ near: [19.0456, 47.5071], sort: "near" });
    await findByText("1,2 km · kb. 21 perc");
    const menu = getByRole("combobox", { name: "Rendezés" });
    expect(menu).toHaveProperty("value", "near");
    await findByRole("button", { name: "Helyzetem frissítése" });
    await user.selectOptions(menu, "rating-desc");
    await waitFor(() =>
      expect(router.path).toBe("/places?sort=rating-desc&public=1&near=19.0456,47.5071"),
    );
  });

  it("explains a refusal, and the list stays", async () => {
    stubPosition(null);
    const { user, router, findByRole, findByText, queryByText, container } = renderPlaces();
    await user.click(await findByRole("button", { name: "A közelemben" }));
    await findByText(/Nem látjuk, hol vagy/);
    expect(router.path).toBe("/places");
    expect(cardIds(container)).toHaveLength(1);
    await user.click(await findByRole("button", { name: "Bezárás" }));
    expect(queryByText(/Nem látjuk, hol vagy/)).toBeNull();
  });
});

it("is in German throughout", async () => {
  const { findByRole, getByText, getByRole, container } = renderPlaces({
    search: "?open=1&sort=rating-desc",
    language: "de",
    places: {
      listPlaces: async () =>
        placeList([{ ...placeInGyor, rating_calculated: 4.5, rating_count: 2 }], {
          unknown_count: 2,
        }),
    },
  });
  await findByRole("heading", { level: 1, name: "Liste der Toiletten" });
  getByRole("checkbox", { name: "Jetzt geöffnet" });
  getByText("1 Toilette");
  getByRole("combobox", { name: "Sortieren" });
  getByText(/fehl(t|en) hier, weil wir die Öffnungszeiten/);
  expect(container.textContent).toMatch(/Montag/);
  expect(container.textContent).not.toMatch(
    /places\.|filter\.|sort\.|status\.|Nyitva|értékelés|Rendezés/,
  );
});

describe("without a response of the server", () => {
  it("keeps the list on the page, says so, and the filter is as before", async () => {
    let isAway = false;
    const { user, findByRole, findByText, getByRole, container } = renderPlaces({
      places: { listPlaces: listOf(2) },
      beforeLoad: () => {
        if (isAway) throw new TypeError("Failed to fetch");
      },
    });
    await findByRole("heading", { level: 1 });
    const before = cardIds(container);
    isAway = true;
    await user.click(getByRole("checkbox", { name: "Ingyenes" }));
    await findByText(/a korábbit látod/);
    expect(cardIds(container)).toEqual(before);
    expect(getByRole("checkbox", { name: "Ingyenes" })).toHaveProperty("checked", false);
  });
});

describe("the button that adds a place", () => {
  it("leads a visitor to the sign-in, which leads back to the form and its point", async () => {
    const { router } = renderPlaces({ search: "?add=1&at=20.25,46.75" });
    const continued = "/login?continueUrl=%2Fplaces%3Fadd%3D1%26at%3D20.25%2C46.75";
    await waitFor(() => expect(router.path).toBe(continued));
  });

  it("is not there at the limit of the day, with the reason", async () => {
    const { findByText, queryByRole } = renderPlaces({ search: "?add=1", addsLeft: 0 });
    await findByText(/24 óra alatt legfeljebb 5 mosdót vehetsz fel/);
    expect(queryByRole("link", { name: "Mosdó felvétele" })).toBeNull();
  });
});
