import type { Page } from "@playwright/test";
import type { PlaceList } from "#domain/place/place.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/** The API's answer to the same query. */
async function askApi(page: Page, search: string): Promise<PlaceList> {
  const response = await page.request.get(`/api/v1/places${search}`);
  return response.json();
}

const cards = (page: Page) => page.getByRole("article");
const cities = (page: Page) => cards(page).getByRole("heading").allTextContents();
const filter = (page: Page, name: string) => page.getByRole("checkbox", { name });
const sortList = (page: Page) => page.getByRole("combobox", { name: "Rendezés" });

/** A chip's checkbox is hidden; a visitor presses the chip. */
async function press(page: Page, name: string) {
  await page
    .locator("label")
    .filter({ has: filter(page, name) })
    .click();
}

test("shows the ten newest places, the number of places and of open ones", async ({ page }) => {
  await page.goto("/places");
  await expect(page).toHaveTitle("Mosdók listája | Mosdókereső");
  await expect(page.locator("html")).toHaveAttribute("lang", "hu");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mosdók listája");
  const { places, total } = await askApi(page, "");
  await expect(page.getByText(new RegExp(`^${total} mosdó, most nyitva: \\d+$`))).toBeVisible();
  await expect(cards(page)).toHaveCount(10);
  const headings = await cities(page);
  for (const [index, { address }] of places.entries()) expect(headings[index]).toContain(address);
  await expect(page.getByText("Elfogadásra vár")).toHaveCount(0);
});

test("shows all data of each place, the week and the reviews on demand", async ({ page }) => {
  await page.goto("/places?sort=rating-desc");
  const { places } = await askApi(page, "?sort=rating-desc");
  const [best] = places;
  const card = cards(page).first();
  await expect(card).toContainText(best.address);
  await expect(card).toContainText(`(${best.comments})`);
  await expect(card).toContainText(best.rating_calculated.toFixed(2).replace(".", ","));
  await expect(card).toContainText(`${best.rating_count} értékelés`);

  await expect(card.getByRole("table")).toBeHidden();
  await card.getByText("Ma:").click();
  await expect(card.getByRole("rowheader")).toHaveText([
    "hétfő",
    "kedd",
    "szerda",
    "csütörtök",
    "péntek",
    "szombat",
    "vasárnap",
  ]);
  await card.locator("summary", { hasText: "Vélemények" }).click();
  await expect(card.getByRole("time")).toHaveCount(Math.min(best.rating_count, 10));
  await expect(page).toHaveURL(/\/places\?sort=rating-desc$/);
});

test("sorts the reviews of a place in four ways", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/places?sort=rating-desc");
  const { places } = await askApi(page, "?sort=rating-desc&per_page=100");
  const reviewed = places.slice(0, 10).find(({ rating_count }) => rating_count > 1);
  if (reviewed === undefined) throw new Error("the sample places have reviews");
  const card = page.locator(`#place-${reviewed.id}`);
  await card.locator("summary", { hasText: "Vélemények" }).click();
  const order = card.getByRole("combobox");
  for (const sort of ["rating-asc", "rating-desc", "added-asc", "added-desc"]) {
    await order.selectOption(sort);
    const response = await page.request.get(`/api/v1/places/${reviewed.id}/reviews?sort=${sort}`);
    const { reviews }: { reviews: { added: string }[] } = await response.json();
    const instants = card.getByRole("time");
    await expect
      .poll(() => instants.evaluateAll((all) => all.map((one) => one.getAttribute("datetime"))))
      .toEqual(reviews.map(({ added }) => added));
  }
});

test("links to the map with the place chosen and the filters kept, and to the place's page", async ({
  page,
}) => {
  await page.goto("/places?accessible=1");
  const { places } = await askApi(page, "?accessible=1");
  const link = cards(page)
    .first()
    .getByRole("link", { name: /^Térképen: / });
  await expect(link).toHaveAttribute("href", `/?place=${places[0].id}&accessible=1`);
  const heading = cards(page).first().getByRole("heading");
  const box = await heading.boundingBox();
  if (box === null) throw new Error("the card is in sight");
  // The whole card is a link, such as its heading.
  const hit = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest("a")?.getAttribute("href"),
    [box.x + 5, box.y + 5],
  );
  expect(hit).toBe(`/?place=${places[0].id}&accessible=1`);
  await cards(page)
    .first()
    .getByRole("link", { name: /^Részletek: / })
    .click();
  await expect(page).toHaveURL(`/places/${places[0].id}`);
});

