import { expect, test } from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("the administrator finds the status in the menu, without a barrier in either theme, and counts as a visitor", {
  tag: "@desktop",
}, async ({ page, becomeAdministrator }) => {
  await becomeAdministrator();
  await page.goto("/guide");
  await page.getByRole("link", { name: "Állapot" }).click();
  await expect(page).toHaveURL("/status");
  await expect(page).toHaveTitle("Állapot | Mosdókereső");
  await expect(page.getByRole("heading", { name: "Adatbázis" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: /^\d+\.\d+ \(saját/ })).toBeVisible();
  await expectAccessible(page);

  // Pages of 30 days, whichever day it is by now.
  const viewCount = async () => {
    const sum = await page.locator("tfoot td").first().innerText();
    return Number(sum.replaceAll(/\D/g, ""));
  };
  const html = await (await page.goto("/status"))?.text();
  // The server sends all of it, so that no script is needed.
  for (const part of ["Adatbázis", "Levelek", "<table"]) expect(html).toContain(part);
  const before = await viewCount();
  await page.goto("/status?lang=de");
  expect(await viewCount()).toBeGreaterThan(before);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.getByRole("heading", { name: "Datenbank" })).toBeVisible();
  await expectAccessible(page);
  expect(await sidewaysPixels(page)).toBe(0);
});
