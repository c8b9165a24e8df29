import type { Page } from "@playwright/test";
import { expect, signInUnseen, test } from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";

async function expectNoBarriers(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // A target that the bar covers while the page is scrolled does not count.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, {
    tag: colorScheme === "dark" ? "@phone" : "@desktop",
  }, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });
    // Colours do not depend on the size: each theme is checked once.

    test("has no barrier in signing in, registering and asking for a mail", async ({ page }) => {
      for (const address of ["/login", "/register", "/forgotpassword"]) {
        await page.goto(address);
        await page.getByRole("main").locator("button[type=submit]").click();
        await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
        await page.getByRole("main").getByRole("alert").hover();
        await expectNoBarriers(page);
      }
    });

    test("has no barrier behind the links in mails", async ({
      page,
      email,
      createAccount,
      mailedLink,
    }) => {
      await createAccount(email);
      await page.request.post("/forgotpassword", { form: { email }, params: { lang: "hu" } });
      await page.goto(await mailedLink(email, "jelsz"));
      await expectNoBarriers(page);
      await page.goto(await mailedLink(email, "onfirm"));
      await expectNoBarriers(page);
      for (const address of [
        "/mail?mode=resetPassword&oobCode=x",
        "/auth/action?mode=verifyEmail&oobCode=x",
      ]) {
        await page.goto(address);
        await expectNoBarriers(page);
      }
    });

    test("has no barrier on the account page", async ({ page, email, createAccount }) => {
      await createAccount(email);
      await signInUnseen(page, email);
      await page.goto("/account");
      await page.getByRole("button", { name: "Fiók végleges törlése" }).click();
      await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
      await expectNoBarriers(page);
    });
  });
}

test("fits a window of 320 pixels, and the bar one of 992", { tag: "@phone" }, async ({
  page,
  email,
  createAccount,
}) => {
  await createAccount(email);
  const expectToFit = async () => {
    expect(await sidewaysPixels(page), page.url()).toBe(0);
  };
  for (const lang of ["hu", "en", "de"]) {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const address of ["/login", "/register", "/forgotpassword"]) {
      await page.goto(`${address}?lang=${lang}`);
      await expectToFit();
    }
  }
  await signInUnseen(page, email);
  for (const lang of ["hu", "en", "de"]) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/account?lang=${lang}`);
    await expectToFit();
    await page.setViewportSize({ width: 992, height: 640 });
    const bar = await page.getByRole("banner").boundingBox();
    expect(bar?.height, `one row in ${lang}`).toBeLessThan(80);
  }
});
