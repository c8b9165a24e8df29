import type { Page } from "@playwright/test";
import type { Place, PlaceList } from "#domain/place/place.ts";
import {
  accountsOrigin,
  test as accountsTest,
  expect as expectOf,
  signInUnseen,
  somewhere,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { schemaOrgErrors } from "#tests/support/schema-org.ts";

/** The sample place with the best reviews. */
async function bestPlace(page: Page): Promise<Place> {
  const response = await page.request.get("/api/v1/places?sort=rating-desc");
  const { places }: PlaceList = await response.json();
  return places[0];
}

/** What the page tells search engines. */
async function structuredData(page: Page) {
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  return JSON.parse(text ?? "");
}

test("tells all of a place, and leads to the map", { tag: "@phone" }, async ({ page }) => {
  const place = await bestPlace(page);
  await page.goto(`/places/${place.id}`);
  await expect(page).toHaveTitle(`${place.address}, ${place.city} | Mosdókereső`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(place.address);
  await expect(page.getByText(`(${place.comments})`)).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Vélemények/ })).toContainText(
    `(${place.rating_count})`,
  );
  // No street map: the embedded map from as far as its rivers are true.
  await expect(page.getByRole("img", { name: /^Térkép:/ })).toHaveAttribute(
    "src",
    /,9\.5&size=page/,
  );
  expect(await sidewaysPixels(page)).toBe(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Térképen", exact: true }).click();
  await expect(page).toHaveURL(`/?place=${place.id}`);
});

accountsTest(
  "leads to the nearest others that are not shut",
  { tag: "@phone" },
  async ({ page, addPlace }) => {
    // At any hour: this one is shut, the others are open.
    const at = somewhere();
    const north = (meters: number) => ({ ...at, latitude: at.latitude + meters / 111_195 });
    const always = { openingTimes: Array(7).fill("00:00-24:00") };
    const id = await addPlace({ ...at, ...always, address: "Fő tér 1." });
    await addPlace({ ...north(100), opening_hours: "off", address: "Zárt utca 1." });
    for (const meters of [600, 400, 200, 800]) {
      await addPlace({ ...north(meters), ...always, address: `Út ${meters}.` });
    }
    const items = page.getByRole("region", { name: "Mosdók a közelben" }).getByRole("listitem");
    await expectOf(async () => {
      await page.goto(`/places/${id}`);
      await expectOf(items).toContainText([/^Út 200\./, /^Út 400\./, /^Út 600\./], {
        timeout: 500,
      });
    }).toPass();
    await expectOf(items.first()).toContainText(/nyitva.*200\smIngyenes$/i);
    await items.first().getByRole("link").click();
    await expectOf(page.getByRole("heading", { level: 1 })).toContainText("Út 200.");
  },
);

test("loads no application before it is used, or a minute has passed", {
  tag: "@phone",
}, async ({ page }) => {
  const { id } = await bestPlace(page);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  const hasApplication = () => scripts.some((path) => path.includes("framework"));
  await page.clock.install();
  await page.goto(`/places/${id}`, { waitUntil: "networkidle" });
  expect(hasApplication()).toBe(false);
  await page.getByRole("link", { name: "Szerkesztés" }).focus();
  await expect.poll(hasApplication).toBe(true);

  scripts.length = 0;
  await page.goto(`/places/${id}`, { waitUntil: "networkidle" });
  expect(hasApplication()).toBe(false);
  // Then the opening status has to follow the time.
  await page.clock.runFor(61_000);
  await expect.poll(hasApplication).toBe(true);
});

