import type { Page } from "@playwright/test";
import {
  expect,
  openAtEntry,
  accountsTlsOrigin as origin,
  registerUnseen,
  somewhere,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { testAdministrator } from "#tests/support/accounts/add-account.ts";

/*
 * Forms about places where the product is reached by https, through a proxy that ends TLS and knows the product by
 * another host name: the journeys without script. Those of accounts are in `account-journeys.spec.ts`; what scripts
 * send behind TLS is in `server/behind-tls.integration.test.ts`.
 */

test.use({ baseURL: origin, ignoreHTTPSErrors: true });

const status = (page: Page) => page.getByRole("main").getByRole("status");
const press = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();

/** Goes on as the administrator, signed in without the page. */
async function becomeAdministratorBehindTls(page: Page) {
  const { email, password } = testAdministrator;
  await page.context().clearCookies();
  const sent = { form: { email, password }, headers: { Origin: origin }, maxRedirects: 0 };
  expect((await page.request.post("/login", sent)).status()).toBe(302);
}

/** Writes a review of a place as a new account, and signs the browser out. */
async function writeReviewAs(page: Page, email: string, placeId: number) {
  await registerUnseen(page, email, origin);
  const review = { form: { rating: "2" }, headers: { Origin: origin } };
  expect((await page.request.post(`/places/${placeId}/review`, review)).ok()).toBe(true);
  await page.context().clearCookies();
}

test.describe("without script", { tag: "@phone" }, () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ expectedErrors }) => {
    // Chromium refuses even to preload a script that it may not run.
    expectedErrors.push(/^failed request: .*\.js csp$/);
  });

  test("adds a place and reviews one; the administrator accepts and deletes", async ({
    page,
    email,
    addPlace,
  }) => {
    const city = `Tata ${email}`;
    const at = somewhere();
    const reviewed = await addPlace({ city });
    await registerUnseen(page, email, origin);

    await page.goto("/places");
    await page.getByRole("main").getByRole("link", { name: "Mosdó felvétele" }).click();
    await page.getByRole("textbox", { name: "Szélességi fok" }).fill(String(at.latitude));
    await page.getByRole("textbox", { name: "Hosszúsági fok" }).fill(String(at.longitude));
    await expect(page.getByText("Keressük a címet…")).toHaveCount(0);
    await page.getByRole("textbox", { name: "Település" }).fill(city);
    await page.locator("summary", { hasText: "Mikor van nyitva?" }).click();
    await page.getByRole("radio", { name: "Naponként eltér", exact: true }).check();
    const hours = (day: string, number: number) => {
      const range = page.getByRole("group", { name: day });
      return {
        from: range.getByLabel(`Nyitás, ${number}. időszak`),
        to: range.getByLabel(`Zárás, ${number}. időszak`),
      };
    };
    await hours("kedd", 1).from.fill("08:00");
    // All ranges that there can be are there.
    await hours("szerda", 3).from.fill("22:00");
    await hours("szerda", 3).to.fill("04:00");
    await press(page, "Mosdó beküldése");
    const alert = page.getByRole("alert").filter({ hasText: "Nézd át a megjelölt mezőket." });
    await expect(alert).toBeVisible();
    const address = page.getByRole("textbox", { name: "Utca, házszám" });
    await expect(address).toHaveAccessibleDescription(/Írd be az utcát/);
    await expect(hours("kedd", 1).to).toHaveAccessibleDescription(/A nyitás és/);
    await address.fill("Fő tér 1.");
    await hours("kedd", 1).to.fill("20:00");
    const wednesday = page.getByRole("group", { name: "szerda" });
    await wednesday.getByRole("checkbox", { name: "Éjfél után is nyitva van" }).check();
    await expect(hours("szerda", 3).from).toHaveValue("22:00");
    await press(page, "Mosdó beküldése");
    await expect(page.getByRole("img", { name: "A mosdó a térképen" })).toBeVisible();
    // The new page opens where the question is, below everything that was typed.
    await expect(page.getByRole("button", { name: "Rendben, felveszem" })).toBeInViewport();
    await press(page, "Rendben, felveszem");
    await expect(page).toHaveURL("/places?added=1");
    await expect(page.getByText("Köszönjük!")).toBeVisible();
    const own = await (await page.request.get("/api/v1/account/export")).json();
    const opening_hours = "Mo,Th-Su unknown, Tu 08:00-20:00, We 22:00-04:00";
    expect(own.places).toMatchObject([{ city, ...at, opening_hours }]);
    const added = own.places[0].id;

    await page.goto(`/?place=${reviewed}`);
    await page.getByRole("link", { name: "Vélemény írása" }).click();
    await page.getByRole("radio", { name: "4 csillag" }).check();
    await press(page, "Vélemény mentése");
    await expect(page).toHaveURL(`/?place=${reviewed}`);
    await expect(page.getByRole("main")).toContainText("4,00");
    await page.getByRole("link", { name: "Véleményem módosítása" }).click();
    await expect(page.getByRole("radio", { name: "4 csillag" })).toBeChecked();
    await page.locator("summary", { hasText: "Vélemény törlése" }).click();
    await press(page, "Igen, törlöm");
    await expect(page).toHaveURL(`/?place=${reviewed}`);
    await expect(page.getByRole("main")).toContainText("Még nincs értékelés");

    await becomeAdministratorBehindTls(page);
    await page.goto(`/?place=${added}`);
    const place = page.getByRole("article");
    await place.getByRole("button", { name: /^Elfogadás/ }).click();
    await expect(page.getByText("1 mosdót elfogadtál.")).toBeVisible();
    expect((await page.request.get(`/api/v1/places/${added}`)).status()).toBe(200);
    await page.goto(`/?place=${added}`);
    await place.locator("summary", { hasText: "Törlés" }).click();
    await place.getByRole("button", { name: "Igen, törlöm" }).click();
    await expect(page.getByText("A mosdót törölted.")).toBeVisible();
    expect((await page.request.get(`/api/v1/places/${added}`)).status()).toBe(404);
    await page.getByRole("button", { name: "Visszavonás" }).click();
    await expect(page.getByText("A mosdót visszaállítottad.")).toBeVisible();
    expect((await page.request.get(`/api/v1/places/${added}`)).status()).toBe(200);
  });

  test("confirms, reports, proposes and withdraws; the administrator decides, takes back and appoints", async ({
    page,
    email,
    addPlace,
    mailedLink,
  }) => {
    const address = `Javaslat utca ${email}`;
    const id = await addPlace({ ...somewhere(), city: "Tata", address });
    await writeReviewAs(page, `other-${email}`, id);
    const main = page.getByRole("main");

    await registerUnseen(page, email, origin);
    await page.goto(await mailedLink(email, "meg"));
    await press(page, "Megerősítem a címemet");
    await expect(status(page)).toContainText("Megerősítettük az e-mail-címed.");
    await page.goto(`/?place=${id}`);
    await main.getByRole("button", { name: "Minden stimmel" }).click();
    await expect(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
    await page.goto(`/places/${id}/report#report-form`);
    await page.getByRole("radio", { name: "Rossz a nyitvatartás" }).check();
    await press(page, "Küldés");
    await expect(main).toContainText("Köszönjük! Utánanézünk.");
    const { reviews } = await (await page.request.get(`/api/v1/places/${id}/reviews`)).json();
    await page.goto(`/places/${id}/reviews/${reviews[0].id}/report`);
    await page.getByRole("radio", { name: "Reklám vagy spam" }).check();
    await press(page, "Küldés");
    await expect(main).toContainText("Köszönjük!");

    const propose = async () => {
      await page.goto(`/places/${id}/edit`);
      await page.getByLabel("Megjegyzés", { exact: false }).fill("az udvarban");
      await press(page, "Javaslat elküldése");
      await expect(status(page).filter({ hasText: "elbírálásra vár" })).toBeVisible();
    };
    await propose();
    await page.goto(`/places/${id}/edit`);
    await page.locator("summary", { hasText: "Javaslat visszavonása" }).click();
    await press(page, "Igen, visszavonom");
    await expect(main).toContainText("A javaslatodat visszavontad.");
    await propose();

    await becomeAdministratorBehindTls(page);
    const card = page.getByRole("listitem").filter({ hasText: address });
    const comment = async () =>
      (await (await page.request.get(`/api/v1/places/${id}`)).json()).comments;
    await openAtEntry(page, "proposals", card);
    await card.getByRole("button", { name: /^A kijelöltek elfogadása/ }).click();
    await expect(page.getByText("A javaslatról döntöttél.")).toBeVisible();
    expect(await comment()).toBe("az udvarban");
    await page.goto(`/places/${id}/history`);
    await main.locator("summary", { hasText: "Visszavonás" }).click();
    await press(page, "Visszavonás");
    await expect(main).toContainText("A változást visszavontad.");
    expect(await comment()).toBe("");
    await openAtEntry(page, "reports", card);
    await card.getByRole("button", { name: /^Elintézve/ }).click();
    await expect(page.getByText("A bejelentést elintézted.")).toBeVisible();
    await openAtEntry(page, "reviews", card);
    await card.getByRole("button", { name: /^Marad/ }).click();
    await expect(page.getByText("A véleményt elintézted.")).toBeVisible();
    await page.goto(`/moderation?part=accounts&email=${email}`);
    await main.locator("summary", { hasText: "Kinevezés moderátornak" }).click();
    await main.getByRole("button", { name: "Igen, kinevezem" }).click();
    await expect(page.getByText("A fiók tulajdonosa mostantól moderátor.")).toBeVisible();
  });
});
