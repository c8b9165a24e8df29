import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  accountsOrigin,
  accountsTlsOrigin,
  expect,
  goodPassword,
  ipAddressOf,
  linkOf,
  type ReceivedMail,
  registerOnPage,
  requestTest,
  signIn,
  signInOnForm,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { bar, openMenu } from "#tests/e2e/support/bar.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { PlainVisitor, textOf } from "#tests/e2e/support/plain-visitor.ts";
import { openHydrated, untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { appCode, wrongCode } from "#tests/support/accounts/app-code.ts";

/*
 * An account from its registration to its deletion, as most operators run the product: reached by https, through
 * a proxy that ends TLS and knows the product by another host name. Failures, messages and focus of the forms are
 * tested beside their components (`app/features/account`).
 */

const main = (page: Page) => page.getByRole("main");
const alert = (page: Page) => main(page).getByRole("alert");
const status = (page: Page) => main(page).getByRole("status");
const press = (page: Page, name: string) =>
  main(page).getByRole("button", { name, exact: true }).click();

const newPassword = "Uj-jelszo-7";

test.describe("behind TLS", () => {
  test.use({ baseURL: accountsTlsOrigin, ignoreHTTPSErrors: true });

  test("registers, confirms the address, turns the second factor on and off, changes the password, and deletes the account", {
    tag: "@full",
  }, async ({ page, context, email, mailedLink }) => {
    // An account has five codes a minute, right or wrong: this test takes as many.
    const code = main(page).getByLabel("Kód az alkalmazásból", { exact: true });
    const expectFitting = async () => {
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectAccessible(page);
      expect(await sidewaysPixels(page), page.url()).toBe(0);
    };

    await test.step("registers", async () => {
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
      const html = await (await page.request.get("/guide")).text();
      expect(html.replace("<wbr/>", "")).toContain(`>${email}</span>`);
      expect(html).not.toContain('href="/login"');
    });

    await test.step("confirms the address by a mail", async () => {
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
      await expect(main(page).getByRole("link", { name: "Tovább" })).toBeVisible();
      const again = await (await page.request.get(link)).text();
      expect(again).not.toContain("Megerősítem a címemet");
    });

    await test.step("takes the stored data", async () => {
      await openHydrated(page, "/account");
      await expect(page).toHaveTitle("Fiókom | Mosdókereső");
      await expect(page.getByText("Az e-mail-címed megerősítve.")).toBeVisible();
      const downloading = page.waitForEvent("download");
      await page.getByRole("link", { name: "Adatok letöltése" }).click();
      const stored = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
      expect(stored.account).toMatchObject({ email });
      const version = expect.stringMatching(/^\d{4}-\d\d-\d\d [0-9a-f]{16}$/);
      expect(stored.accepted_terms).toEqual([expect.objectContaining({ version })]);
      expect(JSON.stringify(stored)).not.toContain("password");
      // The registration has accepted the terms.
      await expect(page.getByRole("region", { name: "A közreműködők feltételei" })).toHaveCount(0);
    });

    const { secret, codes } = await test.step("turns the second factor on", async () => {
      await main(page).getByRole("link", { name: "Kétlépcsős bejelentkezés beállítása" }).click();
      await expect(page).toHaveURL(/\/account\/second-factor$/);
      await main(page).getByLabel("Jelenlegi jelszó", { exact: true }).fill(goodPassword);
      await press(page, "Beállítás");
      const picture = main(page).getByRole("img", { name: "QR-kód a hitelesítő alkalmazásnak" });
      await expect(picture).toBeVisible();
      // Black on white in every theme, since readers take no other.
      await expect(picture.locator("rect")).toHaveCSS("fill", "rgb(255, 255, 255)");
      await expect(picture.locator("path")).toHaveCSS("fill", "rgb(0, 0, 0)");
      const [whole, ground] = await Promise.all([
        picture.boundingBox(),
        picture.locator("rect").boundingBox(),
      ]);
      expect(ground).toEqual(whole);
      await expectFitting();
      const secret = await main(page).locator("input[name=secret]").inputValue();
      await code.fill(appCode(secret));
      await press(page, "Bekapcsolás");
      await expect(status(page)).toHaveText("Bekapcsoltuk a kétlépcsős bejelentkezést.");
      const codes = await main(page).getByRole("listitem").allInnerTexts();
      expect(codes).toHaveLength(10);
      await expectFitting();
      const saving = page.waitForEvent("download");
      await main(page).getByRole("link", { name: "Letöltés" }).click();
      expect((await saving).suggestedFilename()).toMatch(/^mosdo-.*\.txt$/);
      // Once and no more: the page read again has neither codes nor secret.
      const read = await page.request.get("/account/second-factor");
      expect(read.headers()["cache-control"]).toContain("no-store");
      const text = await read.text();
      for (const shown of [secret, ...codes]) expect(text).not.toContain(shown);
      return { secret, codes };
    });

    await test.step("signs out, and in with a code", async () => {
      await openMenu(page);
      await bar(page).getByRole("button", { name: "Kijelentkezés" }).click();
      await expect(page).toHaveURL("/");
      // The way back to where the visitor came from is kept through both steps.
      await openHydrated(page, "/login?continueUrl=%2Faccount%2Fsecond-factor");
      await signInOnForm(page, email);
      const heading = main(page).getByRole("heading", { level: 1 });
      await expect(heading).toHaveText("Kód a bejelentkezéshez");
      await untilHydrated(page);
      await expectFitting();
      expect((await page.request.get("/api/v1/account/export")).status()).toBe(401);
      await code.fill(wrongCode(secret));
      await press(page, "Tovább");
      await expect(alert(page)).toContainText("Ez a kód nem jó, vagy már felhasználtad.");
      await expect(code).toBeFocused();
      // The code of this time step has been used, if it is still this one; the next one is taken already.
      await code.fill(appCode(secret, undefined, 1));
      await press(page, "Tovább");
      await expect(page).toHaveURL(/\/account\/second-factor$/);
    });

    await test.step("takes new codes, and turns the second factor off", async () => {
      const fields = main(page).getByLabel("Kód az alkalmazásból, vagy egy helyreállító kód");
      await expect(main(page)).toContainText("10 helyreállító kódod maradt.");
      await fields.first().fill(codes[1].toUpperCase());
      await press(page, "Új kódok kérése");
      await expect(status(page)).toContainText("Elkészültek az új kódok.");
      const fresh = await main(page).getByRole("listitem").allInnerTexts();
      expect(new Set([...codes, ...fresh]).size).toBe(20);
      await openHydrated(page, "/account/second-factor");
      await fields.last().fill(fresh[0]);
      await press(page, "Kikapcsolás");
      await expect(status(page)).toHaveText("Kikapcsoltuk a kétlépcsős bejelentkezést.");
    });

    await test.step("changes the password, and chooses mails", async () => {
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
    });

    await test.step("deletes the account", async () => {
      await page.getByRole("checkbox", { name: /^Értem/ }).check();
      await page.getByRole("button", { name: "Fiók végleges törlése" }).click();
      await expect(page).toHaveURL("/");
      const farewell = page.getByRole("status").filter({ hasText: "Töröltük a fiókodat" });
      await expect(farewell).toBeVisible();
      await signIn(page, email, newPassword);
      await expect(alert(page)).toHaveText("Ezzel az e-mail-címmel nincs fiók.");
    });
  });
});

requestTest.describe("behind TLS, without script", () => {
  requestTest.use({ baseURL: accountsTlsOrigin, ignoreHTTPSErrors: true });
  const { step } = requestTest;

  requestTest(
    "every form of an account works",
    async ({ request, playwright, email, mailedLink, callDoor }) => {
      const visitor = new PlainVisitor(request);
      const passwords = { password: goodPassword, confirmation: goodPassword };
      const partOf = (selector: string) => textOf(visitor.page.querySelector(`main ${selector}`));
      const status = () => partOf("[role=status]");
      const alert = () => partOf("[role=alert]");
      const codes = () => [...visitor.page.querySelectorAll("main li")].map(textOf);

      await step("registers, and keeps what was typed", async () => {
        await visitor.open("/register");
        await visitor.press("Regisztráció", { email, ...passwords });
        expect(alert()).toContain("Fogadd el a közreműködők feltételeit.");
        const wrong = { ...passwords, confirmation: "Mosdo-2026?" };
        await visitor.press("Regisztráció", { ...wrong, terms: "1" });
        expect(alert()).toContain("A két jelszó nem egyezik.");
        await visitor.press("Regisztráció", passwords);
        expect(visitor.url.pathname).toBe("/");
      });

      await step("confirms the address", async () => {
        await visitor.open(await mailedLink(email, "meg"));
        await visitor.press("Megerősítem a címemet");
        expect(status()).toContain("Megerősítettük az e-mail-címed.");
        expect(visitor.page.querySelector("main button")).toBeNull();
      });

      await step("signs another device out", async () => {
        const other = await playwright.request.newContext({
          baseURL: accountsTlsOrigin,
          userAgent: "curl/8.5.0",
          ignoreHTTPSErrors: true,
        });
        const device = await new PlainVisitor(other).open("/login");
        await device.press("Bejelentkezés", { email, password: goodPassword });
        expect(device.url.pathname).toBe("/");
        await visitor.open("/account");
        await visitor.press("Kijelentkeztetés");
        expect(status()).toContain("Ott kijelentkeztettünk.");
        await device.open("/account");
        expect(device.url.pathname).toBe("/login");
        await other.dispose();
      });

      // An account has five codes a minute, right or wrong: this test takes as many.
      const { secret, recovery } = await step("turns the second factor on", async () => {
        await visitor.open("/account/second-factor");
        await visitor.press("Beállítás", { currentPassword: "Not-this-1" });
        expect(alert()).toContain("Ez a jelszó nem jó.");
        await visitor.press("Beállítás", { currentPassword: goodPassword });
        const secretNow = () =>
          visitor.page.querySelector("main input[name=secret]")?.getAttribute("value") ?? "";
        const secret = secretNow();
        await visitor.press("Bekapcsolás", { code: wrongCode(secret) });
        expect(alert()).toContain("Ez a kód nem jó");
        expect(secretNow()).toBe(secret);
        await visitor.press("Bekapcsolás", { code: appCode(secret) });
        expect(status()).toBe("Bekapcsoltuk a kétlépcsős bejelentkezést.");
        expect(codes()).toHaveLength(10);
        return { secret, recovery: codes() };
      });

      await step("chooses mails, is asked before the deletion, and signs out", async () => {
        await visitor.open("/account");
        await visitor.press("Mentés", { outcomes: "1" });
        expect(status()).toContain("Elmentettük");
        await visitor.press("Fiók végleges törlése");
        expect(alert()).toContain("jelöld be");
        await visitor.open("/guide");
        await visitor.press("Kijelentkezés");
        expect(visitor.url.pathname).toBe("/");
      });

      await step("signs in with a recovery code, and turns the second factor off", async () => {
        await visitor.open("/login");
        await visitor.press("Bejelentkezés", { email, password: "Not-this-1" });
        expect(alert()).toContain("Ez a jelszó nem jó.");
        // The address is still there.
        await visitor.press("Bejelentkezés", { password: goodPassword });
        expect(visitor.url.pathname).toBe("/login/code");
        await visitor.press("Tovább", { code: wrongCode(secret) });
        expect(alert()).toContain("Ez a kód nem jó");
        await visitor.follow("Helyreállító kód");
        await visitor.press("Tovább", { code: recovery[0] });
        expect(visitor.url.pathname).toBe("/");
        await visitor.open("/account/second-factor");
        await visitor.press("Kikapcsolás", { code: recovery[1] });
        expect(status()).toBe("Kikapcsoltuk a kétlépcsős bejelentkezést.");
      });

      await step("sets a new password by a mail, once, which ends the other sessions", async () => {
        const earlier = await request.storageState();
        await visitor.open("/forgotpassword");
        await visitor.press("Link küldése", { email });
        expect(status()).toContain("elküldtük rá az e-mailt");
        const mail = await callDoor<ReceivedMail>(`/mail?email=${email}&subject=jelsz`);
        expect(mail.subject).toBe("Új jelszó beállítása – Mosdókereső");
        const link = linkOf(mail);
        expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
          mode: "resetPassword",
          lang: "hu",
          continueUrl: `${accountsTlsOrigin}/login`,
        });
        await visitor.open(link);
        expect(visitor.main).toContain(`Fiók: ${email}`);
        await visitor.press("Jelszó mentése", { password: newPassword });
        expect(status()).toContain("Beállítottuk az új jelszavad.");
        const before = await playwright.request.newContext({
          baseURL: accountsTlsOrigin,
          storageState: earlier,
          ignoreHTTPSErrors: true,
        });
        expect((await before.get("/api/v1/account/export")).status()).toBe(401);
        await before.dispose();
        // From another client address: one may check some codes a minute.
        await visitor.open(link, { "X-Forwarded-For": ipAddressOf(`${email}-later`) });
        expect(alert()).toBe("Ez a link lejárt, már felhasználták, vagy hibás.");
        await visitor.follow("Vissza a bejelentkezéshez");
        const typed = ` ${email.toUpperCase()} `;
        await visitor.press("Bejelentkezés", { email: typed, password: newPassword });
        expect(visitor.url.pathname).toBe("/");
      });

      await step("deletes the account", async () => {
        await visitor.open("/account");
        await visitor.press("Fiók végleges törlése", { confirmed: "1" });
        expect(visitor.url.pathname).toBe("/");
        expect((await request.get("/api/v1/account/export")).status()).toBe(401);
      });
    },
  );
});

requestTest("signs in on localhost without TLS too", async ({ request, email, createAccount }) => {
  await createAccount(email);
  const form = { email, password: goodPassword };
  const headers = { Origin: accountsOrigin };
  const response = await request.post("/login", { form, headers, maxRedirects: 0 });
  const cookies = response.headersArray().filter(({ name }) => /^set-cookie$/i.test(name));
  expect(cookies.map(({ value }) => value.split("=", 1)[0]).sort()).toEqual([
    "mosdo.known_browser",
    "mosdo.session_token",
  ]);
  for (const { value } of cookies) expect(value).not.toContain("Secure");
  expect((await request.get("/api/v1/account/export")).status()).toBe(200);
});
