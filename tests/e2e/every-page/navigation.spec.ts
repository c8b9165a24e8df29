import type { BrowserContext } from "@playwright/test";
import { bar, chooseLanguage, openMenu, storedLanguage } from "#tests/e2e/support/bar.ts";
import { openWithPicture } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

async function languageCookie(context: BrowserContext): Promise<string | undefined> {
  return (await context.cookies()).find(({ name }) => name === "i18next")?.value;
}

test("the bar skips to the content, collapses below 992 pixels, and links to pages; the map page has none", async ({
  page,
}) => {
  const places = bar(page).getByRole("link", { name: "Mosdók", exact: true });
  await page.goto("/guide");

  await test.step("skips to the content by keyboard", async () => {
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Ugrás a tartalomra" });
    await expect(skip).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("collapses below 992 pixels and not above", async () => {
    await page.setViewportSize({ width: 992, height: 700 });
    await expect(places).toBeVisible();
    await expect(bar(page).getByRole("button", { name: "Menü" })).toBeHidden();
    await page.setViewportSize({ width: 991, height: 700 });
    await expect(places).toBeHidden();
    await bar(page).getByRole("button", { name: "Menü" }).click();
    await expect(places).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(places).toBeHidden();
  });

  await test.step("links to pages, and marks the one that is open", async () => {
    for (const [name, path] of [
      ["Mosdók", "/places"],
      ["Útmutató", "/guide"],
    ]) {
      await openMenu(page);
      await bar(page).getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await openMenu(page);
      await expect(bar(page).locator("[aria-current=page]")).toHaveText(name);
      await page.keyboard.press("Escape");
    }
    await expect(bar(page).getByRole("link", { name: "Mosdókereső" })).toHaveAttribute("href", "/");
    await openWithPicture(page);
    await expect(page.getByRole("banner")).toHaveCount(0);
  });
});

test("a language comes from the address, the switch or the storage, and is stored", async ({
  page,
  context,
}) => {
  await test.step("from the address", async () => {
    const response = await page.goto("/places?lang=en-GB");
    expect(response?.headers()["content-language"]).toBe("en-GB");
    await expect(page).toHaveTitle("List of toilets | Toilet Finder");
    expect(await languageCookie(context)).toBe("en-GB");
    // Storage too, which counts before the browser's languages where a cookie is lost.
    await expect.poll(() => storedLanguage(page)).toBe("en-GB");
    await page.goto("/places?public=1");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("List of toilets");
  });

  await test.step("from the switch, in place", async () => {
    await untilHydrated(page);
    await chooseLanguage(page, "Deutsch");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page).toHaveTitle("Liste der Toiletten | Toilettenfinder");
    await expect(page.getByRole("checkbox", { name: "Öffentlich" })).toBeChecked();
    await expect(page).toHaveURL("/places?public=1");
    expect(await storedLanguage(page)).toBe("de");
    expect(await languageCookie(context)).toBe("de");
    const response = await page.request.get("/guide");
    expect(response.headers()["content-language"]).toBe("de");
    expect(await response.text()).toMatch(/<html[^>]* lang="de"/);
  });

  await test.step("from the browser's storage alone", async () => {
    await context.clearCookies();
    const response = await page.goto("/places?per_page=1");
    expect(response?.headers()["content-language"]).toBe("hu");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Liste der Toiletten");
  });
});

test.describe("a language that cannot be loaded", () => {
  test.use({ expectedErrors: [/locales\/de/] });

  test("shows a message while a language is loading, and one when it fails", {
    tag: "@full",
  }, async ({ page }) => {
    await page.clock.install();
    await page.goto("/login");
    await untilHydrated(page);
    let isThere = false;
    const seen = Promise.withResolvers<void>();
    await page.route("**/locales/de/*", async (route) => {
      if (isThere) return route.fallback();
      await seen.promise;
      return route.fulfill({ status: 503 });
    });
    await chooseLanguage(page, "Deutsch");
    await expect(bar(page).locator("details")).not.toHaveAttribute("open");
    await expect(page.getByRole("status").filter({ hasText: "Deutsch: töltődik…" })).toBeVisible();
    seen.resolve();
    // Five more attempts, after 350 ms and then twice as long each.
    const failure = page.getByRole("alert").filter({ hasText: "Deutsch" });
    await expect(async () => {
      await page.clock.runFor(6_000);
      await expect(failure).toBeInViewport({ timeout: 1_000 });
    }).toPass();
    await expect(failure).toContainText("most nem sikerült betölteni");
    await expect(page.locator("html")).toHaveAttribute("lang", "hu");
    isThere = true;
    await failure.getByRole("button", { name: "Próbáld újra" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(failure).toHaveCount(0);
  });
});

test.describe("without script", () => {
  // Chromium refuses even to preload a script that it may not run.
  test.use({ javaScriptEnabled: false, expectedErrors: [/^failed request: .*\.js csp$/] });

  test("has a menu, and changes the language", async ({ page, context }) => {
    await page.goto("/places?public=1");
    await chooseLanguage(page, "English");
    await expect(page).toHaveURL("/places?public=1&lang=en");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("List of toilets");
    expect(await languageCookie(context)).toBe("en");
  });
});
