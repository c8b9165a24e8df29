import type { Page } from "@playwright/test";
import type { PlaceList } from "#domain/place/place.ts";
import { holdScripts } from "#tests/e2e/support/hold-scripts.ts";
import { allPlaces, boxOf, holdBackLiveMap, openWithPicture } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * Where the parts of the map's page lie, and what a finger does to its sheet. What they say and do is tested in
 * `app/routes/map.dom.test.tsx`.
 */

const fromDeak = { longitude: 19.0536, latitude: 47.4976 };

test.describe("with a position", () => {
  test.use({ geolocation: fromDeak, permissions: ["geolocation"] });
  const bigButton = (page: Page) => page.getByRole("button", { name: /^Legközelebbi/ });

  test("a press while the page's scripts are on their way finds the nearest, once", {
    tag: "@full",
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
    await holdBackLiveMap(page);
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
});

test("on a phone the sheet follows the finger, and everything stays within reach and within sight", async ({
  page,
}) => {
  // A view of the address with a long list.
  await openWithPicture(page, "/?view=19.0536,47.4976,8&changing_table=1");
  await untilHydrated(page);
  const sheet = page.locator(".map-sheet");
  const body = page.locator(".map-sheet-body");
  const handle = page.getByRole("button", { name: "Lista kinyitása" });

  await test.step("a slow press on what the sheet's edge cuts off counts", async () => {
    const box = await boxOf(page.getByRole("link", { name: "Mutasd ezeket is" }));
    await page.mouse.move(box.x + box.width / 2, box.y + 12);
    await page.mouse.down();
    await untilNothingMoves(page);
    await page.mouse.up();
    await expect(page).toHaveURL(/changing_table=1&unstated=1/);
    await expect(sheet).toHaveAttribute("data-snap", "peek");
  });

  await test.step("the keyboard raises the sheet, and the page is not pushed away", async () => {
    await handle.focus();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Hagyd ki ezeket" })).toBeFocused();
    await expect(sheet).toHaveAttribute("data-snap", "half");
    const entry = page.locator("a[data-place]").nth(5);
    await entry.focus();
    await expect(entry).toBeInViewport();
    await expect(page.locator(".map-page")).toHaveJSProperty("scrollTop", 0);
    await expect(page.getByRole("button", { name: "Menü" })).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveAttribute("data-snap", "peek");
    await page.getByRole("button", { name: "Nyilvános" }).press("Enter");
    await expect(page).toHaveURL(/public=1/);
  });

  await test.step("shortcuts lead to filters, list and search; their list gives the focus back", async () => {
    const menu = page.getByRole("button", { name: "Menü" });
    const dialog = page.getByRole("dialog", { name: "Billentyűk" });
    await menu.focus();
    await page.keyboard.press("?");
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Billentyűk" }).press("Enter");
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
    await page.keyboard.press("f");
    await expect(page.getByRole("button", { name: "Most nyitva" })).toBeFocused();
    await page.keyboard.press("l");
    await expect(sheet).toBeFocused();
    await page.keyboard.press("/");
    // A letter, a question mark and a stroke are text here.
    const search = page.getByRole("search").getByRole("combobox");
    await expect(search).toBeFocused();
    await page.keyboard.type("fl?/");
    await expect(search).toHaveValue("fl?/");
    await expect(dialog).toHaveCount(0);
    await search.fill("");
    await menu.focus();
  });

  await test.step("it is drawn with a finger", async () => {
    await untilNothingMoves(page);
    const { search } = new URL(page.url());
    await page.mouse.move(195, 780);
    await page.mouse.down();
    await page.mouse.move(195, 600, { steps: 4 });
    await page.mouse.move(195, 430, { steps: 4 });
    await page.evaluate(untilFingerRests);
    await page.mouse.up();
    await expect(sheet).toHaveAttribute("data-snap", "half");
    expect(new URL(page.url()).search).toBe(search);
  });

  await test.step("a list that was scrolled opens a place at its top, and comes back where it was", async () => {
    const entry = page.locator("#nearby-places a[data-place]").nth(9);
    await entry.scrollIntoViewIfNeeded();
    const before = await body.evaluate((element) => element.scrollTop);
    expect(before).toBeGreaterThan(200);
    await entry.click();
    await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
    await expect(body).toHaveJSProperty("scrollTop", 0);
    const panel = page.getByRole("region", { name: "A kiválasztott mosdó" });
    await expect(panel.getByRole("status").first()).toBeInViewport();
    const close = panel.getByRole("link", { name: "Bezárás" });
    await expect(close).toBeInViewport();
    await close.click();
    await expect(entry).toBeFocused();
    expect(await body.evaluate((element) => element.scrollTop)).toBe(before);
  });

  await test.step("the big button's message covers no control, and is not covered", async () => {
    await page.getByRole("button", { name: /^Legközelebbi mosdó/ }).click();
    const text = page.getByText("Ha engedélyezed a helymeghatározást");
    await expect(text).toBeVisible();
    const { y: top } = await boxOf(text);
    for (const name of ["Nagyítás", "Kicsinyítés", "© OpenStreetMap"]) {
      const control = page.getByRole("link", { name }).first();
      const bottom = async () => {
        const { y, height } = await boxOf(control);
        return y + height;
      };
      await expect.poll(bottom, name).toBeLessThanOrEqual(top);
    }
  });

  await test.step("the four filters, the time and 'more' are in sight at every width, in two rows at most", async () => {
    await openWithPicture(page, "/?view=19.0536,47.4976,8");
    await untilHydrated(page);
    const boxes = () =>
      page.locator(".map-chips > form, .map-chips > button").evaluateAll((chips) =>
        chips.map((chip) => {
          const { top, right } = chip.getBoundingClientRect();
          return { top, right, text: chip.textContent };
        }),
      );
    const names = [
      ...["Most nyitva", "Időpont: Most", "Akadálymentes", "Ingyenes", "Nyilvános", "További"],
    ];
    for (const width of [320, 390, 768, 1280, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      const shown = await boxes();
      expect(shown.map(({ text }) => text)).toEqual(names);
      expect(Math.max(...shown.map(({ right }) => right)), `${width}`).toBeLessThanOrEqual(width);
      const rows = new Set(shown.map(({ top }) => top));
      expect(rows.size, `${width}`).toBe(width < 1280 ? 2 : 1);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const setTextSize = (size: string) =>
      page.evaluate((share) => {
        document.documentElement.style.fontSize = share;
      }, size);
    await setTextSize("200%");
    expect(new Set((await boxes()).map(({ top }) => top)).size, "of large text").toBe(1);
    await setTextSize("");
    await page.setViewportSize({ width: 320, height: 700 });
    await page.getByRole("button", { name: "További" }).click();
    const { x, width } = await boxOf(page.getByRole("button", { name: "Kártyával fizethető" }));
    expect(x + width).toBeLessThanOrEqual(320);
  });
});

test("without contact the filters can still be pressed", async ({
  page,
  context,
  expectedErrors,
}) => {
  // The live map's script and the router's manifest may be on their way as the connection goes.
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ChunkLoadError/);
  await page.clock.install();
  await openWithPicture(page);
  const chip = page.getByRole("button", { name: "Akadálymentes" });
  await context.setOffline(true);
  await page.clock.runFor(12_000);
  await expect(page.getByText(/^Nincs kapcsolat/)).toBeVisible();
  await chip.click({ trial: true });
  // The notice does not lie on all of them either.
  await page.getByRole("button", { name: "További" }).click();
  await page.getByRole("button", { name: "Pelenkázó" }).click({ trial: true });
  await expect(page.locator(".map-page")).toHaveJSProperty("scrollTop", 0);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/^failed request: .*\.js csp$/] });

  test("a shared place stands below the notice, above the sheet", async ({ page, request }) => {
    const [{ id }] = await allPlaces(request);
    for (const size of [
      { width: 390, height: 844 },
      { width: 360, height: 640 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(`/?place=${id}`);
      const picture = await page.locator(".map-picture").boundingBox();
      const notice = await page.getByText("Ennél közelebb a térkép").boundingBox();
      if (!picture || !notice) throw new Error("there is no picture or no notice");
      const placeY = picture.y + picture.height / 2;
      const markerHeadPixels = 40;
      expect(placeY - markerHeadPixels).toBeGreaterThanOrEqual(notice.y + notice.height);
      expect(placeY).toBeLessThan(size.height / 2);
    }
  });
});

test("is printed whole, without what can only be pressed", async ({ page }) => {
  await openWithPicture(page, "/?place=1");
  const panel = page.getByRole("article").filter({ has: page.getByRole("heading", { level: 2 }) });
  await expect(panel).toBeVisible();
  const slides = await noteSlides(page);
  await page.emulateMedia({ media: "print" });
  await untilNothingMoves(page);
  for (const hidden of [".map-top", ".map-nearest", ".map-steps", ".map-sheet [data-share]"]) {
    await expect(page.locator(hidden).first()).toBeHidden();
  }
  // Nothing of it is cut off, waits to be scrolled to, or slides to its place as on the screen.
  expect(await slides()).toEqual([]);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await untilNothingMoves(page);
    const heights = await page.evaluate(() =>
      ["main", ".map-sheet", ".map-sheet-body"].map((part) => {
        const { scrollHeight, clientHeight } = document.querySelector(part) as HTMLElement;
        return scrollHeight - clientHeight;
      }),
    );
    expect(heights, `${width} pixels`).toEqual([0, 0, 0]);
  }
  await expect(panel.getByRole("rowheader")).toHaveCount(7);
});

/** Waits until the page has answered what was done to it, and its animations have ended. */
async function untilNothingMoves(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}

/** Notes from now on each property by which the sheet slides. */
async function noteSlides(page: Page): Promise<() => Promise<string[]>> {
  await page.locator(".map-sheet").evaluate((sheet: HTMLElement) => {
    const slides: string[] = [];
    Object.assign(window, { slides });
    sheet.addEventListener("transitionrun", (event) => {
      if (event.target === sheet) slides.push((event as TransitionEvent).propertyName);
    });
  });
  return () => page.evaluate(() => (window as unknown as { slides: string[] }).slides);
}

/** Waits until the last moments of a drag, by which its end counts as a flick, are over for the browser. */
function untilFingerRests(): Promise<void> {
  const flickMs = 100;
  const begun = performance.now();
  return new Promise((resolve) => {
    const view = (now: number) => {
      if (now - begun > flickMs) resolve();
      else requestAnimationFrame(view);
    };
    requestAnimationFrame(view);
  });
}