test("filters at once, one by one and together, each step in the history", async ({ page }) => {
  await page.goto("/places?page=2");
  await press(page, "Akadálymentes");
  await expect(page).toHaveURL("/places?accessible=1");
  await press(page, "Ingyenes");
  await expect(page).toHaveURL("/places?accessible=1&free=1");
  const { total } = await askApi(page, "?accessible=1&free=1");
  await expect(page.getByRole("main").getByText(new RegExp(`^${total} mosdó`))).toBeVisible();
  await expect(cards(page)).toHaveCount(Math.min(total, 10));
  await expect(cards(page).getByText("Nem akadálymentes")).toHaveCount(0);
  await expect(cards(page).getByText("Ingyenes")).toHaveCount(Math.min(total, 10));
  await press(page, "Akadálymentes");
  await expect(page).toHaveURL("/places?free=1");
  await press(page, "Nyilvános");
  await expect(page).toHaveURL("/places?free=1&public=1");
  await page.goBack();
  await expect(page).toHaveURL("/places?free=1");
  await page.goBack();
  await expect(page).toHaveURL("/places?accessible=1&free=1");
  await expect(filter(page, "Akadálymentes")).toBeChecked();
  await expect(filter(page, "Nyilvános")).not.toBeChecked();
});

test("filters pressed while a list is loading all count, as one step in the history", async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.goto("/places");
  await untilHydrated(page);
  await press(page, "Ingyenes");
  await expect(page).toHaveURL("/places?free=1");
  await page.route("**/places.data*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await press(page, "Akadálymentes");
  await press(page, "Nyilvános");
  await press(page, "Ingyenes");
  for (const name of ["Akadálymentes", "Nyilvános"]) await expect(filter(page, name)).toBeChecked();
  held.resolve();
  await expect(page).toHaveURL("/places?accessible=1&public=1");
  const { total } = await askApi(page, "?accessible=1&public=1");
  await expect(page.getByRole("main").getByText(new RegExp(`^${total} mosdó`))).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/places?free=1");
  await expect(filter(page, "Ingyenes")).toBeChecked();
});

test("is filtered by keyboard, and the new count is announced", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.goto("/places");
  await filter(page, "Nyilvános").focus();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL("/places?public=1");
  await expect(filter(page, "Nyilvános")).toBeFocused();
  const { total } = await askApi(page, "?public=1");
  await expect(page.getByRole("status").filter({ hasText: `${total} mosdó` })).toBeAttached();
});

test("shows how many places the open filter left out for unknown times, and offers them", {
  tag: "@phone",
}, async ({ page }) => {
  const open = await askApi(page, "?open=1");
  const withUnknown = await askApi(page, "?open=1&unknown=1");
  expect(open.unknown_count).toBeGreaterThan(0);
  await page.goto("/places");
  await press(page, "Most nyitva");
  await expect(page).toHaveURL("/places?open=1");
  await expect(page.getByText(`${open.unknown_count} mosdó kimaradt`)).toBeVisible();
  await page.getByRole("link", { name: "Mutasd ezeket is" }).click();
  await expect(page).toHaveURL("/places?open=1&unknown=1");
  const count = page.getByRole("main").getByText(new RegExp(`^${withUnknown.total} mosdó$`));
  await expect(count).toBeVisible();
  await page.getByRole("link", { name: "Hagyd ki ezeket" }).click();
  await expect(page).toHaveURL("/places?open=1");
});

test("sorts in the six ways of the menu", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/places");
  for (const sort of ["place-asc", "place-desc", "rating-asc", "rating-desc", "added-asc"]) {
    await sortList(page).selectOption(sort);
    await expect(page).toHaveURL(`/places?sort=${sort}`);
    const { places } = await askApi(page, `?sort=${sort}`);
    await expect(cards(page).first()).toHaveAttribute("id", `place-${places[0].id}`);
    const shown = await cards(page).evaluateAll((all) => all.map(({ id }) => id));
    expect(shown).toEqual(places.map(({ id }) => `place-${id}`));
  }
  await sortList(page).selectOption("added-desc");
  await expect(page).toHaveURL("/places");
});

test("takes places-asc and places-desc as names of the orders by city", { tag: "@phone" }, async ({
  page,
}) => {
  await page.goto("/places?sort=places-desc");
  await expect(sortList(page)).toHaveValue("place-desc");
});

test("turns pages: first, last, current and adjacent", async ({ page }) => {
  await page.goto("/places?sort=place-asc");
  const { total } = await askApi(page, "");
  const pageCount = Math.ceil(total / 10);
  const pager = page.getByRole("navigation", { name: "Oldalak" });
  await pager.getByRole("link", { name: "2. oldal, " }).click();
  await expect(page).toHaveURL("/places?page=2&sort=place-asc");
  await expect(page).toHaveTitle("Mosdók listája, 2. oldal | Mosdókereső");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(pager.locator("[aria-current=page]")).toHaveAccessibleName(
    `2. oldal, összesen ${pageCount}`,
  );
  await pager.getByRole("link", { name: `${pageCount}. oldal` }).click();
  await expect(cards(page)).toHaveCount(total - (pageCount - 1) * 10);
  await expect(pager.getByRole("link", { name: "Következő oldal" })).toHaveCount(0);
  const { places } = await askApi(page, `?page=${pageCount}&sort=place-asc`);
  await expect(cards(page).first()).toHaveAttribute("id", `place-${places[0].id}`);
});

