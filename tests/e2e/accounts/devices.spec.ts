import type { Browser, Page } from "@playwright/test";
import {
  accountsOrigin,
  addressOf,
  expect,
  goodPassword,
  signInUnseen,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";

/* Signing out on other devices (docs/product#devices-of-an-account). */

const words = {
  hu: {
    title: "Ahol be vagy jelentkezve",
    own: "Ez az eszköz",
    unknown: "Ismeretlen eszköz",
    since: "Bejelentkezés: 20",
    signOut: "Kijelentkeztetés",
    signOutOthers: "A többi kijelentkeztetése",
    signedOut: "Ott kijelentkeztettünk.",
  },
  de: {
    title: "Wo Sie angemeldet sind",
    own: "Dieses Gerät",
    unknown: "Unbekanntes Gerät",
    since: "Angemeldet am ",
    signOut: "Dort abmelden",
    signOutOthers: "Überall sonst abmelden",
    signedOut: "Sie sind dort abgemeldet.",
  },
} as const;

const userAgent = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";

/** A browser on a phone that is signed in to the account. */
async function openPhone(browser: Browser, email: string): Promise<Page> {
  const extraHTTPHeaders = { "X-Forwarded-For": addressOf(`${email}-phone`) };
  const phone = await browser.newContext({ userAgent, baseURL: accountsOrigin, extraHTTPHeaders });
  const page = await phone.newPage();
  await signInUnseen(page, email);
  return page;
}

/** A program signs in to the account. */
async function signProgramIn(email: string): Promise<void> {
  const response = await fetch(`${accountsOrigin}/login`, {
    method: "POST",
    headers: { "User-Agent": "curl/8.5.0", "X-Forwarded-For": addressOf(`${email}-program`) },
    body: new URLSearchParams({ email, password: goodPassword }),
    redirect: "manual",
  });
  expect(response.status).toBe(302);
}

const expectSignedOut = async (phone: Page) => {
  await phone.goto("/account");
  await expect(phone).toHaveURL("/login");
};

const devicesOf = (page: Page, lang: keyof typeof words) =>
  page.getByRole("region", { name: words[lang].title });

for (const [lang, javaScriptEnabled, tag] of [
  ["hu", true, "@phone"],
  ["de", true, "@desktop"],
  ["hu", false, "@desktop"],
  ["de", false, "@phone"],
] as const) {
  const name = `signs out elsewhere in ${lang} ${javaScriptEnabled ? "with" : "without"} script`;
  test.describe(name, { tag }, () => {
    test.use({ javaScriptEnabled });
    test.beforeEach(({ expectedFaults }) => {
      // Chromium refuses even to preload a script that it may not run.
      if (!javaScriptEnabled) expectedFaults.push(/^failed request: .*\.js csp$/);
    });

    test("on one device, then on all others", async ({ page, browser, email, createAccount }) => {
      await createAccount(email);
      await signProgramIn(email);
      const phone = await openPhone(browser, email);
      await signInUnseen(page, email);
      await page.goto(`/account?lang=${lang}`);
      const { own, unknown, since, signOut, signOutOthers, signedOut } = words[lang];
      const devices = devicesOf(page, lang);
      const entries = devices.getByRole("listitem");
      await expect(entries).toHaveCount(4);
      await expect(entries.first()).toContainText(own);
      await expect(entries.first()).toContainText("Chrome, ");
      await expect(entries.first().getByRole("button")).toHaveCount(0);
      await expect(devices.getByText(own)).toHaveCount(1);
      await expect(entries.filter({ hasText: "Firefox, Android" })).toContainText(since);
      await expect(entries.filter({ hasText: unknown })).toHaveCount(1);
      if (javaScriptEnabled) {
        await expectAccessible(page);
        await page.evaluate(() => document.documentElement.setAttribute("data-here", ""));
      }

      await devices
        .getByRole("button", { name: `${signOut} Firefox, Android`, exact: true })
        .click();
      await expect(devices.getByRole("status")).toHaveText(signedOut);
      await expect(entries).toHaveCount(3);
      await expectSignedOut(phone);
      if (javaScriptEnabled) {
        // No reload; and the focus is with the message, since its button is gone.
        await expect(page.locator("html[data-here]")).toHaveCount(1);
        await expect(devices.locator(":focus")).toHaveText(signedOut);
        await expectAccessible(page);
      }

      await signInUnseen(phone, email);
      await page.goto(`/account?lang=${lang}`);
      await expect(entries).toHaveCount(4);
      await devices.getByRole("button", { name: signOutOthers }).click();
      await expect(devices.getByRole("status")).toHaveText(signedOut);
      await expect(entries).toHaveCount(1);
      await expect(devices.getByRole("button")).toHaveCount(0);
      await expectSignedOut(phone);
      await page.reload();
      await expect(page).toHaveURL(`/account?lang=${lang}`);
      await phone.context().close();
    });
  });
}

test("says why it could not, and goes on afterwards; what has ended already is no failure", {
  tag: "@desktop",
}, async ({ page, browser, email, createAccount, expectedFaults }) => {
  expectedFaults.push(/ERR_INTERNET_DISCONNECTED/);
  await createAccount(email);
  const phone = await openPhone(browser, email);
  await signInUnseen(page, email);
  await page.goto("/account");
  const devices = devicesOf(page, "hu");
  const entries = devices.getByRole("listitem");
  const signOut = devices.getByRole("button", { name: "Kijelentkeztetés Firefox, Android" });
  await expect(entries).toHaveCount(3);
  await page.route("**/account.data*", (route) => route.abort("internetdisconnected"));
  await signOut.click();
  await expect(devices.getByRole("alert")).toBeVisible();
  await expect(entries).toHaveCount(3);
  await page.unroute("**/account.data*");

  // Ended from elsewhere meanwhile: this page still shows it.
  const { sessions } = await (await page.request.get("/api/v1/account/sessions")).json();
  const ended = sessions.find((session: { device: string }) => session.device?.includes("Firefox"));
  const headers = { Origin: accountsOrigin };
  const answer = await page.request.delete(`/api/v1/account/sessions/${ended.id}`, { headers });
  expect(answer.status()).toBe(204);
  await signOut.click();
  await expect(devices.getByRole("status")).toHaveText("Ott kijelentkeztettünk.");
  await expect(devices.getByRole("alert")).toHaveCount(0);
  await expect(entries).toHaveCount(2);
  await phone.context().close();
});
