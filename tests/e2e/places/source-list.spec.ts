import { expect, test } from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";

const table = `Név;Szélesség;Hosszúság;Nyitvatartás;Szín
Piac;46,4312;18,1234;0-24;kék
Park;46,4412;18,1334;H-P 8-16;zöld
`;

test("imports a town's list by keyboard, and finds a row of it on the map", async ({
  page,
  becomeAdministrator,
}) => {
  await becomeAdministrator();
  await openHydrated(page, "/moderation/lists");
  await page.getByLabel("A lista fájlja").setInputFiles({
    ...{ name: "mosdok.csv", mimeType: "text/csv", buffer: Buffer.from(table) },
  });
  await page.getByLabel("A lista fájlja").press("Tab");
  await expect(page.getByRole("button", { name: "Lista beolvasása" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Szín" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Szín" }).selectOption("megjegyzés");
  await page.getByRole("button", { name: "Lista újraolvasása így" }).press("Enter");
  await expect(page.locator("summary", { hasText: "Szín: kék" })).toBeVisible();
  const map = page.getByRole("application");
  await map.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("li:focus details")).toHaveAttribute("open", "");
});
