import { expect, test } from "#tests/e2e/support/test.ts";
import { openHydrated, untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

test("the birthday page moves, and is still where the visitor asks for less motion", {
  tag: "@full",
}, async ({ page }) => {
  await page.goto("/birthday");
  await expect(page.locator(".confetti")).toHaveCount(120);
  const animations = () => page.evaluate(() => document.getAnimations().length);
  expect(await animations()).toBeGreaterThan(120);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await animations()).toBe(0);
});

test("reports its speed to its own server", async ({ page }) => {
  const beacon = page.waitForResponse("**/api/v1/vitals");
  await page.goto("/guide");
  const response = await beacon;
  expect(response.request().method()).toBe("POST");
  expect(response.status()).toBe(204);
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/./] });

  test("ten seconds without contact have a notice, which closes when contact is back", {
    tag: "@full",
  }, async ({ page, context }) => {
    await page.clock.install();
    await openHydrated(page, "/places");
    await expect(page.getByRole("article")).toHaveCount(10);
    await context.setOffline(true);
    const notice = page.getByText("Nincs kapcsolat");
    // Their pages cannot be opened meanwhile.
    const details = page.getByRole("article").getByRole("link", { name: /^Részletek/ });
    await expect(details).toHaveCount(10);
    // Not before ten seconds: `offline-detection.test.ts`.
    await page.clock.runFor(10_500);
    await expect(notice).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(10);
    await expect(details).toHaveCount(0);
    await context.setOffline(false);
    await page.clock.runFor(6_000);
    await expect(notice).toBeHidden();
    await expect(details).toHaveCount(10);
  });
});

test("a chosen place is found by its own page, with its picture", async ({ page }) => {
  await page.goto("/places/1");
  const name = await page.locator('meta[property="og:title"]').getAttribute("content");
  await page.goto("/?place=1");
  const content = (property: string) =>
    page.locator(`meta[property="${property}"]`).getAttribute("content");
  expect(await content("og:title")).toBe(name);
  expect(await content("og:image")).toMatch(/\/places\/1\/preview\.png\?lang=hu$/);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute("href", /\/places\/1$/);
  await untilHydrated(page);
  expect(await content("og:title")).toBe(name);
  // Without a new document too.
  await page.getByRole("link", { name: "Bezárás" }).click();
  await expect(canonical).toHaveAttribute("href", /:\d+\/$/);
  await expect(canonical).toHaveCount(1);
});
