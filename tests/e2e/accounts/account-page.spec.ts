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
  await remove.click();
  await expect(alert(page)).toContainText("jelöld be");
  await expect(page.getByRole("checkbox")).toBeFocused();
  await page.getByRole("checkbox").check();
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
