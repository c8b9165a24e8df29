import type { Page } from "@playwright/test";
import {
  accountsOrigin,
  expect,
  goodPassword,
  signInOnForm,
  signInUnseen,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { appCode, wrongCode } from "#tests/support/accounts/app-code.ts";
import { testNow } from "#tests/support/test-clock.ts";

/* Second factor from its set-up to its end (docs/product#second-factor). */

const words = {
  hu: {
    link: "Kétlépcsős bejelentkezés beállítása",
    password: "Jelenlegi jelszó",
    begin: "Beállítás",
    picture: "QR-kód a hitelesítő alkalmazásnak",
    code: "Kód az alkalmazásból",
    turnOn: "Bekapcsolás",
    on: "Bekapcsoltuk a kétlépcsős bejelentkezést.",
    download: "Letöltés",
    done: "Eltettem őket",
    signIn: { email: "E-mail-cím", password: "Jelszó", submit: "Bejelentkezés" },
    title: "Kód a bejelentkezéshez",
    next: "Tovább",
    wrong: "Ez a kód nem jó, vagy már felhasználtad.",
    useRecovery: "Helyreállító kód",
    recovery: "Helyreállító kód",
    anyCode: "Kód az alkalmazásból, vagy egy helyreállító kód",
    left: "9 helyreállító kódod maradt.",
    renew: "Új kódok kérése",
    renewed: "Elkészültek az új kódok.",
    turnOff: "Kikapcsolás",
    off: "Kikapcsoltuk a kétlépcsős bejelentkezést.",
  },
  de: {
    link: "Zwei-Faktor-Anmeldung einrichten",
    password: "Bisheriges Passwort",
    begin: "Einrichten",
    picture: "QR-Code für die Authenticator-App",
    code: "Code aus der App",
    turnOn: "Einschalten",
    on: "Die Zwei-Faktor-Anmeldung ist eingeschaltet.",
    download: "Herunterladen",
    done: "Ich habe sie aufbewahrt",
    signIn: { email: "E-Mail-Adresse", password: "Passwort", submit: "Anmelden" },
    title: "Code zur Anmeldung",
    next: "Weiter",
    wrong: "Dieser Code ist falsch oder schon benutzt.",
    useRecovery: "Wiederherstellungscode",
    recovery: "Wiederherstellungscode",
    anyCode: "Code aus der App oder ein Wiederherstellungscode",
    left: "Sie haben noch 9 Wiederherstellungscodes.",
    renew: "Neue Codes holen",
    renewed: "Hier sind Ihre neuen Codes.",
    turnOff: "Ausschalten",
    off: "Die Zwei-Faktor-Anmeldung ist ausgeschaltet.",
  },
} as const;

const main = (page: Page) => page.getByRole("main");

/** Presses the button of the page behind the mail that a registration sends. */
async function confirmAddress(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await main(page).getByRole("button").click();
  await expect(main(page).getByRole("status")).toBeVisible();
}

/** Turns the second factor on, without the page. */
async function turnOnUnseen(page: Page): Promise<{ secret: string; codes: readonly string[] }> {
  const call = async (path: string, data: object) => {
    const headers = { Origin: accountsOrigin };
    const answer = await page.request.post(`/api/auth/second-factor/${path}`, { data, headers });
    expect(answer.status()).toBe(200);
    return answer.json();
  };
  const { secret } = await call("set-up", { password: goodPassword });
  const { recoveryCodes } = await call("turn-on", { secret, code: appCode(secret) });
  return { secret, codes: recoveryCodes };
}

for (const [lang, javaScriptEnabled] of [
  ["hu", true],
  ["de", false],
] as const) {
  const name = `in ${lang} ${javaScriptEnabled ? "with" : "without"} script`;
  test.describe(name, { tag: "@phone" }, () => {
    test.use({ javaScriptEnabled, locale: lang });
    test.beforeEach(({ expectedFaults }) => {
      // Chromium refuses even to preload a script that it may not run.
      if (!javaScriptEnabled) expectedFaults.push(/^failed request: .*\.js csp$/);
    });

    test("is turned on, and asked for at each sign-in", async ({
      page,
      email,
      createAccount,
      mailedLink,
    }) => {
      const t = words[lang];
      const ready = async () => {
        if (javaScriptEnabled) await untilHydrated(page);
      };
      const lookAround = async () => {
        if (!javaScriptEnabled) return;
        await page.evaluate(() => window.scrollTo(0, 0));
        await expectAccessible(page);
        expect(await sidewaysPixels(page), page.url()).toBe(0);
      };
      const press = (button: string) =>
        main(page).getByRole("button", { name: button, exact: true }).click();
      const code = main(page).getByLabel(t.code, { exact: true });
      const alert = main(page).getByRole("alert");
      const status = main(page).getByRole("status");

      await createAccount(email);
      await confirmAddress(page, await mailedLink(email, "onfirm"));
      await signInUnseen(page, email);
      await page.goto(`/account?lang=${lang}`);
      await ready();
      await main(page).getByRole("link", { name: t.link }).click();
      await expect(page).toHaveURL(/\/account\/second-factor$/);
      await ready();
      await lookAround();
      const password = main(page).getByLabel(t.password, { exact: true });
      await password.fill("Not-this-1");
      await press(t.begin);
      await expect(alert).toBeVisible();
      await password.fill(goodPassword);
      await press(t.begin);
      const picture = main(page).getByRole("img", { name: t.picture });
      await expect(picture).toBeVisible();
      // Black on white in every theme, since readers take no other.
      await expect(picture.locator("rect")).toHaveCSS("fill", "rgb(255, 255, 255)");
      await expect(picture.locator("path")).toHaveCSS("fill", "rgb(0, 0, 0)");
      const [whole, ground] = await Promise.all([
        picture.boundingBox(),
        picture.locator("rect").boundingBox(),
      ]);
      expect(ground).toEqual(whole);
      await lookAround();
      const secret = await main(page).locator("input[name=secret]").inputValue();
      await expect(main(page)).toContainText(secret.replace(/.{4}(?=.)/g, "$& "));
      await code.fill(wrongCode(secret));
      await press(t.turnOn);
      await expect(alert).toContainText(t.wrong);
      await expect(code).toHaveAttribute("aria-invalid", "true");
      await expect(main(page).getByRole("img", { name: t.picture })).toBeVisible();
      await code.fill(appCode(secret));
      await press(t.turnOn);
      await expect(status).toHaveText(t.on);
      const codes = await main(page).getByRole("listitem").allInnerTexts();
      expect(codes).toHaveLength(10);
      await lookAround();
      const saving = page.waitForEvent("download");
      await main(page).getByRole("link", { name: t.download }).click();
      expect((await saving).suggestedFilename()).toMatch(/^mosdo-.*\.txt$/);
      // Once and no more: the page read again has neither codes nor secret.
      const read = await page.request.get("/account/second-factor");
      expect(read.headers()["cache-control"]).toContain("no-store");
      const text = await read.text();
      for (const told of [secret, ...codes]) expect(text).not.toContain(told);

      // The way back to where the visitor came from is kept through both steps.
      await page.context().clearCookies();
      const address = `/login?lang=${lang}&continueUrl=%2Faccount%2Fsecond-factor`;
      const givePassword = async () => {
        await page.goto(address);
        await ready();
        await main(page).getByLabel(t.signIn.email).fill(email);
        await main(page).getByLabel(t.signIn.password, { exact: true }).fill(goodPassword);
        await press(t.signIn.submit);
        await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(t.title);
        await ready();
      };
      await givePassword();
      await lookAround();
      await expect(code).toHaveAttribute("autocomplete", "one-time-code");
      await expect(code).toHaveAttribute("inputmode", "numeric");
      expect((await page.request.get("/api/v1/account/export")).status()).toBe(401);
      const wrong = wrongCode(secret);
      await code.fill(wrong);
      await press(t.next);
      await expect(alert).toContainText(t.wrong);
      await expect(code).toHaveValue(wrong);
      if (javaScriptEnabled) await expect(code).toBeFocused();
      await code.fill(appCode(secret, testNow(), 1));
      await press(t.next);
      await expect(page).toHaveURL(/\/account\/second-factor$/);

      await page.context().clearCookies();
      await givePassword();
      await main(page).getByRole("link", { name: t.useRecovery }).click();
      const recovery = main(page).getByLabel(t.recovery, { exact: true });
      await ready();
      await recovery.fill(codes[0].toUpperCase());
      await press(t.next);
      await expect(page).toHaveURL(/\/account\/second-factor$/);

      await expect(main(page)).toContainText(t.left);
    });

    test("gets new recovery codes, and is turned off", async ({
      page,
      email,
      createAccount,
      mailedLink,
    }) => {
      const t = words[lang];
      const ready = async () => {
        if (javaScriptEnabled) await untilHydrated(page);
      };
      const press = (button: string) =>
        main(page).getByRole("button", { name: button, exact: true }).click();
      const fields = main(page).getByLabel(t.anyCode, { exact: true });
      const status = main(page).getByRole("status");
      await createAccount(email);
      await confirmAddress(page, await mailedLink(email, "onfirm"));
      await signInUnseen(page, email);
      const { codes } = await turnOnUnseen(page);
      await page.goto(`/account/second-factor?lang=${lang}`);
      await ready();
      if (javaScriptEnabled) await expectAccessible(page);
      await fields.first().fill(codes[1]);
      await press(t.renew);
      await expect(status).toContainText(t.renewed);
      if (javaScriptEnabled) await expect(main(page).locator(":focus")).toContainText(t.renewed);
      const fresh = await main(page).getByRole("listitem").allInnerTexts();
      expect(new Set([...codes, ...fresh]).size).toBe(20);
      await main(page).getByRole("link", { name: t.done }).click();
      await expect(page).toHaveURL(/\/account$/);
      await page.goto("/account/second-factor");
      await ready();
      await fields.last().fill(codes[2]);
      await press(t.turnOff);
      await expect(main(page).getByRole("alert")).toContainText(t.wrong);
      await expect(fields.last()).toHaveValue(codes[2]);
      await fields.last().fill(fresh[0]);
      await press(t.turnOff);
      await expect(status).toHaveText(t.off);
      await page.context().clearCookies();
      await signInUnseen(page, email);
      expect((await page.request.get("/api/v1/account/second-factor")).status()).toBe(200);
    });
  });
}

test("is not for an address that is not confirmed, and is advised to staff", {
  tag: "@desktop",
}, async ({ page, email, createAccount, becomeAdministrator }) => {
  await createAccount(email);
  await signInUnseen(page, email);
  await page.goto("/account");
  await expect(main(page).getByText("Mosdókat kezelsz")).toHaveCount(0);
  await page.goto("/account/second-factor");
  await expect(main(page)).toContainText("előbb meg kell erősítened az e-mail-címed");
  await expect(main(page).getByRole("button")).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto("/account/second-factor");
  await expect(page).toHaveURL("/login?continueUrl=%2Faccount%2Fsecond-factor");
  await page.goto("/login/code?continueUrl=%2Fplaces");
  await expect(page).toHaveURL("/login?continueUrl=%2Fplaces");
  await becomeAdministrator();
  await page.goto("/account");
  await expect(main(page).getByText("Mosdókat kezelsz")).toBeVisible();
});

test("is asked for after Google too, in a window of its own and in the same one", {
  tag: "@desktop",
}, async ({ page, email }) => {
  const google = page.getByRole("link", { name: "Bejelentkezés Google-fiókkal" });
  const agree = async (provider: Page) => {
    await provider.getByLabel("E-mail").fill(email);
    await provider.getByRole("button", { name: "Sign in" }).click();
  };
  const address = "/login?continueUrl=%2Fplaces%3Fopen%3D1";
  const signIn = async (own: Page, code: string) => {
    await agree(own);
    await own.getByLabel("Kód az alkalmazásból").fill(code);
    await own.getByRole("button", { name: "Tovább" }).click();
  };
  await page.goto(address);
  const first = page.waitForEvent("popup");
  await google.click();
  await agree(await first);
  await expect(page).toHaveURL("/places?open=1");
  const { secret, codes } = await turnOnUnseen(page);

  await page.context().clearCookies();
  await page.goto(address);
  const opening = page.waitForEvent("popup");
  await google.click();
  const popup = await opening;
  await signIn(popup, appCode(secret, testNow(), 1));
  await expect(page).toHaveURL("/places?open=1");
  await expect.poll(() => popup.isClosed()).toBe(true);

  await page.context().clearCookies();
  await page.addInitScript(() => {
    window.open = () => null;
    localStorage.removeItem("auth");
  });
  await page.goto(address);
  await google.click();
  await agree(page);
  await page.getByRole("link", { name: "Helyreállító kód" }).click();
  await page.getByLabel("Helyreállító kód", { exact: true }).fill(codes[0]);
  await page.getByRole("button", { name: "Tovább" }).click();
  await expect(page).toHaveURL("/places?open=1");
});

test("says when codes are too many, and keeps what was typed while the server is away", {
  tag: "@phone",
}, async ({ page, context, email, createAccount, mailedLink, expectedFaults }) => {
  expectedFaults.push(/ERR_INTERNET_DISCONNECTED/);
  await createAccount(email);
  await confirmAddress(page, await mailedLink(email, "onfirm"));
  await signInUnseen(page, email);
  const { secret } = await turnOnUnseen(page);
  await page.context().clearCookies();
  await page.goto("/login?lang=hu");
  await untilHydrated(page);
  await signInOnForm(page, email);
  const code = page.getByLabel("Kód az alkalmazásból");
  const next = page.getByRole("button", { name: "Tovább" });
  const alert = main(page).getByRole("alert");
  await untilHydrated(page);
  await code.fill("123 456");
  await context.setOffline(true);
  await next.click();
  await expect(alert).toBeVisible();
  await expect(code).toHaveValue("123 456");
  await context.setOffline(false);
  // Turning it on took one of five.
  for (let time = 0; time < 4; time++) {
    const headers = { Origin: accountsOrigin };
    const form = { code: wrongCode(secret) };
    expect((await page.request.post("/login/code", { form, headers })).status()).toBe(401);
  }
  await code.fill(appCode(secret, testNow(), 1));
  await next.click();
  await expect(alert).toContainText("Túl sok próbálkozás");
  await expect(page).toHaveURL("/login/code");
});
