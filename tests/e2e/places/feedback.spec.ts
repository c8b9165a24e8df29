import type { Page } from "@playwright/test";
import {
  accountsOrigin,
  accountsPorts,
  expect,
  pendingReports,
  signInUnseen,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * Confirmations and reports on the whole product. Forms, messages and failures are tested in
 * `app/features/feedback/feedback-actions.dom.test.tsx`; that a report fades, in
 * `server/feedback/closures.integration.test.ts` and `domain/place/shown-opening.test.ts`.
 */

// Open at any hour.
const place = { city: "Zebegény", openingTimes: Array(7).fill("00:00-24:00") };

const dialog = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page) => page.getByRole("button", { name: "Minden stimmel" });
const confirmed = (page: Page) => page.getByText("Fiók nélkül is megerősítette 1 látogató");

test("a visitor without an account confirms a place, and reports it out of order: it is closed at once, for everyone", {
  tag: "@phone",
}, async ({ page, browser, baseURL, addPlace, becomeAdministrator }) => {
  const id = await addPlace(place);
  const status = page.getByRole("article").getByRole("status").first();
  await openHydrated(page, `/?place=${id}`);
  await expect(status).toHaveText("Nyitva");
  await confirm(page).click();
  await expect(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
  await expect(confirm(page)).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(confirmed(page)).toBeVisible();
  await expect(page.getByText(/^Felvéve:/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Hiba bejelentése" }).click();
  await expect(dialog(page).getByLabel("Rossz a cím")).toHaveCount(0);
  await dialog(page).getByLabel("Most nem működik vagy zárva van").check();
  await dialog(page).getByRole("button", { name: "Küldés" }).click();
  await expect(dialog(page).getByText("Köszönjük!")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(status).toHaveText("Nem működik");
  await expect(page.getByText(/óta, egy látogató jelzése szerint\. /)).toBeVisible();

  const other = await browser.newPage({ baseURL, locale: "de" });
  await other.goto(`/places/${id}`);
  await expect(other.getByText("Außer Betrieb", { exact: true }).first()).toBeVisible();
  await expect(other.getByText(/^Seit \d.*, von einem Besucher gemeldet\. /)).toBeVisible();
  await other.close();

  // A confirmation, which counts once a day, opens a place again at once.
  const again = await addPlace(place);
  const report = { data: { reason: "out-of-order" }, headers: { Origin: accountsOrigin } };
  const response = await page.request.post(`/api/v1/places/${again}/reports`, report);
  expect(response.status()).toBe(201);
  await openHydrated(page, `/?place=${again}`);
  await expect(status).toHaveText(/^Nem működik/);
  await page.getByRole("button", { name: "Újra működik" }).click();
  await expect(status).toHaveText("Nyitva");

  await becomeAdministrator();
  await expect(async () => {
    const sent = (await pendingReports(page)).find((report) => report.place.id === id);
    expect(sent).toMatchObject({ reason: "out-of-order", sender: null, by_visitor: true });
  }).toPass();
});

test.describe("where the operator takes none from visitors", () => {
  test.use({ baseURL: `https://localhost:${accountsPorts.tls}`, ignoreHTTPSErrors: true });

  test("there is neither", { tag: "@phone" }, async ({ page, addPlace }) => {
    const id = await addPlace(place);
    await page.goto(`/places/${id}`);
    await expect(page.getByText(/^Felvéve:/)).toBeVisible();
    await expect(confirm(page)).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Hiba bejelentése" })).toHaveCount(0);
    await page.goto(`/places/${id}/report`);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("jelentkezz be");
  });
});

test.describe("without script", { tag: "@desktop" }, () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ expectedErrors }) => {
    // Chromium refuses even to preload a script that it may not run.
    expectedErrors.push(/^failed request: .*\.js csp$/);
  });

  test("a visitor without an account, and one with one, confirm and report", async ({
    page,
    email,
    createAccount,
    baseURL,
    addPlace,
  }) => {
    const id = await addPlace(place);
    await page.goto(`/?place=${id}`);
    await confirm(page).click();
    await expect(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
    await page.getByRole("link", { name: "Vissza a mosdóhoz" }).click();
    await expect(confirmed(page)).toBeVisible();
    await page.getByRole("link", { name: "Hiba bejelentése" }).click();
    await page.getByLabel("Rossz a nyitvatartás").check();
    await page.getByRole("button", { name: "Küldés" }).click();
    await expect(page.getByText("Köszönjük! Utánanézünk.")).toBeVisible();

    await createAccount(email);
    await signInUnseen(page, email, baseURL);
    await page.goto(`/?place=${id}`);
    await confirm(page).click();
    await expect(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
    await page.getByRole("link", { name: "Vissza a mosdóhoz" }).click();
    await expect(confirm(page)).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("link", { name: "Hiba bejelentése" }).click();
    await page.getByLabel("Rossz a cím").check();
    await page.getByLabel("Írd le pár szóban").fill("Átnevezték");
    await page.getByRole("button", { name: "Küldés" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Írd át a települést");
    await expect(page.getByLabel("Írd le pár szóban")).toHaveValue("Átnevezték");
    await page.getByLabel("Rossz a nyitvatartás").check();
    await page.getByRole("button", { name: "Küldés" }).click();
    await expect(page.getByText("Köszönjük! Utánanézünk.")).toBeVisible();
  });
});
