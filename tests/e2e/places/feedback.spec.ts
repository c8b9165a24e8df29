import type { Page } from "@playwright/test";
import {
  accountsPorts,
  expect,
  signInUnseen,
  somewhere,
  test,
  waitingReports,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { testNow } from "#tests/support/test-clock.ts";

const today = new Intl.DateTimeFormat("hu", { dateStyle: "medium", timeZone: "Europe/Budapest" });

const place = { city: "Zebegény", openingTimes: Array(7).fill("08:00-18:00") };

test.beforeEach(async ({ page, email, createAccount, baseURL }) => {
  await createAccount(email);
  await signInUnseen(page, email, baseURL);
});

/** An address that no other place has. */
const addressOf = (email: string) => `Régi utca ${email}`;

const dialog = (page: Page) => page.getByRole("dialog");

test("a tap confirms a place for today, and it stays pressed", async ({ page, addPlace }) => {
  const id = await addPlace(place);
  await openHydrated(page, `/?place=${id}`);
  const confirm = page.getByRole("button", { name: "Minden stimmel" });
  await expect(confirm).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByText(/Azóta senki nem erősítette meg|Felvéve/)).toBeVisible();
  await confirm.click();
  await expect(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
  await expect(confirm).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText(`${today.format(testNow())}`)).toBeVisible();
  await page.reload();
  await expect(confirm).toHaveAttribute("aria-pressed", "true");
});

test("'near me' shows a place that was confirmed before a nearer one at like distance", {
  tag: "@phone",
}, async ({ page, context, addPlace, baseURL }) => {
  const at = somewhere();
  const metersNorth = (meters: number) => ({ ...at, latitude: at.latitude + meters / 111_195 });
  const nearer = await addPlace({ ...place, ...metersNorth(110) });
  const confirmed = await addPlace({ ...place, ...metersNorth(140) });
  const farther = await addPlace({ ...place, ...metersNorth(190) });
  for (const id of [confirmed, farther]) {
    const call = `/api/v1/places/${id}/confirmations`;
    const answer = await page.request.post(call, { headers: { Origin: baseURL ?? "" } });
    expect(answer.status()).toBe(201);
  }
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation(at);
  await page.goto("/places");
  await page.getByRole("button", { name: "A közelemben" }).click();
  await expect(page).toHaveURL(/\/places\?sort=near&near=/);
  const firstIds = () =>
    page.getByRole("article").evaluateAll((all) => all.slice(0, 3).map(({ id }) => id));
  const idsOf = (...ids: number[]) => ids.map((id) => `place-${id}`);
  await expect.poll(firstIds).toEqual(idsOf(confirmed, nearer, farther));
  await page.getByRole("combobox", { name: "Rendezés" }).selectOption("distance");
  await expect(page).toHaveURL(/\/places\?sort=distance&near=/);
  await expect.poll(firstIds).toEqual(idsOf(nearer, confirmed, farther));
});