test("shares its address with the first press, and says so once the application stands", {
  tag: "@phone",
}, async ({ page, context }) => {
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

accountsTest(
  "takes with the first press that all is well",
  { tag: "@desktop" },
  async ({ page, addPlace }) => {
    const id = await addPlace();
    await page.goto(`/places/${id}`, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Minden stimmel" }).click();
    await expectOf(page.getByRole("heading", { level: 1 })).toHaveText("Minden stimmel");
    await page.goto(`/places/${id}`);
    await expectOf(page.getByText(/látogató.* megerősít|megerősít.*látogató/i)).toBeVisible();
  },
);

accountsTest(
  "leads those who have signed in, and takes in place that all is well",
  { tag: "@phone" },
  async ({ page, email, createAccount, addPlace }) => {
    const id = await addPlace();
    await page.goto(`/places/${id}`);
    const signIn = page.getByRole("link", { name: "Jelentkezz be az útvonalért" });
    await expectOf(page.getByRole("link", { name: "Vezess ide" })).toHaveCount(0);
    await expectOf(signIn).toHaveAttribute("href", /^\/login\?/);
    await createAccount(email);
    await signInUnseen(page, email);
    await openHydrated(page, `/places/${id}`);
    await expectOf(page.getByRole("link", { name: "Vezess ide" })).toBeVisible();
    await expectOf(signIn).toHaveCount(0);
    const confirm = page.getByRole("button", { name: "Minden stimmel" });
    await confirm.click();
    await expectOf(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
    await expectOf(confirm).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("link", { name: "Hiba bejelentése" }).click();
    await expectOf(page.getByRole("dialog")).toBeVisible();
  },
);

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

  accountsTest("takes that all is well", async ({ page, addPlace, expectedErrors }) => {
    expectedErrors.push(/^failed request: .*\.js csp$/);
    await page.goto(`/places/${await addPlace()}`);
    await page.getByRole("button", { name: "Minden stimmel" }).click();
    await expectOf(page.getByRole("heading", { level: 1 })).toHaveText("Minden stimmel");
  });
});

accountsTest(
  "a waiting place is for staff, a deleted one is gone for visitors",
  { tag: "@phone" },
  async ({ page, addPlace, becomeAdministrator }) => {
    const pending = await addPlace({ accepted: false });
    const deleted = await addPlace({ deleted_at: new Date("2026-01-01") });
    const statusOf = async (id: number) => (await page.goto(`/places/${id}`))?.status();
    expectOf(await statusOf(pending)).toBe(404);
    expectOf(await statusOf(deleted)).toBe(410);
    await expectOf(page.getByRole("heading", { level: 1 })).toHaveText("Ezt a mosdót törölték");
    await expectAccessible(page);
    await becomeAdministrator();
    expectOf(await statusOf(pending)).toBe(200);
    await expectOf(page.getByText("Elfogadásra vár")).toBeVisible();
    expectOf(await statusOf(deleted)).toBe(410);
  },
);

accountsTest(
  "tells search engines each day of hours that a week cannot hold, and that it is closed for now",
  { tag: "@phone" },
  async ({ page, addPlace }) => {
    const id = await addPlace({
      opening_hours: "Mo-Su 08:00-12:00,13:00-18:00",
      openingTimes: Array(7).fill("08:00-18:00"),
    });
    await page.goto(`/places/${id}`);
    const data = await structuredData(page);
    expectOf(await schemaOrgErrors(data)).toEqual([]);
    const days = data.openingHoursSpecification;
    expectOf(days).toHaveLength(14);
    expectOf(days[0]).toMatchObject({ opens: "08:00", closes: "12:00" });
    expectOf(days[1]).toMatchObject({ opens: "13:00", closes: "18:00" });
    expectOf(days[1].validFrom).toBe(days[0].validThrough);

    const sent = await page.request.post(`/api/v1/places/${id}/reports`, {
      data: { reason: "out-of-order" },
      headers: { Origin: accountsOrigin },
    });
    expectOf(sent.status()).toBe(201);
    for (const [language, closed, by] of [
      [
        "hu",
        "Nem működik",
        /óta, egy látogató jelzése szerint\. Ha senki sem jelzi újra, .* után már nem mutatjuk/,
      ],
      ["de", "Außer Betrieb", /^Seit .*, von einem Besucher gemeldet\. Gilt bis /],
    ] as const) {
      await page.goto(`/places/${id}?lang=${language}`);
      await expectOf(page.getByText(closed, { exact: true }).first()).toBeVisible();
      await expectOf(page.getByText(by)).toBeVisible();
    }
    const closedData = await structuredData(page);
    expectOf(closedData.specialOpeningHoursSpecification.closes).toBe("00:00");
    expectOf(await schemaOrgErrors(closedData)).toEqual([]);
    await expectAccessible(page);
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
    await expectOf(changes).toContainText("Felvéve");
    await expectOf(all).toHaveCount(0);
    for (const change of [{ postcode: "1011" }, { county: "Pest" }, { postcode: "1012" }]) {
      const response = await page.request.patch(`/api/v1/places/${id}`, {
        data: change,
        headers: { Origin: accountsOrigin, "If-Match": "*" },
      });
      expectOf(response.status()).toBe(200);
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
