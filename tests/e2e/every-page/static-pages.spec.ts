import type { Page } from "@playwright/test";
import { bar, chooseLanguage, openMenu, storedLanguage } from "#tests/e2e/support/bar.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * Static pages, such as the guide and the page for a URL that does not exist: they load
 * the application once the visitor uses them, and not by reading (docs/decisions/026).
 */

test.use({ expectedErrors: [/404/] });

/** The application's scripts that the page has asked for. */
function watchApplication(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (/\/assets\/(framework|entry\.client)-/.test(request.url())) requests.push(request.url());
  });
  return requests;
}

test("a static page is read without the application, and starts it where the visitor uses the bar", async ({
  page,
}) => {
  const requests = watchApplication(page);
  for (const path of ["/guide", "/nowhere"]) {
    await test.step(path, async () => {
      requests.length = 0;
      await page.goto(path);
      await page.mouse.move(20, 500);
      await page.mouse.wheel(0, 800);
      await page.getByRole("main").click({ position: { x: 5, y: 5 } });
      // A request that comes after all that those acts would have asked for.
      await page.evaluate(() => fetch("/healthz"));
      expect(requests).toEqual([]);

      await bar(page).getByRole("link", { name: "Mosdókereső" }).focus();
      await untilHydrated(page);
      expect(requests).toHaveLength(2);
      // The next page comes without loading the document.
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
      await openMenu(page);
      await bar(page).getByRole("link", { name: "Mosdók", exact: true }).click();
      await expect(page).toHaveURL("/places");
      await expect(page.getByRole("article")).toHaveCount(10);
      expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
    });
  }

  await test.step("writes that wait start it", async () => {
    await page.evaluate(() => localStorage.setItem("mosdo:queue", "[]"));
    requests.length = 0;
    await page.goto("/guide");
    await expect.poll(() => requests.length).toBeGreaterThan(0);
  });
});

test("the guide, opened from another page, needs no new document", async ({ page, context }) => {
  await page.goto("/places?per_page=1");
  await untilHydrated(page);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await openMenu(page);
  await bar(page).getByRole("link", { name: "Útmutató" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Útmutató");
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
  await chooseLanguage(page, "Deutsch");
  await expect(page.locator("article")).toHaveAttribute("lang", "de");

  // A legal text does so too.
  await page.goto("/terms?lang=hu");
  await chooseLanguage(page, "Deutsch");
  await expect(page.getByRole("heading", { name: "Bedingungen für Mitwirkende" })).toBeVisible();
  // The text may come as a new document, which stores the language some time after it is shown.
  await expect.poll(() => storedLanguage(page)).toBe("de");

  await test.step("the guide takes the language that only the browser's storage knows, and forgets a sign-in with Google that has ended", async () => {
    await page.evaluate(() => localStorage.setItem("auth", "{}"));
    await context.clearCookies();
    const response = await page.goto("/guide");
    expect(response?.headers()["content-language"]).toBe("hu");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.locator("article")).toHaveAttribute("lang", "de");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("auth"))).toBeNull();
  });
});
