import type { Page } from "@playwright/test";
import {
  accountsOrigin,
  addressOf,
  askForResetMail,
  expect,
  linkOf,
  type ReceivedMail,
  registerOnPage,
  setNewPassword,
  signIn,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { testNow } from "#tests/support/test-clock.ts";

const newPassword = "Uj-jelszo-7";

const main = (page: Page) => page.getByRole("main");
const alert = (page: Page) => main(page).getByRole("alert");

test("sets a new password by a mail, once, and ends the other sessions", { tag: "@phone" }, async ({
  page,
  email,
  createAccount,
  askDoor,
  browser,
  extraHTTPHeaders,
}) => {
  await createAccount(email);
  const elsewhere = await browser.newContext({ extraHTTPHeaders, baseURL: accountsOrigin });
  const otherPage = await elsewhere.newPage();
  await signIn(otherPage, email);
  await expect(otherPage).toHaveURL("/");

  await askForResetMail(page, email);
  await expect(main(page).getByRole("status")).toContainText("elküldtük rá a levelet");
  const mail = await askDoor<ReceivedMail>(`/mail?email=${email}&subject=jelsz`);
  expect(mail.subject).toBe("Új jelszó beállítása – Mosdókereső");
  const link = linkOf(mail);
  const parameters = Object.fromEntries(new URL(link).searchParams);
  expect(parameters).toMatchObject({ mode: "resetPassword", lang: "hu" });
  expect(parameters.continueUrl).toBe(`${accountsOrigin}/login`);

  await page.goto(link);
  await expect(page).toHaveTitle("Új jelszó beállítása | Mosdókereső");
  await expect(page.getByText(`Fiók: ${email}`)).toBeVisible();
  await setNewPassword(page, "abc");
  await expect(alert(page)).toContainText("8–20 karakter");
  await expect(main(page).getByRole("link", { name: "Vissza a bejelentkezéshez" })).toBeVisible();
  await setNewPassword(page, newPassword);
  await expect(main(page).getByRole("status")).toContainText("Beállítottuk az új jelszavad.");
  await main(page).getByRole("link", { name: "Bejelentkezés" }).click();
  await expect(page).toHaveURL("/login");

  await otherPage.goto("/account");
  await expect(otherPage).toHaveURL("/login");
  await elsewhere.close();

  const again = await page.goto(link);
  expect(again?.status()).toBe(410);
  await expect(alert(page)).toHaveText("Ez a link lejárt, már felhasználták, vagy hibás.");
  await signIn(page, email, newPassword);
  await expect(page).toHaveURL("/");
});

test("says that a link has expired, and links to a new one and to the login", {
  tag: "@desktop",
}, async ({ page, email, createAccount, askDoor, mailedLink }) => {
  await createAccount(email);
  await askForResetMail(page, email);
  await expect(main(page).getByRole("status")).toBeVisible();
  const link = await mailedLink(email, "jelsz");
  await page.goto(link);
  await expect(page.getByText(`Fiók: ${email}`)).toBeVisible();
  await askDoor(`/age-codes?email=${email}`);
  // Too late for a form that was open before …
  await setNewPassword(page, newPassword);
  await expect(alert(page)).toContainText("Kérj újat.");
  await expect(main(page).getByRole("link", { name: "Vissza a bejelentkezéshez" })).toBeVisible();
  // … and for one that opens now.
  const response = await page.goto(link);
  expect(response?.status()).toBe(410);
  await expect(alert(page)).toHaveText("Ez a link lejárt, már felhasználták, vagy hibás.");
  await expect(main(page).getByRole("link", { name: "Új link kérése" })).toHaveAttribute(
    "href",
    "/forgotpassword",
  );
  await main(page).getByRole("link", { name: "Vissza a bejelentkezéshez" }).click();
  await expect(page).toHaveURL("/login");
});

test("answers the same with and without an account", { tag: "@desktop" }, async ({
  page,
  email,
}) => {
  await askForResetMail(page, email);
  await expect(main(page).getByRole("status")).toContainText("Ha van fiók ezzel a címmel");
  await askForResetMail(page, "anna@");
  await expect(alert(page)).toHaveText("Ez nem érvényes e-mail-cím.");
});

test("limits the number of reset mails", { tag: "@desktop" }, async ({ page, email }) => {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const response = await page.request.post("/forgotpassword", { form: { email } });
    expect(response.status()).toBe(200);
  }
  await askForResetMail(page, email);
  await expect(alert(page)).toContainText("Túl sok próbálkozás");
});

test("writes in the language of the request, and the link opens in it", {
  tag: "@desktop",
}, async ({ page, email, createAccount, mailedLink }) => {
  await createAccount(email);
  await page.goto("/forgotpassword?lang=de");
  await page.getByLabel("E-Mail-Adresse").fill(email);
  await page.getByRole("button", { name: "Link senden" }).click();
  await expect(main(page).getByRole("status")).toContainText("die E-Mail unterwegs");
  await page.context().clearCookies();
  await page.goto(await mailedLink(email, "Passwort"));
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Neues Passwort setzen");
});

