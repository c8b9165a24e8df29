import type { Locator, Page } from "@playwright/test";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { holdScripts } from "#tests/e2e/support/hold-scripts.ts";
import {
  allPlaces,
  expectMapIdle,
  openLiveMap,
  openWithPicture,
  still,
  viewOf,
  withoutWebGl2,
} from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

const fromDeak = { longitude: 19.0536, latitude: 47.4976 };

test.use({
  ...still,
  geolocation: fromDeak,
  permissions: ["geolocation"],
});
test.setTimeout(120_000);

const bigButton = (page: Page) => page.getByRole("button", { name: /^Legközelebbi nyitott/ });

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

test("a press while the page's scripts are on their way finds the nearest, once", async ({
  page,
  request,
}) => {
  const near = `near=${fromDeak.longitude},${fromDeak.latitude}&sort=distance&per_page=1`;
  const { places }: PlaceList = await (await request.get(`/api/v1/places?${near}`)).json();
  const asked: string[] = [];
  await page.route("**/api/v1/places/nearest?*", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ json: { open: places[0], unknown: null, limit_meters: 3000 } });
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
  expect(asked.length).toBeLessThanOrEqual(2);
});

for (const from of [fromDeak, { longitude: 19.0715, latitude: 47.512 }]) {
  test(`the button shows both the place and the visitor, from ${from.longitude}`, async ({
    page,
    context,
    request,
  }) => {
    await context.setGeolocation(from);
    // At night no sample place nearby may be open: the nearest of all stands in.
    const near = `near=${from.longitude},${from.latitude}&sort=distance&per_page=1`;
    const { places }: PlaceList = await (await request.get(`/api/v1/places?${near}`)).json();
    const body = { open: places[0], unknown: null, limit_meters: 3000 };
    await page.route("**/api/v1/places/nearest?*", (route) => route.fulfill({ json: body }));
    await openLiveMap(page);
    await expect(page.locator(".maplibregl-user-location-dot")).toBeVisible();
    await bigButton(page).click();
    await expect(page.getByRole("article")).toBeVisible();
    await page.waitForTimeout(500);
    await expectMapIdle(page);
    const id = new URL(page.url()).searchParams.get("place");
    const place: Place = await (await request.get(`/api/v1/places/${id}`)).json();

    const marker = await pixelOf(page, place.coordinates);
    const dot = await boxOf(page.locator(".maplibregl-user-location-dot"));
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
    expect(dot.y).toBeGreaterThanOrEqual(top.y + top.height);
    expect(dot.y + dot.height).toBeLessThanOrEqual(lowest);
    expect(dot.x).toBeGreaterThanOrEqual(leftmost);
    expect(dot.x + dot.width).toBeLessThanOrEqual(controls.x + controls.width);
  });
}