test("has no pager where one page holds all", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/places?per_page=100");
  await expect(cards(page)).toHaveCount((await askApi(page, "")).total);
  await expect(page.getByRole("navigation", { name: "Oldalak" })).toHaveCount(0);
});

test("links back from a page beyond the last", { tag: "@phone" }, async ({ page }) => {
  const { total } = await askApi(page, "");
  const last = Math.ceil(total / 10);
  await page.goto("/places?page=999");
  await expect(
    page.getByRole("heading", { name: "Ezen az oldalon már nincs mosdó" }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Az utolsó oldalra" }).click();
  await expect(page).toHaveURL(`/places?page=${last}`);
  await expect(cards(page)).not.toHaveCount(0);
});

test("ignores unknown parameters in the address", { tag: "@phone" }, async ({ page }) => {
  const response = await page.goto("/places?utm_source=mail&fbclid=1");
  expect(response?.status()).toBe(200);
  await expect(cards(page)).toHaveCount(10);
});

test("offers to turn off the filter that leaves nothing", { tag: "@phone" }, async ({ page }) => {
  const everywhere = "bbox=-180,-90,180,90";
  // In this box of the North Atlantic there is no place, with or without filters.
  await page.goto("/places?free=1&bbox=-40,30,-30,40");
  await expect(page.getByRole("heading", { name: "Egy mosdó sem felel meg ennek" })).toBeVisible();
  await page.getByRole("link", { name: "Szűrők törlése" }).click();
  await expect(page).toHaveURL("/places?bbox=-40,30,-30,40");
  await page.getByRole("link", { name: "A teljes lista" }).click();
  await expect(page).toHaveURL("/places");

  // Around a place that is not free, there is no free one; without that filter, there is this one.
  const all = await askApi(page, `?per_page=100&${everywhere}`);
  const priced = all.places.find(({ price }) => price !== null && price > 0);
  if (priced === undefined) throw new Error("some sample places cost something");
  const { longitude: x, latitude: y } = priced;
  const box = [x - 1e-5, y - 1e-5, x + 1e-5, y + 1e-5].map((n) => n.toFixed(6)).join(",");
  await page.goto(`/places?free=1&bbox=${box}`);
  await page.getByRole("link", { name: "„Ingyenes” nélkül: 1 mosdó" }).click();
  await expect(page.locator(`#place-${priced.id}`)).toBeVisible();
  await expect(filter(page, "Ingyenes")).not.toBeChecked();
});

test("keeps the statuses true as time passes", { tag: "@phone" }, async ({ page }) => {
  const { places } = await askApi(page, "?open=1&per_page=100&sort=place-asc");
  const closing = places.find(({ open_status }) => open_status === "open");
  if (closing === undefined) throw new Error("some sample place is open");
  await page.clock.install();
  await page.goto("/places?sort=place-asc&per_page=100");
  const status = page.locator(`#place-${closing.id} h2`);
  await expect(status).toContainText("Nyitva");
  // Every place that ever closes is shut at some hour of the coming day.
  const shut = page.locator("article h2").getByText(/^Zárva/);
  const before = await shut.count();
  await page.clock.fastForward("12:00:00");
  await expect.poll(() => shut.count()).not.toBe(before);
});

test("shows the list's shape when an answer takes long", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/places");
  await page.route("**/places.data*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await press(page, "Ingyenes");
  await expect(page.getByText("A lista töltődik…")).toBeAttached();
  await expect(filter(page, "Ingyenes")).toBeChecked();
  await expect(cards(page)).toHaveCount(10);
});

test("fits a window of 320 pixels", { tag: "@phone" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto("/places?open=1");
  expect(await sidewaysPixels(page)).toBe(0);
});

test("fits at twice the text size", async ({ page }) => {
  await page.goto("/places?open=1");
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  expect(await sidewaysPixels(page)).toBe(0);
});

test.describe("a malformed address", { tag: "@phone" }, () => {
  test.use({ expectedFaults: [/422/] });

  test("is answered with 422, the names of the faulty parameters and a link to the list", async ({
    page,
  }) => {
    const response = await page.goto("/places?sort=nonsense&page=0&utm_source=mail");
    expect(response?.status()).toBe(422);
    await expect(page.getByRole("alert")).toHaveText("Érvénytelen érték a webcímben: page, sort");
    await page.getByRole("link", { name: "A teljes lista" }).click();
    await expect(page).toHaveURL("/places");
    await expect(cards(page)).toHaveCount(10);
  });
});

test.describe("near me", { tag: "@phone" }, () => {
  const parliament = { longitude: 19.045612, latitude: 47.507098 };

  test.describe("with the location allowed", () => {
    test.use({ geolocation: parliament, permissions: ["geolocation"] });

    test("puts the nearest first, with distances, and an approximate position in the address", async ({
      page,
    }) => {
      await page.goto("/places?public=1");
      await page.getByRole("button", { name: "A közelemben" }).click();
      await expect(page).toHaveURL("/places?sort=near&public=1&near=19.0456,47.5071");
      await expect(sortList(page)).toHaveValue("near");
      const { places } = await askApi(page, "?sort=near&public=1&near=19.0456,47.5071");
      const shown = await cards(page).evaluateAll((all) => all.map(({ id }) => id));
      expect(shown).toEqual(places.map(({ id }) => `place-${id}`));
      await expect(cards(page).first()).toContainText(/Távolság:\s*\d+(,\d)?\s(m|km)/);
      await expect(page.getByRole("button", { name: "Helyzetem frissítése" })).toBeVisible();
      await sortList(page).selectOption("rating-desc");
      await expect(page).toHaveURL("/places?sort=rating-desc&public=1&near=19.0456,47.5071");
      await expect(cards(page).first()).toContainText("Távolság:");
    });
  });

  test("explains a refusal, and the list stays", async ({ page, context }) => {
    await context.clearPermissions();
    await page.goto("/places");
    await page.getByRole("button", { name: "A közelemben" }).click();
    await expect(page.getByText("Nem látjuk, hol vagy")).toBeVisible();
    await expect(page).toHaveURL("/places");
    await expect(cards(page)).toHaveCount(10);
    await page.getByRole("button", { name: "Bezárás" }).click();
    await expect(page.getByText("Nem látjuk, hol vagy")).toBeHidden();
  });
});

test.describe("in German", () => {
  test.use({ locale: "de-AT" });

  test("is in German throughout", { tag: "@phone" }, async ({ page }) => {
    const response = await page.goto("/places?open=1&sort=rating-desc");
    expect(response?.headers()["content-language"]).toBe("de");
    await expect(page).toHaveTitle("Toiletten im Überblick | Toilettenfinder");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Toiletten im Überblick");
    await expect(page.getByRole("checkbox", { name: "Jetzt geöffnet" })).toBeChecked();
    await expect(page.getByRole("checkbox")).toHaveCount(4);
    await expect(page.getByText(/^\d+ Toiletten?$/)).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Sortieren" })).toHaveValue("rating-desc");
    await expect(cards(page).first()).toContainText(/Geöffnet|Schließt bald/);
    await expect(cards(page).first()).toContainText(/Bewertung/);
    await expect(page.getByText(/fehl(t|en) hier, weil wir die Öffnungszeiten/)).toBeVisible();
    await cards(page).first().getByText("Heute:").click();
    await expect(cards(page).first().getByRole("rowheader").first()).toHaveText("Montag");
    const text = await page.getByRole("main").textContent();
    expect(text).not.toMatch(/places\.|filter\.|sort\.|status\.|Nyitva|értékelés|Rendezés/);
  });
});

test.describe("a list that cannot be loaded", () => {
  test.use({ expectedFaults: [/places\.data|healthz|report-web-vitals|manifest/] });

  test("keeps the previous one on the page, says so, and comes once there is contact", {
    tag: "@phone",
  }, async ({ page, context }) => {
    await page.goto("/places");
    const before = await cities(page);
    await context.setOffline(true);
    await press(page, "Akadálymentes");
    const notice = page.getByRole("status").filter({ hasText: "a korábbit látod" });
    await expect(notice).toBeVisible();
    expect(await cities(page)).toEqual(before);
    await expect(filter(page, "Akadálymentes")).not.toBeChecked();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mosdók listája");

    await page.getByRole("link", { name: "Következő oldal" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(notice).toBeVisible();
    expect(await cities(page)).toEqual(before);

    await context.setOffline(false);
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole("main").locator("[aria-current=page]")).toHaveText("2");
    expect(await cities(page)).not.toEqual(before);
  });

  test("keeps the previous one where no answer comes in time", { tag: "@phone" }, async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/places");
    const before = await cities(page);
    await page.route("**/places.data*", () => {});
    await press(page, "Ingyenes");
    await page.clock.runFor(15_500);
    await expect(page.getByRole("status").filter({ hasText: "a korábbit látod" })).toBeVisible();
    expect(await cities(page)).toEqual(before);
  });
});
