import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  accountsTlsOrigin,
  expect,
  goodPassword,
  ipAddressOf,
  linkOf,
  type ReceivedMail,
  registerOnPage,
  registerUnseen,
  requestResetMail,
  setNewPassword,
  signIn,
  signInOnForm,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { bar, openMenu } from "#tests/e2e/support/bar.ts";
import { openHydrated, untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { appCode, wrongCode } from "#tests/support/accounts/app-code.ts";

/*
 * An account from its registration to its deletion, as most operators run the product: reached by https, through
 * a proxy that ends TLS and knows the product by another host name. Failures, messages and focus of the forms are
 * tested beside their components (`app/features/account`).
 */

test.setTimeout(180_000);

const main = (page: Page) => page.getByRole("main");
const alert = (page: Page) => main(page).getByRole("alert");
const status = (page: Page) => main(page).getByRole("status");
const press = (page: Page, name: string) =>
  main(page).getByRole("button", { name, exact: true }).click();

const newPassword = "Uj-jelszo-7";

test.describe("behind TLS", { tag: "@phone" }, () => {
  test.use({ baseURL: accountsTlsOrigin, ignoreHTTPSErrors: true });

  test("registers, confirms the address by mail, hands over the stored data, and signs out", async ({
    page,
    context,
    email,
    mailedLink,
  }) => {
    await page.goto("/register");
    await expect(page).toHaveTitle("Regisztráció | Mosdókereső");
    await registerOnPage(page, email);
    await expect(page).toHaveURL("/");
    const welcome = page.getByRole("status").filter({ hasText: "Üdv nálunk!" });
    await welcome.getByRole("button", { name: "Bezárás" }).click();
    await expect(welcome).toHaveCount(0);
    const cookies = await context.cookies(accountsTlsOrigin);
    expect(cookies.map(({ name, secure, httpOnly }) => [name, secure, httpOnly]).sort()).toEqual([
      ["__Host-mosdo.known_browser", true, true],
      ["__Host-mosdo.session_token", true, true],
    ]);

    // The server-rendered page knows the session: nothing changes at hydration.
    const html = await (await page.goto("/guide"))?.text();
    expect(html?.includes(`Bejelentkezve: ${email}`)).toBe(true);
    expect(html?.includes('href="/login"')).toBe(false);

    const link = await mailedLink(email, "meg");
    expect(new URL(link).origin).toBe(accountsTlsOrigin);
    // A mail scanner follows the link, and the recipient opens it: neither confirms anything.
    expect((await page.request.get(link)).status()).toBe(200);
    await openHydrated(page, link);
    await expect(page).toHaveURL(/\/auth\/action\?/);
    await expect(main(page).getByText(email, { exact: true })).toBeVisible();
    const account = async () => (await page.request.get("/account")).text();
    expect(await account()).toContain("még nincs megerősítve");
    await press(page, "Megerősítem a címemet");
    await expect(status(page)).toContainText("Megerősítettük az e-mail-címed.");
    await page.goto(link);
    await expect(main(page).getByRole("link", { name: "Tovább" })).toBeVisible();
    await expect(main(page).getByRole("button")).toHaveCount(0);

    await page.goto("/account");
    await expect(page).toHaveTitle("Fiókom | Mosdókereső");
    await expect(page.getByText("Az e-mail-címed megerősítve.")).toBeVisible();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Adatok letöltése" }).click();
    const stored = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
    expect(stored.account).toMatchObject({ email });
    expect(stored.accepted_terms).toEqual([
      expect.objectContaining({ version: expect.stringMatching(/^\d{4}-\d\d-\d\d [0-9a-f]{16}$/) }),
    ]);
    expect(JSON.stringify(stored)).not.toContain("password");
    // The registration has accepted the terms.
    await expect(page.getByRole("region", { name: "A közreműködők feltételei" })).toHaveCount(0);

    await openMenu(page);
    await bar(page).getByRole("button", { name: "Kijelentkezés" }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/guide");
    await openMenu(page);
    await expect(bar(page).getByRole("link", { name: "Bejelentkezés" })).toBeVisible();
  });

  test("sets a new password by a mail, once, and ends the other sessions", async ({
    page,
    context,
    email,
    callDoor,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
    await registerUnseen(page, email, accountsTlsOrigin);
    const earlier = await context.cookies();
    await context.clearCookies();

    // The form keeps what was typed while there is no connection.
    await openHydrated(page, "/login");
    await context.setOffline(true);
    let lostFiles = 0;
    page.on("requestfailed", (request) => {
      if (request.url().includes("/assets/account-forms-")) lostFiles++;
    });
    await signInOnForm(page, email, "Not-this-1");
    await expect(alert(page)).toContainText("Valami hiba történt.");
    await expect(page.getByLabel("E-mail-cím")).toHaveValue(email);
    // The checks of the form are not there either, which no error tells of.
    await expect.poll(() => lostFiles).toBeGreaterThan(1);
    await context.setOffline(false);
    await press(page, "Bejelentkezés");
    await expect(alert(page)).toContainText("Ez a jelszó nem jó.");

    await requestResetMail(page, email);
    await expect(status(page)).toContainText("elküldtük rá a levelet");
    const mail = await callDoor<ReceivedMail>(`/mail?email=${email}&subject=jelsz`);
    expect(mail.subject).toBe("Új jelszó beállítása – Mosdókereső");
    const link = linkOf(mail);
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
      mode: "resetPassword",
      lang: "hu",
      continueUrl: `${accountsTlsOrigin}/login`,
    });
    await openHydrated(page, link);
    await expect(page).toHaveTitle("Új jelszó beállítása | Mosdókereső");
    await expect(page.getByText(`Fiók: ${email}`)).toBeVisible();
    await setNewPassword(page, newPassword);
    await expect(status(page)).toContainText("Beállítottuk az új jelszavad.");

    await context.addCookies(earlier);
    expect((await page.request.get("/api/v1/account/export")).status()).toBe(401);
    await context.clearCookies();
    // The page says that it checks the link while that takes long.
    const ipAddress = ipAddressOf(email);
    expect(await callDoor(`/hold-codes?address=${ipAddress}`)).toBe("held");
    await page.goto(link, { waitUntil: "commit" });
    await expect(page.getByText("Ellenőrizzük a linket…")).toBeVisible();
    await callDoor(`/release-codes?address=${ipAddress}`);
    await expect(alert(page)).toHaveText("Ez a link lejárt, már felhasználták, vagy hibás.");

    await main(page).getByRole("link", { name: "Vissza a bejelentkezéshez" }).click();
    await expect(page).toHaveURL("/login");
    await signInOnForm(page, ` ${email.toUpperCase()} `, newPassword);
    await expect(page).toHaveURL("/");
  });

  test("changes the password, chooses mails, and deletes the account", async ({ page, email }) => {
    await registerUnseen(page, email, accountsTlsOrigin);
    await openHydrated(page, "/account");
    await page.getByLabel("Jelenlegi jelszó").fill(goodPassword);
    await page.getByLabel("Új jelszó").fill(newPassword);
    await page.getByLabel("Jelszó még egyszer").fill(newPassword);
    await press(page, "Jelszó módosítása");
    await expect(status(page)).toContainText("Megváltoztattuk");

    const outcomes = page.getByRole("checkbox", { name: /^Írjatok, mi lett/ });
    await outcomes.check();
    await press(page, "Mentés");
    await expect(status(page)).toContainText("Elmentettük");
    await page.reload();
    await untilHydrated(page);
    await expect(outcomes).toBeChecked();

    const remove = page.getByRole("button", { name: "Fiók végleges törlése" });
    await page.getByRole("checkbox", { name: /^Értem/ }).check();
    await remove.click();
    await expect(page).toHaveURL("/");
    await signIn(page, email, newPassword);
    await expect(alert(page)).toHaveText("Ezzel az e-mail-címmel nincs fiók.");
  });

  test.describe("without script", () => {
    test.use({ javaScriptEnabled: false });

    test("every form of an account works", async ({
      page,
      playwright,
      email,
      mailedLink,
      expectedErrors,
    }) => {
      // Chromium refuses even to preload a script that it may not run.
      expectedErrors.push(/^failed request: .*\.js csp$/);
      const terms = page.getByRole("checkbox", { name: "Elfogadom" });
      const typePasswords = async (confirmation: string) => {
        await page.getByLabel("Jelszó", { exact: true }).fill(goodPassword);
        await page.getByLabel("Jelszó még egyszer").fill(confirmation);
        await press(page, "Regisztráció");
      };
      await page.goto("/register");
      await page.getByLabel("E-mail-cím").fill(email);
      await typePasswords(goodPassword);
      await expect(alert(page)).toHaveText("Fogadd el a közreműködők feltételeit.");
      await expect(terms).toHaveAccessibleDescription("Fogadd el a közreműködők feltételeit.");
      await terms.check();
      await typePasswords("Mosdo-2026?");
      await expect(alert(page)).toHaveText("A két jelszó nem egyezik.");
      await expect(page.getByLabel("E-mail-cím")).toHaveValue(email);
      await expect(terms).toBeChecked();
      await typePasswords(goodPassword);
      await expect(page).toHaveURL("/");

      await page.goto(await mailedLink(email, "meg"));
      await press(page, "Megerősítem a címemet");
      await expect(status(page)).toContainText("Megerősítettük az e-mail-címed.");
      await expect(main(page).getByRole("button")).toHaveCount(0);

      // Signs another device out.
      const headers = { Origin: accountsTlsOrigin, "User-Agent": "curl/8.5.0" };
      const form = { email, password: goodPassword };
      const signedIn = { form, headers, maxRedirects: 0 };
      const other = await playwright.request.newContext({ ignoreHTTPSErrors: true });
      const response = await other.post(`${accountsTlsOrigin}/login`, signedIn);
      expect(response.status()).toBe(302);
      await other.dispose();
      await page.goto("/account");
      await main(page)
        .getByRole("button", { name: /^Kijelentkeztetés/ })
        .click();
      await expect(status(page)).toContainText("Ott kijelentkeztettünk.");

      // Turns the second factor on. An account has five codes a minute, right or wrong: this test takes as many.
      await page.goto("/account/second-factor");
      const password = page.getByLabel("Jelenlegi jelszó", { exact: true });
      const code = page.getByLabel("Kód az alkalmazásból", { exact: true });
      const picture = page.getByRole("img", { name: "QR-kód a hitelesítő alkalmazásnak" });
      await password.fill("Not-this-1");
      await press(page, "Beállítás");
      await expect(alert(page)).toContainText("Ez a jelszó nem jó.");
      await password.fill(goodPassword);
      await press(page, "Beállítás");
      await expect(picture).toBeVisible();
      const secret = await main(page).locator("input[name=secret]").inputValue();
      const wrong = wrongCode(secret);
      await code.fill(wrong);
      await press(page, "Bekapcsolás");
      await expect(alert(page)).toContainText("Ez a kód nem jó");
      await expect(picture).toBeVisible();
      await code.fill(appCode(secret));
      await press(page, "Bekapcsolás");
      await expect(status(page)).toHaveText("Bekapcsoltuk a kétlépcsős bejelentkezést.");
      const codes = await main(page).getByRole("listitem").allInnerTexts();
      expect(codes).toHaveLength(10);

      await page.goto("/account");
      await page.getByRole("checkbox", { name: /^Írjatok, mi lett/ }).check();
      await press(page, "Mentés");
      await expect(status(page)).toContainText("Elmentettük");
      await press(page, "Fiók végleges törlése");
      await expect(alert(page)).toContainText("jelöld be");
      await page.goto("/guide");
      await openMenu(page);
      await bar(page).getByRole("button", { name: "Kijelentkezés" }).click();
      await expect(page).toHaveURL("/");

      await signIn(page, email, "Not-this-1");
      await expect(alert(page)).toHaveText("Ez a jelszó nem jó.");
      await expect(page.getByLabel("E-mail-cím")).toHaveValue(email);
      await signIn(page, email);
      await expect(page).toHaveURL("/login/code");
      await code.fill(wrong);
      await press(page, "Tovább");
      await expect(alert(page)).toContainText("Ez a kód nem jó");
      await expect(code).toHaveValue(wrong);
      await main(page).getByRole("link", { name: "Helyreállító kód" }).click();
      await page.getByLabel("Helyreállító kód", { exact: true }).fill(codes[0]);
      await press(page, "Tovább");
      await expect(page).toHaveURL("/");

      await page.goto("/account/second-factor");
      await page
        .getByLabel(/^Kód az alkalmazásból, vagy/)
        .last()
        .fill(codes[1]);
      await press(page, "Kikapcsolás");
      await expect(status(page)).toHaveText("Kikapcsoltuk a kétlépcsős bejelentkezést.");

      await requestResetMail(page, email);
      await expect(status(page)).toContainText("elküldtük");
      await page.goto(await mailedLink(email, "jelsz"));
      await setNewPassword(page, newPassword);
      await expect(status(page)).toContainText("Beállítottuk az új jelszavad.");
      await main(page).getByRole("link", { name: "Bejelentkezés" }).click();
      await signInOnForm(page, email, newPassword);
      await expect(page).toHaveURL("/");
      await page.goto("/account");
      await page.getByRole("checkbox", { name: /^Értem/ }).check();
      await press(page, "Fiók végleges törlése");
      await expect(page).toHaveURL("/");
      expect((await page.request.get("/api/v1/account/export")).status()).toBe(401);
    });
  });
});

test("signs in on localhost without TLS too", { tag: "@desktop" }, async ({
  page,
  context,
  email,
  createAccount,
}) => {
  await createAccount(email);
  await openHydrated(page, "/login");
  await signInOnForm(page, email);
  await expect(page).toHaveURL("/");
  const cookies = await context.cookies();
  expect(cookies.map(({ name, secure }) => [name, secure]).sort()).toEqual([
    ["mosdo.known_browser", false],
    ["mosdo.session_token", false],
  ]);
  expect((await page.request.get("/api/v1/account/export")).status()).toBe(200);
});
