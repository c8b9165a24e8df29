import { layoutHeight } from "#tests/e2e/support/layout.ts";
import {
  allPlaces,
  askPlaces,
  expectMapIdle,
  lonelyPlace,
  openLiveMap,
  openWithPicture,
  pixelsAboveMiddle,
  still,
  viewOf,
  withoutWebGl2,
} from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { testNow } from "#tests/support/test-clock.ts";

test("a shared address shows the whole place, already from the server", async ({
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

  const asked = page.waitForResponse(/\/reviews/);
  await panel
    .getByText(/^Vélemények|^Értékelések/)
    .first()
    .click();
  expect((await asked).ok()).toBe(true);
  await expect(panel.getByRole("combobox")).toBeVisible();

  await panel.getByRole("link", { name: "Bezárás" }).click();
  await expect(page).toHaveURL(/^[^?]*\/(\?view=.*)?$/);
});

test("the list in view chooses, and takes the focus back", async ({ page }, { project }) => {
  await openWithPicture(page);
  if (project.name === "phone") {
    await page.getByRole("button", { name: "Lista kinyitása" }).click();
  }
  const list = page.getByRole("region", { name: "Mosdók a térképen látható részen" });
  const entry = list.getByRole("listitem").first().getByRole("link");
  const id = await entry.getAttribute("data-place");
  await entry.press("Enter");
  await expect(page).toHaveURL(new RegExp(`place=${id}\\b`));
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator(`[data-place="${id}"]`)).toBeFocused();
  expect(new URL(page.url()).searchParams.has("place")).toBe(false);
});

