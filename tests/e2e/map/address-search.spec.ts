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
  withoutWebGl2,
} from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

test.use(still);

const searchField = (page: Page) => page.getByRole("search").locator("input:not([type=hidden])");
const suggestions = (page: Page) => page.getByRole("listbox", { name: "Hely keresése" });

/** The search's messages for screen readers. */
const said = (page: Page) => page.getByRole("search").getByRole("status");

/** Waits until the map's address names a view within a hundredth of a degree. */
async function expectView(page: Page, [longitude, latitude, zoom]: number[]) {
  await expect.poll(() => viewOf(page)[0]).toBeCloseTo(longitude, 1);
  expect(viewOf(page)[1]).toBeCloseTo(latitude, 1);
  expect(viewOf(page)[2]).toBe(zoom);
}

/** Holds a script back until `arrive` is called. */
async function holdBack(page: Page, file: RegExp): Promise<{ arrive(): Promise<string> }> {
  const asked = Promise.withResolvers<string>();
  const permission = Promise.withResolvers<void>();
  await page.route(file, async (route) => {
    asked.resolve(route.request().url());
    await permission.promise;
    await route.continue();
  });
  return {
    /** Resolves to its address, once the page has requested it. */
    arrive: () => {
      permission.resolve();
      return asked.promise;
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
  await expect(said(page)).toContainText("javaslat");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  const first = suggestions(page).getByRole("option").first();
  await expect(first).toHaveAttribute("aria-selected", "true");
  await expect(searchField(page)).toHaveAttribute(
    "aria-activedescendant",
    (await first.getAttribute("id")) ?? "",
  );
  await page.keyboard.press("Enter");
  await expectView(page, [20.15, 46.25, 12]);
  await expect(page.getByRole("region", { name: /^Térkép/ })).toBeFocused();
  await expectMapIdle(page);
});

test("a press on a suggestion shows it, before the live map is loaded too", async ({ page }) => {
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

test("Escape closes the list, then empties the field; Tab goes on", { tag: "@desktop" }, async ({
  page,
  request,
}) => {
  const { places } = await (await request.get("/api/v1/places?per_page=1")).json();
  await openWithPicture(page, `/?place=${places[0].id}`);
  await searchField(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Ba");
  await expect(said(page)).toContainText("Írj be legalább 3 betűt.");
  await page.keyboard.type("ja");
  await expect(suggestions(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(suggestions(page)).toHaveCount(0);
  await expect(searchField(page)).toHaveValue("Baja");
  await page.keyboard.press("ArrowDown");
  await expect(suggestions(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(suggestions(page)).toHaveCount(0);
  await searchField(page).focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(searchField(page)).toHaveValue("");
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText("Írd be, mit keresel");
  // The keys that the field used have left the chosen place open.
  await expect(page).toHaveURL(new RegExp(`place=${places[0].id}\\b`));
});

test("without a map the list starts with the places near the result", { tag: "@phone" }, async ({
  page,
}) => {
  await page.addInitScript(withoutWebGl2);
  await page.goto("/");
  await expect(page.getByText("nincs WebGL 2")).toBeVisible();
  await searchField(page).pressSequentially("Szeged");
  await expect(suggestions(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").first()).toContainText("Szeged");
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
    await page.evaluate((address) => import(address), await search.arrive());
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

test.describe("with a search that fails", () => {
  test.use({ expectedFaults: [/503/] });

  test("suggestions close, the page says so, and finds again later", { tag: "@phone" }, async ({
    page,
  }) => {
    await openWithPicture(page);
    await searchField(page).pressSequentially("Pécs");
    await expect(suggestions(page)).toBeVisible();
    await page.route("**/api/v1/geo/suggest*", (route) => route.fulfill({ status: 503 }));
    await searchField(page).pressSequentially("v");
    await expect(said(page)).toContainText("A keresés most nem működik.");
    await expect(suggestions(page)).toHaveCount(0);
    await page.unroute("**/api/v1/geo/suggest*");
    await page.keyboard.press("Backspace");
    await expect(suggestions(page)).toBeVisible();
    await page.route("**/api/v1/geo/retrieve/*", (route) => route.fulfill({ status: 503 }));
    await page.keyboard.press("Enter");
    await expect(said(page)).toContainText("Ezt a helyet most nem sikerült megnyitni.");
  });
});

test("a newer query aborts an older one, and the page names a better search that did not answer", {
  tag: "@desktop",
}, async ({ page }) => {
  const asked: string[] = [];
  await page.route("**/api/v1/geo/suggest*", async (route) => {
    const text = new URL(route.request().url()).searchParams.get("q") ?? "";
    asked.push(text);
    // The older one is never answered.
    if (text === "győ") return;
    await route.fulfill({
      json: [{ id: "1", name: text, detail: "", precision: "settlement" }],
      headers: { "x-geo-level": "embedded", "x-geo-fallback": "1" },
    });
  });
  await openWithPicture(page);
  const aborted = page.waitForEvent("requestfailed", (request) => request.url().includes("gy"));
  await searchField(page).fill("győ");
  await expect.poll(() => asked).toEqual(["győ"]);
  await searchField(page).pressSequentially("r");
  await aborted;
  await expect(suggestions(page).getByRole("option")).toHaveText(/^győr/);
  await expect(said(page)).toContainText("A részletes kereső most nem válaszol");
  expect(asked).toEqual(["győ", "győr"]);
});

test.describe("the product's own places", () => {
  /** Id of the first place with this address in the API. */
  async function idOf(request: APIRequestContext, address: string): Promise<number> {
    const { places } = await (await request.get("/api/v1/places?per_page=100")).json();
    return places.find((place: { address: string }) => place.address === address).id;
  }

  test("come first, and open on the map", async ({ page, request }) => {
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