test.describe("the answers of the button", () => {
  /** Answers in the server's place; the places are real ones. */
  async function answer(page: Page, open: Place | null, unknown: Place | null) {
    const body = { open, unknown, limit_meters: 3000 };
    await page.route("**/api/v1/places/nearest?*", (route) => route.fulfill({ json: body }));
  }

  test("two lines with a nearer place of unknown opening times, also beside the place itself", async ({
    page,
    request,
  }) => {
    const [far, near] = await allPlaces(request);
    await answer(page, { ...far, distance: 1_200 }, { ...near, distance: 40 });
    await openWithPicture(page);
    const unknown = page.getByRole("button", { name: "Ismeretlen nyitvatartás: 40 m" });
    await expect(unknown).toBeVisible();
    await page.getByRole("button", { name: "Legközelebbi nyitott mosdó: 1,2 km" }).click();
    await expect(page).toHaveURL(new RegExp(`place=${far.id}\\b`));
    await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
    await page.getByRole("button", { name: /^Közelebb, de ismeretlen nyitvatartással: / }).click();
    await expect(page).toHaveURL(new RegExp(`place=${near.id}\\b`));
    await expect(page.getByRole("heading", { level: 2 })).toContainText(near.address);
    await expect(page.getByRole("button", { name: /^Közelebb/ })).toHaveCount(0);
  });

  test("no place surely open within the limit, and a place that may be open", {
    tag: "@phone",
  }, async ({ page, request }) => {
    const [place] = await allPlaces(request);
    await answer(page, null, { ...place, distance: 250 });
    await openWithPicture(page);
    await page.getByRole("button", { name: "Legközelebbi nyitott" }).click();
    await expect(page.getByText("3 km-en belül")).toBeVisible();
    await page.getByRole("button", { name: "Ismeretlen nyitvatartás: 250 m" }).click();
    await expect(page).toHaveURL(new RegExp(`place=${place.id}\\b`));
    await expect(page.getByText("3 km-en belül")).toHaveCount(0);
  });

  test("no place near, with the list by distance; and unknown ones on demand", {
    tag: "@phone",
  }, async ({ page, request }) => {
    const [place] = await allPlaces(request);
    await page.route("**/api/v1/places/nearest?*", (route) => {
      const takesUnknown = new URL(route.request().url()).searchParams.has("unknown");
      const unknown = takesUnknown ? { ...place, distance: 70 } : null;
      return route.fulfill({ json: { open: null, unknown, limit_meters: 3000 } });
    });
    await openWithPicture(page, "/?open=1");
    await page.getByRole("button", { name: "Legközelebbi nyitott" }).click();
    await expect(page.getByRole("link", { name: "Lista távolság szerint" })).toHaveAttribute(
      "href",
      "/places?sort=near&open=1&near=19.0536,47.4976",
    );
    await page.getByRole("button", { name: "Az ismeretlen nyitvatartásúak is" }).click();
    await expect(page.getByRole("button", { name: "Ismeretlen nyitvatartás: 70 m" })).toBeVisible();
  });
});

test.describe("the visitor's position", () => {
  // Beside a sample place that never closes.
  test.use({ geolocation: { longitude: 19.2605, latitude: 47.4335 } });

  interface Asked {
    asked?: string[];
  }
  /** Notes each call to the browser's geolocation, in order. */
  function noteQuestions(): void {
    const asked: string[] = [];
    Object.assign(window, { asked });
    for (const name of ["getCurrentPosition", "watchPosition"] as const) {
      const ask = Geolocation.prototype[name];
      Geolocation.prototype[name] = function (this: Geolocation, ...rest: never[]) {
        asked.push(name);
        return Reflect.apply(ask, this, rest);
      } as never;
    }
  }
  const questions = (page: Page) => page.evaluate(() => (window as Asked).asked);

  test("is requested at hydration, without the map's script", { tag: "@phone" }, async ({
    page,
  }) => {
    await page.addInitScript(noteQuestions);
    await openWithPicture(page);
    await expect(
      page.getByRole("button", { name: /^Legközelebbi nyitott mosdó: [\d,]+ k?m$/ }),
    ).toBeVisible();
    expect(await questions(page)).toEqual(["getCurrentPosition"]);
  });

  test("is requested once where it is refused, and the map does not ask again", {
    tag: "@phone",
  }, async ({ page, context }) => {
    await context.clearPermissions();
    await page.addInitScript(noteQuestions);
    await openLiveMap(page);
    expect(await questions(page)).toEqual(["getCurrentPosition"]);
  });

  test("goes on to the map once it is loaded", { tag: "@phone" }, async ({ page }) => {
    await page.addInitScript(noteQuestions);
    await openLiveMap(page);
    await expect(page.locator(".maplibregl-user-location-dot")).toBeVisible();
    expect(await questions(page)).toEqual(["getCurrentPosition", "watchPosition"]);
  });
});

/** The link of each row; the facts of a row are list items too. */
const rowLinks = (list: Locator) => list.locator("a[data-place]");

test.describe("a list that was scrolled", () => {
  test("opens a place at its top, and comes back at its former position", async ({ page }, {
    project,
  }) => {
    await openWithPicture(page);
    if (project.name === "phone") {
      await page.getByRole("button", { name: "Lista kinyitása" }).click();
    }
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

  test("does so where it has replaced a missing map", async ({ page }) => {
    await page.addInitScript(withoutWebGl2);
    await page.goto("/");
    // Then the list is that of the map's window.
    await expectMapIdle(page);
    await expect(page.locator("#nearby-places[aria-busy=false]")).toBeVisible();
    const entry = rowLinks(page.getByRole("main")).nth(15);
    await entry.click();
    await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
    await expect(page.getByRole("article").getByRole("status").first()).toBeInViewport();
  });
});
