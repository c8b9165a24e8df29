import type { Page } from "@playwright/test";
import {
  accountsOrigin,
  expect,
  registerUnseen,
  signInUnseen,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";

const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};

/** The page as it is, in a large window in light colours, then in a small one in dark colours. */
async function expectNoBarriers(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const [colorScheme, size] of [
    ["light", sizes.desktop],
    ["dark", sizes.phone],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
}

test.describe("in both themes", { tag: "@desktop" }, () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("has no barrier in signing in, registering and asking for a mail", async ({ page }) => {
    await page.clock.install();
    for (const path of ["/login", "/register", "/forgotpassword"]) {
      await page.goto(path);
      const alert = page.getByRole("main").getByRole("alert");
      // Its five seconds do not begin before it has the focus, with which it stays.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
      await page.getByRole("main").locator("button[type=submit]").click();
      await expect(alert).toBeVisible();
      await alert.getByRole("button").focus();
      await page.clock.resume();
      await expectNoBarriers(page);
    }
  });

  test("has no barrier behind the links in mails and on the account page", async ({
    page,
    email,
    mailedLink,
  }) => {
    await registerUnseen(page, email);
    const headers = { Origin: accountsOrigin };
    const requests = { form: { email }, params: { lang: "hu" }, headers };
    expect((await page.request.post("/forgotpassword", requests)).ok()).toBe(true);
    for (const path of [
      await mailedLink(email, "jelsz"),
      await mailedLink(email, "meg"),
      "/mail?mode=resetPassword&oobCode=x",
      "/auth/action?mode=verifyEmail&oobCode=x",
    ]) {
      await page.goto(path);
      await expectNoBarriers(page);
    }
    await page.goto("/account");
    await page.getByRole("button", { name: "Fiók végleges törlése" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await expectNoBarriers(page);
  });
});

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
    for (const path of ["/login", "/register", "/forgotpassword"]) {
      await page.goto(`${path}?lang=${lang}`);
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
