import type { Page } from "@playwright/test";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import type { PlaceList } from "#domain/place/place.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { lengthenCredits, onCredits } from "#tests/e2e/support/layout.ts";
import {
  boxOf,
  expectMapIdle,
  lonelyPlace,
  loseContext,
  openLiveMap,
  openWithoutJump,
  pixelsAboveMiddle,
  pressMiddle,
  smallDesktop,
  still,
  viewOf,
} from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

/*
 * The live map, drawn once a test, of which each step looks at another side. What the page does beside it (its URL,
 * list, panel, filters and search) is tested in `app/routes/map.dom.test.tsx`, on the map of pictures.
 */

// Only the final positions are tested.
test.use(still);
test.setTimeout(600_000);

const canvas = (page: Page) => page.getByRole("region", { name: /^Térkép: / });
const walk = (page: Page) => page.getByRole("list", { name: /^Mosdók a térképen/ });

/** Walks into the markers by keyboard, from the map; the focus is on a marker. */
async function beginWalk(page: Page): Promise<void> {
  await canvas(page).focus();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "A térkép mosdói egyenként" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(walk(page).locator("button:focus")).toBeVisible();
}

test("in a phone's window notices, panel, walk and credits lie beside a place's marker", async ({
  page,
  request,
}) => {
  const place = await lonelyPlace(request);
  const title = page.getByRole("heading", { level: 2, name: place.address });
  const usual = page.viewportSize()!;
  /** Height of the marker above the map's middle. */
  const raised = () => pixelsAboveMiddle(page, place.latitude);

  await test.step("a notice covers neither the chosen marker nor the zoom buttons, and can be closed", async () => {
    // The size with the least room, and the place where the notice appears.
    const [width, height] = [320, 568];
    await page.setViewportSize({ width, height });
    const south = place.latitude - (height / 2 - 130) / 17_000;
    await openWithoutJump(page, `/?place=${place.id}&view=${place.longitude},${south},13`);
    const notice = page.locator("[data-map-notice]");
    await expect(notice).toContainText("Ennél közelebb");
    await expect.poll(() => viewOf(page)[1]).not.toBeCloseTo(south, 4);
    await expectMapIdle(page);
    const box = await boxOf(notice);
    const map = await boxOf(page.locator("[data-map-state]"));
    const markerTop = map.y + map.height / 2 - raised() - 60;
    expect(markerTop).toBeGreaterThanOrEqual(box.y + box.height);
    for (const [wide, high] of [
      [width, height],
      [360, 640],
      [usual.width, usual.height],
      [768, 1024],
      [1024, 768],
      [1440, 900],
      // On its side a phone has no height for it.
      [568, 320],
    ]) {
      await page.setViewportSize({ width: wide, height: high });
      const isBeside = async () => {
        if (!(await notice.isVisible())) return high < 500;
        const beside = await boxOf(notice);
        const zoomIn = await boxOf(page.getByRole("button", { name: "Nagyítás" }));
        return zoomIn.x >= beside.x + beside.width || zoomIn.y >= beside.y + beside.height;
      };
      await expect.poll(isBeside, `zoom buttons at ${wide}`).toBe(true);
    }
    await page.setViewportSize({ width, height });
    await notice.getByRole("button", { name: "Bezárás" }).click();
    await expect(notice).toHaveCount(0);
  });

  await test.step("nothing lies on the credits, however long they are", async () => {
    for (const isLong of [false, true]) {
      if (isLong) await lengthenCredits(page);
      for (const [width, height] of [
        [1280, 800],
        [844, 390],
        [568, 320],
        [320, 568],
        [usual.width, usual.height],
      ]) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => onCredits(page), `${width} × ${height}`).toEqual([]);
      }
    }
  });

  await test.step("a pressed marker has its panel in the next frame; Back and Escape close it", async () => {
    await page.keyboard.press("Escape");
    await expect(title).toHaveCount(0);
    await expect(page).toHaveURL((url) => !url.searchParams.has("place"));
    await expectMapIdle(page);
    await expect(page.locator(`[data-place="${place.id}"]`)).toHaveCount(1);
    const held = Promise.withResolvers<void>();
    await page.route(new RegExp(`/api/v1/places/${place.id}$`), async (route) => {
      await held.promise;
      await route.continue();
    });
    const next = await panelInNextFrame(page);
    await pressMiddle(page, raised() + 20);
    expect(await next()).toContain(place.address);
    await expect(title).toBeFocused();
    held.resolve();
    // The place is shown before its entry is in the history; Back would leave the page until then.
    await expect(page).toHaveURL(new RegExp(`place=${place.id}\\b`));
    await expect(page).toHaveTitle(new RegExp(`${place.address}.* \\| Mosdókereső`));
    // The phone's map moves the marker out of the sheet's way.
    await expect.poll(raised).toBeGreaterThan(50);
    await expectMapIdle(page);
    await expectAccessible(page);
    await page.goBack();
    await expect(title).toHaveCount(0);
    await expect(page).toHaveURL((url) => !url.searchParams.has("place"));
    // The map stays where it is; the address of before comes back first, and then has the map's view.
    await expect.poll(raised).toBeGreaterThan(50);
  });

  await test.step("a place chosen in the walk from marker to marker gives the focus back to it", async () => {
    await beginWalk(page);
    await expect(walk(page).locator("button:focus")).toContainText(place.address);
    await page.keyboard.press("Enter");
    await expect(title).toBeFocused();
    await expect(title).toHaveAccessibleName(/Nyitva|Zárva|Hamarosan|Nincs/);
    await expect(walk(page)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`place=${place.id}\\b`));
    await expectMapIdle(page);
    await page.keyboard.press("Escape");
    await expect(title).toHaveCount(0);
    await expect(walk(page).locator("button:focus")).toContainText(place.address);
    await page.keyboard.press("Escape");
    await expect(canvas(page)).toBeFocused();
    await expect(walk(page)).toHaveCount(0);
  });

  await test.step("a lost drawing context that comes back leaves the map as it was", async () => {
    await expectMapIdle(page);
    const marker = raised();
    // With the marker, beside all controls: without it a lost map looks the same.
    const clip = {
      x: usual.width / 2 - 60,
      y: usual.height / 2 - marker - 70,
      width: 120,
      height: 90,
    };
    const draw = () => page.screenshot({ clip });
    const before = await draw();
    const restore = await loseContext(page);
    await expect.poll(async () => (await draw()).equals(before)).toBe(false);
    await restore();
    await expect.poll(async () => (await draw()).equals(before)).toBe(true);
    const [, , zoom] = viewOf(page);
    await page.getByRole("button", { name: "Kicsinyítés" }).click();
    await expect.poll(() => viewOf(page)[2]).toBe(zoom - 1);
    await expectMapIdle(page);
    await expect(page.getByText("Az élő térkép leállt")).toHaveCount(0);
  });

  await test.step("a long press beside the markers begins a toilet at that point", async () => {
    const box = await boxOf(page.locator("[data-map-state]"));
    await page.mouse.move(box.x + 60, box.y + box.height / 2);
    await page.mouse.down();
    await page.waitForURL(/\/login\?continueUrl=%2Fplaces%3Fadd%3D1%26at%3D[\d.]+%252C[\d.]+$/);
    await page.mouse.up();
    await expect(page.getByRole("main")).toContainText("Jelentkezz be, és már veheted is fel");
  });
});

