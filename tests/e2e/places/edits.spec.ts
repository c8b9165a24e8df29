import type { Page } from "@playwright/test";
import {
  expect,
  openAtEntry,
  registerUnseen,
  somewhere,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * The journey of an edit in a browser: its form, its decision, and the history. What others changed meanwhile, reports
 * and corrections are tested in `app/features/place-form/editing/edit-page.dom.test.tsx`, `app/routes/edit.test.ts` and
 * `app/features/history/history-page.test.tsx`; forms without script in `accounts/behind-tls.spec.ts`.
 */

const opened = async (page: Page, path: string) => {
  await page.goto(path);
  await untilHydrated(page);
};

const placeNow = async (page: Page, id: number) =>
  (await page.request.get(`/api/v1/places/${id}`)).json();

test("a proposal is accepted in part, told in the history, and taken back", {
  tag: "@full",
}, async ({ page, addPlace, email, becomeAdministrator }) => {
  const id = await addPlace({
    ...somewhere(),
    ...{ city: "Tata", address: `Javaslat utca ${email}` },
    openingTimes: Array<string>(7).fill("08:00-18:00"),
  });
  await page.goto(`/places/${id}/edit`);
  await expect(page.getByRole("link", { name: "Bejelentkezés" }).last()).toHaveAttribute(
    "href",
    `/login?continueUrl=${encodeURIComponent(`/places/${id}/edit`)}`,
  );
  await registerUnseen(page, email);
  await opened(page, `/places/${id}/edit`);
  await expectAccessible(page);
  expect(await sidewaysPixels(page)).toBe(0);
  await page.getByRole("radio", { name: "Mindig nyitva" }).check();
  await page.getByLabel("Megjegyzés", { exact: false }).fill("az udvarban");
  await page.getByLabel("Miért? (nem kötelező)").fill("Ma jártam ott.");
  await page.getByRole("button", { name: "Javaslat elküldése" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "A javaslatod elbírálásra vár." }),
  ).toBeVisible();
  expect(await placeNow(page, id)).toMatchObject({ comments: "", version: 1 });

  // The proposal is found again, filled in.
  await opened(page, `/places/${id}/edit`);
  await expect(page.getByRole("radio", { name: "Mindig nyitva" })).toBeChecked();
  await expect(page.getByLabel("Miért? (nem kötelező)")).toHaveValue("Ma jártam ott.");

  await becomeAdministrator();
  const card = page
    .getByRole("listitem")
    .filter({ hasText: email })
    .filter({ hasText: "Ma jártam" });
  await openAtEntry(page, "proposals", card);
  await untilHydrated(page);
  await expect(card).toContainText("Minden nap: éjjel-nappal");
  await card.getByRole("checkbox", { name: "Megjegyzés" }).uncheck();
  await card.getByRole("button", { name: /^A kijelöltek elfogadása/ }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "A javaslatról döntöttél." }),
  ).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(await placeNow(page, id)).toMatchObject({
    comments: "",
    opening_times: Array<string>(7).fill("00:00-24:00"),
  });

  await opened(page, `/places/${id}/history?lang=de`);
  const line = page.getByRole("listitem").filter({ hasText: "Vorschlag angenommen" });
  await expect(line).toContainText("Öffnungszeiten");
  await expect(line).not.toContainText("Kommentar");
  await expect(line).toContainText(email);
  await expectAccessible(page);
  await line.locator("summary", { hasText: "Zurücknehmen" }).click();
  await line.getByRole("button", { name: "Zurücknehmen" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "Die Änderung ist zurückgenommen." }),
  ).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(
    "Änderung zurückgenommen",
  );
  expect(await placeNow(page, id)).toMatchObject({
    opening_times: Array<string>(7).fill("08:00-18:00"),
  });
});
