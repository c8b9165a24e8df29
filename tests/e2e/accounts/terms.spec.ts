import type { Page } from "@playwright/test";
import {
  accountsOrigin,
  expect,
  goodPassword,
  registerOnPage,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

const box = (page: Page) => page.getByRole("checkbox", { name: "Elfogadom" });
const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const notice = (page: Page) => page.getByRole("region", { name: "A közreműködők feltételei" });

/** Versions that the signed-in account has accepted. */
async function acceptedVersions(page: Page): Promise<string[]> {
  const answer = await page.request.get(`${accountsOrigin}/api/v1/account/export`);
  const { accepted_terms } = await answer.json();
  return accepted_terms.map(({ version }: { version: string }) => version);
}

/** Registers by a program's call, which knows nothing of terms; the page's browser is signed in. */
async function registerByCall(page: Page, email: string): Promise<void> {
  const answer = await page.request.post(`${accountsOrigin}/api/auth/sign-up/email`, {
    data: { email, password: goodPassword, name: "" },
    headers: { Origin: accountsOrigin },
  });
  expect(answer.status()).toBe(200);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a registration without the terms is refused, and what was typed stays", {
      tag: javaScriptEnabled ? "@phone" : "@desktop",
    }, async ({ page, email, expectedFaults }) => {
      expectedFaults.push(/status (of )?422/);
      if (!javaScriptEnabled) expectedFaults.push(/\.js csp$/);
      await page.goto("/register");
      const link = page.getByRole("link", { name: "A feltételek (új ablakban)" });
      await expect(link).toHaveAttribute("target", "_blank");
      await expect(link).toHaveAttribute("href", "/terms");
      await page.getByLabel("E-mail-cím").fill(email);
      await page.getByLabel("Jelszó", { exact: true }).fill(goodPassword);
      await page.getByLabel("Jelszó még egyszer").fill(goodPassword);
      await page.getByRole("button", { name: "Regisztráció" }).click();
      await expect(alert(page)).toHaveText("Fogadd el a közreműködők feltételeit.");
      await expect(box(page)).toHaveAccessibleDescription("Fogadd el a közreműködők feltételeit.");
      await expect(box(page)).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByLabel("E-mail-cím")).toHaveValue(email);
      if (javaScriptEnabled) await expect(box(page)).toBeFocused();

      await registerOnPage(page, email);
      await expect(page).toHaveURL("/");
      expect(await acceptedVersions(page)).toEqual([
        expect.stringMatching(/^\d{4}-\d\d-\d\d [0-9a-f]{16}$/),
      ]);
      await page.goto("/guide");
      await expect(notice(page)).toHaveCount(0);
    });
  });
}

test("an account of a program's call is asked on the pages, once, and loses nothing", async ({
  page,
  email,
}) => {
  await registerByCall(page, email);
  expect(await acceptedVersions(page)).toEqual([]);
  await page.goto("/places");
  await untilHydrated(page);
  await expect(notice(page)).toContainText("milyen licenccel");
  await notice(page).getByRole("button", { name: "Később" }).click();
  await expect(notice(page)).toHaveCount(0);
  await page.goto("/account");
  await untilHydrated(page);
  await expectAccessible(page);
  await page.getByLabel("Jelenlegi jelszó").fill("half-typed");
  await notice(page).getByRole("button", { name: "Elfogadom" }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByLabel("Jelenlegi jelszó")).toHaveValue("half-typed");
  expect(await acceptedVersions(page)).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the request opens beside the page, and is answered there", { tag: "@desktop" }, async ({
    page,
    email,
    expectedFaults,
  }) => {
    expectedFaults.push(/\.js csp$/);
    await registerByCall(page, email);
    await page.goto("/guide");
    const link = notice(page).getByRole("link", { name: "Elfogadom" });
    await expect(link).toHaveAttribute("target", "_blank");
    await page.goto((await link.getAttribute("href")) ?? "");
    await page.getByRole("main").getByRole("button", { name: "Elfogadom" }).click();
    await expect(page.getByText("Elfogadtad a most érvényes feltételeket.")).toBeVisible();
    expect(await acceptedVersions(page)).toHaveLength(1);
  });
});

test("a visitor who is not signed in is led to the sign-in", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.goto("/account/terms");
  await expect(page).toHaveURL(/\/login\?continueUrl=%2Faccount%2Fterms$/);
});
