import {
  accountsTlsOrigin,
  expect,
  ipAddressOf,
  registerUnseen,
  signInUnseen,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * Signing out on other devices (docs/product#devices-of-an-account). The list itself is tested beside its
 * component.
 */

test.use({ baseURL: accountsTlsOrigin, ignoreHTTPSErrors: true });

const userAgent = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";

test("signs out on another device; one that has ended already is no failure", {
  tag: "@phone",
}, async ({ page, browser, email }) => {
  await registerUnseen(page, email, accountsTlsOrigin);
  const phones = await Promise.all(
    ["one", "two"].map(async (name) => {
      const extraHTTPHeaders = { "X-Forwarded-For": ipAddressOf(`${email}-${name}`) };
      const context = await browser.newContext({
        userAgent,
        baseURL: accountsTlsOrigin,
        extraHTTPHeaders,
        ignoreHTTPSErrors: true,
      });
      const phone = await context.newPage();
      await signInUnseen(phone, email, accountsTlsOrigin);
      return phone;
    }),
  );
  await openHydrated(page, "/account");
  const devices = page.getByRole("region", { name: "Ahol be vagy jelentkezve" });
  const entries = devices.getByRole("listitem");
  const signOut = devices.getByRole("button", { name: "Kijelentkeztetés Firefox, Android" });
  await expect(entries).toHaveCount(3);
  await expect(entries.first()).toContainText("Chrome, ");
  await expectAccessible(page);
  // Ended from elsewhere meanwhile: this page still shows it.
  const { sessions } = await (await page.request.get("/api/v1/account/sessions")).json();
  const [first] = sessions.filter(({ current }: { current: boolean }) => !current);
  const headers = { Origin: accountsTlsOrigin };
  const ended = await page.request.delete(`/api/v1/account/sessions/${first.id}`, { headers });
  expect(ended.status()).toBe(204);

  await page.evaluate(() => document.documentElement.setAttribute("data-here", ""));
  for (const left of [2, 1]) {
    await signOut.first().click();
    await expect(entries).toHaveCount(left);
    await expect(devices.getByRole("status")).toHaveText("Ott kijelentkeztettünk.");
    await expect(devices.getByRole("alert")).toHaveCount(0);
  }
  // No reload; and the focus is with the message, since its button is gone.
  await expect(page.locator("html[data-here]")).toHaveCount(1);
  await expect(devices.locator(":focus")).toHaveText("Ott kijelentkeztettünk.");
  await expectAccessible(page);
  for (const phone of phones) {
    await phone.goto("/account");
    await expect(phone).toHaveURL("/login");
    await phone.context().close();
  }
});
