import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { layoutHeight } from "#tests/e2e/support/layout.ts";
import {
  expectMapIdle,
  holdBackLiveMap,
  openLiveMap,
  openWithPicture,
  still,
  viewOf,
} from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

test.use(still);

const searchField = (page: Page) => page.getByRole("search").locator("input:not([type=hidden])");
const suggestions = (page: Page) => page.getByRole("listbox", { name: "Hely keresése" });

/** Waits until the map's address names a view within a hundredth of a degree. */
async function expectView(page: Page, [longitude, latitude, zoom]: number[]) {
  await expect.poll(() => viewOf(page)[0]).toBeCloseTo(longitude, 1);
  expect(viewOf(page)[1]).toBeCloseTo(latitude, 1);
  expect(viewOf(page)[2]).toBe(zoom);
}

/** Holds a script back until `arrive` is called. */
async function holdBack(page: Page, file: RegExp): Promise<{ arrive(): Promise<string> }> {
  const requests = Promise.withResolvers<string>();
  const permission = Promise.withResolvers<void>();
  await page.route(file, async (route) => {
    requests.resolve(route.request().url());
    await permission.promise;
    await route.continue();
  });
  return {
    /** Resolves to its address, once the page has requested it. */
    arrive: () => {
      permission.resolve();
      return requests.promise;
    },
  };
}

/** An init script that can delay React's own tasks, as a busy phone does. */
function holdRendering(): void {
  const held: (() => void)[] = [];
  let isHolding = false;
  const postMessage = MessagePort.prototype.postMessage;
  Object.defineProperty(MessagePort.prototype, "postMessage", {
    value(this: MessagePort, ...message: []) {
      const post = () => Reflect.apply(postMessage, this, message);
      if (isHolding) held.push(post);
      else post();
    },
  });
  addEventListener("test:hold", () => {
    isHolding = true;
  });
  addEventListener("test:let-go", () => {
    isHolding = false;
    for (const post of held.splice(0)) post();
  });
}

test("the map flies to a settlement that is found by keyboard", { tag: "@desktop" }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  await openLiveMap(page, "/?view=19.04,47.5,14");
  await page.getByRole("button", { name: "Menü" }).focus();
  await page.keyboard.press("Tab");
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type("szege", { delay: 20 });
  await expect(suggestions(page).getByRole("option").first()).toContainText("Szeged");
  await page.keyboard.press("Enter");
  await expectView(page, [20.15, 46.25, 12]);
  await expect(page.getByRole("region", { name: /^Térkép/ })).toBeFocused();
  await expectMapIdle(page);
});

test("a press on a suggestion shows it, before the live map is loaded too", {
  tag: "@phone",
}, async ({ page }) => {
  await openWithPicture(page);
  await searchField(page).click();
  await searchField(page).pressSequentially("debrecen");
  const debrecen = suggestions(page).getByRole("option", { name: /^Debrecen/ });
  await expect(debrecen).toContainText("település");
  await expect(
    page
      .getByText(/^Itt most csak a nagyobb településeket ismerjük \(Magyarország: \d{3}\)/)
      .first(),
  ).toBeVisible();
  expect(await layoutHeight(debrecen)).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);
  await debrecen.click();
  await expectView(page, [21.63, 47.53, 12]);
  await expect(suggestions(page)).toHaveCount(0);
  await expect(searchField(page)).toHaveValue("Debrecen");
});

test.describe("while the script is loading", () => {
  test("no letter typed before, during or after the search's arrival is lost", {
    tag: "@phone",
  }, async ({ page }) => {
    await page.addInitScript(holdRendering);
    const search = await holdBack(page, /\/assets\/address-search-.*\.js$/);
    await openWithPicture(page);
    await searchField(page).pressSequentially("hódme");
    await page.evaluate(() => dispatchEvent(new Event("test:hold")));
    // An import here runs after the page's own, which came first.
    await page.evaluate((url) => import(url), await search.arrive());
    await page.keyboard.type("zővás");
    await page.evaluate(() => dispatchEvent(new Event("test:let-go")));
    await expect(searchField(page)).toHaveRole("combobox");
    await expect(searchField(page)).toBeFocused();
    await page.keyboard.type("árhely");
    await expect(searchField(page)).toHaveValue("hódmezővásárhely");
    await expect(suggestions(page).getByRole("option")).toContainText(["Hódmezővásárhely"]);
  });

  test("text typed before any script ran is searched for", { tag: "@phone" }, async ({ page }) => {
    await holdBackLiveMap(page);
    const start = await holdBack(page, /\/assets\/entry\.client-.*\.js$/);
    await page.goto("/", { waitUntil: "commit" });
    await searchField(page).pressSequentially("szeg");
    await start.arrive();
    await expect(suggestions(page).getByRole("option").first()).toContainText("Szeged");
    await expect(searchField(page)).toBeFocused();
    await page.keyboard.type("ed");
    await expect(searchField(page)).toHaveValue("szeged");
  });
});

test.describe("the product's own places", () => {
  /** Id of the first place with this address in the API. */
  async function idOf(request: APIRequestContext, address: string): Promise<number> {
    const { places } = await (await request.get("/api/v1/places?per_page=100")).json();
    return places.find((place: { address: string }) => place.address === address).id;
  }

  test("come first, and open on the map", { tag: "@phone" }, async ({ page, request }) => {
    const id = await idOf(request, "Baross tér 1.");
    await openWithPicture(page, "/?free=1");
    await searchField(page).click();
    await searchField(page).pressSequentially("keleti");
    const first = suggestions(page).getByRole("option").first();
    await expect(first).toContainText("Baross tér 1.");
    await expect(first).toContainText("WC · Budapest, a Keleti pályaudvar");
    await expect(page.getByText("Itt most csak")).toHaveCount(0);
    expect(await layoutHeight(first)).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);
    await first.click();
    await expect(page).toHaveURL(new RegExp(`[?&]place=${id}\\b`));
    await expect(page).toHaveURL(/[?&]free=1\b/);
    await expect(page.getByRole("heading", { name: /Baross tér 1\./ })).toBeVisible();
  });

  test("open on the map from the list too, and an address orders the list by distance", {
    tag: "@phone",
  }, async ({ page, request }) => {
    const id = await idOf(request, "Baross tér 1.");
    await page.goto("/places?accessible=1");
    await searchField(page).click();
    await searchField(page).pressSequentially("szeged");
    await expect(suggestions(page).getByRole("option").first()).toContainText("Szeged");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/places\?sort=near&accessible=1&near=20\.1/);
    await expect(page.locator("article").first()).toContainText("Szeged");
    await expect(searchField(page)).toHaveValue("Szeged");
    // The list is around Szeged, not around the visitor: there is no position to update.
    await expect(page.getByRole("button", { name: "A közelemben" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Helyzetem frissítése" })).toHaveCount(0);
    await searchField(page).fill("baross tér");
    await expect(suggestions(page).getByRole("option").first()).toContainText("Baross tér 1.");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/\\?place=${id}&accessible=1`));
  });
});

test.describe("a search for toilets", () => {
  test.use({
    geolocation: { longitude: 19.0536, latitude: 47.4976 },
    permissions: ["geolocation"],
  });

  test("leads from the list to the nearest place on the map", { tag: "@phone" }, async ({
    page,
  }) => {
    await page.goto("/places?free=1");
    await searchField(page).click();
    await searchField(page).pressSequentially("wc");
    await expect(suggestions(page).getByRole("option")).toHaveText(["Legközelebbi mosdó"]);
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/\?place=\d+&free=1/);
  });
});
