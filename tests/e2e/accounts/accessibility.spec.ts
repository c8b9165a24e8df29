import { readdirSync } from "node:fs";
import {
  accountsOrigin,
  expect,
  goodPassword,
  ipAddressOf,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";

/* Pages of an account, in German, whose words are the longest. Its forms are in `every-page/accessible-states.spec.ts`. */

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("pages behind the links in mails, the account's and the status have no barrier and fit, also in a narrow window", {
  tag: "@full",
}, async ({ page, playwright, email, mailedLink, becomeAdministrator }) => {
  const headers = { Origin: accountsOrigin, "Accept-Language": "de" };
  // By a program's call, which knows nothing of terms: they are asked for on the pages.
  const data = { email, password: goodPassword, name: "" };
  const signedUp = await page.request.post("/api/auth/sign-up/email", { data, headers });
  expect(signedUp.ok()).toBe(true);
  const confirmation = await mailedLink(email, "");
  const forgotten = { form: { email }, params: { lang: "de" }, headers };
  expect((await page.request.post("/forgotpassword", forgotten)).ok()).toBe(true);
  // A second device, which the account's page lists.
  const device = await playwright.request.newContext({
    baseURL: accountsOrigin,
    extraHTTPHeaders: { "X-Forwarded-For": ipAddressOf(`${email}-phone`) },
  });
  const form = { email, password: goodPassword };
  expect((await device.post("/login", { form, headers, maxRedirects: 0 })).status()).toBe(302);
  await device.dispose();

  const expectNoBarrier = async () => {
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysPixels(page), page.url()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
  };
  for (const path of [
    confirmation,
    await mailedLink(email, "Passwort"),
    "/mail?mode=resetPassword&oobCode=x&lang=de",
  ]) {
    await page.goto(path);
    await expectNoBarrier();
  }
  await page.goto("/account?lang=de");
  await expect(page.getByRole("listitem").filter({ hasText: "Chrome" })).toHaveCount(2);
  await page.getByRole("button", { name: "Konto endgültig löschen" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await expectNoBarrier();

  await test.step("the bar of a signed-in visitor has one row from 992 pixels on", async () => {
    for (const language of readdirSync("public/locales")) {
      await page.setViewportSize({ width: 992, height: 640 });
      await page.goto(`/guide?lang=${language}`);
      const bar = await page.getByRole("banner").boundingBox();
      expect(bar?.height, language).toBeLessThan(80);
    }
  });

  await test.step("the status", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await becomeAdministrator();
    await page.goto("/status?lang=de");
    await expect(page.getByRole("heading", { name: "Datenbank" })).toBeVisible();
    await expectNoBarrier();
  });
});
