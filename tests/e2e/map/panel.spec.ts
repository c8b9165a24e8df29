import type { Locator, Page } from "@playwright/test";
import { layoutHeight } from "#tests/e2e/support/layout.ts";
import {
  allPlaces,
  expectMapIdle,
  lonelyPlace,
  openLiveMap,
  openWithPicture,
  pixelsAboveMiddle,
  still,
  viewOf,
} from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

test("a shared address shows the whole place, already from the server", { tag: "@phone" }, async ({
  page,
  request,
}) => {
  const places = await allPlaces(request);
  const place = places.find(({ rating_count, comments }) => rating_count > 1 && comments !== "");
  if (!place) throw new Error("no place in the samples has reviews and a comment");
  await openWithPicture(page, `/?place=${place.id}`);
  const panel = page.getByRole("region", { name: "A kiválasztott mosdó" });
  await expect(panel.getByRole("heading", { level: 2 })).toContainText(place.city);
  await expect(panel.getByRole("heading", { level: 2 })).toContainText(place.address);
  await expect(panel).toContainText(`(${place.comments})`);
  await expect(panel).toContainText(place.accessible ? "Akadálymentes" : "Nem akadálymentes");
  await expect(panel).toContainText(place.rating_calculated.toFixed(2).replace(".", ","));

  await panel.getByText(/^Ma:/).click();
  await expect(panel.getByRole("rowheader", { name: "hétfő" })).toBeVisible();
  await expect(panel.getByRole("row")).toHaveCount(7);

  const requests = page.waitForResponse(/\/reviews/);
  await panel
    .getByText(/^Vélemények|^Értékelések/)
    .first()
    .click();
  expect((await requests).ok()).toBe(true);
  await expect(panel.getByRole("combobox")).toBeVisible();

  // The sheet's handle names what it opens.
  const handle = page.getByRole("button", { name: "Adatlap kinyitása" });
  expect(await layoutHeight(handle)).toBeGreaterThanOrEqual(44);
  await handle.click();
  await expect(panel).toHaveAttribute("data-snap", "full");
  await panel.getByRole("link", { name: "Bezárás" }).click();
  await expect(page).toHaveURL(/^[^?]*\/(\?view=.*)?$/);
});

