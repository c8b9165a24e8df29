import type { Page } from "@playwright/test";
import type { PlaceList } from "#domain/place/place.ts";
import { chooseLanguage } from "#tests/e2e/support/bar.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

/** Places of Budapest that the API knows. */
async function placesOf(page: Page, town: string, search = "") {
  const response = await page.request.get(`/api/v1/places?per_page=100${search}`);
  const { places }: PlaceList = await response.json();
  return places.filter(({ city }) => city === town);
}

test("lead from their list to the places of a town, and to each of these", {
  tag: "@phone",
}, async ({ page }) => {
  await page.goto("/towns");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Települések");
  const towns = await page.getByRole("main").getByRole("listitem").getByRole("link").all();
  const names = await Promise.all(towns.map((town) => town.locator("span").first().innerText()));
  expect(names).toEqual(names.toSorted(new Intl.Collator("hu").compare));
  await expectAccessible(page);

  await page.getByRole("link", { name: /^Budapest/ }).click();
  await expect(page).toHaveURL("/towns/Budapest");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nyilvános mosdók: Budapest");
  const rows = page
    .getByRole("region")
    .getByRole("listitem")
    .filter({ has: page.locator("a") });
  const places = await placesOf(page, "Budapest");
  await expect(rows).toHaveCount(places.length);
  const counts = page.getByRole("list").filter({ hasText: `${places.length} mosdó` });
  const accessible = await placesOf(page, "Budapest", "&accessible=1");
  await expect(counts).toContainText(`: ${accessible.length}`);
  expect(await sidewaysPixels(page)).toBe(0);
  await expectAccessible(page);

  await rows.first().getByRole("link").click();
  await expect(page).toHaveURL(/\/places\/\d+$/);
  await page.getByRole("link", { name: "Budapest", exact: true }).click();
  await expect(page).toHaveURL("/towns/Budapest");
});

test("follow a change of the language in place", { tag: "@desktop" }, async ({ page }) => {
  for (const [path, german] of [
    ["/towns", "Städte und Gemeinden"],
    ["/towns/Budapest", "Öffentliche Toiletten in Budapest"],
  ]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await chooseLanguage(page, "Deutsch");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(german);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  }
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("they are whole", { tag: "@phone" }, async ({ page }) => {
    await page.goto("/towns");
    await page.getByRole("link", { name: /^Budapest/ }).click();
    await expect(page.getByRole("region").locator("li:has(> a)").first()).toBeVisible();
    await expect(page.getByRole("img", { name: /^Térkép/ })).toBeVisible();
  });
});
