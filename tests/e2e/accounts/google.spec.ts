import type { Page } from "@playwright/test";
import { expect, signIn, test } from "#tests/e2e/support/accounts-test.ts";
import { bar, openMenu } from "#tests/e2e/support/bar.ts";
import { testNow } from "#tests/support/test-clock.ts";

const google = (page: Page) => page.getByRole("link", { name: "Bejelentkezés Google-fiókkal" });
const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const authRecord = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("auth") ?? "null"));

/** The provider's own pages: a question and an answer. */
async function agree(provider: Page, email: string) {
  await provider.getByLabel("E-mail").fill(email);
  await provider.getByRole("button", { name: "Sign in" }).click();
}

test("signs in in a window of its own, stores the record, and removes it at sign-out", {
  tag: "@desktop",
}, async ({ page, email }) => {
  await page.goto("/login");
  const opening = page.waitForEvent("popup");
  await google(page).click();
  const popup = await opening;
  await agree(popup, email);
  await expect(page).toHaveURL("/");
  await expect.poll(() => popup.isClosed()).toBe(true);
  expect(await authRecord(page)).toEqual({
    userID: expect.stringMatching(/./),
    name: email.split("@")[0],
    profilePhoto: expect.stringContaining("https://pictures.test/"),
    isAuth: true,
  });
  await page.goto("/guide");
  await openMenu(page);
  await expect(bar(page).getByText(`Bejelentkezve: ${email}`)).toBeVisible();
  await bar(page).getByRole("button", { name: "Kijelentkezés" }).click();
  await expect(page).toHaveURL("/");
  await expect.poll(() => authRecord(page)).toBeNull();
});

test("signs in in the same window where others are blocked", { tag: "@phone" }, async ({
  page,
  email,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto("/login");
  await google(page).click();
  await agree(page, email);
  await expect(page).toHaveURL("/");
  expect(await authRecord(page)).toMatchObject({ isAuth: true });
});

test("comes back to where the visitor came from, in either way", { tag: "@desktop" }, async ({
  page,
  email,
}) => {
  const address = "/login?continueUrl=%2Fplaces%3Fopen%3D1";
  await page.goto(address);
  const opening = page.waitForEvent("popup");
  await google(page).click();
  await agree(await opening, email);
  await expect(page).toHaveURL("/places?open=1");

  await page.context().clearCookies();
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(address);
  await google(page).click();
  await page.getByRole("button", { name: "Refuse" }).click();
  await expect(page).toHaveURL(/^[^?]*\/login\?continueUrl=%2Fplaces%3Fopen%3D1&error=/);
  await google(page).click();
  await agree(page, email);
  await expect(page).toHaveURL("/places?open=1");
});

test("shows a failure on the page that asked, for five seconds", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/login");
  const opening = page.waitForEvent("popup");
  await google(page).click();
  const popup = await opening;
  await page.clock.pauseAt(testNow().getTime() + 60_000);
  await popup.getByRole("button", { name: "Refuse" }).click();
  await expect(alert(page)).toContainText("A Google-bejelentkezés nem sikerült.");
  await page.clock.runFor(4_900);
  await expect(alert(page)).toBeVisible();
  await page.clock.runFor(200);
  await expect(alert(page)).toHaveCount(0);
  expect(await authRecord(page)).toBeNull();
});

test("says that the window was closed, and takes the next one", { tag: "@phone" }, async ({
  page,
  email,
}) => {
  await page.goto("/login");
  const opening = page.waitForEvent("popup");
  await google(page).click();
  const popup = await opening;
  await popup.getByLabel("E-mail").fill(email);
  await expect(alert(page)).toHaveCount(0);
  await popup.close();
  await expect(alert(page)).toContainText("A Google ablaka bezárult");
  const again = page.waitForEvent("popup");
  await google(page).click();
  await agree(await again, email);
  await expect(page).toHaveURL("/");
});

test.describe("without script", { tag: "@desktop" }, () => {
  test.use({ javaScriptEnabled: false });

  test.beforeEach(({ expectedFaults }) => {
    expectedFaults.push(/^failed request: .*\.js csp$/);
  });

  test("signs in and out", async ({ page, email }) => {
    await page.goto("/login");
    await google(page).click();
    await agree(page, email);
    await expect(page).toHaveURL("/");
    await page.goto("/guide");
    await expect(bar(page).getByText(`Bejelentkezve: ${email}`)).toBeVisible();
  });

  test("shows a failure", async ({ page }) => {
    await page.goto("/login");
    await google(page).click();
    await page.getByRole("button", { name: "Refuse" }).click();
    await expect(alert(page)).toContainText("A Google-bejelentkezés nem sikerült.");
  });
});

test("asks Google with PKCE, state and nonce", { tag: "@desktop" }, async ({ page, askDoor }) => {
  const response = await page.request.get("/auth/google", { maxRedirects: 0 });
  expect(response.status()).toBe(302);
  await page.request.get(response.headers().location);
  const requests = await askDoor<object[]>("/google-requests");
  expect(requests.at(-1)).toEqual({
    state: expect.stringMatching(/.{16}/),
    nonce: expect.stringMatching(/.{16}/),
    codeChallengeMethod: "S256",
  });
});

test("is started by no other site's link", { tag: "@desktop" }, async ({ page }) => {
  const headers = { "Sec-Fetch-Site": "cross-site" };
  const response = await page.request.get("/auth/google", { headers, maxRedirects: 0 });
  expect(response.headers().location).toBe("/login");
});

test("takes over an account with an unconfirmed address", { tag: "@desktop" }, async ({
  page,
  email,
  createAccount,
}) => {
  await createAccount(email);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto("/login");
  await google(page).click();
  await agree(page, email);
  await expect(page).toHaveURL("/");
  await page.goto("/account");
  await expect(page.getByText("ezért itt nincs jelszavad")).toBeVisible();
  await page.context().clearCookies();
  await signIn(page, email);
  await expect(alert(page)).toHaveText("Ez a jelszó nem jó.");
});
