import { expect, test } from "#tests/e2e/support/accounts-test.ts";
import { bar } from "#tests/e2e/support/bar.ts";

/*
 * Signing in with the operator's provider (docs/product#openid-sign-in), a plain link with and without script. What can
 * go wrong is tested in `server/accounts/openid-sign-in.integration.test.ts`, what the page says then in
 * `app/routes/login.dom.test.tsx`.
 */

test("a press signs in, and goes on where the visitor was", async ({ page, email }) => {
  await page.goto("/register?continueUrl=%2Fguide");
  await page.getByRole("link", { name: "Bejelentkezés ezzel: Városkapu" }).click();
  // The provider's own page.
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/guide");
  await expect(bar(page).getByText(`Bejelentkezve: ${email}`)).toBeAttached();
  // The record is Google's alone.
  expect(await page.evaluate(() => localStorage.getItem("auth"))).toBeNull();
});
