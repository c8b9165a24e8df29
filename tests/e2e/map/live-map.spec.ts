import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import {
  clusterAt,
  expectMapIdle,
  lonelyPlace,
  openLiveMap,
  pixelsAboveMiddle,
  pressMiddle,
  smallAndStill,
  viewOf,
} from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

// Only the final positions are tested.
test.use(smallAndStill);
test.setTimeout(120_000);

test("the live map replaces the picture without a jump", async ({ page }, { project }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Mosdókereső");
  const picture = page.getByRole("img", { name: "A térkép képe, rajta a mosdók" });
  await expect(picture).toBeVisible();
  const before = await picture.boundingBox();
  await expectMapIdle(page);
  const canvas = page.getByRole("region", { name: /^Térkép/ });
  const map = await canvas.boundingBox();
  if (!before || !map) throw new Error("nothing is shown");
  expect(before.x + before.width / 2).toBeCloseTo(map.x + map.width / 2, 0);
  expect(before.y + before.height / 2).toBeCloseTo(map.y + map.height / 2, 0);
  await expect(picture).toHaveCount(0);

  expect(new URL(page.url()).search).toBe("");
  for (const name of ["Nagyítás", "Kicsinyítés"]) {
    await expect(page.getByRole("button", { name })).toBeVisible();
  }
  await expect(page.getByRole("link", { name: "© OpenStreetMap" })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("alert")).toHaveCount(0);

  // Another language, while the map is open.
  await page.getByRole("button", { name: "Menü" }).click();
  const menu = page.getByRole("navigation", { name: "Menü" });
  await menu.getByText("Magyar").first().click();
  await menu.getByRole("link", { name: "Deutsch" }).click();
  await expect(page.getByRole("button", { name: "Vergrößern" })).toBeVisible();
  if (project.name === "desktop") await expect(page.getByText(/Toiletten in diesem/)).toBeVisible();
});

test("a long press or a right click beside the markers begins a toilet at that point", {
  tag: "@phone",
}, async ({ page }) => {
  for (const button of ["left", "right"] as const) {
    // Far from any place.
    await openLiveMap(page, "/?view=18.2,46.9,15");
    const box = await page.locator("[data-map-state]").boundingBox();
    if (!box) throw new Error("there is no map");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down({ button });
    if (button === "right") await page.mouse.up({ button });
    await page.waitForURL(/\/places\?add=1&at=18\.2,46\.9$/);
    await page.mouse.up({ button });
    await expect(page.getByRole("main")).toContainText("Ehhez be kell jelentkezned.");
  }
});

