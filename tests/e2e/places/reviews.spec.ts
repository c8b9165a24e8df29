import type { Page } from "@playwright/test";
import { expect, signInUnseen, test } from "#tests/e2e/support/accounts-test.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * The journey of a review in a browser: its card, its dialog, and the list that follows. Messages, failures
 * and keyboard are tested in `app/features/reviews/review-button.dom.test.tsx`.
 */

const dialog = (page: Page) => page.getByRole("dialog");
const write = (page: Page) => page.getByRole("link", { name: "Vélemény írása" });
const change = (page: Page) => page.getByRole("link", { name: "Véleményem módosítása" });
const save = (page: Page) => dialog(page).getByRole("button", { name: "Vélemény mentése" });
const textField = (page: Page) => dialog(page).getByRole("textbox");
const star = (page: Page, name: string) => dialog(page).getByRole("radio", { name, exact: true });

test("writes, changes and deletes a review from a card", { tag: "@full" }, async ({
  page,
  email,
  createAccount,
  addPlace,
}) => {
  await createAccount(email);
  await signInUnseen(page, email);
  // Far out at sea, where other tests have no place.
  const longitude = -20 - Math.random() * 100;
  const placeId = await addPlace({ longitude, latitude: -50, city: "Vízimolnárhelyváros" });
  const list = `/places?bbox=${longitude - 0.0001},-50.0001,${longitude + 0.0001},-49.9999`;
  await expect(async () => {
    const { total } = await (await page.request.get(`/api/v1${list}`)).json();
    expect(total).toBe(1);
  }).toPass();
  await openHydrated(page, list);
  const card = page.locator(`#place-${placeId}`);
  await expect(card).toContainText("Még nincs értékelés");

  await write(page).click();
  await star(page, "4 csillag").click();
  await textField(page).fill("Tiszta,\n<b>és</b> 🚻.");
  await save(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(change(page)).toBeFocused();
  await expect(card).toContainText("4,00");
  await card.getByText("Vélemények").click();
  await expect(card.getByText("A te véleményed")).toBeVisible();
  await expect(card.getByText("<b>és</b> 🚻.")).toBeVisible();

  // The page itself tells a visitor who returns.
  await openHydrated(page, list);
  await card.getByText("Vélemények").click();
  // What they say moves what is below them.
  await expect(card.getByText("A te véleményed")).toBeVisible();
  await change(page).click();
  await expect(dialog(page)).toHaveAccessibleName("Véleményem módosítása");
  await expect(star(page, "4 csillag")).toBeChecked();
  await expect(textField(page)).toHaveValue("Tiszta,\n<b>és</b> 🚻.");
  await textField(page).fill("Romlott.");
  await star(page, "2 csillag").click();
  // A press beside the dialog loses nothing of the typed text.
  await page.mouse.click(3, 3);
  await save(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(card).toContainText("2,00");
  await expect(card.getByText("Romlott.")).toBeVisible();

  await change(page).click();
  const remove = dialog(page).locator("summary", { hasText: "Vélemény törlése" });
  await remove.click();
  await dialog(page).getByRole("button", { name: "Mégsem" }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await dialog(page).getByRole("button", { name: "Igen, törlöm" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(card).toContainText("Még nincs értékelés");
});