test("filters are in the address and in the list; unknown opening times are offered", {
  tag: "@phone",
}, async ({ page, request }) => {
  await openWithPicture(page);
  const chip = page.getByRole("button", { name: "Most nyitva" });
  await chip.click();
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/\?open=1$/);
  const offer = page.getByRole("link", { name: "Mutasd ezeket is" });
  const { unknown_count } = await askPlaces(request, "?open=1");
  if (unknown_count > 0) {
    await offer.click();
    await expect(page).toHaveURL(/open=1&unknown=1/);
  }
  await chip.click();
  await expect(page).toHaveURL(/^[^?]*$/);
  await page.goto("/?free=1&accessible=1");
  await expect(page.getByRole("button", { name: "Ingyenes" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(page.getByRole("button", { name: "Nyilvános" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
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
  // Longer than the sheet takes to come up.
  await page.waitForTimeout(500);
  await page.mouse.up();
  await expect(page).toHaveURL(/changing_table=1&unstated=1/);
  await expect(sheet).toHaveAttribute("data-snap", "peek");

  await page.getByRole("button", { name: "Lista kinyitása" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Hagyd ki ezeket" })).toBeFocused();
  await expect(sheet).toHaveAttribute("data-snap", "half");
});

test("two filters pressed one right after the other both count", async ({ page }) => {
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

test("a filter pressed while a place is loading leaves the place chosen", {
  tag: "@desktop",
}, async ({ page }) => {
  await openWithPicture(page);
  await untilHydrated(page);
  const entry = page.locator("[data-place]").first();
  const id = await entry.getAttribute("data-place");
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/v1/places/${id}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  const panel = page.getByRole("region", { name: "A kiválasztott mosdó" });
  await entry.click();
  await expect(panel).toBeVisible();
  await page.getByRole("button", { name: "Ingyenes", exact: true }).click();
  held.resolve();
  await expect(page).toHaveURL(`/?place=${id}&free=1`);
  await expect(panel).toBeVisible();
  await panel.getByRole("link", { name: "Bezárás" }).click();
  await expect(page).toHaveURL("/?free=1");
});

test("the status turns by the changes that the server has told, however far the next opening", {
  tag: "@phone",
}, async ({ page }) => {
  const hourMs = 3_600_000;
  const start = Math.floor(testNow().getTime() / hourMs) * hourMs + hourMs / 2;
  const at = (hours: number) => new Date(start + hours * hourMs).toISOString();
  await page.clock.install({ time: new Date(start) });
  await page.route(/\/api\/v1\/places\/\d+$/, async (route) => {
    const response = await route.fetch();
    const told = {
      open_status: "none",
      opening_comment: "by appointment",
      opening_changes: [
        { at: at(1), status: "open" },
        { at: at(2), status: "closed" },
        { at: at(100 * 24), status: "open" },
      ],
      opening_changes_until: at(30),
      opens_next: undefined,
    };
    await route.fulfill({ response, json: { ...(await response.json()), ...told } });
  });
  // Without the map's script, which would be given up as the clock leaps past its time limit.
  await page.addInitScript(withoutWebGl2);
  await page.goto("/");
  await expect(page.getByText("nincs WebGL 2")).toBeVisible();
  await page.locator("[data-place]").first().press("Enter");
  const status = page.getByRole("article").getByRole("status").first();
  await expect(status).toContainText("Előre egyeztetve");
  await page.clock.fastForward("01:00:00");
  await expect(status).toContainText("Nyitva");
  await page.clock.fastForward("01:00:00");
  await expect(status).toContainText(/Zárva\s*\S+(ban|ben) nyit újra/);
});

test("the status changes as time passes, in the place's own zone", { tag: "@phone" }, async ({
  page,
  request,
}) => {
  const places = await allPlaces(request);
  const place = places.find(
    ({ opening_times, time_zone }) =>
      time_zone === "Europe/Budapest" && /^0[6-9]:00-1[6-9]:00$/.test(opening_times[0]),
  );
  if (!place) throw new Error("no place in the samples has usual opening times");
  const closes = place.opening_times[0].slice(6);
  const hour = Number(closes.slice(0, 2));
  // A Monday in January: Budapest is an hour ahead of UTC.
  await page.clock.install({ time: new Date(Date.UTC(2027, 0, 11, hour - 2, 28, 30)) });
  // Without the map's script, which would be given up as the clock leaps past its time limit.
  await page.addInitScript(withoutWebGl2);
  await page.goto(`/?place=${place.id}`);
  await expect(page.getByText("nincs WebGL 2")).toBeVisible();
  const status = page.getByRole("article").getByRole("status").first();
  await expect(status).toContainText(new RegExp(`Nyitva\\s*${closes}-ig`));
  await page.clock.fastForward("02:00");
  await expect(status).toContainText("Hamarosan zár");
  // As after a sleep: the clock is far ahead when the page is visible again.
  await page.clock.fastForward("31:00");
  await expect(status).toContainText("Zárva");
});

test("the sheet is drawn, tapped and moved with keys", { tag: "@phone" }, async ({ page }) => {
  await openWithPicture(page);
  const sheet = page.getByRole("region", { name: "Mosdók a térképen látható részen" });
  const handle = sheet.getByRole("button", { name: "Lista kinyitása" });
  await handle.click();
  await expect(sheet).toHaveAttribute("data-snap", "half");
  await handle.press("ArrowUp");
  await expect(sheet).toHaveAttribute("data-snap", "full");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveAttribute("data-snap", "half");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveAttribute("data-snap", "peek");

  await page.mouse.move(195, 780);
  await page.mouse.down();
  await page.mouse.move(195, 600, { steps: 4 });
  await page.mouse.move(195, 430, { steps: 4 });
  await page.waitForTimeout(150);
  await page.mouse.up();
  await expect(sheet).toHaveAttribute("data-snap", "half");
  expect(new URL(page.url()).search).toBe("");
});

test("the sheet's handle names what it opens: the list, or the chosen place", {
  tag: "@phone",
}, async ({ page }) => {
  await openWithPicture(page, "/?place=1");
  const sheet = page.getByRole("region", { name: "A kiválasztott mosdó" });
  await expect(sheet).toHaveAttribute("data-snap", "half");
  await sheet.getByRole("button", { name: "Adatlap kinyitása" }).click();
  await expect(sheet).toHaveAttribute("data-snap", "full");
  await expect(sheet.getByRole("button", { name: "Adatlap összecsukása" })).toBeVisible();
  await expect(sheet.getByRole("button", { name: /^Lista/ })).toHaveCount(0);
  const handle = sheet.getByRole("button", { name: "Adatlap összecsukása" });
  expect(await layoutHeight(handle)).toBeGreaterThanOrEqual(44);
  await sheet.getByRole("link", { name: "Bezárás" }).click();
  await expect(page.getByRole("button", { name: /^Lista/ })).toBeVisible();
});

test.describe("in German", () => {
  test.use({ locale: "de-AT" });

  test("the page speaks German", { tag: "@desktop" }, async ({ page, request }) => {
    const [place] = await allPlaces(request);
    await openWithPicture(page);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("button", { name: "Barrierefrei" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Nächste geöffnete Toilette" })).toBeVisible();
    await page.goto(`/?place=${place.id}`);
    await expect(page.getByRole("region", { name: "Die gewählte Toilette" })).toBeVisible();
    await expect(page.getByText(/^Heute:/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Teilen" })).toBeVisible();
  });
});

test.describe("on a phone everything stays within reach of the thumb and within sight", {
  tag: "@phone",
}, () => {
  test("the big button's message covers no control, and is not covered", async ({ page }) => {
    await openWithPicture(page);
    await page.getByRole("button", { name: "Legközelebbi nyitott" }).click();
    const words = page.getByText("Engedélyezd a helymeghatározást");
    await expect(words).toBeVisible();
    const top = (await words.boundingBox())?.y ?? 0;
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
    test.use({ javaScriptEnabled: false, expectedFaults: [/^failed request: .*\.js csp$/] });

    for (const size of [
      { width: 390, height: 844 },
      { width: 360, height: 640 },
    ]) {
      test(`a shared place stands below the notice, above the sheet, at ${size.height}`, async ({
        page,
        request,
      }) => {
        const [{ id }] = await allPlaces(request);
        await page.setViewportSize(size);
        await page.goto(`/?place=${id}`);
        const picture = await page.locator(".map-picture").boundingBox();
        const notice = await page.getByText("Ennél közelebb a térkép").boundingBox();
        if (!picture || !notice) throw new Error("there is no picture or no notice");
        const placeY = picture.y + picture.height / 2;
        const markerHeadPixels = 40;
        expect(placeY - markerHeadPixels).toBeGreaterThanOrEqual(notice.y + notice.height);
        expect(placeY).toBeLessThan(size.height / 2);
      });
    }
  });

  for (const width of [320, 390]) {
    test(`'open now' is on the screen, and active filters come first, at ${width}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 700 });
      await openWithPicture(page);
      const right = async (name: string) => {
        const box = await page.getByRole("button", { name }).boundingBox();
        return box ? box.x + box.width : Number.POSITIVE_INFINITY;
      };
      expect(await right("Most nyitva")).toBeLessThanOrEqual(width);
      await page.getByRole("button", { name: "Nyilvános" }).click();
      await expect.poll(() => right("Nyilvános")).toBeLessThanOrEqual(width);
      await expect(page.getByRole("button", { name: "Nyilvános" })).toBeFocused();
      expect(await right("Nyilvános")).toBeLessThan(await right("Most nyitva"));
    });
  }

  test("without contact the filters can still be pressed", async ({
    page,
    context,
    expectedFaults,
  }) => {
    // The live map's script and the router's manifest may be on their way as the connection goes.
    expectedFaults.push(/ERR_INTERNET_DISCONNECTED|ChunkLoadError/);
    await page.clock.install();
    await openWithPicture(page);
    const chip = page.getByRole("button", { name: "Akadálymentes" });
    await context.setOffline(true);
    await page.clock.runFor(12_000);
    await expect(page.getByText(/^Nincs kapcsolat/)).toBeVisible();
    await chip.click({ trial: true });
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
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [390, 844],
    [768, 1024],
    [1024, 768],
    [1440, 900],
  ]) {
    test(`covers neither the chosen marker nor the zoom buttons, and can be closed, at ${width}`, {
      tag: "@desktop",
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
      const box = await notice.boundingBox();
      const zoomIn = await page.getByRole("button", { name: "Nagyítás" }).boundingBox();
      const map = await page.locator("[data-map-state]").boundingBox();
      if (!box || !zoomIn || !map) throw new Error("something is not on the page");
      const isBeside = zoomIn.x >= box.x + box.width || zoomIn.y >= box.y + box.height;
      expect(isBeside, "zoom buttons").toBe(true);
      const markerTop = map.height / 2 - pixelsAboveMiddle(page, place.latitude) - 60;
      expect(map.y + markerTop).toBeGreaterThanOrEqual(box.y + box.height);
      await notice.getByRole("button", { name: "Bezárás" }).click();
      await expect(notice).toHaveCount(0);
    });
  }
});

test("is printed whole, without what can only be pressed", async ({ page }) => {
  await page.goto("/?place=1");
  const panel = page.getByRole("article").filter({ has: page.getByRole("heading", { level: 2 }) });
  await expect(panel).toBeVisible();
  await page.emulateMedia({ media: "print" });
  for (const hidden of [".map-top", ".map-nearest", ".map-steps", ".map-sheet [data-share]"]) {
    await expect(page.locator(hidden).first()).toBeHidden();
  }
  // Nothing of it is cut off, or waits to be scrolled to.
  const heights = await page.evaluate(() =>
    ["main", ".map-sheet", ".map-sheet-body"].map((part) => {
      const { scrollHeight, clientHeight } = document.querySelector(part) as HTMLElement;
      return scrollHeight - clientHeight;
    }),
  );
  expect(heights).toEqual([0, 0, 0]);
  await expect(panel.getByRole("rowheader")).toHaveCount(7);
});
