import type { Locator, Page } from "@playwright/test";
import {
  expect,
  registerUnseen,
  requestTest,
  somewhere,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { readPage, textOf } from "#tests/e2e/support/plain-visitor.ts";

/*
 * What takes a browser: the journeys of a new place. Validation errors, messages, failures and opening hours are
 * tested in `app/routes/add-place.dom.test.tsx`, the form without script in `accounts/behind-tls.spec.ts`, its layout
 * in `every-page/accessible-states.spec.ts` and `every-page/long-words.spec.ts`.
 */

const form = (page: Page) => page.getByRole("region", { name: "Új mosdó felvétele" });
const open = (page: Page) => page.getByRole("main").getByRole("link", { name: "Mosdó felvétele" });
const send = (page: Page) => form(page).getByRole("button", { name: "Mosdó beküldése" });
const field = (page: Page, name: string) => form(page).getByRole("textbox", { name });
const day = (page: Page, name: string) => form(page).getByRole("group", { name });

/** Sets the pin by two inputs, because there is no WebGL. */
async function setPin(page: Page, { latitude, longitude }: ReturnType<typeof somewhere>) {
  await field(page, "Szélességi fok").fill(String(latitude));
  await field(page, "Hosszúsági fok").fill(String(longitude));
  await form(page).getByRole("button", { name: "Jelölő ide" }).click();
}

test("adds a place by its address, checks it, and is thanked", { tag: "@full" }, async ({
  page,
  email,
}) => {
  await registerUnseen(page, email);
  await page.goto("/places?public=1");
  await expect(form(page)).toHaveCount(0);
  await open(page).click();
  await expect(page).toHaveURL("/places?public=1&add=1");
  await expect(form(page)).toBeFocused();
  await expect(send(page)).toBeHidden();

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
  await form(page).locator("summary", { hasText: "Mikor van nyitva?" }).click();
  await form(page).getByRole("radio", { name: "Naponként eltér", exact: true }).check();
  await day(page, "hétfő").getByLabel("Nyitás, 1. időszak").fill("08:00");
  await day(page, "hétfő").getByLabel("Zárás, 1. időszak").fill("00:00");
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

test.describe("at the door", () => {
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
});

requestTest(
  "a visitor is asked to sign in, and comes back to the point that was pressed on the map",
  async ({ request }) => {
    const main = (await readPage(request, "/places?add=1&at=20.25,46.75")).querySelector("main");
    expect(textOf(main)).toContain("Jelentkezz be, és már veheted is fel a mosdót.");
    const href = "/register?continueUrl=%2Fplaces%3Fadd%3D1%26at%3D20.25%252C46.75";
    expect(main?.querySelector(`a[href="${href}"]`)).not.toBeNull();
  },
);
