import type { Page } from "@playwright/test";
import type { PlaceList } from "#domain/place/place.ts";
import { expectMapIdle, openLiveMap, smallAndStill, viewOf } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

test.use(smallAndStill);
test.setTimeout(120_000);

/** Searches for a town and takes the first suggestion. */
async function searchFor(page: Page, town: string) {
  const field = page.getByRole("search").locator("input:not([type=hidden])");
  await field.fill(town);
  await page
    .getByRole("option", { name: new RegExp(`^${town}`) })
    .first()
    .click();
}

const shown = (page: Page) => {
  const [longitude, latitude] = viewOf(page);
  return [Number(longitude?.toFixed(1)), Number(latitude?.toFixed(1))];
};

test("Back from a searched town brings the toilet, its list and its map again, and Forward the town", {
  tag: "@phone",
}, async ({ page, request }) => {
  const near = "near=19.0536,47.4976&sort=distance&per_page=1";
  const { places }: PlaceList = await (await request.get(`/api/v1/places?${near}`)).json();
  const place = places[0];
  if (!place) throw new Error("the samples have no place in Budapest");
  const panel = page.getByRole("article");
  const title = page.getByRole("heading", { level: 2, name: place.address });
  await openLiveMap(page, `/?view=19.0536,47.4976,12`);
  await page.locator(`a[data-place="${place.id}"]`).click();
  await expect(title).toBeVisible();
  await expectMapIdle(page);
  await searchFor(page, "Debrecen");
  await expect(panel).toBeHidden();
  await expect.poll(() => shown(page)).toEqual([21.6, 47.5]);
  await expect(page).not.toHaveURL(/place=/);
  await expect(page.locator("#nearby-places")).toContainText("Debrecen");

  await page.goBack();
  await expect(title).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`place=${place.id}\\b`));
  await expect.poll(() => shown(page)).toEqual([19.1, 47.5]);
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect.poll(() => shown(page)).toEqual([19.1, 47.5]);
  await expect(page.locator("#nearby-places")).toContainText("Budapest");

  await page.goForward();
  await expect(title).toBeVisible();
  await page.goForward();
  await expect(panel).toBeHidden();
  await expect.poll(() => shown(page)).toEqual([21.6, 47.5]);
  await expect(page.locator("#nearby-places")).toContainText("Debrecen");
});
