import { expect, openAtEntry, registerUnseen, test } from "#tests/e2e/support/accounts-test.ts";

test.use({ javaScriptEnabled: false });
test.beforeEach(({ expectedErrors }) => {
  // Chromium refuses even to preload a script that it may not run.
  expectedErrors.push(/^failed request: .*\.js csp$/);
});

test("reviews a place by plain forms", { tag: "@phone" }, async ({
  page,
  email,
  addPlace,
  becomeAdministrator,
}) => {
  const placeId = await addPlace();
  const main = page.getByRole("main");
  await page.goto(`/places/${placeId}/review`);
  await expect(main).toContainText("Ehhez be kell jelentkezned.");

  await registerUnseen(page, email);
  await page.goto(`/?place=${placeId}`);
  await page.getByRole("link", { name: "Vélemény írása" }).click();
  await expect(page).toHaveTitle("Vélemény írása | Mosdókereső");
  await page.getByRole("radio", { name: "3 csillag" }).check();
  await page.getByRole("textbox").fill(`${"x".repeat(2000)}\n!`);
  await page.getByRole("button", { name: "Vélemény mentése" }).click();
  await expect(main.getByRole("alert")).toContainText("legfeljebb 2000 karakter");
  await expect(page.getByRole("radio", { name: "3 csillag" })).toBeChecked();
  await expect(page.getByRole("textbox")).toHaveValue(`${"x".repeat(2000)}\n!`);
  await page.getByRole("textbox").fill("Rendben.");
  await page.getByRole("button", { name: "Vélemény mentése" }).click();
  await expect(page).toHaveURL(`/?place=${placeId}`);
  await expect(main).toContainText("3,00");

  await page.getByRole("link", { name: "Véleményem módosítása" }).click();
  await expect(page.getByRole("textbox")).toHaveValue("Rendben.");
  await page.locator("summary", { hasText: "Vélemény törlése" }).click();
  await page.getByRole("button", { name: "Igen, törlöm" }).click();
  await expect(page).toHaveURL(`/?place=${placeId}`);
  await expect(main).toContainText("Még nincs értékelés");

  await page.goto(`/places/${placeId}/review`);
  await page.getByRole("radio", { name: "1 csillag" }).check();
  await page.getByRole("button", { name: "Vélemény mentése" }).click();
  await page.context().clearCookies();
  await becomeAdministrator();
  await page.goto(`/places?reviews=${placeId}&per_page=100`);
  const card = page.locator(`#place-${placeId}`);
  await card.locator("summary", { hasText: "Vélemény törlése" }).click();
  await card.getByRole("button", { name: "Igen, törlöm" }).click();
  await expect(page).toHaveURL(`/?place=${placeId}`);
  await expect(main).toContainText("Még nincs értékelés");
});

test("a visitor without an account reports a review, and staff remove it", {
  tag: "@phone",
}, async ({ page, email, addPlace, becomeAdministrator }) => {
  const placeId = await addPlace();
  const main = page.getByRole("main");
  await registerUnseen(page, email);
  await page.goto(`/places/${placeId}/review`);
  await page.getByRole("radio", { name: "1 csillag" }).check();
  // An address would hold the review back, and so might many digits.
  const seller = email.replace(/@.*/, "").replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)]);
  const announced = `Vegyél órát olcsón: ${seller}!`;
  await page.getByRole("textbox").fill(announced);
  await page.getByRole("button", { name: "Vélemény mentése" }).click();
  await page.context().clearCookies();

  await page.goto(`/places?reviews=${placeId}&per_page=100`);
  const card = page.locator(`#place-${placeId}`);
  await card.getByRole("link", { name: "Vélemény bejelentése" }).click();
  await expect(main).toContainText(announced);
  await page.getByRole("button", { name: "Küldés" }).click();
  await expect(main.getByRole("alert")).toContainText("Válaszd ki");
  await page.getByRole("radio", { name: "Reklám vagy spam" }).check();
  await page.getByRole("textbox").fill("Órákat árul.");
  await page.getByRole("button", { name: "Küldés" }).click();
  await expect(main).toContainText("Köszönjük!");

  await becomeAdministrator();
  const entry = main.getByRole("listitem").filter({ hasText: announced });
  await openAtEntry(page, "reviews", entry);
  await expect(entry).toContainText("Órákat árul.");
  await entry.getByRole("textbox").fill("Reklám.");
  await entry.locator("summary", { hasText: "Vélemény törlése" }).click();
  await entry.getByRole("button", { name: "Igen, törlöm" }).click();
  await expect(main).toContainText("A véleményt elintézted.");
  await page.goto(`/?place=${placeId}`);
  await expect(main).toContainText("Még nincs értékelés");
});