test("says that the password could not be set without an answer, and keeps it", {
  tag: "@desktop",
}, async ({ page, context, email, createAccount, mailedLink, expectedFaults }) => {
  expectedFaults.push(/ERR_INTERNET_DISCONNECTED/);
  await createAccount(email);
  await askForResetMail(page, email);
  await expect(main(page).getByRole("status")).toBeVisible();
  const link = await mailedLink(email, "jelsz");
  await page.goto(link, { waitUntil: "networkidle" });
  await context.setOffline(true);
  await setNewPassword(page, newPassword);
  await expect(alert(page)).toContainText("A jelszót most nem sikerült beállítani.");
  await expect(page.getByLabel("Új jelszó")).toHaveValue(newPassword);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Jelszó mentése" }).click();
  await expect(main(page).getByRole("status")).toContainText("Beállítottuk az új jelszavad.");
});

test.describe("/mail", { tag: "@desktop" }, () => {
  for (const address of [
    "/mail?mode=resetPassword",
    "/mail?oobCode=abc",
    "/mail?mode=&oobCode=abc",
    "/auth/action?mode=verifyEmail",
    "/auth/action?mode=signIn&oobCode=abc",
  ]) {
    test(`is a 404 page: ${address}`, async ({ page }) => {
      const response = await page.goto(address);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ez az oldal nem található");
    });
  }

  test("says that an invented code is wrong", async ({ page }) => {
    const response = await page.goto("/mail?mode=resetPassword&oobCode=made-up");
    expect(response?.status()).toBe(410);
    await expect(alert(page)).toHaveText("Ez a link lejárt, már felhasználták, vagy hibás.");
    await expect(main(page).getByRole("link", { name: "Vissza a bejelentkezéshez" })).toBeVisible();
  });

  test("passes all parameters of another mode on to the action page", async ({ page }) => {
    const search = "mode=verifyEmail&oobCode=a%2Bb&apiKey=k&continueUrl=%2Fguide&lang=hu";
    const response = await page.request.get(`/mail?${search}`, { maxRedirects: 0 });
    expect(response.status()).toBe(302);
    const { pathname, searchParams } = new URL(response.headers().location, accountsOrigin);
    expect(pathname).toBe("/auth/action");
    expect(Object.fromEntries(searchParams)).toEqual(
      Object.fromEntries(new URLSearchParams(search)),
    );
  });

  test("shows a message while a slow check runs", async ({ page, email, askDoor }) => {
    expect(await askDoor(`/hold-codes?address=${addressOf(email)}`)).toBe("held");
    await page.goto("/mail?mode=resetPassword&oobCode=made-up", { waitUntil: "commit" });
    await expect(page.getByText("Ellenőrizzük a linket…")).toBeVisible();
    await expect(alert(page)).toHaveText("Ez a link lejárt, már felhasználták, vagy hibás.");
  });

  test("follows continueUrl only within its own origin", async ({
    page,
    email,
    createAccount,
    mailedLink,
  }) => {
    await createAccount(email);
    await askForResetMail(page, email);
    const link = new URL(await mailedLink(email, "jelsz"));
    link.searchParams.set("continueUrl", "https://evil.example/login");
    await page.goto(link.href);
    await setNewPassword(page, newPassword);
    await expect(main(page).getByRole("status")).toContainText("Beállítottuk az új jelszavad.");
    const onward = main(page).getByRole("link", { name: "Bejelentkezés", exact: true });
    await expect(onward).toHaveAttribute("href", "/login");
  });
});

test("confirms an address by the mail that registration sends", { tag: "@phone" }, async ({
  page,
  email,
  mailedLink,
}) => {
  await registerOnPage(page, email);
  await expect(page).toHaveURL("/");
  await page.goto("/account");
  await expect(page.getByText("még nincs megerősítve")).toBeVisible();
  const link = await mailedLink(email, "meg");
  // A mail scanner follows the link, and the recipient opens it: neither confirms anything.
  expect((await page.request.get(link)).status()).toBe(200);
  await page.goto(link);
  await expect(page).toHaveURL(/\/auth\/action\?/);
  await expect(main(page).getByText(email, { exact: true })).toBeVisible();
  const registered = await main(page).locator("time").getAttribute("datetime");
  expect(Math.abs(testNow().getTime() - Date.parse(registered ?? ""))).toBeLessThan(5 * 60_000);
  await page.goto("/account");
  await expect(page.getByText("még nincs megerősítve")).toBeVisible();

  await page.goto(link);
  await main(page).getByRole("button", { name: "Megerősítem a címemet" }).click();
  await expect(main(page).getByRole("status")).toContainText("Megerősítettük az e-mail-címed.");
  await expect(main(page).getByRole("link", { name: "Tovább" })).toHaveAttribute("href", "/");
  await page.goto(link);
  await expect(main(page).getByRole("button")).toHaveCount(0);
  await page.goto("/account");
  await expect(page.getByText("Az e-mail-címed megerősítve.")).toBeVisible();

  const response = await page.goto("/auth/action?mode=verifyEmail&oobCode=made-up");
  expect(response?.status()).toBe(410);
  await expect(alert(page)).toContainText("Ez a link lejárt vagy hibás.");
});
