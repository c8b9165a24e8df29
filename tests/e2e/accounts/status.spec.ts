import { expect, signInUnseen, test } from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";

test("the administrator finds the status in the menu, in each language", {
  tag: "@desktop",
}, async ({ page, becomeAdministrator }) => {
  await becomeAdministrator();
  await page.goto("/guide");
  await page.getByRole("link", { name: "Állapot" }).click();
  await expect(page).toHaveURL("/status");
  await expect(page).toHaveTitle("Állapot | Mosdókereső");
  await expect(page.getByRole("heading", { name: "Adatbázis" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: /^\d+\.\d+ \(saját/ })).toBeVisible();
  for (const [language, title] of [
    ["de", "Datenbank"],
    ["en", "Database"],
  ]) {
    await page.goto(`/status?lang=${language}`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByText("operation.")).toHaveCount(0);
  }
});

test("an opened page counts as one of the day", { tag: "@desktop" }, async ({
  page,
  becomeAdministrator,
}) => {
  await becomeAdministrator();
  const opened = async () => {
    await page.goto("/status");
    // The first page of the day finds no row of it.
    const [text = ""] = await page.locator("tbody tr:first-child td").allInnerTexts();
    return Number(text.replaceAll(/\D/g, ""));
  };
  const before = await opened();
  expect(await opened()).toBeGreaterThan(before);
});

test("others are refused, as on other pages of the administrator", { tag: "@desktop" }, async ({
  page,
  email,
  createAccount,
}) => {
  expect((await page.goto("/status"))?.status()).toBe(401);
  await createAccount(email);
  await signInUnseen(page, email);
  expect((await page.goto("/status"))?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Állapot");
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, {
    tag: colorScheme === "dark" ? "@phone" : "@desktop",
  }, () => {
    test.use({ colorScheme, javaScriptEnabled: true });

    test("has no barrier and nothing beside the screen", async ({ page, becomeAdministrator }) => {
      await becomeAdministrator();
      for (const language of ["hu", "de"]) {
        await page.goto(`/status?lang=${language}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectAccessible(page);
        expect(await sidewaysPixels(page)).toBe(0);
      }
    });
  });
}

test.describe("without script", { tag: "@phone" }, () => {
  test.use({ javaScriptEnabled: false, expectedFaults: [/^failed request: .*\.js csp$/] });

  test("tells as much", async ({ page, becomeAdministrator }) => {
    await becomeAdministrator();
    await page.goto("/status");
    await expect(page.getByRole("heading", { name: "Levelek" })).toBeVisible();
    await expect(page.getByRole("table")).toBeVisible();
  });
});
