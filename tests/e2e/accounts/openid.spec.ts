import type { Page } from "@playwright/test";
import { accountsPorts, expect, signInOnForm, test } from "#tests/e2e/support/accounts-test.ts";
import { bar } from "#tests/e2e/support/bar.ts";
import { testAdministrator } from "#tests/support/accounts/add-account.ts";

const button = (page: Page) => page.getByRole("link", { name: "Belépés ezzel: Városkapu" });
const alert = (page: Page) => page.getByRole("main").getByRole("alert");

const failed = "Nem sikerült a belépés (Városkapu).";

/** The provider's own pages: a question and an answer. */
async function agree(page: Page, email: string) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("signs in by the operator's provider from both pages, and goes on where the visitor was", async ({
  page,
  email,
}) => {
  await page.goto("/register?continueUrl=%2Fguide");
  await button(page).click();
  await agree(page, email);
  await expect(page).toHaveURL("/guide");
  await expect(bar(page).getByText(`Bejelentkezve: ${email}`)).toBeAttached();
  // The provider has a session by now and asks nothing; the record is Google's alone.
  await page.context().clearCookies({ name: /session_token/ });
  await page.goto("/login?continueUrl=%2Fguide");
  await button(page).click();
  await expect(page).toHaveURL("/guide");
  await expect(bar(page).getByText(`Bejelentkezve: ${email}`)).toBeAttached();
  expect(await page.evaluate(() => localStorage.getItem("auth"))).toBeNull();
});

test("says that it did not work, when refused and for an address that is not verified", {
  tag: "@phone",
}, async ({ page, email }) => {
  await page.goto("/login?continueUrl=%2Fguide");
  await button(page).click();
  await page.getByRole("button", { name: "Refuse" }).click();
  await expect(page).toHaveURL(/\/login\?continueUrl=%2Fguide&by=openid&error=/);
  await expect(alert(page)).toContainText(failed);
  await button(page).click();
  await agree(page, `unverified-${email}`);
  await expect(alert(page)).toContainText(failed);
  await page.context().clearCookies();
  await button(page).click();
  await agree(page, email);
  await expect(page).toHaveURL("/guide");
});

test("refuses a way back with another state, and a link of another site", {
  tag: "@desktop",
}, async ({ page }) => {
  const back = `/api/auth/callback/oidc?code=made-up&state=${"x".repeat(32)}`;
  await page.goto(back);
  await expect(page).toHaveURL(/\/login\?error=/);
  await expect(alert(page)).toBeVisible();
  const headers = { "Sec-Fetch-Site": "cross-site" };
  const response = await page.request.get("/auth/openid", { headers, maxRedirects: 0 });
  expect(response.headers().location).toBe("/login");
});

test.describe("without script", { tag: "@desktop" }, () => {
  test.use({ javaScriptEnabled: false });

  test.beforeEach(({ expectedFaults }) => {
    expectedFaults.push(/^failed request: .*\.js csp$/);
  });

  test("works the same", async ({ page, email }) => {
    await page.goto("/login");
    await button(page).click();
    await agree(page, email);
    await expect(page).toHaveURL("/");
  });
});

test.describe("a provider that is away", { tag: "@desktop" }, () => {
  test.use({ baseURL: `https://localhost:${accountsPorts.tls}`, ignoreHTTPSErrors: true });

  test("leaves the sign-in by password as it is, and the page says what happened", async ({
    page,
  }) => {
    await page.goto("/login");
    await button(page).click();
    await expect(alert(page)).toContainText(failed);
    await signInOnForm(page, testAdministrator.email, testAdministrator.password);
    await expect(page).toHaveURL("/");
  });
});