test("a report keeps the typed text until it is stored", { tag: "@phone" }, async ({
  page,
  addPlace,
  expectedFaults,
}) => {
  expectedFaults.push(/failed request: .*\/reports|net::ERR_FAILED/);
  const id = await addPlace(place);
  await openHydrated(page, `/?place=${id}`);
  await page.getByRole("link", { name: "Hiba bejelentése" }).click();
  await dialog(page).getByRole("button", { name: "Küldés" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Válaszd ki, mi nem stimmel.");
  await expectAccessible(page);
  await dialog(page).getByLabel("Valami más").check();
  await dialog(page).getByRole("button", { name: "Küldés" }).click();
  await expect(dialog(page).getByRole("textbox")).toBeFocused();
  await dialog(page).getByRole("textbox").fill("Nincs papír");
  await expect(dialog(page)).toContainText("11 / 2000 karakter");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Hiba bejelentése" }).click();
  await expect(dialog(page).getByLabel("Valami más")).toBeChecked();
  await expect(dialog(page).getByRole("textbox")).toHaveValue("Nincs papír");

  await page.route("**/reports", (route) => route.abort(), { times: 1 });
  await dialog(page).getByRole("button", { name: "Küldés" }).click();
  await expect(dialog(page).getByText("Nincs kapcsolat. Megőriztük")).toBeVisible();
  await expect(dialog(page).getByRole("textbox")).toHaveValue("Nincs papír");
  await dialog(page).getByRole("button", { name: "Küldés" }).click();
  await expect(dialog(page).getByText("Köszönjük!")).toBeFocused();
  await dialog(page).getByRole("button", { name: "Bezárás" }).last().click();
  await expect(page.getByRole("link", { name: "Hiba bejelentése" })).toBeFocused();
  await page.getByRole("link", { name: "Hiba bejelentése" }).click();
  await expect(dialog(page).getByLabel("Valami más")).not.toBeChecked();
  await expect(dialog(page).getByRole("textbox")).toHaveValue("");
});

test("a wrong address is corrected, in German", { tag: "@phone" }, async ({
  page,
  email,
  addPlace,
}) => {
  const id = await addPlace({ ...place, address: addressOf(email) });
  await openHydrated(page, `/?place=${id}&lang=de`);
  await page.getByRole("link", { name: "Problem melden" }).click();
  await expect(dialog(page).getByLabel("Adresse", { exact: true })).toBeHidden();
  await dialog(page).getByLabel("Die Adresse stimmt nicht").check();
  await dialog(page).getByRole("button", { name: "Senden", exact: true }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Ändern Sie Ort oder Adresse");
  await dialog(page).getByLabel("Adresse", { exact: true }).fill("Új utca 2.");
  const sent = page.waitForRequest("**/api/v1/corrections");
  await dialog(page).getByRole("button", { name: "Senden", exact: true }).click();
  await expect(dialog(page).getByText("Vielen Dank! Wir sehen uns das an.")).toBeVisible();
  expect((await sent).postDataJSON()).toMatchObject({
    changes: { address: "Új utca 2." },
    placeName: `${addressOf(email)}, Zebegény`,
  });
});

test("a correction too many in a minute says how long to wait, one too many in a day says that", {
  tag: "@phone",
}, async ({ page, email, addPlace }) => {
  const id = await addPlace({ ...place, address: addressOf(email) });
  await openHydrated(page, `/?place=${id}`);
  await page.getByRole("link", { name: "Hiba bejelentése" }).click();
  await dialog(page).getByLabel("Rossz a cím").check();
  await dialog(page).getByLabel("Cím", { exact: true }).fill("Új utca 2.");
  const refuse = async (code: string, headers: Record<string, string>) => {
    const body = { json: { status: 429, code }, contentType: "application/problem+json" };
    await page.route(
      "**/corrections",
      (route) => route.fulfill({ status: 429, headers, ...body }),
      {
        times: 1,
      },
    );
    await dialog(page).getByRole("button", { name: "Küldés" }).click();
  };
  await refuse("error.toomanyrequests", { "Retry-After": "17" });
  await expect(dialog(page).getByRole("alert")).toHaveText(
    "Most túl sok kérés jött tőled. Próbáld meg 17 másodperc múlva.",
  );
  await refuse("error.limit", {});
  await expect(dialog(page).getByRole("alert")).toHaveText(
    "24 óra alatt legfeljebb 5 címjavítást küldhetsz. Próbáld meg később.",
  );
});

test.describe("without an account", () => {
  test.beforeEach(({ context }) => context.clearCookies());

  const confirm = (page: Page) => page.getByRole("button", { name: "Minden stimmel" });
  const confirmed = (page: Page) => page.getByText("Fiók nélkül is megerősítette 1 látogató");

  test("a tap confirms, a report is sent, and the administrator sees that a visitor sent it", async ({
    page,
    email,
    addPlace,
    becomeAdministrator,
  }) => {
    const id = await addPlace({ ...place, address: addressOf(email) });
    await openHydrated(page, `/?place=${id}`);
    await expect(page.getByText(/^Felvéve/)).toBeVisible();
    await confirm(page).click();
    await expect(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
    await expect(confirm(page)).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await expect(confirmed(page)).toBeVisible();
    await expect(page.getByText(/^Felvéve/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Hiba bejelentése" }).click();
    await expect(dialog(page).getByLabel("Rossz a cím")).toHaveCount(0);
    await dialog(page).getByLabel("Rossz a nyitvatartás").check();
    await dialog(page).getByRole("button", { name: "Küldés" }).click();
    await expect(dialog(page).getByText("Köszönjük!")).toBeFocused();

    await becomeAdministrator();
    await expect(async () => {
      const sent = (await waitingReports(page)).find((report) => report.place.id === id);
      expect(sent).toMatchObject({ reason: "hours", sender: null, by_visitor: true });
    }).toPass();
  });

  for (const language of ["hu", "de"] as const) {
    const words = {
      hu: {
        report: "Hiba bejelentése",
        reason: "Most nem működik vagy zárva van",
        send: "Küldés",
        closed: "Nem működik",
        from: /^\d+\. .* óta, egy látogató jelzése szerint\. /,
        list: /Nem működik\s*\d+\. .* óta/,
        open: "Nyitva",
        again: "Újra működik",
      },
      de: {
        report: "Problem melden",
        reason: "Gerade außer Betrieb oder verschlossen",
        send: "Senden",
        closed: "Außer Betrieb",
        from: /^Seit \d.*, von einem Besucher gemeldet\. /,
        list: /Außer Betrieb\s*seit \d/,
        open: "Geöffnet",
        again: "Wieder in Betrieb",
      },
    }[language];

    test(`what is reported out of order is closed at once, for everyone, until it fades (${language})`, async ({
      page,
      browser,
      baseURL,
      addPlace,
    }) => {
      const { longitude, latitude } = somewhere();
      const always = Array(7).fill("00:00-24:00");
      const id = await addPlace({ city: "Zebegény", openingTimes: always, longitude, latitude });
      const status = page.getByRole("article").getByRole("status").first();
      await page.clock.install();
      await openHydrated(page, `/?place=${id}&lang=${language}`);
      await expect(status).toHaveText(words.open);
      await page.getByRole("link", { name: words.report }).click();
      await dialog(page).getByLabel(words.reason).check();
      await dialog(page).getByRole("button", { name: words.send, exact: true }).click();
      await expect(dialog(page).getByRole("paragraph").last()).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(status).toHaveText(words.closed);
      await expect(page.getByText(words.from)).toBeVisible();
      await expect(page.getByRole("button", { name: words.again })).toBeVisible();
      await expectAccessible(page);

      const other = await browser.newPage({ baseURL, locale: language });
      const near = `near=${longitude},${latitude}&sort=distance`;
      await other.goto(`/places?${near}`);
      await expect(other.locator(`#place-${id}`)).toContainText(words.list);
      await other.goto(`/places?${near}&open=1&unknown=1`);
      await expect(other.locator(`#place-${id}`)).toHaveCount(0);
      await other.close();

      await page.clock.fastForward("23:58:00");
      await expect(status).toHaveText(words.closed);
      await page.clock.fastForward("00:04:00");
      await expect(status).toHaveText(words.open);
      await expect(page.getByText(words.from)).toHaveCount(0);
    });
  }

  test("a place that is open again is so at once", async ({ page, addPlace }) => {
    const id = await addPlace({ city: "Zebegény", openingTimes: Array(7).fill("00:00-24:00") });
    const status = page.getByRole("article").getByRole("status").first();
    const answer = await page.request.post(`/api/v1/places/${id}/reports`, {
      data: { reason: "out-of-order" },
    });
    expect(answer.status()).toBe(201);
    await openHydrated(page, `/?place=${id}`);
    await expect(status).toHaveText(/^Nem működik/);
    await page.getByRole("button", { name: "Újra működik" }).click();
    await expect(status).toHaveText("Nyitva");
  });

  test("twenty-one places are one too many to report in a day", { tag: "@phone" }, async ({
    page,
    addPlace,
  }) => {
    const id = await addPlace(place);
    await page.route("**/reports", (route) =>
      route.fulfill({
        status: 429,
        json: { status: 429, code: "error.limit" },
        contentType: "application/problem+json",
      }),
    );
    await openHydrated(page, `/?place=${id}&lang=de`);
    await page.getByRole("link", { name: "Problem melden" }).click();
    await dialog(page).getByLabel("Dauerhaft geschlossen").check();
    await dialog(page).getByRole("button", { name: "Senden", exact: true }).click();
    await expect(dialog(page).getByRole("alert")).toContainText("höchstens 20 Toiletten");
  });

  test.describe("where the operator takes none", () => {
    test.use({ baseURL: `https://localhost:${accountsPorts.tls}`, ignoreHTTPSErrors: true });

    test("there is neither", { tag: "@phone" }, async ({ page, addPlace }) => {
      const id = await addPlace(place);
      await openHydrated(page, `/?place=${id}`);
      await expect(page.getByText(/^Felvéve/)).toBeVisible();
      await expect(confirm(page)).toHaveCount(0);
      await expect(page.getByRole("link", { name: "Hiba bejelentése" })).toHaveCount(0);
      await page.goto(`/places/${id}/report`);
      await expect(page.getByRole("main").getByRole("alert")).toContainText("jelentkezz be");
    });
  });
});

test.describe("without script", { tag: "@desktop" }, () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ expectedFaults }) => {
    // Chromium refuses even to preload a script that it may not run.
    expectedFaults.push(/^failed request: .*\.js csp$/);
  });

  test("confirms and reports without an account", async ({ page, context, addPlace }) => {
    await context.clearCookies();
    const id = await addPlace(place);
    await page.goto(`/?place=${id}`);
    await page.getByRole("button", { name: "Minden stimmel" }).click();
    await expect(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
    await page.getByRole("link", { name: "Vissza a mosdóhoz" }).click();
    await expect(page.getByText("Fiók nélkül is megerősítette 1 látogató")).toBeVisible();
    await page.getByRole("link", { name: "Hiba bejelentése" }).click();
    await page.getByLabel("Rossz a nyitvatartás").check();
    await page.getByRole("button", { name: "Küldés" }).click();
    await expect(page.getByText("Köszönjük! Utánanézünk.")).toBeVisible();
  });

  test("confirms and reports", async ({ page, addPlace }) => {
    const id = await addPlace(place);
    await page.goto(`/?place=${id}`);
    await page.getByRole("button", { name: "Minden stimmel" }).click();
    await expect(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
    await page.getByRole("link", { name: "Vissza a mosdóhoz" }).click();
    await expect(page.getByRole("button", { name: "Minden stimmel" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await page.getByRole("link", { name: "Hiba bejelentése" }).click();
    await page.getByLabel("Rossz a cím").check();
    await page.getByLabel("Írd le pár szóban").fill("Átnevezték");
    await page.getByRole("button", { name: "Küldés" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Írd át a települést");
    await expect(page.getByLabel("Írd le pár szóban")).toHaveValue("Átnevezték");
    await page.getByLabel("Rossz a nyitvatartás").check();
    await page.getByRole("button", { name: "Küldés" }).click();
    await expect(page.getByText("Köszönjük! Utánanézünk.")).toBeVisible();
  });
});
