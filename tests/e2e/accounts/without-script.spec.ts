import type { Page } from "@playwright/test";
import {
  askForResetMail,
  expect,
  goodPassword,
  registerOnPage,
  setNewPassword,
  test,
} from "#tests/e2e/support/accounts-test.ts";

test.use({ javaScriptEnabled: false });
test.beforeEach(({ expectedFaults }) => {
  // Chromium refuses even to preload a script that it may not run.
  expectedFaults.push(/^failed request: .*\.js csp$/);
});

const main = (page: Page) => page.getByRole("main");
const alert = (page: Page) => main(page).getByRole("alert");

test("confirms an address only by the button of the mailed page", { tag: "@desktop" }, async ({
  page,
  email,
  mailedLink,
}) => {
  await registerOnPage(page, email);
  await expect(page).toHaveURL("/");
  await page.goto(await mailedLink(email, "meg"));
  await expect(main(page).getByText(email, { exact: true })).toBeVisible();
  await expect(main(page).getByRole("status")).toHaveCount(0);
  await main(page).getByRole("button", { name: "Megerősítem a címemet" }).click();
  await expect(main(page).getByRole("status")).toContainText("Megerősítettük az e-mail-címed.");
  await expect(main(page).getByRole("button")).toHaveCount(0);
});

test("registers, signs out, signs in, and sets a new password", { tag: "@desktop" }, async ({
  page,
  email,
  mailedLink,
}) => {
  await registerOnPage(page, email, "Mosdo-2026?");
  await expect(alert(page)).toHaveText("A két jelszó nem egyezik.");
  await expect(page.getByLabel("E-mail-cím")).toHaveValue(email);
  await page.getByLabel("Jelszó", { exact: true }).fill(goodPassword);
  await page.getByLabel("Jelszó még egyszer").fill(goodPassword);
  await page.getByRole("button", { name: "Regisztráció" }).click();
  await expect(page).toHaveURL("/");

  await page.goto("/guide");
  await page.getByRole("button", { name: "Kijelentkezés" }).click();
  await expect(page).toHaveURL("/");

  await page.goto("/login");
  await page.getByLabel("E-mail-cím").fill(email);
  await page.getByLabel("Jelszó", { exact: true }).fill("Not-this-1");
  await page.getByRole("button", { name: "Bejelentkezés", exact: true }).click();
  await expect(alert(page)).toHaveText("Ez a jelszó nem jó.");
  await expect(page.getByLabel("E-mail-cím")).toHaveValue(email);

  await askForResetMail(page, email);
  await expect(main(page).getByRole("status")).toContainText("elküldtük");
  await page.goto(await mailedLink(email, "jelsz"));
  await setNewPassword(page, "Uj-jelszo-7");
  await expect(main(page).getByRole("status")).toContainText("Beállítottuk az új jelszavad.");

  await main(page).getByRole("link", { name: "Bejelentkezés" }).click();
  await page.getByLabel("E-mail-cím").fill(email);
  await page.getByLabel("Jelszó", { exact: true }).fill("Uj-jelszo-7");
  await page.getByRole("button", { name: "Bejelentkezés", exact: true }).click();
  await expect(page).toHaveURL("/");

  await page.goto("/account");
  await page.getByRole("button", { name: "Fiók végleges törlése" }).click();
  await expect(alert(page)).toContainText("jelöld be");
});
