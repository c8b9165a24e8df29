import {
  accountsTlsOrigin,
  expect,
  goodPassword,
  somewhere,
  requestTest as test,
} from "#tests/e2e/support/accounts-test.ts";
import { PlainVisitor, textOf } from "#tests/e2e/support/plain-visitor.ts";
import { testAdministrator } from "#tests/support/accounts/add-account.ts";

/*
 * Journeys without script about places, where the product is reached by https, through a proxy that ends TLS and knows
 * the product by another host name. Those of accounts are in `account-journeys.spec.ts`; what scripts send behind TLS
 * is in `server/behind-tls.integration.test.ts`.
 */

test.use({ baseURL: accountsTlsOrigin, ignoreHTTPSErrors: true });

/** Registers a visitor. */
async function register(visitor: PlainVisitor, email: string): Promise<void> {
  await visitor.open("/register");
  const passwords = { password: goodPassword, confirmation: goodPassword };
  await visitor.press("Regisztráció", { email, ...passwords, terms: "1" });
  expect(visitor.url.pathname).toBe("/");
}

/** Signs out, and in as the administrator. */
async function becomeAdministrator(visitor: PlainVisitor): Promise<void> {
  await visitor.open("/guide");
  await visitor.press("Kijelentkezés");
  await visitor.open("/login");
  const { email, password } = testAdministrator;
  await visitor.press("Bejelentkezés", { email, password });
  expect(visitor.url.pathname).toBe("/");
}

test("adds a place and reviews one; the administrator accepts, deletes and restores", async ({
  request,
  email,
  addPlace,
}) => {
  const visitor = new PlainVisitor(request);
  await register(visitor, email);
  const { latitude, longitude } = somewhere();
  const city = `Tata ${email}`;
  const reviewed = await addPlace({ city });
  let added = 0;

  await test.step("adds a place in two steps, the second with the pin", async () => {
    await visitor.open("/places");
    await visitor.follow("Mosdó felvétele");
    // All ranges that there can be are there.
    await visitor.press("Mosdó beküldése", {
      ...{ latitude: String(latitude), longitude: String(longitude), position_approximate: "1" },
      ...{ place: city, price: "150", hours: "days" },
      ...{ from_tu_0: "08:00", from_we_2: "22:00", to_we_2: "04:00" },
    });
    const banner = textOf(visitor.page.querySelector("form [role=alert]"));
    expect(banner).toMatch(/Írd be az utcát .*A nyitás és .*A zárás legyen később/);
    const descriptionOf = (name: string) => {
      const control = visitor.page.querySelector(`[name=${name}]`);
      const ids = control?.getAttribute("aria-describedby")?.split(" ") ?? [];
      return ids.map((id) => textOf(visitor.page.getElementById(id))).join(" ");
    };
    expect(descriptionOf("address_line1")).toMatch(/Írd be az utcát/);
    expect(descriptionOf("to_tu_0")).toMatch(/A nyitás és/);
    const mended = { address_line1: "Fő tér 1.", to_tu_0: "20:00", night_we_2: "1" };
    await visitor.press("Mosdó beküldése", mended);
    expect(visitor.page.querySelector("img[alt='A mosdó a térképen']")).not.toBeNull();
    await visitor.press("Rendben, felveszem");
    expect(visitor.url.search).toBe("?added=1");
    expect(visitor.main).toContain("Köszönjük!");
    const point = `lng=${longitude}&lat=${latitude}`;
    const { places } = await (await request.get(`/api/v1/places/nearby?${point}`)).json();
    const opening_hours = "Mo,Th-Su unknown, Tu 08:00-20:00, We 22:00-04:00";
    const rest = { price: 150, fee: "costs", position_approximate: true };
    expect(places).toMatchObject([{ city, latitude, longitude, opening_hours, ...rest }]);
    added = places[0].id;
  });

  await test.step("reviews a place, and takes the review back", async () => {
    await visitor.open(`/?place=${reviewed}`);
    await visitor.follow("Vélemény írása");
    await visitor.press("Vélemény mentése", { rating: "4" });
    expect(visitor.url.search).toBe(`?place=${reviewed}`);
    expect(visitor.main).toContain("4,00");
    await visitor.follow("Véleményem módosítása");
    await visitor.press("Igen, törlöm");
    expect(visitor.url.search).toBe(`?place=${reviewed}`);
    expect(visitor.main).toContain("Még nincs értékelés");
  });

  await test.step("the administrator accepts, deletes and restores", async () => {
    const statusOf = async () => (await request.get(`/api/v1/places/${added}`)).status();
    await becomeAdministrator(visitor);
    await visitor.open(`/?place=${added}`);
    await visitor.press("Elfogadás");
    expect(visitor.main).toContain("1 mosdót elfogadtál.");
    await visitor.open(`/?place=${added}`);
    await visitor.press("Igen, törlöm");
    expect(visitor.main).toContain("A mosdót törölted.");
    expect(await statusOf()).toBe(404);
    await visitor.press("Visszavonás");
    expect(visitor.main).toContain("A mosdót visszaállítottad.");
    expect(await statusOf()).toBe(200);
  });
});

