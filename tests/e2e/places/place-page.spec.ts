import type { PlaceList } from "#domain/place/place.ts";
import {
  accountsOrigin,
  expect,
  requestTest,
  signInUnseen,
  somewhere,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { readPage, textOf } from "#tests/e2e/support/plain-visitor.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * The page of a place: what it says as the server sends it, and what its script and a browser without script do.
 * Its words on the sample places are in `for-search-engines.spec.ts`, its layout in `every-page/each-page.spec.ts`.
 */

requestTest("leads to the nearest others that are not shut", async ({ request, addPlace }) => {
  // At any hour: this one is shut, the others are open.
  const at = somewhere();
  const north = (meters: number) => ({ ...at, latitude: at.latitude + meters / 111_195 });
  const always = { openingTimes: Array(7).fill("00:00-24:00") };
  const id = await addPlace({ ...at, ...always, address: "Fő tér 1." });
  await addPlace({ ...north(100), opening_hours: "off", address: "Zárt utca 1." });
  const ids = new Map<number, number>();
  for (const meters of [600, 400, 200, 800]) {
    ids.set(meters, await addPlace({ ...north(meters), ...always, address: `Út ${meters}.` }));
  }
  await expect(async () => {
    const page = await readPage(request, `/places/${id}`);
    const section = [...page.querySelectorAll("section")].find((one) =>
      textOf(one).startsWith("Mosdók a közelben"),
    );
    const links = [...(section?.querySelectorAll("li a") ?? [])];
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      [200, 400, 600].map((meters) => `/places/${ids.get(meters)}`),
    );
    expect(textOf(section?.querySelector("li") ?? null)).toMatch(
      /nyitva.*200 m · kb\. 3 perc ?Ingyenes$/i,
    );
    const review = `/login?continueUrl=%2Fplaces%2F${id}%2Freview`;
    expect(textOf(page.querySelector(`main a[href="${review}"]`))).toBe("Vélemény írása");
  }).toPass();
});

requestTest(
  "a waiting place is for staff, a deleted one is gone for visitors",
  async ({ request, addPlace, administratorCookie }) => {
    const pending = await addPlace({ accepted: false });
    const deleted = await addPlace({ deleted_at: new Date("2026-01-01") });
    await readPage(request, `/places/${pending}`, { status: 404 });
    const gone = await readPage(request, `/places/${deleted}`, { status: 410 });
    expect(textOf(gone.querySelector("h1"))).toBe("Ezt a mosdót törölték");
    const headers = { Cookie: await administratorCookie() };
    const shown = await readPage(request, `/places/${pending}`, { headers });
    expect(textOf(shown.querySelector("main"))).toContain("Elfogadásra vár");
    await readPage(request, `/places/${deleted}`, { headers, status: 410 });
  },
);

requestTest(
  "tells what happened to the place last",
  async ({ request, addPlace, administratorCookie }) => {
    const id = await addPlace();
    const headers = { Cookie: await administratorCookie() };
    const changes = async () => {
      const page = await readPage(request, `/places/${id}`, { headers });
      const section = page.querySelector("section[aria-labelledby=history]");
      return {
        lines: [...(section?.querySelectorAll("li") ?? [])].map(textOf),
        all: section?.querySelector("a")?.getAttribute("href"),
      };
    };
    expect(await changes()).toEqual({
      lines: [expect.stringContaining("Felvéve")],
      all: undefined,
    });
    for (const data of [{ postcode: "1011" }, { county: "Pest" }, { postcode: "1012" }]) {
      const edited = { ...headers, Origin: accountsOrigin, "If-Match": "*" };
      const response = await request.patch(`/api/v1/places/${id}`, { data, headers: edited });
      expect(response.status()).toBe(200);
    }
    expect(await changes()).toEqual({
      lines: ["Irányítószám", "Vármegye", "Irányítószám"].map((name) =>
        expect.stringContaining(name),
      ),
      all: `/places/${id}/history`,
    });
    const history = await readPage(request, `/places/${id}/history`, { headers });
    expect(history.querySelectorAll("main ol > li")).toHaveLength(4);
  },
);

test.describe("the application", () => {
  test.use({ baseURL: `http://localhost:${process.env.E2E_PORT ?? 3217}` });

  test("comes with the first use, or a minute later; what was pressed before is done", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const best = await page.request.get("/api/v1/places?sort=rating-desc&per_page=1");
    const [{ id }] = ((await best.json()) as PlaceList).places;
    const scripts: string[] = [];
    const arrived = Promise.withResolvers<void>();
    await page.route("**/assets/{framework,entry.client}-*.js", async (route) => {
      scripts.push(route.request().url());
      await arrived.promise;
      await route.continue();
    });
    await page.clock.install();
    await page.goto(`/places/${id}?page=1`, { waitUntil: "networkidle" });
    expect(scripts).toEqual([]);

    // The visitor's own map takes the place of a map's page, which is not opened here.
    const ownMap = page.getByRole("link", { name: "Térképappban" });
    await page.evaluate(() =>
      addEventListener("click", (event) => event.preventDefault(), { once: true }),
    );
    await ownMap.click();
    await expect(ownMap).toHaveAttribute("href", /^geo:/);

    const share = page.getByRole("link", { name: "Megosztás" });
    const shared = page.getByRole("link", { name: "A link a vágólapon van" });
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await share.click();
    await expect.poll(clipboard).toBe(new URL(`/places/${id}`, page.url()).href);
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
    expect(new URL(page.url()).search).toBe("?page=1");
    arrived.resolve();
    await expect(shared).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(share).toBeVisible();

    scripts.length = 0;
    await page.goto(`/places/${id}`, { waitUntil: "networkidle" });
    expect(scripts).toEqual([]);
    // Then the opening status has to follow the time.
    await page.clock.runFor(61_000);
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
  });
});

test("takes that all is well, of visitors and in place of those who have signed in", async ({
  page,
  email,
  createAccount,
  addPlace,
}) => {
  const id = await addPlace();
  const confirm = page.getByRole("button", { name: "Minden stimmel" });
  await page.goto(`/places/${id}`);
  const signIn = page.getByRole("link", { name: "Jelentkezz be az útvonalért" });
  await expect(page.getByRole("link", { name: "Vezess ide" })).toHaveCount(0);
  await expect(signIn).toHaveAttribute("href", /^\/login\?/);
  // Before the application has come.
  await confirm.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Minden stimmel");

  await createAccount(email);
  await signInUnseen(page, email);
  await page.goto(`/places/${id}`);
  await untilHydrated(page);
  await expect(page.getByText(/megerősítették 1 napon/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Vezess ide" })).toBeVisible();
  await expect(signIn).toHaveCount(0);
  await confirm.click();
  await expect(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
  await expect(confirm).toHaveAttribute("aria-pressed", "true");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("is whole, and takes that all is well", async ({ page, addPlace, expectedErrors }) => {
    expectedErrors.push(/^failed request: .*\.js csp$/);
    const id = await addPlace({ openingTimes: Array(7).fill("08:00-18:00") });
    await page.goto(`/places/${id}`);
    await page.getByText("Ma:").click();
    await expect(page.getByRole("rowheader")).toHaveCount(7);
    await expect(page.getByRole("img", { name: /^Térkép: / })).toBeVisible();
    await expect(page.getByRole("link", { name: "Térképen", exact: true })).toHaveAttribute(
      "href",
      `/?place=${id}`,
    );
    // What a link to the page itself would not do.
    await expect(page.locator("[data-share]")).toBeHidden();
    await page.getByRole("button", { name: "Minden stimmel" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Minden stimmel");
  });
});
