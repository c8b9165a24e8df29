import type { Page } from "@playwright/test";
import type { Place, PlaceList } from "#domain/place/place.ts";
import {
  accountsOrigin,
  test as accountsTest,
  expect as expectOf,
  signInUnseen,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { schemaOrgFaults } from "#tests/support/schema-org.ts";

/** The sample place with the best reviews. */
async function bestPlace(page: Page): Promise<Place> {
  const answer = await page.request.get("/api/v1/places?sort=rating-desc");
  const { places }: PlaceList = await answer.json();
  return places[0];
}

/** The nearest places that are open, by the API. */
async function openAround(page: Page, { longitude, latitude }: Place): Promise<readonly Place[]> {
  const near = `${longitude},${latitude}`;
  const answer = await page.request.get(`/api/v1/places?open=1&sort=distance&near=${near}`);
  return ((await answer.json()) as PlaceList).places;
}

/** What the page tells search engines. */
async function structuredData(page: Page) {
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  return JSON.parse(text ?? "");
}

test("tells all of a place, and leads to the map and to the nearest others", async ({ page }) => {
  const place = await bestPlace(page);
  await page.goto(`/places/${place.id}`);
  await expect(page).toHaveTitle(`${place.address}, ${place.city} | Mosdókereső`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(place.address);
  await expect(page.getByText(`(${place.comments})`)).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Vélemények/ })).toContainText(
    `(${place.rating_count})`,
  );
  const nearest = page.getByRole("region", { name: "A legközelebbi nyitott mosdók" });
  // By night few places are open.
  const open = (await openAround(page, place)).filter(({ id }) => id !== place.id).slice(0, 3);
  expect(open.length).toBeGreaterThan(0);
  const items = await nearest.getByRole("listitem").all();
  expect(items).toHaveLength(open.length);
  for (const [index, { address, sample }] of open.entries()) {
    await expect(items[index]).toContainText(address);
    await expect(items[index]).toContainText(/nyitva|zár/i);
    await expect(items[index]).toContainText(sample ? /\d\s(km|m)\s*Minta: [^.]+$/ : /\d\s(km|m)$/);
  }
  expect(await sidewaysPixels(page)).toBe(0);
  await expectAccessible(page);
  const [other] = await nearest.getByRole("link").all();
  const name = (await other.textContent()) ?? "";
  await other.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name.split(", ")[0]);
  await page.getByRole("link", { name: "Térképen", exact: true }).click();
  await expect(page).toHaveURL(/\/\?place=\d+$/);
});

test("asks to sign in for the way, where only those who have signed in are led", {
  tag: "@phone",
}, async ({ page }) => {
  const { id } = await bestPlace(page);
  await page.goto(`/places/${id}`);
  const signIn = page.getByRole("link", { name: "Jelentkezz be az útvonalért" });
  await expect(page.getByRole("link", { name: "Vezess ide" })).toHaveCount(0);
  await signIn.click();
  await expect(page).toHaveURL(/\/login\?/);
});

accountsTest(
  "leads those who have signed in",
  { tag: "@phone" },
  async ({ page, email, createAccount }) => {
    await createAccount(email);
    await signInUnseen(page, email);
    const { id } = await bestPlace(page);
    await page.goto(`/places/${id}`);
    await expectOf(page.getByRole("link", { name: "Vezess ide" })).toBeVisible();
    await expectOf(page.getByRole("link", { name: "Jelentkezz be az útvonalért" })).toHaveCount(0);
  },
);

test("loads no application before it is used", { tag: "@phone" }, async ({ page }) => {
  const { id } = await bestPlace(page);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await page.goto(`/places/${id}`, { waitUntil: "networkidle" });
  expect(scripts.filter((path) => path.includes("framework"))).toEqual([]);
  await page.getByRole("link", { name: "Szerkesztés" }).focus();
  await expect.poll(() => scripts.some((path) => path.includes("framework"))).toBe(true);
});