/**
 * Notes the words of the chosen place's panel in the frame after each press of the page; returns a reader.
 * The panel's script comes after the live map and is awaited here; before it a press shows a placeholder.
 */
async function panelInNextFrame(page: Page): Promise<() => Promise<string>> {
  const panelScript = await page.waitForFunction(
    () =>
      performance
        .getEntriesByType("resource")
        .find(({ name }) => /\/chosen-place-.*\.js$/.test(name))?.name,
  );
  await panelScript.evaluate((url) => import(String(url)));
  await page.evaluate(() => {
    addEventListener("click", () =>
      requestAnimationFrame(() => {
        const body = document.querySelector<HTMLElement>(".map-sheet .map-sheet-body");
        const text = document.querySelector("#nearby-places") ? "" : (body?.innerText ?? "");
        document.documentElement.dataset.nextFrame = text;
      }),
    );
  });
  return async () => {
    // The press is over for the test before its frame is.
    const text = await page.waitForFunction(() => document.documentElement.dataset.nextFrame);
    return text.jsonValue().then(String);
  };
}

test.describe("in a wide window", () => {
  const fromDeak = { longitude: 19.0536, latitude: 47.4976 };
  test.use({
    ...smallDesktop,
    geolocation: fromDeak,
    permissions: ["geolocation"],
    expectedErrors: [/tiles\/places|ERR_FAILED/],
  });

  test("the map shows where the visitor is, what they search for, and clusters that split", {
    tag: "@full",
  }, async ({ page, request }) => {
    const dot = page.locator(".maplibregl-user-location-dot");
    await page.clock.install();
    await page.addInitScript(recordRequests);

    await test.step("it begins at the visitor, for whose position page and map ask once each", async () => {
      await openLiveMap(page);
      await expect.poll(() => viewOf(page)[0]).toBeCloseTo(fromDeak.longitude, 2);
      await expectMapIdle(page);
      await expect(dot).toBeVisible();
      const requests = await page.evaluate(() => (window as { requests?: string[] }).requests);
      expect(requests).toEqual(["getCurrentPosition", "watchPosition"]);
      await expectAccessible(page);
    });

    await test.step("the big button shows both the place and the visitor", async () => {
      // At night no sample place nearby may be open: the nearest of all stands in.
      const near = `near=${fromDeak.longitude},${fromDeak.latitude}&sort=distance&per_page=1`;
      const list: PlaceList = await (await request.get(`/api/v1/places?${near}`)).json();
      const [place] = list.places;
      if (!place) throw new Error("the samples have no place near");
      await page.route("**/api/v1/places/nearest?*", (route) =>
        route.fulfill({ json: { best: place, open: place, unknown: null, limit_meters: 3000 } }),
      );
      const button = page.getByRole("button", { name: /^Legközelebbi/ });
      await button.click();
      await expect(page).toHaveURL(new RegExp(`place=${place.id}\\b`));
      await expect(page.getByRole("article")).toBeVisible();
      // It would lie on a chosen place.
      await expect(button).toBeHidden();
      // The map is on its way for some time.
      await expect(async () => {
        await expectMapIdle(page);
        const marker = await pixelOf(page, place.coordinates);
        const position = await boxOf(dot);
        const visitor = await pixelOf(page, [fromDeak.longitude, fromDeak.latitude]);
        expect(Math.abs(position.x + position.width / 2 - visitor.x)).toBeLessThan(4);
        const controls = await boxOf(page.getByRole("button", { name: "Nagyítás" }));
        const sheet = await boxOf(page.getByRole("region", { name: "A kiválasztott mosdó" }));
        const lowest = page.viewportSize()?.height ?? 0;
        const leftmost = sheet.x + sheet.width;
        const markerPixels = 60;
        const { y, height } = await boxOf(page.locator(".map-top"));
        expect(marker.y - markerPixels).toBeGreaterThanOrEqual(y + height);
        expect(marker.y).toBeLessThanOrEqual(lowest);
        expect(marker.x - 20).toBeGreaterThanOrEqual(leftmost);
        expect(marker.x + 20).toBeLessThanOrEqual(controls.x);
        const credits = await boxOf(page.locator(".maplibregl-ctrl-attrib"));
        const isBeside = marker.x - 20 > credits.x + credits.width;
        expect(isBeside || marker.y <= credits.y).toBe(true);
        expect(position.y).toBeGreaterThanOrEqual(y + height);
        expect(position.y + position.height).toBeLessThanOrEqual(lowest);
        expect(position.x).toBeGreaterThanOrEqual(leftmost);
        expect(position.x + position.width).toBeLessThanOrEqual(controls.x + controls.width);
      }).toPass();
    });

    await test.step("in forced colours the position and the controls are seen", async () => {
      await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
      await expect(dot).toHaveCSS("background-color", "rgb(29, 161, 242)");
      // MapLibre's own light icons; inverted, they were black on black.
      const icon = page.getByRole("button", { name: "Nagyítás" }).locator("span");
      await expect(icon).toHaveCSS("filter", "none");
      await expect(icon).toHaveCSS("background-image", /fill='%23fff'/);
      await page.emulateMedia({ forcedColors: null, colorScheme: "light" });
    });

    await test.step("it flies to a settlement that is found by keyboard", async () => {
      await page.getByRole("button", { name: "Menü" }).focus();
      await page.keyboard.press("Tab");
      await page.keyboard.type("szege");
      const suggestions = page.getByRole("listbox", { name: "Hely keresése" });
      await expect(suggestions.getByRole("option").first()).toContainText("Szeged");
      await page.keyboard.press("Enter");
      await expect.poll(() => viewOf(page)[0]).toBeCloseTo(20.15, 1);
      expect(viewOf(page)[1]).toBeCloseTo(46.25, 1);
      expect(viewOf(page)[2]).toBe(12);
      await expect(canvas(page)).toBeFocused();
      await expectMapIdle(page);
    });

    await test.step("Back brings the place and its map again, and Forward the town", async () => {
      const panel = page.getByRole("article");
      await expect(panel).toBeHidden();
      await expect(page.locator("#nearby-places")).toContainText("Szeged");
      await page.goBack();
      await expect(panel).toBeVisible();
      await expect.poll(() => viewOf(page)[0]).toBeCloseTo(fromDeak.longitude, 1);
      await page.goForward();
      await expect(panel).toBeHidden();
      await expect.poll(() => viewOf(page)[0]).toBeCloseTo(20.15, 1);
      await expect(page.locator("#nearby-places")).toContainText("Szeged");
      await expectMapIdle(page);
    });

    await test.step("a cluster splits, and the walk goes on where the map is then", async () => {
      for (let zoom = 11; zoom >= 7; zoom--) {
        await canvas(page).press("-");
        await expect.poll(() => viewOf(page)[2]).toBe(zoom);
      }
      await expectMapIdle(page);
      await beginWalk(page);
      const focused = walk(page).locator("button:focus");
      const isCluster = async () => /közelítés/.test(await focused.innerText());
      while (!(await isCluster())) {
        const before = await focused.innerText();
        await page.keyboard.press("ArrowDown");
        // At the end of the walk the focus stays, and this waits in vain.
        await expect.poll(() => focused.innerText(), "a cluster is shown").not.toBe(before);
      }
      await page.keyboard.press("Enter");
      await expect.poll(() => viewOf(page)[2]).toBeGreaterThan(7);
      await expectMapIdle(page);
      await expect(focused).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(canvas(page)).toBeFocused();
    });

    await test.step("filters reach the tiles", async () => {
      const filtered = page.waitForRequest(/\/tiles\/places\/.*\.mvt\?accessible=1$/);
      await page.getByRole("button", { name: "Akadálymentes" }).click();
      await filtered;
      await expect(page).toHaveURL(/accessible=1/);
      await expectMapIdle(page);
    });

    await test.step("as the minute turns, places are loaded anew; without a response the markers stay", async () => {
      let refused = 0;
      await page.route("**/tiles/places/**", (route) => {
        refused += 1;
        return route.abort();
      });
      const countRefused = async () => {
        await page.clock.fastForward(61_500);
        return refused;
      };
      await expect.poll(countRefused).toBeGreaterThan(0);
      await page.unroute("**/tiles/places/**");
      await expectMapIdle(page);
      await beginWalk(page);
      await page.keyboard.press("Escape");
    });

    await test.step("another language is that of its controls too", async () => {
      await page.getByRole("button", { name: "Menü" }).click();
      const menu = page.getByRole("navigation", { name: "Menü" });
      await menu.getByText("Magyar").first().click();
      await menu.getByRole("link", { name: "Deutsch" }).click();
      await expect(page.getByRole("button", { name: "Vergrößern" })).toBeVisible();
    });

    await test.step("a lost drawing context that stays away leaves pictures of the same part", async () => {
      const [longitude, latitude, zoom] = viewOf(page);
      await loseContext(page);
      const notice = page.locator("[data-map-notice]", {
        hasText: "Die bewegliche Karte ist ausgefallen",
      });
      await expect(notice).toBeVisible();
      await expectMapIdle(page);
      const picture = page.getByRole("application").getByRole("img");
      await expect(picture).toHaveAttribute(
        "src",
        new RegExp(`view=${longitude},${latitude},${zoom}&`),
      );
    });
  });
});

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

/** An init script that notes each call to the browser's geolocation, in order. */
function recordRequests(): void {
  const requests: string[] = [];
  Object.assign(window, { requests });
  for (const name of ["getCurrentPosition", "watchPosition"] as const) {
    const record = Geolocation.prototype[name];
    Geolocation.prototype[name] = function (this: Geolocation, ...rest: never[]) {
      requests.push(name);
      return Reflect.apply(record, this, rest);
    } as never;
  }
}
