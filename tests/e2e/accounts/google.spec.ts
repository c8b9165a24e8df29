import type { Locator, Page } from "@playwright/test";
import {
  accountsTlsOrigin,
  enableSecondFactor,
  expect,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { bar, openMenu } from "#tests/e2e/support/bar.ts";
import { desktop } from "#tests/e2e/support/test.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { appCode } from "#tests/support/accounts/app-code.ts";

/*
 * Signing in with Google, in a window of its own and in the same one (docs/product#google-sign-in). What the page
 * says while the window is open and afterwards is tested beside `google-sign-in.tsx`; accounts that were there before
 * in `server/accounts/google-sign-in.integration.test.ts`.
 */

test.use({ ...desktop, baseURL: accountsTlsOrigin, ignoreHTTPSErrors: true });
const login = "/login?continueUrl=%2Fplaces%3Fopen%3D1";
const google = (page: Page) => page.getByRole("link", { name: "Bejelentkezés Google-fiókkal" });
const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const next = (page: Page) => page.getByRole("button", { name: "Tovább" });
const authRecord = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("auth") ?? "null"));

/** The provider's own pages: a question and an answer. */
async function agree(provider: Page, email: string) {
  await provider.getByLabel("E-mail").fill(email);
  await provider.getByRole("button", { name: "Sign in" }).click();
}

/** Puts one address in the place of another in the bar's item; returns the CSS pixels of it that are cut off. */
function cutPixels(item: Locator, from: string, to: string): Promise<number> {
  const parts = to.split(/(?=@)/).map((part, at) => [from.split(/(?=@)/)[at], part]);
  return item.evaluate((element, replaced) => {
    const name = element.lastElementChild as HTMLElement;
    for (const [part, other] of replaced) name.innerHTML = name.innerHTML.replace(part, other);
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = name;
    return Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight);
  }, parts);
}

async function openWindow(page: Page): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await google(page).click();
  return opening;
}

test("signs in in a window of its own, where a code of the second factor is requested too", {
  tag: "@full",
}, async ({ page, context, email }) => {
  await openHydrated(page, login);
  const refused = await openWindow(page);
  await refused.getByRole("button", { name: "Refuse" }).click();
  await expect(alert(page)).toContainText("A Google-bejelentkezés nem sikerült.");
  expect(await authRecord(page)).toBeNull();

  const popup = await openWindow(page);
  await agree(popup, email);
  await expect(page).toHaveURL("/places?open=1");
  await expect.poll(() => popup.isClosed()).toBe(true);
  expect(await authRecord(page)).toEqual({
    userID: expect.stringMatching(/./),
    name: email.split("@")[0],
    profilePhoto: expect.stringContaining("https://pictures.test/"),
    isAuth: true,
  });
  const { secret } = await enableSecondFactor(page, { origin: accountsTlsOrigin });
  await page.goto("/guide");
  await openMenu(page);
  await expect(bar(page).getByText(`Bejelentkezve: ${email}`)).toBeVisible();
  for (const language of ["de", "hu"]) {
    // Text that is replaced before React has taken the page over is a hydration error.
    await openHydrated(page, `/guide?lang=${language}`);
    const item = bar(page).locator(`li[title="${email}"]`);
    for (const width of [992, 1100, 1200, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await cutPixels(item, email, "annamaria.kovac@posta.hu");
      expect(cut, `${language} ${width}`).toBeLessThanOrEqual(0);
      const { height } = (await page.getByRole("banner").boundingBox())!;
      expect(height, `${language} ${width}`).toBeLessThan(80);
    }
  }
  await bar(page).getByRole("button", { name: "Kijelentkezés" }).click();
  await expect(page).toHaveURL("/");
  await expect.poll(() => authRecord(page)).toBeNull();

  // The provider's session ends as well, so that it asks again.
  await context.clearCookies();
  await openHydrated(page, login);
  const pending = await openWindow(page);
  await agree(pending, email);
  await pending.getByLabel("Kód az alkalmazásból").fill(appCode(secret, undefined, 1));
  await next(pending).click();
  await expect(page).toHaveURL("/places?open=1");
  await expect.poll(() => pending.isClosed()).toBe(true);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("says that it failed, and signs in", { tag: "@full" }, async ({
    page,
    email,
    expectedErrors,
  }) => {
    expectedErrors.push(/^failed request: .*\.js csp$/);
    await page.goto("/login");
    await google(page).click();
    await page.getByRole("button", { name: "Refuse" }).click();
    await expect(alert(page)).toContainText("A Google-bejelentkezés nem sikerült.");
    await google(page).click();
    await agree(page, email);
    await expect(page).toHaveURL("/");
    await page.goto("/guide");
    await expect(bar(page).getByText(`Bejelentkezve: ${email}`)).toBeVisible();
  });
});
