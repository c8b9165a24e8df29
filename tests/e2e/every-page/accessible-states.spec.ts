import type { Page } from "@playwright/test";
import {
  test as base,
  expect,
  registerUnseen,
  somewhere,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { holdLateWork } from "#tests/e2e/support/hold-late-work.ts";
import { withoutWebGl2 } from "#tests/e2e/support/map-view.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { testNow } from "#tests/support/test-clock.ts";

/*
 * Axe on what opens and changes within pages: dialogs, faults of forms, notices, a walk, an empty list, what waits
 * for a connection. Each test is one visitor's way through them, on a phone and in German, whose words are the
 * longest. Controls are found by what they are, not by their words. Pages at rest are in `each-page.spec.ts`, the dark
 * theme in `app/ui/contrast.test.ts`.
 */

const test = base.extend({
  // Axe draws letters to measure contrast: the other canvases stay.
  withoutMap: async ({ page }, use) => {
    await page.addInitScript(withoutWebGl2);
    await use(undefined);
  },
});

/** Way and position for a walk, as a router and a device give them. */
const start = { longitude: 19.05, latitude: 47.5 };

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/ERR_FAILED|status (of )?(4\d\d|503)/],
  geolocation: start,
  permissions: ["geolocation", "clipboard-write"],
});

// An alert goes after five seconds.
test.beforeEach(({ page }) => holdLateWork(page));

// On a point that no place of the tests of directions has.
const end = { longitude: 19.0542, latitude: 47.5018 };
const way = {
  kind: "route",
  geometry: {
    type: "LineString",
    coordinates: [
      [19.05, 47.5],
      [19.054, 47.5018],
    ],
  },
  distance: 502,
  duration: 360,
  steps: [
    { instruction: "Fő utca", distance: 502 },
    { instruction: "Fő tér", distance: 0 },
  ],
};

/** One of each kind and state that waits, in the browser's storage. */
const pending = (["line", "author", "refused", "expired"] as const).map((state, index) => ({
  kind: (["confirmation", "report", "review", "report"] as const)[index],
  placeId: index + 1,
  author: state === "author" ? "someone" : null,
  state,
}));

/** The page in German, with script. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=de`);
  await untilHydrated(page);
}

/** On the part that has changed, or on the whole page. */
const expectNoBarrier = (page: Page, within?: string) =>
  expectAccessible(page, { within, isSoft: true });

const notice = (page: Page) => page.locator(".contact-notice");

/** Tells the page of a new version, as its worker does. */
async function reportNewVersion(page: Page): Promise<void> {
  await page.evaluate(() =>
    window.dispatchEvent(new CustomEvent("mosdo:new-version", { detail: () => {} })),
  );
  await expect(notice(page).locator("use[href$='#retry']")).toBeVisible();
  // On a phone the button stands below the words, not beside a column of single ones.
  const text = notice(page).locator("span").first();
  expect(await text.evaluate((element) => element.clientWidth)).toBeGreaterThanOrEqual(160);
}

