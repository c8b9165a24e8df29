import type { Page } from "@playwright/test";
import { expect, test } from "#tests/e2e/support/accounts-test.ts";
import { bar } from "#tests/e2e/support/bar.ts";

/* Signing in with the operator's provider (docs/product#openid-sign-in), a plain link with and without script. */

const button = (page: Page) => page.getByRole("link", { name: "Bejelentkezés ezzel: Városkapu" });
const alert = (page: Page) => page.getByRole("main").getByRole("alert");

const failed = "Nem sikerült a bejelentkezés (Városkapu).";

/** The provider's own pages: a question and an answer. */
async function agree(page: Page, email: string) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("says that it did not work, signs in from both pages, and goes on where the visitor was", async ({
  page,
  context,
  email,
}) => {
  // A way back with a state that this browser did not leave with.
  await page.goto(`/api/auth/callback/oidc?code=made-up&state=${"x".repeat(32)}`);
  await expect(page).toHaveURL(/\/login\?error=/);
  await expect(alert(page)).toBeVisible();

  await page.goto("/login?continueUrl=%2Fguide");
  await button(page).click();
  await page.getByRole("button", { name: "Refuse" }).click();
  await expect(page).toHaveURL(/\/login\?continueUrl=%2Fguide&by=openid&error=/);
  await expect(alert(page)).toContainText(failed);
  await button(page).click();
  await agree(page, `unverified-${email}`);
  await expect(alert(page)).toContainText(failed);

  await context.clearCookies();
  await page.goto("/register?continueUrl=%2Fguide");
  await button(page).click();
  await agree(page, email);
  await expect(page).toHaveURL("/guide");
  await expect(bar(page).getByText(`Bejelentkezve: ${email}`)).toBeAttached();
  // The provider has a session by now and asks nothing; the record is Google's alone.
  await context.clearCookies({ name: /session_token/ });
  await page.goto("/login?continueUrl=%2Fguide");
  await button(page).click();
  await expect(page).toHaveURL("/guide");
  await expect(bar(page).getByText(`Bejelentkezve: ${email}`)).toBeAttached();
  expect(await page.evaluate(() => localStorage.getItem("auth"))).toBeNull();
});