test("a slow press on what the sheet's edge cuts off counts, and the keyboard raises the sheet", {
  tag: "@phone",
}, async ({ page }) => {
  await openWithPicture(page, "/?changing_table=1");
  await untilHydrated(page);
  const offer = page.getByRole("link", { name: "Mutasd ezeket is" });
  const box = await offer.boundingBox();
  if (!box) throw new Error("no place of the samples is without a statement");
  const sheet = page.locator(".map-sheet");
  await page.mouse.move(box.x + box.width / 2, box.y + 12);
  await page.mouse.down();
  await untilNothingMoves(page);
  await page.mouse.up();
  await expect(page).toHaveURL(/changing_table=1&unstated=1/);
  await expect(sheet).toHaveAttribute("data-snap", "peek");

  await page.getByRole("button", { name: "Lista kinyitása" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Hagyd ki ezeket" })).toBeFocused();
  await expect(sheet).toHaveAttribute("data-snap", "half");
});

test("two filters pressed one right after the other both count", { tag: "@phone" }, async ({
  page,
}) => {
  await openWithPicture(page);
  await untilHydrated(page);
  // Before the page is drawn between them, as on a busy phone.
  await page.getByRole("group", { name: "Szűrők" }).evaluate(
    (chips, names) => {
      for (const name of names) setTimeout(() => chips.querySelector<HTMLElement>(name)?.click());
    },
    ["[name=free]", "[name=open]"],
  );
  await expect(page).toHaveURL(/\?free=1&open=1$/);
});

test("the sheet is drawn with a finger", { tag: "@phone" }, async ({ page }) => {
  await openWithPicture(page);
  await untilHydrated(page);
  const sheet = page.getByRole("region", { name: "Mosdók a térképen látható részen" });
  await expect(sheet).toHaveAttribute("data-snap", "peek");
  await page.mouse.move(195, 780);
  await page.mouse.down();
  await page.mouse.move(195, 600, { steps: 4 });
  await page.mouse.move(195, 430, { steps: 4 });
  await page.evaluate(untilFingerRests);
  await page.mouse.up();
  await expect(sheet).toHaveAttribute("data-snap", "half");
  expect(new URL(page.url()).search).toBe("");
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

test.describe("on a phone everything stays within reach of the thumb and within sight", {
  tag: "@phone",
}, () => {
  test("the big button's message covers no control, and is not covered", async ({ page }) => {
    await openWithPicture(page);
    await page.getByRole("button", { name: "Legközelebbi mosdó" }).click();
    const text = page.getByText("Ha engedélyezed a helymeghatározást");
    await expect(text).toBeVisible();
    const top = (await text.boundingBox())?.y ?? 0;
    for (const name of ["Nagyítás", "Kicsinyítés", "© OpenStreetMap"]) {
      const control = page.getByRole("link", { name }).first();
      const bottom = async () => {
        const box = await control.boundingBox();
        return box ? box.y + box.height : Number.POSITIVE_INFINITY;
      };
      await expect.poll(bottom, name).toBeLessThanOrEqual(top);
    }
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

  test("'open now' and the number of active filters are on the screen, on narrow ones too", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await openWithPicture(page);
    const right = async (name: string) => {
      const box = await page.getByRole("button", { name }).boundingBox();
      return box ? box.x + box.width : Number.POSITIVE_INFINITY;
    };
    expect(await right("Most nyitva")).toBeLessThanOrEqual(320);
    await page.getByRole("button", { name: "Nyilvános" }).click();
    await expect.poll(() => right("Szűrők: 1")).toBeLessThanOrEqual(320);
    // All of them at once, without a finger that scrolls.
    await page.getByRole("button", { name: "Szűrők: 1" }).click();
    await expect.poll(() => right("Kártyával")).toBeLessThanOrEqual(320);
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
    await page.getByRole("button", { name: "Szűrők" }).click();
    await page.getByRole("button", { name: "Pelenkázó" }).click({ trial: true });
    await expect(page.locator(".map-page")).toHaveJSProperty("scrollTop", 0);
  });

  test("an element focused below the edge is scrolled into view, and nothing is pushed away", async ({
    page,
  }) => {
    await openWithPicture(page);
    const list = page.getByRole("region", { name: "Mosdók a térképen látható részen" });
    const entry = list.locator("a[data-place]").nth(5);
    await entry.focus();
    await expect(list).toHaveAttribute("data-snap", "half");
    await expect(entry).toBeInViewport();
    await expect(page.locator(".map-page")).toHaveJSProperty("scrollTop", 0);
    await expect(page.getByRole("button", { name: "Menü" })).toBeInViewport();
  });
});

test.describe("a notice on the live map", () => {
  test.use(still);
  test.setTimeout(120_000);
  // Of each layout the size with the least room shows that the marker is moved away; the others, that the
  // notice lies beside the buttons.
  for (const [[width, height], others] of [
    [
      [320, 568],
      [
        [360, 640],
        [390, 844],
      ],
    ],
    [
      [768, 1024],
      [
        [1024, 768],
        [1440, 900],
      ],
    ],
  ] as const) {
    test(`covers neither the chosen marker nor the zoom buttons, and can be closed, from ${width}`, {
      tag: width === 320 ? "@phone" : "@desktop",
    }, async ({ page, request }) => {
      await page.setViewportSize({ width, height });
      const place = await lonelyPlace(request);
      // The address shows the place where the notice appears.
      const south = place.latitude - (height / 2 - 130) / 17_000;
      await openLiveMap(page, `/?place=${place.id}&view=${place.longitude},${south},13`);
      const notice = page.locator("[data-map-notice]");
      await expect(notice).toContainText("Ennél közelebb");
      await expect.poll(() => viewOf(page)[1]).not.toBeCloseTo(south, 4);
      await expectMapIdle(page);
      const boxOf = async (locator: Locator) => {
        const box = await locator.boundingBox();
        if (!box) throw new Error(`${locator} is not on the page`);
        return box;
      };
      const box = await boxOf(notice);
      const map = await boxOf(page.locator("[data-map-state]"));
      const markerTop = map.height / 2 - pixelsAboveMiddle(page, place.latitude) - 60;
      expect(map.y + markerTop).toBeGreaterThanOrEqual(box.y + box.height);
      for (const [wide, high] of [[width, height], ...others]) {
        await page.setViewportSize({ width: wide, height: high });
        const isBeside = async () => {
          const [beside, zoomIn] = [
            await boxOf(notice),
            await boxOf(page.getByRole("button", { name: "Nagyítás" })),
          ];
          return zoomIn.x >= beside.x + beside.width || zoomIn.y >= beside.y + beside.height;
        };
        await expect.poll(isBeside, `zoom buttons at ${wide}`).toBe(true);
      }
      await notice.getByRole("button", { name: "Bezárás" }).click();
      await expect(notice).toHaveCount(0);
    });
  }
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
  const heights = await page.evaluate(() =>
    ["main", ".map-sheet", ".map-sheet-body"].map((part) => {
      const { scrollHeight, clientHeight } = document.querySelector(part) as HTMLElement;
      return scrollHeight - clientHeight;
    }),
  );
  expect(heights).toEqual([0, 0, 0]);
  await expect(panel.getByRole("rowheader")).toHaveCount(7);
});
