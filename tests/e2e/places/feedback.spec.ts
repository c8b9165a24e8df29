import type { Page } from "@playwright/test";
import {
  accountsTlsOrigin,
  expect,
  pendingReports,
  requestTest,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { readPage, structuredDataOf, textOf } from "#tests/e2e/support/plain-visitor.ts";
import { openHydrated, untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * Confirmations and reports on the whole product. Forms, messages and failures are tested in
 * `app/features/feedback/confirm-and-report.dom.test.tsx`; that a report fades, in
 * `server/feedback/closures.integration.test.ts` and `domain/place/shown-opening.test.ts`; forms without script in
 * `sign.spec.ts` and `accounts/behind-tls.spec.ts`.
 */

// Open at any hour.
const place = { city: "Zebegény", openingTimes: Array(7).fill("00:00-24:00") };

const dialog = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page) => page.getByRole("button", { name: "Minden stimmel" });
const confirmed = (page: Page) => page.getByText("Fiók nélkül is megerősítették 1 napon");

test("a visitor without an account confirms a place, and reports it out of order: it is closed at once, for everyone", async ({
  page,
  addPlace,
  becomeAdministrator,
}) => {
  const id = await addPlace(place);
  const status = page.getByRole("article").getByRole("status").first();
  await openHydrated(page, `/?place=${id}`);
  await expect(status).toHaveText("Nyitva");
  await confirm(page).click();
  await expect(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
  await expect(confirm(page)).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  // Before that the link leads to the page of the form.
  await untilHydrated(page);
  await expect(confirmed(page)).toBeVisible();
  await expect(page.getByText(/^Felvéve:/)).toBeVisible();

  await page.getByRole("link", { name: "Hiba bejelentése" }).click();
  await expect(dialog(page).getByLabel("Rossz a cím")).toHaveCount(0);
  await dialog(page).getByLabel("Most nem működik vagy zárva van").check();
  await dialog(page).getByRole("button", { name: "Küldés" }).click();
  await expect(dialog(page).getByText("Köszönjük!")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(status).toHaveText("Nem működik");
  await expect(
    page.getByText(/^Egy látogató jelezte 1 perccel ezelőtt; .*-ig jelezzük így/),
  ).toBeVisible();

  const german = await readPage(page.request, `/places/${id}?lang=de`);
  const main = textOf(german.querySelector("main"));
  expect(main).toContain("Außer Betrieb");
  expect(main).toMatch(/Ein Besucher hat es vor .* gemeldet\. Wird bis .* angezeigt/);
  const { specialOpeningHoursSpecification } = structuredDataOf(german);
  expect(specialOpeningHoursSpecification.closes).toBe("00:00");

  await becomeAdministrator();
  await expect(async () => {
    const sent = (await pendingReports(page)).find((report) => report.place.id === id);
    expect(sent).toMatchObject({ reason: "out-of-order", sender: null, by_visitor: true });
  }).toPass();
});

requestTest.describe("where the operator takes none from visitors", () => {
  requestTest.use({ baseURL: accountsTlsOrigin, ignoreHTTPSErrors: true });

  requestTest("there is neither", async ({ request, addPlace }) => {
    const id = await addPlace(place);
    const main = textOf((await readPage(request, `/places/${id}`)).querySelector("main"));
    expect(main).toContain("Felvéve:");
    expect(main).not.toMatch(/Minden stimmel|Hiba bejelentése/);
    const report = await readPage(request, `/places/${id}/report`, { status: 401 });
    expect(textOf(report.querySelector("main [role=alert]"))).toContain("jelentkezz be");
  });
});