test("shares its address with the first press, and says so once the application stands", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await bestPlace(page);
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route("**/assets/{framework,entry.client}-*.js", async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(`/places/${id}?page=1`, { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Megosztás" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(new URL(`/places/${id}`, page.url()).href);
  expect(new URL(page.url()).search).toBe("?page=1");
  arrive();
  await expect(page.getByRole("link", { name: "A link a vágólapon van" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Megosztás" })).toBeVisible();
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("link", { name: "Megosztás" }).click();
  await expect(page.getByRole("link", { name: "A link a vágólapon van" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/places/${id}`);
});

accountsTest("takes with the first press that all is well", async ({ page, addPlace }) => {
  const id = await addPlace();
  await page.goto(`/places/${id}`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Minden stimmel" }).click();
  await expectOf(page.getByRole("heading", { level: 1 })).toHaveText("Minden stimmel");
  await page.goto(`/places/${id}`);
  await expectOf(page.getByText(/látogató.* megerősít|megerősít.*látogató/i)).toBeVisible();
});

accountsTest(
  "takes in place that all is well, from those who have signed in",
  { tag: "@phone" },
  async ({ page, email, createAccount, addPlace }) => {
    await createAccount(email);
    await signInUnseen(page, email);
    await openHydrated(page, `/places/${await addPlace()}`);
    const confirm = page.getByRole("button", { name: "Minden stimmel" });
    await confirm.click();
    await expectOf(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
    await expectOf(confirm).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("link", { name: "Hiba bejelentése" }).click();
    await expectOf(page.getByRole("dialog")).toBeVisible();
  },
);

test("keeps the opening status true once a minute has passed", { tag: "@phone" }, async ({
  page,
}) => {
  const { id } = await bestPlace(page);
  await page.clock.install();
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.goto(`/places/${id}`, { waitUntil: "networkidle" });
  expect(scripts.some((url) => url.includes("framework"))).toBe(false);
  await page.clock.runFor(61_000);
  await expect.poll(() => scripts.some((url) => url.includes("framework"))).toBe(true);
});

for (const [language, name] of [
  ["hu", "Mosdókereső"],
  ["de", "Toilettenfinder"],
] as const) {
  test(`tells search engines what it is, in ${language}`, { tag: "@phone" }, async ({ page }) => {
    const place = await bestPlace(page);
    await page.goto(`/places/${place.id}?lang=${language}`);
    const content = (property: string) =>
      page.locator(`meta[property="${property}"]`).getAttribute("content");
    expect(await content("og:site_name")).toBe(name);
    expect(await content("og:title")).toBe(`${place.address}, ${place.city}`);
    const picture = new URL((await content("og:image")) ?? "");
    expect(picture.pathname + picture.search).toBe(
      `/places/${place.id}/preview.png?lang=${language}`,
    );
    const shown = await page.request.get(picture.pathname + picture.search);
    expect(shown.headers()["content-type"]).toBe("image/png");
    const description = page.locator('meta[name="description"]');
    await expect(description).toHaveCount(1);
    expect(await description.getAttribute("content")).toContain(place.address);
    const canonical = await page.locator('link[rel="canonical"]').getAttribute("href");
    expect(new URL(canonical ?? "").pathname).toBe(`/places/${place.id}`);
    // The page in a language is an address of its own; the plain one is for all others.
    expect(new URL(canonical ?? "").search).toBe(`?lang=${language}`);
    expect(await content("og:url")).toBe(canonical);
    const others = page.locator('link[rel="alternate"]');
    const plain = page.locator('link[hreflang="x-default"]');
    await expect(plain).toHaveAttribute("href", canonical?.split("?")[0] ?? "");
    expect(await others.evaluateAll((links) => links.map((link) => link.getAttribute("hreflang"))))
      // biome-ignore format: one line
      .toEqual(["hu", "en", "de", "x-default"]);
    expect(await content("og:locale")).toBe(language === "hu" ? "hu_HU" : "de_DE");
    const data = await structuredData(page);
    expect(await schemaOrgFaults(data)).toEqual([]);
    expect(data).toMatchObject({
      "@type": "PublicToilet",
      url: canonical?.split("?")[0],
      geo: { latitude: place.latitude, longitude: place.longitude },
      aggregateRating: { ratingCount: place.rating_count },
    });
  });
}

test("speaks Hungarian to who names no language, and names its plain address", {
  tag: "@phone",
}, async ({ page, baseURL }) => {
  const { id } = await bestPlace(page);
  // Not by the browser, which always names its languages.
  const read = async (headers: Record<string, string>) =>
    (
      await fetch(`${baseURL}/places/${id}`, { headers: { "Accept-Language": "*", ...headers } })
    ).text();
  const html = await read({});
  expect(html).toContain('<html lang="hu"');
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/places/${id}"/>`);
  expect(html).toContain("| Mosdókereső</title>");
  expect(await read({ "Accept-Language": "fr" })).toContain('<html lang="en"');
});

test("is one address, however it is written", { tag: "@phone" }, async ({ page }) => {
  const { id } = await bestPlace(page);
  const answer = await page.request.get(`/places/${id}/eger-dobo-ter-3?lang=de`, {
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(301);
  expect(answer.headers().location).toBe(`/places/${id}?lang=de`);
});

for (const address of [
  "/places/999999",
  "/places/0",
  "/places/x",
  "/places/x/eger-dobo-ter",
  "/places/1?page=x",
]) {
  test(`answers 404 to ${address}`, { tag: "@phone" }, async ({ page }) => {
    expect((await page.request.get(address)).status()).toBe(404);
  });
}

test.describe("without script", { tag: "@phone" }, () => {
  test.use({ javaScriptEnabled: false });

  test("is whole", async ({ page }) => {
    const place = await bestPlace(page);
    await page.goto(`/places/${place.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(place.address);
    await page.getByText("Ma:").click();
    await expect(page.getByRole("rowheader")).toHaveCount(7);
    await expect(page.getByRole("img", { name: /^Térkép: / })).toBeVisible();
    await expect(page.getByRole("link", { name: "Térképen", exact: true })).toHaveAttribute(
      "href",
      `/?place=${place.id}`,
    );
    // What a link to the page itself would not do.
    await expect(page.locator("[data-share]")).toBeHidden();
  });

  accountsTest("takes that all is well", async ({ page, addPlace, expectedFaults }) => {
    expectedFaults.push(/^failed request: .*\.js csp$/);
    await page.goto(`/places/${await addPlace()}`);
    await page.getByRole("button", { name: "Minden stimmel" }).click();
    await expectOf(page.getByRole("heading", { level: 1 })).toHaveText("Minden stimmel");
  });
});

accountsTest(
  "a waiting place is for staff, a deleted one is gone for visitors",
  { tag: "@phone" },
  async ({ page, addPlace, becomeAdministrator }) => {
    const waiting = await addPlace({ accepted: false });
    const deleted = await addPlace({ deleted_at: new Date("2026-01-01") });
    const statusOf = async (id: number) => (await page.goto(`/places/${id}`))?.status();
    expectOf(await statusOf(waiting)).toBe(404);
    expectOf(await statusOf(deleted)).toBe(410);
    await expectOf(page.getByRole("heading", { level: 1 })).toHaveText("Ezt a mosdót törölték");
    await expectAccessible(page);
    await becomeAdministrator();
    expectOf(await statusOf(waiting)).toBe(200);
    await expectOf(page.getByText("Elfogadásra vár")).toBeVisible();
    expectOf(await statusOf(deleted)).toBe(410);
  },
);

for (const [language, closed, by] of [
  [
    "hu",
    "Nem működik",
    /óta, egy látogató jelzése szerint\. Ha senki sem jelzi újra, .* után már nem mutatjuk/,
  ],
  ["de", "Außer Betrieb", /^Seit .*, von einem Besucher gemeldet\. Gilt bis /],
] as const) {
  accountsTest(
    `tells who reported a place closed for now, and until when it counts (${language})`,
    { tag: "@phone" },
    async ({ page, addPlace }) => {
      const id = await addPlace({ openingTimes: Array(7).fill("00:00-24:00") });
      const sent = await page.request.post(`/api/v1/places/${id}/reports`, {
        data: { reason: "out-of-order" },
        headers: { Origin: accountsOrigin },
      });
      expectOf(sent.status()).toBe(201);
      await page.goto(`/places/${id}?lang=${language}`);
      await expectOf(page.getByText(closed, { exact: true }).first()).toBeVisible();
      await expectOf(page.getByText(by)).toBeVisible();
      const data = await structuredData(page);
      expectOf(data.specialOpeningHoursSpecification.closes).toBe("00:00");
      expectOf(await schemaOrgFaults(data)).toEqual([]);
      await expectAccessible(page);
    },
  );
}

accountsTest(
  "tells search engines each day of hours that a week cannot hold",
  { tag: "@phone" },
  async ({ page, addPlace }) => {
    const id = await addPlace({
      opening_hours: "Mo-Su 08:00-12:00,13:00-18:00",
      openingTimes: Array(7).fill("08:00-18:00"),
    });
    await page.goto(`/places/${id}`);
    const data = await structuredData(page);
    expectOf(await schemaOrgFaults(data)).toEqual([]);
    const days = data.openingHoursSpecification;
    expectOf(days).toHaveLength(14);
    expectOf(days[0]).toMatchObject({ opens: "08:00", closes: "12:00" });
    expectOf(days[1]).toMatchObject({ opens: "13:00", closes: "18:00" });
    expectOf(days[1].validFrom).toBe(days[0].validThrough);
  },
);

accountsTest(
  "tells what happened to the place last",
  { tag: "@phone" },
  async ({ page, addPlace, becomeAdministrator }) => {
    const id = await addPlace();
    await becomeAdministrator();
    const changes = page.getByRole("region", { name: "Előzmények" });
    const all = changes.getByRole("link", { name: "Minden változás" });
    await page.goto(`/places/${id}`);
    await expectOf(changes.getByRole("listitem")).toHaveCount(1);
    await expectOf(changes).toContainText("Hozzáadva");
    await expectOf(all).toHaveCount(0);
    for (const change of [{ postcode: "1011" }, { county: "Pest" }, { postcode: "1012" }]) {
      const answer = await page.request.patch(`/api/v1/places/${id}`, {
        data: change,
        headers: { Origin: accountsOrigin, "If-Match": "*" },
      });
      expectOf(answer.status()).toBe(200);
    }
    await page.reload();
    const lines = changes.getByRole("listitem");
    await expectOf(lines).toHaveCount(3);
    await expectOf(lines.nth(0)).toContainText("Irányítószám");
    await expectOf(lines.nth(1)).toContainText("Vármegye");
    await expectOf(lines.nth(2)).toContainText("Irányítószám");
    await expectAccessible(page);
    await all.click();
    await expectOf(page).toHaveURL(`/places/${id}/history`);
    await expectOf(page.locator("main ol > li")).toHaveCount(4);
  },
);