/** Takes the connection away, and tells the page of places of before. */
async function loseConnection(page: Page): Promise<void> {
  await page.route(/\/(healthz|api|tiles)\b/, (route) => route.abort());
  // The answer to a request of before still counts as contact, and ends the notice.
  await expect(async () => {
    await page.evaluate(() =>
      window.dispatchEvent(
        new CustomEvent("mosdo:failed-load", {
          detail: new Date(Date.now() - 3_600_000).toISOString(),
        }),
      ),
    );
    await expect(notice(page).locator("use[href$='#offline']")).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

const dialog = (page: Page) => page.locator("dialog[open]");
const button = (page: Page, icon: string) =>
  page.locator(`:is(button, a):visible:has(use[href$="#${icon}"])`).first();

test("the map's states have no barrier", async ({ page }) => {
  test.slow();
  // Filtered to nothing.
  await open(page, "/?view=-35,35,10&free=1");
  await expectNoBarrier(page);
  await page.keyboard.press("?");
  await expect(dialog(page).locator("dl").first()).toBeVisible();
  await expectNoBarrier(page, "dialog[open]");
  await page.keyboard.press("Escape");
  await page.locator("[popovertarget=map-menu]").click();
  await expect(page.locator("#map-menu")).toBeVisible();
  await expectNoBarrier(page, "#map-menu");
  await page.keyboard.press("Escape");
  const search = page.getByRole("search").locator("input:visible").first();
  await search.fill("Eger");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectNoBarrier(page, "search");
  await search.fill("");
  await page.goto("/?view=19.05,47.5,18");
  await untilHydrated(page);
  const simpler = page.locator(".map-beyond");
  await expect(simpler).toBeVisible();
  await reportNewVersion(page);
  // Two notices at one spot would cover each other.
  await expect(simpler).toBeHidden();
  await expectNoBarrier(page, ".contact-notice");
  await loseConnection(page);
  await expectNoBarrier(page);
});

test("a chosen place's dialogs, faults, share and walk have no barrier", { tag: "@full" }, async ({
  page,
  email,
  addPlace,
  baseURL,
}) => {
  test.slow();
  await registerUnseen(page, email, baseURL);
  const id = await addPlace({ ...somewhere(), ...end, city: "Budapest" });
  await page.route("**/api/v1/geo/directions?*", (route) =>
    route.fulfill({ json: way, headers: { "X-Geo-Level": "local" } }),
  );
  await open(page, `/?place=${id}`);
  const panel = page.locator("article").filter({ has: page.getByRole("heading", { level: 2 }) });
  await panel.locator("summary").first().click();
  await button(page, "share").click();
  await expect(button(page, "check")).toBeVisible();
  await expectNoBarrier(page);

  for (const [form, choice, call] of [
    ["review", "[name=rating] >> nth=3", "**/places/*/review"],
    ["report", "[name=reason] >> nth=1", "**/places/*/report"],
  ]) {
    await panel.locator(`a[href^="/places/${id}/${form}"]`).click();
    await dialog(page).locator(choice).check({ force: true });
    await page.route(call, (route) => route.fulfill({ status: 503 }));
    await dialog(page).locator("[type=submit]:visible").click();
    await expect(dialog(page).getByRole("alert").first()).toBeVisible();
    await expectNoBarrier(page, "dialog[open]");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
  }

  await page.locator(".map-sheet button:visible:has(use[href$='#navigate'])").click();
  await expect(page.locator(".map-page[data-guiding]")).toBeVisible();
  await expectNoBarrier(page);
});

test("forms with errors, and the list's states, have no barrier", { tag: "@full" }, async ({
  page,
  email,
  addPlace,
  baseURL,
}) => {
  test.slow();
  const alert = page.getByRole("main").getByRole("alert").first();
  await open(page, "/register");
  await page.locator("main [type=submit]").first().click();
  await expect(alert).toBeVisible();
  await expectNoBarrier(page, "main");
  await registerUnseen(page, email, baseURL);
  await open(page, "/places?add=1");
  await page.getByRole("tab").first().click();
  await page.locator("input[role=combobox]").fill("Szeged");
  await page.locator("[role=option]").first().click();
  await page.locator("form:has([name=hours]) [type=submit]:visible").last().click();
  await expect(alert).toBeVisible();
  await expectNoBarrier(page, "main");
  const id = await addPlace(somewhere());
  await open(page, `/places/${id}/edit`);
  await page.locator("main form:has([name=version]) [type=submit]").click();
  await expect(alert).toBeVisible();
  await expectNoBarrier(page, "main");
  await open(page, "/places?free=1&accessible=1&bbox=-40,30,-30,40");
  await page.locator("main fieldset button[aria-expanded]").click();
  await loseConnection(page);
  await expectNoBarrier(page);
});

test("what is pending for a connection has no barrier", { tag: "@full" }, async ({ page }) => {
  await page.addInitScript(
    (writes) => localStorage.setItem("mosdo:queue", JSON.stringify(writes)),
    pending.map((write) => ({ ...write, writtenAt: testNow().toISOString() })),
  );
  // What could go out, stays.
  await page.route("**/places/*/report", (route) => route.abort());
  await open(page, "/offline");
  await expect(page.locator("main section").first().getByRole("listitem")).toHaveCount(4);
  await loseConnection(page);
  await expectNoBarrier(page, "main");
});
