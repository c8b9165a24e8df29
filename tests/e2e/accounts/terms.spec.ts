import type { Page } from "@playwright/test";
import { accountsTlsOrigin, expect, goodPassword, test } from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * Acceptance of the terms by an account that has not accepted them (docs/product#acceptance-of-the-terms); at the
 * registration in `account-journeys.spec.ts`.
 */

test.use({ baseURL: accountsTlsOrigin, ignoreHTTPSErrors: true });

const notice = (page: Page) => page.getByRole("region", { name: "A közreműködők feltételei" });

/** Versions that the signed-in account has accepted. */
async function acceptedVersions(page: Page): Promise<string[]> {
  const response = await page.request.get("/api/v1/account/export");
  const { accepted_terms } = await response.json();
  return accepted_terms.map(({ version }: { version: string }) => version);
}

test("an account of a program's call is asked on the pages, once, and loses nothing", {
  tag: "@phone",
}, async ({ page, email }) => {
  // The call knows nothing of terms.
  const response = await page.request.post("/api/auth/sign-up/email", {
    data: { email, password: goodPassword, name: "" },
    headers: { Origin: accountsTlsOrigin },
  });
  expect(response.status()).toBe(200);
  expect(await acceptedVersions(page)).toEqual([]);
  // Without script the request opens beside the page.
  const plain = await (await page.request.get("/guide")).text();
  expect(plain).toMatch(/<a [^>]*href="\/account\/terms" target="_blank"/);
  await openHydrated(page, "/account");
  await expect(notice(page)).toContainText("milyen licenccel");
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
