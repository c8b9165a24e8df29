import type { Page } from "@playwright/test";
import type { PlaceList } from "#domain/place/place.ts";
import { inLanguage } from "#tests/e2e/support/every-page.ts";
import { holdScripts } from "#tests/e2e/support/hold-scripts.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * What a component's test cannot show: the server's list in a browser, its layout, and its loss of the server.
 * Filters, orders, pages and failures are tested in `app/routes/places.dom.test.tsx`, the list's layout in
 * `every-page/each-page.spec.ts` and `every-page/long-words.spec.ts`.
 */

/** The API's response to the same query. */
async function fetchList(page: Page, search: string): Promise<PlaceList> {
  const response = await page.request.get(`/api/v1/places${search}`);
  return response.json();
}

const cards = (page: Page) => page.getByRole("article");
const cities = (page: Page) => cards(page).getByRole("heading").allTextContents();
const filter = (page: Page, name: string) => page.getByRole("checkbox", { name });

/** A chip's checkbox is hidden; a visitor presses the chip. */
async function press(page: Page, name: string) {
  await page
    .locator("label")
    .filter({ has: filter(page, name) })
    .click();
}

test("shows the newest places, filters them with each step in the history, and turns pages", async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto("/places", { waitUntil: "commit" });
  await expect(page).toHaveTitle("Mosdók listája | Mosdókereső");
  await expect(page.locator("html")).toHaveAttribute("lang", "hu");
  const { places, total } = await fetchList(page, "");
  await expect(page.getByText(new RegExp(`^${total} mosdó, most nyitva: \\d+$`))).toBeVisible();
  await expect(cards(page)).toHaveCount(10);
  const headings = await cities(page);
  for (const [index, { address }] of places.entries()) expect(headings[index]).toContain(address);
  await expect(page.getByText("Elfogadásra vár")).toHaveCount(0);

  // Before any script has come.
  await press(page, "Akadálymentes");
  release();
  await expect(page).toHaveURL("/places?accessible=1");
  await press(page, "Ingyenes");
  await expect(page).toHaveURL("/places?accessible=1&free=1");
  const filtered = await fetchList(page, "?accessible=1&free=1");
  await expect(
    page.getByRole("main").getByText(new RegExp(`^${filtered.total} mosdó`)),
  ).toBeVisible();
  await expect(cards(page).getByText("Ingyenes")).toHaveCount(Math.min(filtered.total, 10));
  await page.goBack();
  await expect(page).toHaveURL("/places?accessible=1");
  await expect(filter(page, "Ingyenes")).not.toBeChecked();

  const pages = page.getByRole("navigation", { name: "Oldalak", exact: true });
  await pages.getByRole("link", { name: "2. oldal, " }).click();
  await expect(page).toHaveURL(/\/places\?page=2&after=\d+&accessible=1$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const second = await fetchList(page, "?page=2&accessible=1");
  await expect(cards(page).first()).toHaveAttribute("id", `place-${second.places[0].id}`);

  await test.step("the list at another time says so, and leads back", async () => {
    await page.getByRole("button", { name: "Időpont: Most" }).click();
    await page.locator("#time-menu").getByRole("link").last().click();
    await expect(page).toHaveURL(/\/places\?accessible=1&at=\d{4}-\d\d-\d\dT10:00$/);
    await expect(page.getByText(/^Így lesz: .+10:00$/)).toBeVisible();
    await expect(page.getByRole("main").getByText(/mosdó, akkor nyitva: \d+$/)).toBeVisible();
    await page.getByRole("link", { name: "Vissza a mostanihoz" }).click();
    await expect(page).toHaveURL("/places?accessible=1");
    await expect(page.getByText(/^Így lesz/)).toHaveCount(0);
  });

  // Search, order, filters and pages leave the first card on a phone's first screen, in German too.
  await openHydrated(page, inLanguage("/places?open=1&accessible=1", "de"));
  const card = await cards(page).first().boundingBox();
  expect(card?.y).toBeLessThanOrEqual(420);
});

test("shows all data of a place, its week and reviews on demand; the whole card leads to the map", async ({
  page,
}) => {
  await openHydrated(page, "/places?accessible=1&sort=rating-desc");
  const [best] = (await fetchList(page, "?accessible=1&sort=rating-desc")).places;
  const card = cards(page).first();
  await expect(card).toContainText(best.address);
  await expect(card).toContainText(best.rating_calculated.toFixed(2).replace(".", ","));
  await expect(card).toContainText(`${best.rating_count} értékelés`);
  const box = await card.getByRole("heading").boundingBox();
  if (box === null) throw new Error("the card is in sight");
  const hit = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest("a")?.getAttribute("href"),
    [box.x + 5, box.y + 5],
  );
  expect(hit).toBe(`/?place=${best.id}&accessible=1`);

  await expect(card.getByRole("table")).toBeHidden();
  await card.getByText("Ma:").click();
  await expect(card.getByRole("rowheader")).toHaveCount(7);
  await card.locator("summary", { hasText: "Vélemények" }).click();
  await expect(card.getByRole("time")).toHaveCount(Math.min(best.rating_count, 10));
  await card.getByRole("link", { name: /^Részletek: / }).click();
  await expect(page).toHaveURL(`/places/${best.id}`);
});

test.describe("a list that cannot be loaded", () => {
  test.use({ expectedErrors: [/places\.data|healthz|report-web-vitals|manifest/] });

  test("keeps the previous one on the page, says so, and comes once there is contact", {
    tag: "@full",
  }, async ({ page, context }) => {
    await openHydrated(page, "/places");
    const before = await cities(page);
    await context.setOffline(true);
    await page.getByRole("link", { name: "Következő oldal" }).first().click();
    await expect(page).toHaveURL(/page=2/);
    const notice = page.getByRole("status").filter({ hasText: "a korábbit látod" });
    await expect(notice).toBeVisible();
    expect(await cities(page)).toEqual(before);

    await context.setOffline(false);
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole("main").locator("[aria-current=page]").first()).toHaveText("2");
    expect(await cities(page)).not.toEqual(before);
  });
});
