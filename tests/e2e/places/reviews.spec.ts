import type { Page } from "@playwright/test";
import { expect, signInUnseen, test } from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const write = (page: Page) => page.getByRole("link", { name: "Vélemény írása" });
const change = (page: Page) => page.getByRole("link", { name: "Véleményem módosítása" });
const save = (page: Page) => dialog(page).getByRole("button", { name: "Vélemény mentése" });
const textField = (page: Page) => dialog(page).getByRole("textbox");
const star = (page: Page, name: string) => dialog(page).getByRole("radio", { name, exact: true });

test("writes, changes and deletes a review from a card", async ({
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
  await expect(save(page)).toBeDisabled();
  await expect(textField(page)).toHaveValue("");
  await star(page, "4 csillag").click();
  await textField(page).fill("Tiszta,\n<b>és</b> 🚻.");
  await expect(dialog(page)).toContainText("20 / 2000");
  await expectAccessible(page);
  await save(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(change(page)).toBeFocused();
  await expect(card).toContainText("4,00");
  await expect(page.getByText("Köszönjük, elmentettük a véleményed.")).toBeAttached();

  await card.getByText("Vélemények").click();
  await expect(card.getByText("A te véleményed")).toBeVisible();
  await expect(card.getByText("<b>és</b> 🚻.")).toBeVisible();

  // The page itself tells a visitor who returns.
  await openHydrated(page, list);
  await card.getByText("Vélemények").click();
  await change(page).click();
  await expect(dialog(page)).toHaveAccessibleName("Véleményem módosítása");
  await expect(star(page, "4 csillag")).toBeChecked();
  await expect(textField(page)).toHaveValue("Tiszta,\n<b>és</b> 🚻.");
  await textField(page).fill("x".repeat(2001));
  await expect(dialog(page)).toContainText("1 karakterrel hosszabb a megengedettnél");
  await save(page).click();
  await expect(dialog(page).getByRole("alert")).toContainText("legfeljebb 2000 karakter");
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
  await write(page).click();
  await expect(save(page)).toBeDisabled();
  await expect(remove).toBeHidden();
});

test("does all of it by keyboard in the panel, in German", { tag: "@desktop" }, async ({
  page,
  email,
  createAccount,
  addPlace,
}) => {
  await createAccount(email);
  await signInUnseen(page, email);
  await openHydrated(page, `/?place=${await addPlace()}&lang=de`);
  const open = page.getByRole("link", { name: /^(Bewertung schreiben|Meine Bewertung ändern)$/ });
  await open.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Bewertung speichern" })).toBeDisabled();
  const first = page.getByRole("radio", { name: "1 Stern", exact: true });
  const panel = page.getByRole("region", { name: "Die gewählte Toilette" });
  await panel.getByRole("button", { name: "Schließen" }).focus();
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  for (const key of ["Space", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await expect(page.getByRole("radio", { name: "3 Sterne" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Sauber");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(open).toBeFocused();
  await expect(open).toHaveText("Meine Bewertung ändern");
  await expect(page.getByText("3,00")).toBeVisible();

  await page.keyboard.press("Enter");
  await page.locator("summary", { hasText: "Bewertung löschen" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "Möchten Sie diese Bewertung" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Noch keine Bewertung")).toBeVisible();
  await expect(open).toBeFocused();
  await expect(open).toHaveText("Bewertung schreiben");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("radio").first()).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("keeps the typed text when it cannot be stored, and says why", { tag: "@phone" }, async ({
  page,
  email,
  createAccount,
  addPlace,
  expectedFaults,
}) => {
  // Being offline, and the checks of whether the server is back.
  expectedFaults.push(/reviews\/me|healthz|ERR_INTERNET_DISCONNECTED/);
  await createAccount(email);
  await signInUnseen(page, email);
  await openHydrated(page, `/?place=${await addPlace()}`);
  await write(page).click();
  await star(page, "5 csillag").click();
  await textField(page).fill("Rend van.");
  const alert = dialog(page).getByRole("alert");
  await page.context().setOffline(true);
  await save(page).click();
  await expect(dialog(page).getByText("Nincs kapcsolat. Megőriztük")).toBeVisible();
  await page.context().setOffline(false);

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await save(page).click();
  await expect(alert).toContainText("Ehhez be kell jelentkezned.");
  await expect(alert.getByRole("link", { name: "Bejelentkezés" })).toBeVisible();
  await expect(textField(page)).toHaveValue("Rend van.");
  await expect(star(page, "5 csillag")).toBeChecked();

  await page.context().addCookies(cookies);
  await save(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText("5,00")).toBeVisible();
});

test("lets only the administrator delete the reviews of others", { tag: "@phone" }, async ({
  page,
  email,
  createAccount,
  addPlace,
  becomeAdministrator,
}) => {
  const placeId = await addPlace();
  await openHydrated(page, `/?place=${placeId}`);
  await expect(page.getByRole("link", { name: "Megosztás" })).toBeVisible();
  await expect(write(page)).toBeHidden();

  await createAccount(email);
  await signInUnseen(page, email);
  const { origin } = new URL(page.url());
  const sent = await page.request.put(`/api/v1/places/${placeId}/reviews/me`, {
    headers: { Origin: origin },
    data: { rating: 1, text: "Sértő." },
  });
  expect(sent.status()).toBe(201);
  await openHydrated(page, `/?place=${placeId}`);
  await page.getByText("Vélemények").click();
  await expect(page.getByText("Sértő.")).toBeVisible();
  await expect(page.locator("summary", { hasText: "Vélemény törlése" })).toBeHidden();

  await page.context().clearCookies();
  await becomeAdministrator();
  await openHydrated(page, `/?place=${placeId}`);
  await page.getByText("Vélemények").click();
  await expect(page.getByText(/^Írta: \S+/)).toBeVisible();
  await page.locator("summary", { hasText: "Vélemény törlése" }).click();
  await page.getByRole("button", { name: "Igen, törlöm" }).click();
  await expect(page.getByText("Sértő.")).toBeHidden();
  await expect(page.getByText("Még nincs értékelés")).toBeVisible();
});
