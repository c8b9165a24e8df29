import type { Locator, Page } from "@playwright/test";
import { addLimit } from "#domain/account/daily-limits.ts";
import {
  accountsOrigin,
  expect,
  signInUnseen,
  somewhere,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { testNow } from "#tests/support/test-clock.ts";

const form = (page: Page) => page.getByRole("region", { name: "Új mosdó felvétele" });
const open = (page: Page) => page.getByRole("link", { name: "Mosdó felvétele" });
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
  await form(page).getByRole("tab", { name: "Térképen" }).click();
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

const chooseHours = (page: Page, name: string) =>
  form(page).getByRole("radio", { name, exact: true }).check();

/** Adds a place without the page, as its form does. */
async function addUnseen(page: Page, city: string, at = somewhere()) {
  const response = await page.request.post("/api/v1/places", {
    headers: { Origin: accountsOrigin },
    data: {
      ...at,
      city,
      country: "HU",
      address: "Fő tér 1.",
      accessible: false,
      public: true,
    },
  });
  expect(response.status()).toBe(201);
}

test.describe("a contributor", () => {
  test.beforeEach(async ({ page, email, createAccount }) => {
    await createAccount(email);
    await signInUnseen(page, email);
  });

  test("adds a place by its address, checks it, and is thanked for five seconds", async ({
    page,
    email,
  }) => {
    await page.clock.install();
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
    await expect(form(page).getByRole("radio", { name: "Nem tudom" }).last()).toBeChecked();
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
    await page.clock.pauseAt(testNow().getTime() + 60_000);
    await form(page).getByRole("button", { name: "Rendben, felveszem" }).click();
    await expect(page).toHaveURL("/places?public=1&added=1");
    const thanks = page.getByRole("status").filter({ hasText: "Köszönjük!" });
    await expect(thanks).toBeVisible();
    await expect(form(page)).toHaveCount(0);
    await page.clock.runFor(4_900);
    await expect(thanks).toBeVisible();
    await page.clock.runFor(200);
    await expect(thanks).toHaveCount(0);
    await expect(page).toHaveURL("/places?public=1");

    const nearby = await page.request.get(`/api/v1/places/nearby?lng=${longitude}&lat=${latitude}`);
    expect((await nearby.json()).places ?? (await nearby.json())).toMatchObject([
      {
        city: "Szeged",
        address: `${email} utca 1.`,
        accepted: false,
        price: 200,
        fee: "costs",
        accessible: true,
        public: true,
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
    await expect(field(page, "Megjegyzés")).toHaveValue("");
  });

  test("must set the pin where the search knows only the town, and its mark is stored", {
    tag: "@phone",
  }, async ({ page, email }) => {
    await page.goto("/places?add=1");
    await form(page).getByRole("combobox", { name: "Cím keresése" }).fill("debrec");
    await page
      .getByRole("option", { name: /^Debrecen/ })
      .first()
      .click();
    await field(page, "Utca, házszám").fill(`${email} utca 77.`);
    await expect(form(page).getByText(/a jelölő a közepén áll: akár 10\skm/)).toBeVisible();
    await send(page).click();
    await expect(banner(page)).toContainText("Nézd át a megjelölt mezőket.");
    const approximate = form(page).getByRole("checkbox", { name: /hozzávetőleges/ });
    await expect(approximate).toBeFocused();
    await expect(approximate).toHaveAccessibleDescription(/Tedd a jelölőt a bejárathoz/);
    // Axe takes a button that is scrolled half under the page's bar for a small one.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(page);

    await form(page).getByRole("button", { name: "Jelölő a bejárathoz" }).click();
    await expect(send(page)).toHaveCount(0);
    await approximate.check();
    await send(page).click();
    await form(page)
      .getByRole("button", { name: /felveszem$/ })
      .click();
    await expect(page).toHaveURL("/places?added=1");
    const nearby = await page.request.get(`/api/v1/places/nearby?lng=21.63&lat=47.53&radius=1000`);
    const { places } = await nearby.json();
    const own = places.find(({ address }: { address: string }) => address.startsWith(email));
    // Debrecen has many tests; this one's place is checked only among the nearest ten.
    if (own) expect(own).toMatchObject({ position_approximate: true, fee: "unknown" });
  });

  test("keeps the typed house number when a street is chosen", { tag: "@desktop" }, async ({
    page,
  }) => {
    const { latitude, longitude } = somewhere();
    await page.route("**/api/v1/geo/suggest**", (route) =>
      route.fulfill({
        json: [{ id: "x", name: "Piac utca", detail: "4024 Debrecen", precision: "street" }],
      }),
    );
    await page.route("**/api/v1/geo/retrieve/**", (route) =>
      route.fulfill({
        json: {
          address_line1: "Piac utca",
          address_line2: "",
          place: "Debrecen",
          county: "",
          postcode: "4024",
          country: "HU",
          latitude,
          longitude,
          confidence: "high",
          precision: "street",
        },
      }),
    );
    await page.goto("/places?add=1");
    await form(page).getByRole("combobox", { name: "Cím keresése" }).fill("piac utca 77");
    await page.getByRole("option", { name: /^Piac utca/ }).click();
    await expect(field(page, "Utca, házszám")).toHaveValue("Piac utca 77");
    await expect(form(page).getByText(/csak az utcát ismeri/)).toBeVisible();
    await form(page).getByRole("button", { name: "Jelölő a bejárathoz" }).click();
    await setPin(page, { latitude, longitude: longitude + 0.001 });
    await form(page).getByRole("button", { name: "Mentés" }).click();
    await expect(form(page).getByText(/csak az utcát ismeri/)).toHaveCount(0);
  });

  test("gives hours with a break at noon, and closed holidays", { tag: "@phone" }, async ({
    page,
    email,
  }) => {
    const at = somewhere();
    await placeByHand(page, email, at);
    await chooseHours(page, "Hétköznap és hétvégén");
    const weekdays = day(page, "Hétköznap");
    await setRange(weekdays, 1, "08:00", "12:00");
    await expect(weekdays.getByLabel("Nyitás, 2. időszak")).toBeHidden();
    await weekdays.getByRole("button", { name: "Még egy időszak" }).click();
    await setRange(weekdays, 2, "13:00", "18:00");
    await day(page, "Hétvége").getByRole("checkbox", { name: "Zárva" }).check();
    await expect(day(page, "Hétvége").getByLabel("Nyitás, 1. időszak")).toBeHidden();
    await day(page, "Ünnepnapokon").first().getByRole("radio", { name: "Zárva" }).check();
    await expectAccessible(page);
    // The draft of this tab survives a reload.
    await page.reload();
    await expect(weekdays.getByLabel("Zárás, 2. időszak")).toHaveValue("18:00");
    await send(page).click();
    await expect(page).toHaveURL("/places?added=1");
    const nearby = await page.request.get(
      `/api/v1/places/nearby?lng=${at.longitude}&lat=${at.latitude}`,
    );
    expect((await nearby.json()).places).toMatchObject([
      {
        opening_hours: "Mo-Fr 08:00-12:00,13:00-18:00; PH off",
        opening_times: [...Array(5).fill("13:00-18:00"), "-", "-"],
        closed_days: [5, 6],
      },
    ]);
  });

  test("is always open with two taps", { tag: "@phone" }, async ({ page, email }) => {
    const at = somewhere();
    await placeByHand(page, email, at);
    await chooseHours(page, "Mindig nyitva");
    await send(page).click();
    await expect(page).toHaveURL("/places?added=1");
    const nearby = await page.request.get(
      `/api/v1/places/nearby?lng=${at.longitude}&lat=${at.latitude}`,
    );
    expect((await nearby.json()).places).toMatchObject([
      { opening_times: Array(7).fill("00:00-24:00"), open_status: "open" },
    ]);
  });

  test("writes hours as a text, with its meaning beside it, in German", {
    tag: "@desktop",
  }, async ({ page, expectedFaults }) => {
    expectedFaults.push(/503.*opening-hours|opening-hours.*503|status of 503/);
    await page.goto("/places?add=1&lang=de");
    const german = page.getByRole("region", { name: "Neue Toilette hinzufügen" });
    await expect(async () => {
      await german.getByRole("radio", { name: "Als Text eingeben" }).check();
      await german
        .getByRole("textbox", { name: /Schreibweise von OpenStreetMap/ })
        .fill("Mo-Fr 08:00-12:00,13:00-18:00; PH zu");
      await expect(german.locator("mark")).toHaveText("zu", { timeout: 2_000 });
    }).toPass();
    await expect(german.getByText("Das verstehen wir nicht (Zeichen 35): „zu“.")).toBeVisible();
    const text = german.getByRole("textbox", { name: /Schreibweise von OpenStreetMap/ });
    await text.fill("Mo-Fr 08:00-12:00,13:00-18:00; PH off");
    await expect(german.getByText("Montag–Freitag: 08:00–12:00, 13:00–18:00")).toBeVisible();
    await expect(german.getByText("An Feiertagen: geschlossen")).toBeVisible();
    await expect(german.getByRole("table", { name: "Die nächsten sieben Tage" })).toBeVisible();
    await expect(german.locator("mark")).toHaveCount(0);
    // The page's bar lies on half of a row of answers.
    const answer = german.getByRole("radio", { name: "Kostenlos" });
    await answer.evaluate((input) => scrollBy(0, input.getBoundingClientRect().top - 34));
    await expectAccessible(page);
    // Without the server the form goes on working.
    await page.route("**/api/v1/opening-hours**", (route) => route.fulfill({ status: 503 }));
    await text.fill("Mo-Fr 08:00-12:00");
    await expect(german.getByText(/können wir gerade nicht nachsehen/)).toBeVisible();
    await expect(text).toHaveValue("Mo-Fr 08:00-12:00");
  });

  test("is told of a duplicate before the question about similar places", {
    tag: "@desktop",
  }, async ({ page, email }) => {
    const at = somewhere();
    await addUnseen(page, email, at);
    await placeByHand(page, email, at);
    await send(page).click();
    await expect(banner(page)).toContainText("Ez a mosdó már szerepel nálunk");
    await expect(form(page).getByRole("region", { name: "Ezek közül az egyik?" })).toHaveCount(0);
  });

  test("is not asked again about an address that the search is sure of", {
    tag: "@desktop",
  }, async ({ page }) => {
    const { latitude, longitude } = somewhere();
    await page.route("**/api/v1/geo/retrieve/**", (route) =>
      route.fulfill({
        json: {
          address_line1: "Tisza Lajos körút 1.",
          address_line2: "",
          place: "Szeged",
          county: "",
          postcode: "6720",
          country: "HU",
          latitude,
          longitude,
          confidence: "high",
          precision: "address",
        },
      }),
    );
    await page.goto("/places?add=1");
    await form(page).getByRole("combobox", { name: "Cím keresése" }).fill("szeg");
    await page
      .getByRole("option", { name: /^Szeged/ })
      .first()
      .click();
    await expect(field(page, "Utca, házszám")).toHaveValue("Tisza Lajos körút 1.");
    await field(page, "Épület").fill(String(latitude));
    await send(page).click();
    await expect(page).toHaveURL("/places?added=1");
  });

  test("sees the faults, for ten seconds on top and permanently at the fields", {
    tag: "@phone",
  }, async ({ page, email }) => {
    await page.clock.install();
    await placeByHand(page, "");
    await chooseHours(page, "Naponként eltér");
    await setDay(day(page, "kedd"), "08:00", "");
    await setDay(day(page, "szerda"), "08:00", "18:00");
    await day(page, "szerda").getByRole("button", { name: "Még egy időszak" }).click();
    await setRange(day(page, "szerda"), 2, "17:59", "20:00");
    await page.clock.pauseAt(testNow().getTime() + 60_000);
    await send(page).click();
    await expect(banner(page)).toContainText("Nézd át a megjelölt mezőket.");
    await expect(banner(page)).toContainText("A nyitás és a zárás idejét is add meg");
    await expect(banner(page)).toContainText("Az időszakok nem fedhetik egymást");
    await expect(field(page, "Település")).toBeFocused();
    await expect(field(page, "Település")).toHaveAccessibleDescription(/Írd be a települést/);
    await page.clock.runFor(9_900);
    await expect(banner(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(banner(page)).toHaveCount(0);
    await expect(field(page, "Település")).toHaveAttribute("aria-invalid", "true");

    await field(page, "Település").fill(email);
    await send(page).click();
    const closing = day(page, "kedd").getByLabel("Zárás, 1. időszak");
    await expect(closing).toBeFocused();
    await expect(closing).toHaveAccessibleDescription(/A nyitás és/);
    await banner(page).getByRole("button", { name: "Bezárás" }).click();
    await expect(banner(page)).toHaveCount(0);
    await expect(day(page, "szerda").getByLabel("Nyitás, 2. időszak")).toHaveAccessibleDescription(
      /Az időszakok nem fedhetik egymást/,
    );

    await addUnseen(page, email);
    await day(page, "kedd").getByRole("checkbox", { name: "Zárva" }).check();
    await day(page, "szerda").getByRole("button", { name: "2. időszak törlése" }).click();
    await send(page).click();
    await expect(banner(page)).toContainText("Ez a mosdó már szerepel nálunk");
    await page.clock.runFor(10_100);
    await expect(banner(page)).toHaveCount(0);
    await expect(field(page, "Település")).toHaveValue(email);
  });

  test("sees similar places: 'is it one of these?'", { tag: "@desktop" }, async ({
    page,
    email,
    addPlace,
  }) => {
    const at = somewhere();
    const address = `${email} utca 2.`;
    const id = await addPlace({ ...at, city: "Makó", address, accepted: true });
    await expect
      .poll(async () => {
        const answer = await page.request.get(
          `/api/v1/places/nearby?lng=${at.longitude}&lat=${at.latitude}`,
        );
        return answer.text();
      })
      .toContain(address);
    await placeByHand(page, "Makó", at);
    await field(page, "Utca, házszám").fill(email);
    await send(page).click();
    const question = form(page).getByRole("region", { name: "Ezek közül az egyik?" });
    await expect(question).toBeFocused();
    await expect(question.getByRole("link", { name: `${address}, Makó` })).toHaveAttribute(
      "href",
      `/?place=${id}`,
    );
    await question.getByRole("button", { name: "Vissza a szerkesztéshez" }).click();
    await expect(question).toHaveCount(0);
    await send(page).click();
    await field(page, "Megjegyzés").fill("a túloldalon");
    await expect(question).toHaveCount(0);
    await send(page).click();
    await question.getByRole("button", { name: "Egyik sem, felveszem" }).click();
    await expect(page).toHaveURL("/places?added=1");
  });

  test("loses nothing to a reload, a lost connection or an expired session", {
    tag: "@desktop",
  }, async ({ page, email, context, expectedFaults }) => {
    expectedFaults.push(/ERR_INTERNET_DISCONNECTED|503/);
    await placeByHand(page, email);
    await chooseHours(page, "Naponként eltér");
    await day(page, "péntek").getByRole("checkbox", { name: "Zárva" }).check();
    await page.reload();
    await expect(field(page, "Település")).toHaveValue(email);
    await expect(day(page, "péntek").getByRole("checkbox", { name: "Zárva" })).toBeChecked();
    await expect(field(page, "Szélességi fok")).not.toHaveValue("");

    await context.setOffline(true);
    await send(page).click();
    await expect(banner(page)).toContainText("Amit beírtál, megmarad");
    await context.setOffline(false);
    await page.route("**/places.data**", (route) => route.fulfill({ status: 503, body: "no" }));
    await send(page).click();
    await expect(banner(page)).toContainText("Amit beírtál, megmarad");
    await page.unroute("**/places.data**");

    await context.clearCookies();
    await send(page).click();
    await expect(banner(page)).toContainText("Ehhez be kell jelentkezned.");
    await banner(page).getByRole("link", { name: "Bejelentkezés" }).click();
    await expect(page).toHaveURL("/login");
    await signInUnseen(page, email);
    await page.goto("/places");
    await open(page).click();
    await expect(field(page, "Település")).toHaveValue(email);

    await form(page).getByRole("link", { name: "Elvetés" }).click();
    await expect(form(page)).toHaveCount(0);
    await expect(page).toHaveURL("/places");
    await open(page).click();
    await expect(
      form(page).getByRole("tab", { name: "Cím szerint", selected: true }),
    ).toBeVisible();
    await expect(send(page)).toBeHidden();
  });

  test("meets the limit: no sixth place within a day", { tag: "@phone" }, async ({
    page,
    email,
  }) => {
    for (let count = 1; count < addLimit; count++) await addUnseen(page, `${email} ${count}`);
    await placeByHand(page, email);
    await addUnseen(page, `${email} ${addLimit}`);
    await send(page).click();
    await expect(banner(page)).toContainText("24 óra alatt legfeljebb 5 mosdót vehetsz fel.");
    await expect(field(page, "Település")).toHaveValue(email);
    await page.goto("/places");
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(open(page)).toHaveCount(0);
    await page.goto("/places?add=1");
    await expect(page.getByRole("status").filter({ hasText: "24 óra alatt" })).toBeVisible();
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`in the ${colorScheme} theme`, {
      tag: colorScheme === "dark" ? "@phone" : "@desktop",
    }, () => {
      test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

      test("has no barrier in the form, and nothing sticks out at 320 pixels", async ({
        page,
        isMobile,
      }) => {
        await page.goto("/places?add=1");
        await expectAccessible(page);
        // The form's own script comes after the page's.
        await expect(async () => {
          await form(page).getByRole("tab", { name: "Cím szerint" }).press("End");
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
        if (!isMobile) return;
        for (const lang of ["hu", "en", "de"]) {
          await page.setViewportSize({ width: 320, height: 640 });
          await page.goto(`/places?add=1&lang=${lang}`);
          expect(await sidewaysPixels(page), lang).toBe(0);
        }
      });
    });
  }

  test.describe("without script", { tag: "@desktop" }, () => {
    test.use({ javaScriptEnabled: false });

    test("adds a place in two steps, the second with the pin", async ({
      page,
      email,
      expectedFaults,
    }) => {
      expectedFaults.push(/^failed request: .*\.js csp$/);
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

    test("writes hours as a text, and learns what is wrong with it and what it means", async ({
      page,
      email,
      expectedFaults,
    }) => {
      expectedFaults.push(/^failed request: .*\.js csp$/);
      await page.goto("/places?add=1");
      await typePoint(page, somewhere());
      await field(page, "Település").fill(email);
      await field(page, "Utca, házszám").fill("Fő tér 1.");
      await chooseHours(page, "Beírom szövegként");
      const text = field(page, "Nyitvatartás az OpenStreetMap írásmódjával");
      await text.fill("Mo-Fr 08:00-12:00; zárva");
      await send(page).click();
      await expect(text).toHaveAccessibleDescription(/Ezt nem értjük \(20\. karakter\): „zárva”/);
      await expect(form(page).locator("mark")).toHaveText("zárva");
      await text.fill("Mo-Fr 22:00-04:00; PH off");
      await send(page).click();
      await expect(form(page).getByText("Hétfő–péntek: 22:00–04:00 (másnapig)")).toBeVisible();
      await form(page).getByRole("button", { name: "Rendben, felveszem" }).click();
      await expect(page).toHaveURL("/places?added=1");
    });
  });
});

test("a press on the answer's button counts while the list is still loading", {
  tag: "@phone",
}, async ({ page, email, createAccount }) => {
  await createAccount(email);
  await signInUnseen(page, email);
  await page.goto("/places?add=1");
  await form(page).getByRole("combobox", { name: "Cím keresése" }).fill("makó");
  await page.getByRole("option", { name: /^Makó/ }).first().click();
  await field(page, "Utca, házszám").fill(`${email} utca 2.`);
  await form(page).getByLabel("Pontosabban nem tudom").check();
  const posts: string[] = [];
  const held = Promise.withResolvers<void>();
  await page.route(/\/places\.data/, async (route) => {
    const isList = route.request().method() === "GET";
    if (isList && posts.length > 0) await held.promise;
    if (!isList) posts.push(route.request().url());
    await route.continue();
  });
  await send(page).click();
  const button = form(page).getByRole("button", { name: "Rendben, felveszem" });
  await button.click({ timeout: 5_000 });
  await expect.poll(() => posts.length).toBe(2);
  held.resolve();
  await expect(page).toHaveURL(/[?&]added=1/);
});

test("the administrator's place is there at once, without a banner; in German", {
  tag: "@phone",
}, async ({ page, email, becomeAdministrator }) => {
  await becomeAdministrator();
  await page.goto("/places?lang=de");
  await page.getByRole("link", { name: "Toilette hinzufügen" }).click();
  const germanForm = page.getByRole("region", { name: "Neue Toilette hinzufügen" });
  await germanForm.getByRole("tab", { name: "Auf der Karte" }).click();
  const { latitude, longitude } = somewhere();
  await germanForm.getByRole("textbox", { name: /^Breite/ }).fill(String(latitude));
  await germanForm.getByRole("textbox", { name: /^Länge/ }).fill(String(longitude));
  await germanForm.getByRole("button", { name: "Markierung hierher" }).click();
  await expect(germanForm.getByText("Von diesem Punkt kennen wir nur den Ort.")).toBeVisible();
  await expect(germanForm.getByRole("textbox", { name: "Straße" })).toHaveValue("");
  await expect(germanForm.getByRole("textbox", { name: "Ort", exact: true })).not.toHaveValue("");
  await germanForm.getByRole("textbox", { name: "Straße" }).fill(email);
  await germanForm.getByRole("radio", { name: "Kostet etwas" }).check();
  await germanForm.getByRole("combobox", { name: "Land" }).selectOption("Österreich");
  await expect(germanForm.getByPlaceholder("Euro")).toBeVisible();
  await germanForm.getByRole("combobox", { name: "Land" }).selectOption("Japan");
  await expect(germanForm.getByPlaceholder("Landeswährung")).toBeVisible();
  await germanForm.getByRole("button", { name: "Toilette eintragen" }).click();
  await expect(page).toHaveURL("/places");
  await expect(page.getByRole("article").first()).toContainText(email);
  await expect(page.getByText("Vielen Dank!")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Toilette hinzufügen" })).toBeVisible();
});

test("a visitor sees no button, and by its address learns why", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.goto("/places?add=1");
  await expect(page.getByRole("status").filter({ hasText: "be kell jelentkezned" })).toBeVisible();
  await expect(open(page)).toHaveCount(0);
  await expect(form(page)).toHaveCount(0);
});
