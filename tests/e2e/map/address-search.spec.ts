import type { Page } from "@playwright/test";
import type { Place } from "#domain/place/place.ts";
import { layoutHeight } from "#tests/e2e/support/layout.ts";
import { holdBackLiveMap, openWithPicture, still } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

test.use(still);

const searchField = (page: Page) => page.getByRole("search").locator("input:not([type=hidden])");
const suggestions = (page: Page) => page.getByRole("listbox", { name: "Hely keresése" });

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

test.describe("while the script is loading", () => {
  test("no letter typed before, during or after the search's arrival is lost", async ({ page }) => {
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

  test("text typed before any script ran is searched for", async ({ page }) => {
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

test.describe("from the list", () => {
  test.use({
    geolocation: { longitude: 19.0536, latitude: 47.4976 },
    permissions: ["geolocation"],
  });

  test("an address orders it by distance, a place and the nearest one open on the map", {
    tag: "@full",
  }, async ({ page, request }) => {
    await holdBackLiveMap(page);
    const { places } = await (await request.get("/api/v1/places?per_page=100")).json();
    const { id } = places.find(({ address }: Place) => address === "Baross tér 1.");
    await page.goto("/places?accessible=1");
    await searchField(page).click();
    await searchField(page).pressSequentially("szeged");
    const first = suggestions(page).getByRole("option").first();
    await expect(first).toContainText("Szeged");
    expect(await layoutHeight(first)).toBeGreaterThanOrEqual(44);
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
    await page.goBack();
    // The address changes before the page does, whose field would be lost with what was typed.
    await expect(page.locator("article").first()).toContainText("Szeged");
    await searchField(page).fill("wc");
    await expect(suggestions(page).getByRole("option")).toHaveText(["Legközelebbi mosdó"]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/\?place=\d+&accessible=1/);
  });
});
