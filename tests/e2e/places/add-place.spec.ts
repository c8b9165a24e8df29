import type { Locator, Page } from "@playwright/test";
import {
  expect,
  registerUnseen,
  signInOnForm,
  somewhere,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";

/*
 * What takes a browser: the journey of a new place, its layout, and the form without script. Validation errors,
 * messages, failures and opening hours are tested in `app/routes/add-place.dom.test.tsx`.
 */

const form = (page: Page) => page.getByRole("region", { name: "Új mosdó felvétele" });
const open = (page: Page) => page.getByRole("main").getByRole("link", { name: "Mosdó felvétele" });
const send = (page: Page) => form(page).getByRole("button", { name: "Mosdó beküldése" });
const field = (page: Page, name: string) => form(page).getByRole("textbox", { name });
const banner = (page: Page) =>
  form(page)
    .getByRole("alert")
    .filter({ has: page.getByRole("button", { name: "Bezárás" }) });
const day = (page: Page, name: string) => form(page).getByRole("group", { name });

async function typePoint(page: Page, { latitude, longitude }: ReturnType<typeof somewhere>) {
  await field(page, "Szélességi fok").fill(String(latitude));
  await field(page, "Hosszúsági fok").fill(String(longitude));
}

/** Sets the pin by two inputs, because there is no WebGL. */
async function setPin(page: Page, at: ReturnType<typeof somewhere>) {
  await typePoint(page, at);
  await form(page).getByRole("button", { name: "Jelölő ide" }).click();
}

/** Opens the form by hand and sets the position. */
async function placeByHand(page: Page, city: string, at = somewhere()) {
  await page.goto("/places");
  await open(page).click();
  await setPin(page, at);
  await expect(form(page).getByText("Keressük a címet…")).toHaveCount(0);
  await field(page, "Település").fill(city);
  await field(page, "Utca, házszám").fill("Fő tér 1.");
}

async function setRange(fields: Locator, number: number, from: string, to: string) {
  await fields.getByLabel(`Nyitás, ${number}. időszak`).fill(from);
  await fields.getByLabel(`Zárás, ${number}. időszak`).fill(to);
}

const setDay = (fields: Locator, from: string, to: string) => setRange(fields, 1, from, to);

async function chooseHours(page: Page, name: string) {
  await form(page).locator("summary", { hasText: "Mikor van nyitva?" }).click();
  await form(page).getByRole("radio", { name, exact: true }).check();
}

test.describe("a contributor", () => {
  test.beforeEach(async ({ page, email }) => {
    await registerUnseen(page, email);
  });

  test("adds a place by its address, checks it, and is thanked", { tag: "@phone" }, async ({
    page,
    email,
  }) => {
    await page.goto("/places?public=1");
    await expect(form(page)).toHaveCount(0);
    await open(page).click();
    await expect(page).toHaveURL("/places?public=1&add=1");
    await expect(form(page)).toBeFocused();
    await expect(send(page)).toBeHidden();
    await form(page).getByRole("tab", { name: "Cím szerint" }).click();

    const search = form(page).getByRole("combobox", { name: "Cím keresése" });
    await search.fill("szeg");
    await page
      .getByRole("option", { name: /^Szeged/ })
      .first()
      .click();
    await expect(field(page, "Település")).toHaveValue("Szeged");
    await expect(field(page, "Utca, házszám")).toHaveValue("");
    await field(page, "Utca, házszám").fill(`${email} utca 1.`);
    await form(page).getByRole("button", { name: "Jelölő igazítása" }).click();
    await expect(send(page)).toHaveCount(0);
    const { latitude, longitude } = somewhere();
    await setPin(page, { latitude, longitude });
    await form(page).getByRole("button", { name: "Mentés" }).click();
    await expect(form(page).getByRole("button", { name: "Jelölő igazítása" })).toBeFocused();
    for (const question of ["Kell fizetni?", "Ki mehet be?", "Bejut kerekesszék?"]) {
      const group = form(page).getByRole("group", { name: question });
      await expect(group.getByRole("radio", { name: "Nem tudom" })).toBeChecked();
    }
    await expect(form(page).getByRole("spinbutton", { name: "Ár" })).toBeHidden();
    await form(page).getByRole("radio", { name: "Fizetni kell" }).check();
    await form(page).getByRole("spinbutton", { name: "Ár" }).fill("200");
    await expect(form(page).getByPlaceholder("magyar forint")).toHaveValue("200");
    const wheelchair = form(page).getByRole("group", { name: "Bejut kerekesszék?" });
    await wheelchair.getByRole("radio", { name: "Igen" }).check();
    await form(page).getByText("Mi van ott? (nem kötelező)").click();
    const table = form(page).getByRole("group", { name: "Pelenkázó", exact: true });
    await table.getByText("Van", { exact: true }).click();
    await form(page).getByLabel("Melyik helyiségben van a pelenkázó?").selectOption("Női");
    const paper = form(page).getByRole("group", { name: "WC-papír" });
    await paper.getByText("Nincs").click();
    // A second tap takes an answer back.
    await paper.getByText("Nincs").click();
    await expect(paper.getByRole("radio", { checked: true })).toHaveCount(0);
    await form(page).getByLabel("Hogyan található meg az ajtó?").fill("a kapu mögött balra");
    await field(page, "Megjegyzés").fill("a kútnál");
    await expect(form(page).getByText("8 / 2000 karakter")).toBeVisible();
    await expect(day(page, "hétfő")).toBeHidden();
    await chooseHours(page, "Naponként eltér");
    await setDay(day(page, "hétfő"), "08:00", "00:00");
    await form(page).getByRole("button", { name: "Másolás minden napra: hétfő" }).click();
    await day(page, "vasárnap").getByRole("checkbox", { name: "Zárva" }).check();

    const sent = page.waitForRequest((request) => request.method() === "POST");
    await send(page).click();
    await sent;
    await expect(form(page).getByRole("region", { name: "Még egy pillantás" })).toBeFocused();
    await expect(form(page)).toContainText("Ezt a címet nem tudtuk ellenőrizni.");
    await form(page).getByRole("button", { name: "Rendben, felveszem" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Köszönjük!" })).toBeVisible();
    await expect(form(page)).toHaveCount(0);

    const nearby = await page.request.get(`/api/v1/places/nearby?lng=${longitude}&lat=${latitude}`);
    expect((await nearby.json()).places ?? (await nearby.json())).toMatchObject([
      {
        city: "Szeged",
        address: `${email} utca 1.`,
        accepted: false,
        price: 200,
        fee: "costs",
        accessible: true,
        public: false,
        comments: "a kútnál",
        latitude,
        longitude,
        facts: {
          wheelchair: "yes",
          changing_table: "yes",
          changing_table_room: "women",
          door: "a kapu mögött balra",
        },
        opening_times: [...Array(6).fill("08:00-24:00"), "-"],
        closed_days: [6],
      },
    ]);
    expect((await nearby.json()).places[0]).not.toHaveProperty("position_approximate");
    await open(page).click();
    await expect(form(page).locator("[name=comments]")).toHaveValue("");
  });

  test("loses nothing to a lost connection or an expired session, until it is discarded", {
    tag: "@desktop",
  }, async ({ page, email, context, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
    await placeByHand(page, email);
    await context.setOffline(true);
    await send(page).click();
    await expect(banner(page)).toContainText("Amit beírtál, megmarad");
    await context.setOffline(false);

    await context.clearCookies();
    await send(page).click();
    await expect(banner(page)).toContainText("Ehhez be kell jelentkezned.");
    await banner(page).getByRole("link", { name: "Bejelentkezés" }).click();
    await expect(page).toHaveURL("/login?continueUrl=%2Fplaces%3Fadd%3D1");
    await signInOnForm(page, email);
    await expect(page).toHaveURL("/places?add=1");
    await expect(field(page, "Település")).toHaveValue(email);
    await expect(field(page, "Szélességi fok")).not.toHaveValue("");
    await form(page).getByRole("link", { name: "Elvetés" }).click();
    await expect(form(page)).toHaveCount(0);
    await expect(page).toHaveURL("/places");
  });

  test.describe("in the dark theme", { tag: "@phone" }, () => {
    test.use({ colorScheme: "dark", contextOptions: { reducedMotion: "reduce" } });

    // In the light theme too: `every-page/accessible-states.spec.ts`.
    test("has no barrier in the form with its pin and hours, and nothing sticks out at 320 pixels", async ({
      page,
    }) => {
      await page.goto("/places?add=1");
      // The form's own script comes after the page's.
      await expect(async () => {
        await form(page).getByRole("tab", { name: "Cím szerint" }).press("Home");
        await expect(form(page).getByRole("tab", { name: "Térképen" })).toBeFocused({
          timeout: 500,
        });
      }).toPass();
      await setPin(page, somewhere());
      await chooseHours(page, "Naponként eltér");
      await setDay(day(page, "kedd"), "08:00", "");
      await send(page).click();
      await expect(banner(page)).toBeVisible();
      await banner(page).getByRole("button", { name: "Bezárás" }).focus();
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 640 });
      for (const lang of ["hu", "en", "de"]) {
        await page.goto(`/places?add=1&lang=${lang}`);
        expect(await sidewaysPixels(page), lang).toBe(0);
      }
    });
  });

  test.describe("without script", { tag: "@desktop" }, () => {
    test.use({ javaScriptEnabled: false });

    test("adds a place in two steps, the second with the pin", async ({
      page,
      email,
      expectedErrors,
    }) => {
      expectedErrors.push(/^failed request: .*\.js csp$/);
      await page.goto("/places");
      await open(page).click();
      const at = somewhere();
      await typePoint(page, at);
      await form(page)
        .getByRole("checkbox", { name: /hozzávetőleges/ })
        .check();
      await form(page).getByRole("spinbutton", { name: "Ár" }).fill("150");
      await field(page, "Település").fill(email);
      await expect(day(page, "kedd")).toBeHidden();
      await chooseHours(page, "Naponként eltér");
      await setDay(day(page, "kedd"), "08:00", "");
      // All ranges that there can be are there.
      await setRange(day(page, "szerda"), 3, "22:00", "04:00");
      await send(page).click();
      await expect(banner(page)).toContainText("Nézd át a megjelölt mezőket.");
      await expect(field(page, "Utca, házszám")).toHaveAccessibleDescription(/Írd be az utcát/);
      await field(page, "Utca, házszám").fill("Fő tér 1.");
      await expect(day(page, "kedd").getByLabel("Zárás, 1. időszak")).toHaveAccessibleDescription(
        /A nyitás és/,
      );
      await setDay(day(page, "kedd"), "08:00", "20:00");
      const night = day(page, "szerda").getByRole("checkbox", { name: "Éjfél után is nyitva van" });
      await night.check();
      await expect(day(page, "szerda").getByLabel("Nyitás, 1. időszak")).toHaveValue("");
      await expect(day(page, "szerda").getByLabel("Nyitás, 3. időszak")).toHaveValue("22:00");
      await send(page).click();
      await expect(form(page).getByRole("img", { name: "A mosdó a térképen" })).toBeVisible();
      // The new page opens where the question is, below everything that was typed.
      const agree = form(page).getByRole("button", { name: "Rendben, felveszem" });
      await expect(agree).toBeInViewport();
      await agree.click();
      await expect(page).toHaveURL("/places?added=1");
      await expect(page.getByText("Köszönjük!")).toBeVisible();
      const nearby = await page.request.get(
        `/api/v1/places/nearby?lng=${at.longitude}&lat=${at.latitude}`,
      );
      expect((await nearby.json()).places).toMatchObject([
        {
          city: email,
          price: 150,
          fee: "costs",
          position_approximate: true,
          opening_hours: "Mo,Th-Su unknown, Tu 08:00-20:00, We 22:00-04:00",
        },
      ]);
    });
  });
});

test.describe("at the door", { tag: "@phone" }, () => {
  test.use({ permissions: ["geolocation"] });

  test("sends a toilet in four taps from the map, on a page without the list", async ({
    page,
    email,
    context,
  }) => {
    await registerUnseen(page, email);
    const at = somewhere();
    await context.setGeolocation(at);
    // The embedded search knows no streets.
    const address = { address_line1: `${email} utca 1.`, address_line2: "", place: "Szeged" };
    const rest = { county: "", postcode: "6720", country: "HU", confidence: "high" };
    await page.route("**/api/v1/geo/reverse?*", (route) =>
      route.fulfill({ json: { ...address, ...rest, ...at, precision: "address" } }),
    );
    await page.goto("/");
    let taps = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.click();
    };
    await tap(page.getByRole("button", { name: "Menü" }));
    await tap(page.locator("#map-menu").getByRole("link", { name: "Mosdó felvétele" }));
    await expect(form(page)).toBeVisible();
    await expect(page.locator("main article").first()).toBeHidden();
    await tap(form(page).getByRole("button", { name: "Ahol most vagyok" }));
    await expect(field(page, "Utca, házszám")).toHaveValue(address.address_line1);
    await tap(send(page));
    const thanks = page.getByRole("status").filter({ hasText: "Köszönjük!" });
    await expect(thanks).toBeVisible();
    expect(taps).toBe(4);
    await thanks.getByRole("link", { name: "Itt látod, mi lesz vele" }).click();
    await expect(page.getByRole("heading", { name: "Amit küldtél" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(address.address_line1);
  });

  test("a visitor signs in and comes back to the point that was pressed on the map", async ({
    page,
    email,
    createAccount,
  }) => {
    await createAccount(email);
    await page.goto("/places?add=1&at=20.25,46.75");
    const main = page.getByRole("main");
    await expect(main).toContainText("Ehhez be kell jelentkezned.");
    await expect(main.getByRole("link", { name: "Regisztráció" })).toHaveAttribute(
      "href",
      "/register?continueUrl=%2Fplaces%3Fadd%3D1%26at%3D20.25%252C46.75",
    );
    await main.getByRole("link", { name: "Bejelentkezés" }).click();
    await signInOnForm(page, email);
    await expect(form(page)).toContainText("A jelölő helye: 46.75, 20.25");
    await expect(send(page)).toBeVisible();
    // A reload must not put a moved pin back.
    await expect(page).toHaveURL("/places?add=1");
  });
});
