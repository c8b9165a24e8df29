import type { Page } from "@playwright/test";
import {
  accountsPorts,
  askForResetMail,
  expect,
  goodPassword,
  openAtEntry,
  registerOnPage,
  setNewPassword,
  signIn,
  somewhere,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { bar, chooseLanguage, openMenu } from "#tests/e2e/support/bar.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { testAdministrator } from "#tests/support/accounts/add-account.ts";

/*
 * The product as most operators run it: reached by https, through a proxy that ends TLS and knows the product
 * by another host name. Each of its forms is sent once.
 */

const origin = `https://localhost:${accountsPorts.tls}`;
test.use({ baseURL: origin, ignoreHTTPSErrors: true });

const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const status = (page: Page) => page.getByRole("main").getByRole("status");
const press = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();

async function signOut(page: Page) {
  await page.goto("/guide");
  await openMenu(page);
  await bar(page).getByRole("button", { name: "Kijelentkezés" }).click();
  await expect(page).toHaveURL("/");
  // Another page would break off the rest of this one's data.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nyilvános mosdók a térképen");
  await page.waitForLoadState("networkidle");
  await page.goto("/guide");
  await openMenu(page);
  await expect(bar(page).getByRole("link", { name: "Bejelentkezés" })).toBeVisible();
}

/** Writes a review of a place as a new account, and signs the browser out. */
async function writeReviewAs(page: Page, email: string, placeId: number) {
  const headers = { Origin: origin };
  const form = { email, password: goodPassword, confirmation: goodPassword, terms: "1" };
  expect((await page.request.post("/register", { form, headers })).ok()).toBe(true);
  const review = { form: { rating: "2" }, headers };
  expect((await page.request.post(`/places/${placeId}/review`, review)).ok()).toBe(true);
  await page.context().clearCookies();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", {
    tag: javaScriptEnabled ? "@desktop" : "@phone",
  }, () => {
    test.use({ javaScriptEnabled });
    test.setTimeout(120_000);
    test.beforeEach(({ expectedFaults }) => {
      // Chromium refuses even to preload a script that it may not run.
      if (!javaScriptEnabled) expectedFaults.push(/^failed request: .*\.js csp$/);
    });

    test("registers, signs out, sets a new password, and signs in", async ({
      page,
      context,
      email,
      mailedLink,
    }) => {
      await registerOnPage(page, email);
      await expect(page).toHaveURL("/");
      await page.goto("/guide");
      await chooseLanguage(page, "Deutsch");
      await expect(page.getByRole("link", { name: "Zum Inhalt springen" })).toBeAttached();
      await chooseLanguage(page, "Magyar");
      await expect(page.locator("html")).toHaveAttribute("lang", "hu");
      const cookies = await context.cookies(origin);
      expect(cookies.map(({ name }) => name).sort()).toEqual([
        "__Secure-mosdo.session_token",
        "i18next",
      ]);
      expect(cookies.every(({ secure }) => secure)).toBe(true);
      await signOut(page);

      await signIn(page, email, "Not-this-1");
      await expect(alert(page)).toContainText("Ez a jelszó nem jó.");

      await askForResetMail(page, email);
      await expect(status(page)).toContainText("elküldtük");
      const link = await mailedLink(email, "jelsz");
      expect(new URL(link).origin).toBe(origin);
      await page.goto(link);
      await setNewPassword(page, "Uj-jelszo-7");
      await expect(status(page)).toContainText("Beállítottuk az új jelszavad.");
      await signIn(page, email, "Uj-jelszo-7");
      await expect(page).toHaveURL("/");
    });

    test("signs in with Google", async ({ page, email }) => {
      await page.goto("/login");
      const google = page.getByRole("link", { name: "Bejelentkezés Google-fiókkal" });
      const opening = javaScriptEnabled ? page.waitForEvent("popup") : Promise.resolve(page);
      await google.click();
      const provider = await opening;
      await provider.getByLabel("E-mail").fill(email);
      await provider.getByRole("button", { name: "Sign in" }).click();
      await expect(page).toHaveURL("/");
      await signOut(page);
    });

    test("adds a place and reviews one; the administrator accepts and deletes", async ({
      page,
      email,
      addPlace,
    }) => {
      const city = `Tata ${email}`;
      const at = somewhere();
      const reviewed = await addPlace({ city });
      await registerOnPage(page, email);
      await expect(page).toHaveURL("/");

      await page.goto("/places");
      await page.getByRole("link", { name: "Mosdó felvétele" }).click();
      if (javaScriptEnabled) await page.getByRole("tab", { name: "Térképen" }).click();
      await page.getByRole("textbox", { name: "Szélességi fok" }).fill(String(at.latitude));
      await page.getByRole("textbox", { name: "Hosszúsági fok" }).fill(String(at.longitude));
      if (javaScriptEnabled) await press(page, "Jelölő ide");
      await expect(page.getByText("Keressük a címet…")).toHaveCount(0);
      await page.getByRole("textbox", { name: "Település" }).fill(city);
      await page.getByRole("textbox", { name: "Utca, házszám" }).fill("Fő tér 1.");
      await press(page, "Mosdó beküldése");
      if (!javaScriptEnabled) await press(page, "Rendben, felveszem");
      await expect(page).toHaveURL("/places?added=1");
      const own = await (await page.request.get("/api/v1/account/export")).json();
      expect(own.places).toMatchObject([{ city, ...at }]);
      const added = own.places[0].id;

      await page.goto(`/places/${reviewed}/review`);
      await page.getByRole("radio", { name: "4 csillag" }).check();
      await press(page, "Vélemény mentése");
      await expect(page).toHaveURL(`/?place=${reviewed}`);
      await expect(page.getByRole("main")).toContainText("4,00");
      await signOut(page);

      await signIn(page, testAdministrator.email, testAdministrator.password);
      await expect(page).toHaveURL("/");
      const openAdded = async () => {
        await page.goto(`/?place=${added}`);
        // Without WebGL, which is said only then, the panel moves.
        if (javaScriptEnabled) await untilHydrated(page);
      };
      await openAdded();
      const place = page.getByRole("article");
      await place.getByRole("button", { name: /^Elfogadás/ }).click();
      await expect(page.getByText("1 mosdót elfogadtál.")).toBeVisible();
      expect((await page.request.get(`/api/v1/places/${added}`)).status()).toBe(200);
      await openAdded();
      await place.locator("summary", { hasText: "Törlés" }).click();
      await place.getByRole("button", { name: "Igen, törlöm" }).click();
      await expect(page.getByText("A mosdót törölted.")).toBeVisible();
      expect((await page.request.get(`/api/v1/places/${added}`)).status()).toBe(404);
      await signOut(page);
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
      const opened = async (path: string) => {
        await page.goto(path);
        if (javaScriptEnabled) await untilHydrated(page);
      };

      await registerOnPage(page, email);
      await expect(page).toHaveURL("/");
      await opened(await mailedLink(email, "meg"));
      await press(page, "Megerősítem a címemet");
      await expect(status(page)).toContainText("Megerősítettük az e-mail-címed.");
      await opened("/account");
      await page.getByRole("checkbox", { name: "Írjatok, mi lett azzal" }).check();
      await press(page, "Mentés");
      await expect(status(page).filter({ hasText: "Elmentettük." })).toBeVisible();

      await opened(`/?place=${id}`);
      await main.getByRole("button", { name: "Minden stimmel" }).click();
      await expect(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
      await opened(`/places/${id}/report`);
      await page.getByRole("radio", { name: "Rossz a nyitvatartás" }).check();
      await press(page, "Küldés");
      await expect(main).toContainText("Köszönjük! Utánanézünk.");
      const { reviews } = await (await page.request.get(`/api/v1/places/${id}/reviews`)).json();
      await opened(`/places/${id}/reviews/${reviews[0].id}/report`);
      await page.getByRole("radio", { name: "Reklám vagy spam" }).check();
      await press(page, "Küldés");
      await expect(main).toContainText("Köszönjük!");

      const propose = async () => {
        await opened(`/places/${id}/edit`);
        await page.getByLabel("Megjegyzés", { exact: false }).fill("az udvarban");
        await press(page, "Javaslat elküldése");
        await expect(status(page).filter({ hasText: "elbírálásra vár" })).toBeVisible();
      };
      await propose();
      await opened(`/places/${id}/edit`);
      await page.locator("summary", { hasText: "Javaslat visszavonása" }).click();
      await press(page, "Igen, visszavonom");
      await expect(main).toContainText("A javaslatodat visszavontad.");
      await propose();
      await signOut(page);

      await signIn(page, testAdministrator.email, testAdministrator.password);
      await expect(page).toHaveURL("/");
      const card = page.getByRole("listitem").filter({ hasText: address });
      const comment = async () =>
        (await (await page.request.get(`/api/v1/places/${id}`)).json()).comments;
      await openAtEntry(page, "proposals", card);
      if (javaScriptEnabled) await untilHydrated(page);
      await card.getByRole("button", { name: /^A kijelöltek elfogadása/ }).click();
      await expect(page.getByText("A javaslatról döntöttél.")).toBeVisible();
      expect(await comment()).toBe("az udvarban");
      await opened(`/places/${id}/history`);
      await main.locator("summary", { hasText: "Visszavonás" }).click();
      await press(page, "Visszavonás");
      await expect(main).toContainText("A változást visszavontad.");
      expect(await comment()).toBe("");
      await openAtEntry(page, "reports", card);
      if (javaScriptEnabled) await untilHydrated(page);
      await card.getByRole("button", { name: /^Elintézve/ }).click();
      await expect(page.getByText("A bejelentést elintézted.")).toBeVisible();
      await openAtEntry(page, "reviews", card);
      if (javaScriptEnabled) await untilHydrated(page);
      await card.getByRole("button", { name: /^Marad/ }).click();
      await expect(page.getByText("A véleményt elintézted.")).toBeVisible();
      await opened(`/moderation?part=accounts&email=${email}`);
      await main.locator("summary", { hasText: "Kinevezés moderátornak" }).click();
      await main.getByRole("button", { name: "Igen, kinevezem" }).click();
      await expect(page.getByText("A fiók tulajdonosa mostantól moderátor.")).toBeVisible();
      await signOut(page);
    });
  });
}
