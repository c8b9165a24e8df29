import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  expect,
  goodPassword,
  signIn,
  signInUnseen,
  test,
} from "#tests/e2e/support/accounts-test.ts";

const alert = (page: Page) => page.getByRole("main").getByRole("alert");

test.beforeEach(async ({ page, email, createAccount }) => {
  await createAccount(email);
  await signInUnseen(page, email);
  await page.goto("/account");
});

test("changes the password, with the old one", { tag: "@phone" }, async ({ page, email }) => {
  const change = async (current: string, next: string) => {
    await page.getByLabel("Jelenlegi jelszó").fill(current);
    await page.getByLabel("Új jelszó").fill(next);
    await page.getByLabel("Jelszó még egyszer").fill(next);
    await page.getByRole("button", { name: "Jelszó módosítása" }).click();
  };
  await expect(page).toHaveTitle("Fiókom | Mosdókereső");
  await expect(page.getByText(`Bejelentkezve mint ${email}`)).toBeVisible();
  await change("Not-this-1", "Uj-jelszo-7");
  await expect(alert(page)).toHaveText("Ez a jelszó nem jó.");
  await expect(page.getByLabel("Jelenlegi jelszó")).toBeFocused();
  await change(goodPassword, "uj-jelszo-7");
  await expect(alert(page)).toHaveText("A jelszóban legyen nagybetű.");
  await change(goodPassword, "Uj-jelszo-7");
  await expect(page.getByRole("main").getByRole("status")).toContainText("Megváltoztattuk");

  await page.context().clearCookies();
  await signIn(page, email, "Uj-jelszo-7");
  await expect(page).toHaveURL("/");
});

test("hands over the stored data", { tag: "@desktop" }, async ({ page, email }) => {
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Adatok letöltése" }).click();
  const download = await downloading;
  const stored = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(stored.account).toMatchObject({ email });
  expect(JSON.stringify(stored)).not.toContain("password");
});

test("deletes the account, after one question", { tag: "@phone" }, async ({ page, email }) => {
  const remove = page.getByRole("button", { name: "Fiók végleges törlése" });
  const understood = page.getByRole("checkbox", { name: /^Értem/ });
  await remove.click();
  await expect(alert(page)).toContainText("jelöld be");
  await expect(understood).toBeFocused();
  await understood.check();
  await remove.click();
  await expect(page).toHaveURL("/");
  await signIn(page, email);
  await expect(alert(page)).toHaveText("Ezzel az e-mail-címmel nincs fiók.");
});

test("requires a signed-in visitor", { tag: "@desktop" }, async ({ page }) => {
  await page.context().clearCookies();
  await page.goto("/account");
  await expect(page).toHaveURL("/login");
});

test("asks which mails to send, and keeps the answer, also without script", async ({
  page,
  browser,
}) => {
  const wish = (on: typeof page) => on.getByRole("checkbox", { name: /^Írjatok, mi lett/ });
  const save = (on: typeof page) => on.getByRole("button", { name: "Mentés" }).click();
  await expect(wish(page)).not.toBeChecked();
  // Whoever does not moderate is not asked about what waits.
  await expect(page.getByRole("radio")).toHaveCount(0);
  await wish(page).check();
  await save(page);
  await expect(page.getByRole("main").getByRole("status")).toContainText("Elmentettük");
  await page.reload();
  await expect(wish(page)).toBeChecked();

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: "hu-HU" });
  await plain.addCookies(await page.context().cookies());
  const plainPage = await plain.newPage();
  await plainPage.goto(page.url());
  await wish(plainPage).uncheck();
  await save(plainPage);
  await expect(plainPage.getByText("Elmentettük")).toBeVisible();
  await plainPage.goto(page.url());
  await expect(wish(plainPage)).not.toBeChecked();
  await plain.close();
});

test("asks staff how to tell them that something waits", { tag: "@desktop" }, async ({
  page,
  becomeAdministrator,
}) => {
  await becomeAdministrator();
  await page.goto("/account");
  const daily = page.getByRole("radio", { name: /^írjatok naponta/ });
  const atOnce = page.getByRole("radio", { name: /^írjatok azonnal/ });
  await expect(daily).toBeChecked();
  await atOnce.check();
  await page.getByRole("button", { name: "Mentés" }).click();
  await expect(page.getByRole("main").getByRole("status")).toContainText("Elmentettük");
  await page.reload();
  await expect(atOnce).toBeChecked();
});