test("confirms, reports, proposes and withdraws; the administrator decides, takes back and appoints", async ({
  request,
  playwright,
  email,
  addPlace,
  mailedLink,
}) => {
  const address = `Javaslat utca ${email}`;
  const id = await addPlace({ ...somewhere(), city: "Tata", address });
  const visitor = new PlainVisitor(request);

  await test.step("another account reviews", async () => {
    const other = await playwright.request.newContext({
      baseURL: accountsTlsOrigin,
      ignoreHTTPSErrors: true,
    });
    const reviewer = new PlainVisitor(other);
    await register(reviewer, `other-${email}`);
    await reviewer.open(`/places/${id}/review`);
    await reviewer.press("Vélemény mentése", { rating: "2", text: "Kovács Béla itt lakik." });
    await other.dispose();
  });

  await test.step("confirms and reports", async () => {
    await register(visitor, email);
    await visitor.open(await mailedLink(email, "meg"));
    await visitor.press("Megerősítem a címemet");
    expect(visitor.main).toContain("Megerősítettük az e-mail-címed.");
    await visitor.open(`/?place=${id}`);
    await visitor.press("Minden stimmel");
    expect(visitor.main).toContain("Köszönjük! Ma megerősítetted");
    await visitor.open(`/places/${id}/report`);
    await visitor.press("Küldés", { reason: "hours" });
    expect(visitor.main).toContain("Köszönjük! Utánanézünk.");
    const { reviews } = await (await request.get(`/api/v1/places/${id}/reviews`)).json();
    await visitor.open(`/places/${id}/reviews/${reviews[0].id}/report`);
    await visitor.press("Küldés");
    expect(visitor.main).toContain("Válaszd ki");
    await visitor.press("Ez megnevez valakit");
    expect(visitor.main).toContain("Köszönjük!");
    const hidden = await (await request.get(`/api/v1/places/${id}/reviews`)).json();
    expect(hidden.reviews).toMatchObject([{ rating: 2, text: "" }]);
  });

  await test.step("proposes, withdraws, and proposes again", async () => {
    const propose = async () => {
      await visitor.open(`/places/${id}/edit`);
      await visitor.press("Javaslat elküldése", { comments: "az udvarban" });
      expect(visitor.main).toContain("elbírálásra vár");
    };
    await propose();
    await visitor.open(`/places/${id}/edit`);
    await visitor.press("Igen, visszavonom");
    expect(visitor.main).toContain("A javaslatodat visszavontad.");
    await propose();
  });

  /** Decides on the place in one of the staff's lists, on the page that it is on. */
  const decide = async (part: string, button: string) => {
    for (let page = 1; page <= 50; page++) {
      await visitor.open(`/moderation?part=${part}&page=${page}`);
      const entries = [...visitor.page.querySelectorAll("main li")];
      const entry = entries.find((one) => textOf(one).includes(address));
      if (entry) return visitor.press(button, {}, entry);
    }
    throw new Error(`${address} is not among ${part}`);
  };

  await test.step("the administrator decides, and takes the edit back", async () => {
    await becomeAdministrator(visitor);
    const comment = async () => (await (await request.get(`/api/v1/places/${id}`)).json()).comments;
    await decide("proposals", "A kijelöltek elfogadása");
    expect(visitor.main).toContain("A javaslatról döntöttél.");
    expect(await comment()).toBe("az udvarban");
    await visitor.open(`/places/${id}/history`);
    await visitor.press("Visszavonás");
    expect(visitor.main).toContain("A változást visszavontad.");
    expect(await comment()).toBe("");
    await decide("reports", "Elintézve");
    expect(visitor.main).toContain("1 bejelentést elintéztél.");
    await decide("reviews", "Marad");
    expect(visitor.main).toContain("1 véleményt megtartottál.");
    await visitor.press("Visszavonás");
    expect(visitor.main).toContain("1 vélemény újra vár.");
  });

  await test.step("the administrator appoints a moderator", async () => {
    await visitor.open(`/moderation?part=accounts&email=${email}`);
    await visitor.press("Igen, kinevezem");
    expect(visitor.main).toContain("A fiók tulajdonosa mostantól moderátor.");
  });
});
