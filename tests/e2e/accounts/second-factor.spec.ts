import {
  accountsTlsOrigin,
  expect,
  goodPassword,
  registerUnseen,
  signInOnForm,
  signInUnseen,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { openHydrated, untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { appCode, wrongCode } from "#tests/support/accounts/app-code.ts";

/*
 * Second factor from its set-up to its end (docs/product#second-factor). Its messages and failures are tested
 * beside the components, without script in `account-journeys.spec.ts`, after Google in `google.spec.ts`.
 */

test.use({ baseURL: accountsTlsOrigin, ignoreHTTPSErrors: true });
test.setTimeout(180_000);

test("is turned on, requested at each sign-in, given new codes, and turned off", {
  tag: "@phone",
}, async ({ page, context, email, mailedLink }) => {
  const main = page.getByRole("main");
  const alert = main.getByRole("alert");
  const status = main.getByRole("status");
  const code = main.getByLabel("Kód az alkalmazásból", { exact: true });
  // An account has five codes a minute, right or wrong: this test takes as many.
  const press = (name: string) => main.getByRole("button", { name, exact: true }).click();
  const expectFitting = async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(page);
    expect(await sidewaysPixels(page), page.url()).toBe(0);
  };
  await registerUnseen(page, email, accountsTlsOrigin);
  await openHydrated(page, await mailedLink(email, "meg"));
  await main.getByRole("button").click();
  await expect(status).toBeVisible();
  await openHydrated(page, "/account?lang=hu");
  await main.getByRole("link", { name: "Kétlépcsős bejelentkezés beállítása" }).click();
  await expect(page).toHaveURL(/\/account\/second-factor$/);
  await expect(main.getByLabel("Jelenlegi jelszó")).toBeVisible();
  await expectFitting();
  await main.getByLabel("Jelenlegi jelszó", { exact: true }).fill(goodPassword);
  await press("Beállítás");
  const picture = main.getByRole("img", { name: "QR-kód a hitelesítő alkalmazásnak" });
  await expect(picture).toBeVisible();
  // Black on white in every theme, since readers take no other.
  await expect(picture.locator("rect")).toHaveCSS("fill", "rgb(255, 255, 255)");
  await expect(picture.locator("path")).toHaveCSS("fill", "rgb(0, 0, 0)");
  const [whole, ground] = await Promise.all([
    picture.boundingBox(),
    picture.locator("rect").boundingBox(),
  ]);
  expect(ground).toEqual(whole);
  await expectFitting();
  const secret = await main.locator("input[name=secret]").inputValue();
  await code.fill(appCode(secret));
  await press("Bekapcsolás");
  await expect(status).toHaveText("Bekapcsoltuk a kétlépcsős bejelentkezést.");
  const codes = await main.getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectFitting();
  const saving = page.waitForEvent("download");
  await main.getByRole("link", { name: "Letöltés" }).click();
  expect((await saving).suggestedFilename()).toMatch(/^mosdo-.*\.txt$/);
  // Once and no more: the page read again has neither codes nor secret.
  const read = await page.request.get("/account/second-factor");
  expect(read.headers()["cache-control"]).toContain("no-store");
  const text = await read.text();
  for (const shown of [secret, ...codes]) expect(text).not.toContain(shown);

  // The way back to where the visitor came from is kept through both steps.
  await context.clearCookies();
  await openHydrated(page, "/login?continueUrl=%2Faccount%2Fsecond-factor");
  await signInOnForm(page, email);
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Kód a bejelentkezéshez");
  await untilHydrated(page);
  await expectFitting();
  expect((await page.request.get("/api/v1/account/export")).status()).toBe(401);
  await code.fill(wrongCode(secret));
  await press("Tovább");
  await expect(alert).toContainText("Ez a kód nem jó, vagy már felhasználtad.");
  await expect(code).toBeFocused();
  // The code of this time step has been used, if it is still this one; the next one is taken already.
  await code.fill(appCode(secret, undefined, 1));
  await press("Tovább");
  await expect(page).toHaveURL(/\/account\/second-factor$/);

  const fields = main.getByLabel("Kód az alkalmazásból, vagy egy helyreállító kód");
  await expect(main).toContainText("10 helyreállító kódod maradt.");
  await expectFitting();
  await fields.first().fill(codes[1].toUpperCase());
  await press("Új kódok kérése");
  await expect(status).toContainText("Elkészültek az új kódok.");
  const fresh = await main.getByRole("listitem").allInnerTexts();
  expect(new Set([...codes, ...fresh]).size).toBe(20);
  await main.getByRole("link", { name: "Eltettem őket" }).click();
  await expect(page).toHaveURL(/\/account$/);
  await openHydrated(page, "/account/second-factor");
  await fields.last().fill(fresh[0]);
  await press("Kikapcsolás");
  await expect(status).toHaveText("Kikapcsoltuk a kétlépcsős bejelentkezést.");
  await context.clearCookies();
  await signInUnseen(page, email, accountsTlsOrigin);
  expect((await page.request.get("/api/v1/account/second-factor")).status()).toBe(200);
});
