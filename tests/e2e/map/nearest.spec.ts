import type { Locator, Page } from "@playwright/test";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { holdScripts } from "#tests/e2e/support/hold-scripts.ts";
import {
  expectMapIdle,
  openLiveMap,
  openWithPicture,
  still,
  viewOf,
} from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

const fromDeak = { longitude: 19.0536, latitude: 47.4976 };

test.use({
  ...still,
  geolocation: fromDeak,
  permissions: ["geolocation"],
});
test.setTimeout(120_000);

const bigButton = (page: Page) => page.getByRole("button", { name: /^Legközelebbi/ });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not on the page`);
  return box;
}

/** Position in the window, in pixels, at which the live map draws a point, by the view in the address. */
async function pixelOf(page: Page, [longitude, latitude]: Coordinates) {
  const map = await boxOf(page.locator("[data-map-state]"));
  const [middleLongitude, middleLatitude, zoom] = viewOf(page);
  const worldPixels = 512 * 2 ** zoom;
  return {
    x: map.x + map.width / 2 + (worldX(longitude) - worldX(middleLongitude)) * worldPixels,
    y: map.y + map.height / 2 + (worldY(latitude) - worldY(middleLatitude)) * worldPixels,
  };
}

/** Height of a chosen marker above its point. */
const markerPixels = 60;

test("a press while the page's scripts are on their way finds the nearest, once", {
  tag: "@phone",
}, async ({ page, request }) => {
  const near = `near=${fromDeak.longitude},${fromDeak.latitude}&sort=distance&per_page=1`;
  const { places }: PlaceList = await (await request.get(`/api/v1/places?${near}`)).json();
  const requests: string[] = [];
  await page.route("**/api/v1/places/nearest?*", (route) => {
    requests.push(route.request().url());
    return route.fulfill({
      json: { best: places[0], open: places[0], unknown: null, limit_meters: 3000 },
    });
  });
  const release = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  await bigButton(page).click();
  await expect(bigButton(page)).toHaveCSS("opacity", "0.55");
  await bigButton(page).click({ force: true });
  release();
  await expect(page.getByRole("article")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`place=${places[0]?.id}\\b`));
  const button = page.locator(".map-nearest button").first();
  await expect(button).toHaveAttribute("aria-disabled", "false");
  // The question of the label, and that of the press.
  expect(requests.length).toBeLessThanOrEqual(2);
});

test("the button shows both the place and the visitor, wherever that is", async ({
  page,
  context,
  request,
}) => {
  let nearest: Place | undefined;
  await page.route("**/api/v1/places/nearest?*", (route) =>
    route.fulfill({ json: { best: nearest, open: nearest, unknown: null, limit_meters: 3000 } }),
  );
  for (const from of [fromDeak, { longitude: 19.0715, latitude: 47.512 }]) {
    // At night no sample place nearby may be open: the nearest of all stands in.
    const near = `near=${from.longitude},${from.latitude}&sort=distance&per_page=1`;
    const list: PlaceList = await (await request.get(`/api/v1/places?${near}`)).json();
    const [place] = list.places;
    if (!place) throw new Error("the samples have no place near");
    nearest = place;
    await context.setGeolocation(from);
    await (from === fromDeak ? openLiveMap(page) : page.keyboard.press("Escape"));
    const dot = page.locator(".maplibregl-user-location-dot");
    await expect(dot).toBeVisible();
    await bigButton(page).click();
    await expect(page).toHaveURL(new RegExp(`place=${place.id}\\b`));
    await expect(page.getByRole("article")).toBeVisible();
    // The map is on its way for some time.
    await expect(async () => {
      await expectMapIdle(page);
      const marker = await pixelOf(page, place.coordinates);
      const position = await boxOf(dot);
      const visitor = await pixelOf(page, [from.longitude, from.latitude]);
      expect(Math.abs(position.x + position.width / 2 - visitor.x)).toBeLessThan(4);
      const top = await boxOf(page.locator(".map-top"));
      const controls = await boxOf(page.getByRole("button", { name: "Nagyítás" }));
      const sheet = await boxOf(page.getByRole("region", { name: "A kiválasztott mosdó" }));
      const isPhone = sheet.x === 0 && sheet.width > 380 && sheet.width < 500 && sheet.y > 0;
      const lowest = isPhone ? sheet.y : (await boxOf(bigButton(page))).y;
      const leftmost = isPhone ? 0 : sheet.x + sheet.width;
      expect(marker.y - markerPixels).toBeGreaterThanOrEqual(top.y + top.height);
      expect(marker.y).toBeLessThanOrEqual(lowest);
      expect(marker.x - 20).toBeGreaterThanOrEqual(leftmost);
      expect(marker.x + 20).toBeLessThanOrEqual(controls.x);
      const credits = await boxOf(page.locator(".maplibregl-ctrl-attrib"));
      const isBeside = marker.x - 20 > credits.x + credits.width;
      expect(isBeside || marker.y <= credits.y).toBe(true);
      expect(position.y).toBeGreaterThanOrEqual(top.y + top.height);
      expect(position.y + position.height).toBeLessThanOrEqual(lowest);
      expect(position.x).toBeGreaterThanOrEqual(leftmost);
      expect(position.x + position.width).toBeLessThanOrEqual(controls.x + controls.width);
    }).toPass({ timeout: 90_000 });
  }
});

/** The link of each row; the facts of a row are list items too. */
const rowLinks = (list: Locator) => list.locator("a[data-place]");

test("a list that was scrolled opens a place at its top, and comes back at its former position", {
  tag: "@phone",
}, async ({ page }) => {
  // A view of the address: the map does not begin at the visitor.
  await openWithPicture(page, "/?view=19.0536,47.4976,8");
  await page.getByRole("button", { name: "Lista kinyitása" }).click();
  const list = page.getByRole("region", { name: "Mosdók a térképen látható részen" });
  const entry = rowLinks(list).nth(9);
  await entry.scrollIntoViewIfNeeded();
  const body = page.locator(".map-sheet-body");
  const before = await body.evaluate((element) => element.scrollTop);
  expect(before).toBeGreaterThan(200);
  await entry.click();
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(body).toHaveJSProperty("scrollTop", 0);
  const panel = page.getByRole("region", { name: "A kiválasztott mosdó" });
  await expect(panel.getByRole("status").first()).toBeInViewport();
  await expect(panel.getByRole("link", { name: "Bezárás" })).toBeInViewport();
  await panel.getByRole("link", { name: "Bezárás" }).click();
  await expect(entry).toBeFocused();
  expect(await body.evaluate((element) => element.scrollTop)).toBe(before);
});