test.describe("a pressed marker has its panel in the next frame", () => {
  test.use({ expectedErrors: [/status of 503|status 503/] });

  test("with what the map knows, then with the whole response", { tag: "@phone" }, async ({
    page,
    request,
  }) => {
    const place = await lonelyPlace(request);
    // A list without places: only the tiles tell of this one.
    await page.route(/\/api\/v1\/places\?/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), places: [] } });
    });
    let isFailing = true;
    let requests = 0;
    const held = Promise.withResolvers<void>();
    await page.route(new RegExp(`/api/v1/places/${place.id}$`), async (route) => {
      requests += 1;
      await held.promise;
      await (isFailing ? route.fulfill({ status: 503, json: {} }) : route.continue());
    });
    await openLiveMap(page, `/?view=${place.longitude},${place.latitude},10`);
    await expect(page.locator("[data-place]")).toHaveCount(0);
    const panel = page.getByRole("region", { name: "A kiválasztott mosdó" });
    const next = await panelInNextFrame(page);
    await pressMiddle(page, 20);
    const [statusText] = (await next()).split("\n");
    expect(statusText).toMatch(/^(Nyitva|Zárva|Hamarosan zár|Hamarosan nyit|Nincs adat)/);
    const close = panel.getByRole("link", { name: "Bezárás" });
    await expect(page).toHaveURL((url) => !url.searchParams.has("place"));
    await expect(close).toBeVisible();
    await expectAccessible(page);
    // Nothing to read out yet: the whole panel's title takes the focus.
    await expect(panel.getByRole("status")).toHaveCount(0);
    await expect(panel.getByRole("heading")).toHaveCount(0);
    const before = await close.boundingBox();
    // A place that cannot be loaded is explained, as without the map's help.
    held.resolve();
    await expect(panel.getByRole("alert")).toContainText("most nem sikerült betölteni");
    expect(requests).toBe(1);
    isFailing = false;
    await panel.getByRole("button", { name: "Újra" }).click();
    await expect(panel.getByRole("heading", { level: 2 })).toContainText(place.address);
    await expect(panel.getByRole("status").first()).toContainText(statusText);
    expect(await close.boundingBox()).toEqual(before);
  });

  test("whole, where a list has brought the place; Escape and Back close it", {
    tag: "@phone",
  }, async ({ page, request }) => {
    const place = await lonelyPlace(request);
    const title = page.getByRole("heading", { level: 2, name: place.address });
    const held = Promise.withResolvers<void>();
    await page.route(new RegExp(`/api/v1/places/${place.id}$`), async (route) => {
      await held.promise;
      await route.continue();
    });
    await openLiveMap(page, `/?view=${place.longitude},${place.latitude},10`);
    await expect(page.locator(`[data-place="${place.id}"]`)).toHaveCount(1);
    const next = await panelInNextFrame(page);
    await pressMiddle(page, 20);
    expect(await next()).toContain(place.address);
    await expect(title).toBeFocused();
    held.resolve();
    // The place is shown before its entry is in the history; Back would leave the page until then.
    await expect(page).toHaveURL(new RegExp(`place=${place.id}\\b`));
    await expect(page).toHaveTitle(new RegExp(`${place.address}.* \\| Mosdókereső`));
    // The phone's map moves the marker out of the sheet's way.
    const raised = () => pixelsAboveMiddle(page, place.latitude);
    await expect.poll(raised).toBeGreaterThan(50);
    await expectMapIdle(page);
    await page.goBack();
    await expect(title).toHaveCount(0);
    await expect(page).toHaveURL((url) => !url.searchParams.has("place"));
    // The map stays where it is; the address of before comes back first, and then has the map's view.
    await expect.poll(raised).toBeGreaterThan(50);

    await pressMiddle(page, raised() + 20);
    await expect(title).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`place=${place.id}\\b`));
    await page.keyboard.press("Escape");
    await expect(title).toHaveCount(0);
    await expect(page).toHaveURL((url) => !url.searchParams.has("place"));
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

test("a cluster splits when it is pressed, and filters reach the tiles", {
  tag: "@desktop",
}, async ({ page, request }) => {
  const { coordinates, count } = await clusterAt(request, [19.05, 47.5], 7);
  expect(count).toBeGreaterThan(1);
  await openLiveMap(page, `/?view=${coordinates.join(",")},7`);
  await pressMiddle(page);
  await expect.poll(() => viewOf(page)[2]).toBeGreaterThan(7);
  await expectMapIdle(page);

  const filtered = page.waitForRequest(/\/tiles\/places\/.*\.mvt\?accessible=1$/);
  await page.getByRole("button", { name: "Akadálymentes" }).click();
  await filtered;
  await expect(page).toHaveURL(/accessible=1/);
  await expectMapIdle(page);
});

test.describe("as the minute turns", () => {
  test.use({ expectedErrors: [/tiles\/places|ERR_FAILED/] });

  test("places are loaded anew; without a response the markers stay", { tag: "@phone" }, async ({
    page,
    request,
  }) => {
    const place = await lonelyPlace(request);
    await page.clock.install();
    await openLiveMap(page, `/?view=${place.longitude},${place.latitude},10`);
    let requests = 0;
    await page.route("**/tiles/places/**", (route) => {
      requests += 1;
      return route.continue();
    });
    await page.clock.fastForward(61_500);
    await expect.poll(() => requests).toBeGreaterThan(0);
    await expectMapIdle(page);

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
    await expectMapIdle(page);
    await page.getByRole("region", { name: /^Térkép/ }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`place=${place.id}\\b`));
  });
});
