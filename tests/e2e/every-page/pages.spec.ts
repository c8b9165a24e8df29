import { chooseLanguage } from "#tests/e2e/support/bar.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

const guides = {
  hu: ["Útmutató", "Mi történik a helyzeteddel?"],
  en: ["Guide", "What happens to your position?"],
  de: ["Anleitung", "Was geschieht mit Ihrem Standort?"],
} as const;

for (const [language, [title, part]] of Object.entries(guides)) {
  test(`guides in ${language}, with the operator's address`, { tag: "@desktop" }, async ({
    page,
  }) => {
    await page.goto(`/guide?lang=${language}`);
    await expect(page).toHaveTitle(new RegExp(`^${title} \\| `));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.locator("article")).toHaveAttribute("lang", language);
    await expect(page.getByRole("heading", { level: 2, name: part })).toBeVisible();
    await expect(page.getByRole("link", { name: "segitseg@mosdo.example" })).toHaveAttribute(
      "href",
      "mailto:segitseg@mosdo.example",
    );
  });
}

const privacy = {
  hu: ["Adatkezelési tájékoztató", "Adatkezelés"],
  en: ["Privacy notice", "Privacy"],
  de: ["Datenschutzerklärung", "Datenschutz"],
} as const;

for (const [language, [title, link]] of Object.entries(privacy)) {
  test(`the end of a page leads to the privacy notice in ${language}`, { tag: "@phone" }, async ({
    page,
  }) => {
    await page.goto(`/places?lang=${language}`);
    const links = page.getByRole("contentinfo");
    await expect(links.getByRole("link", { name: "OpenStreetMap" })).toBeVisible();
    await links.getByRole("link", { name: link }).click();
    await expect(page).toHaveTitle(new RegExp(`^${title} \\| `));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.locator("article")).toHaveAttribute("lang", language);
    await expect(page.getByRole("link", { name: "segitseg@mosdo.example" })).toBeVisible();
    // What only the administrator is told.
    await expect(page.getByRole("main")).not.toContainText("SITE_OPERATOR");
  });
}

test("changes a legal page's language in place", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/terms");
  await chooseLanguage(page, "Deutsch");
  await expect(page.getByRole("heading", { name: "Bedingungen für Mitwirkende" })).toBeVisible();
});

test("changes the guide's language in place", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/guide#helyzet");
  await chooseLanguage(page, "Deutsch");
  await expect(page.getByRole("heading", { name: guides.de[1] })).toBeVisible();
  await expect(page.locator("article")).toHaveAttribute("lang", "de");
});

test.describe("the birthday page", () => {
  test("moves: 120 confetti, eight labels, a cake and 26 in changing colours", {
    tag: "@phone",
  }, async ({ page }) => {
    await page.goto("/birthday");
    await expect(page.locator(".confetti")).toHaveCount(120);
    const labels = page.getByRole("main").getByRole("listitem");
    await expect(labels).toHaveCount(8);
    await expect(labels.filter({ hasText: /^26$/ })).toHaveCount(3);
    await expect(labels.filter({ hasNotText: /\d/ })).toHaveCount(5);
    await expect(page.getByRole("img", { name: /torta/i })).toBeVisible();
    await expect(page.getByRole("main").getByRole("paragraph")).toHaveText("26");
    expect(await page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(120);
  });

  test("is still where the visitor asks for less motion", { tag: "@phone" }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/birthday");
    await expect(page.locator(".confetti")).toHaveCount(120);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  test("greets in the visitor's language", { tag: "@phone" }, async ({ page }) => {
    await page.goto("/birthday?lang=de");
    await expect(page.getByRole("main")).not.toContainText(/Boldog|Isten/);
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(8);
  });
});

test.describe("an address that does not exist", () => {
  test.use({ expectedFaults: [/404/] });

  for (const address of ["/nowhere", "/places/12/nothing", "/mail"]) {
    test(`is a page with status 404: ${address}`, { tag: "@phone" }, async ({ page }) => {
      const response = await page.goto(address);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ez az oldal nem található");
      await expect(page.getByRole("main").getByRole("img")).toBeVisible();
      await expect(page.getByRole("link", { name: "Vissza a térképre" })).toHaveAttribute(
        "href",
        "/",
      );
    });
  }
});

test("offers no sign-in with Google without Google's settings", { tag: "@phone" }, async ({
  page,
}) => {
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Bejelentkezés", exact: true })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(/Google|vagy/);
  expect((await page.request.get("/auth/google")).status()).toBe(404);
});

test("reports its speed to its own server", { tag: "@phone" }, async ({ page }) => {
  const beacon = page.waitForResponse("**/api/v1/vitals");
  await page.goto("/guide");
  const response = await beacon;
  expect(response.request().method()).toBe("POST");
  expect(response.status()).toBe(204);
});

test.describe("when an error occurs", { tag: "@phone" }, () => {
  test.use({ expectedFaults: [/./] });

  test("a page with broken data shows the specified heading", async ({ page }) => {
    await page.goto("/moderation");
    await page.route("**/places.data*", (route) => route.fulfill({ status: 200, body: "no data" }));
    await page.getByRole("main").getByRole("link", { name: "Mosdók" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Unexpected Application Error!",
    );
    await page.unroute("**/places.data*");
    await page.getByRole("button", { name: "Oldal újratöltése" }).click();
    await expect(page.getByRole("article")).toHaveCount(10);
  });

  test("a page without an answer says that there is no connection", async ({ page }) => {
    await page.goto("/moderation");
    await page.route("**/places.data*", (route) => route.abort("connectionfailed"));
    await page.getByRole("main").getByRole("link", { name: "Mosdók" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nincs kapcsolat");
  });

  test("the list says that the places could not be loaded, and tries again", async ({ page }) => {
    await page.goto("/places?sort=rating-desc");
    await page.route("**/api/v1/places/*/reviews*", (route) => route.fulfill({ status: 503 }));
    const card = page.getByRole("article").filter({ hasText: "Vélemények" }).first();
    await card.locator("summary", { hasText: "Vélemények" }).click();
    await expect(card.getByRole("alert")).toContainText("nem sikerült betölteni");
    await page.unroute("**/api/v1/places/*/reviews*");
    await card.getByRole("button", { name: "Próbáld újra" }).click();
    await expect(card.getByRole("time").first()).toBeVisible();
    await expect(card.getByRole("alert")).toHaveCount(0);
  });

  test("ten seconds without contact have a notice, which closes when contact is back", async ({
    page,
    context,
  }) => {
    await page.clock.install();
    await page.goto("/places");
    await expect(page.getByRole("article")).toHaveCount(10);
    await context.setOffline(true);
    const notice = page.getByText("Nincs kapcsolat");
    await page.clock.runFor(9_000);
    await expect(notice).toBeHidden();
    await page.clock.runFor(1_500);
    await expect(notice).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(10);
    await context.setOffline(false);
    await page.clock.runFor(6_000);
    await expect(notice).toBeHidden();
  });
});

test("the open data names licence, number and downloads, in the visitor's language", {
  tag: "@phone",
}, async ({ page }) => {
  await page.goto("/data");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nyílt adatok");
  const links = page.getByRole("main").getByRole("link", { name: /^places/ });
  await expect(links).toHaveText([
    ...["places.geojson", "places.csv", "places-bom.csv", "places.json"],
  ]);
  for (const link of await links.all()) {
    const answer = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(answer.status()).toBe(200);
  }
  await page.goto("/data?lang=de");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Offene Daten");
});

const addresses = [
  ["/", "/", "Mosdókereső"],
  ["/?view=19.04,47.5,12&free=1", "/", "Mosdókereső"],
  ["/places", "/places", "Mosdók listája"],
  ["/places?page=2", "/places?page=2", "Mosdók listája"],
  ["/places?page=2&free=1", "/places", "Mosdók listája"],
  ["/places?sort=rating-desc", "/places", "Mosdók listája"],
  ["/guide", "/guide", "Útmutató"],
  ["/terms", "/terms", "Feltételek közreműködőknek"],
  ["/for-your-website?height=400", "/for-your-website", "A saját weboldaladra"],
] as const;

for (const [address, canonical, title] of addresses) {
  test(`${address} is found as ${canonical}`, { tag: "@phone" }, async ({ page, baseURL }) => {
    const html = await (await page.request.get(address)).text();
    const own = `${baseURL}${canonical}`.replaceAll("&", "&amp;");
    expect(html).toContain(`<link rel="canonical" href="${own}"/>`);
    expect(html).toContain(`<meta property="og:url" content="${own}"/>`);
    expect(html).toContain(`<meta property="og:title" content="${title}"/>`);
    expect(html.match(/<meta name="description"/g)).toHaveLength(1);
    expect(html.match(/<link rel="alternate" hrefLang="(hu|en|de|x-default)"/g)).toHaveLength(4);
  });
}

test("a chosen place is found by its own page, with its picture", { tag: "@phone" }, async ({
  page,
}) => {
  await page.goto("/places/1");
  const name = await page.locator('meta[property="og:title"]').getAttribute("content");
  await page.goto("/?place=1");
  const content = (property: string) =>
    page.locator(`meta[property="${property}"]`).getAttribute("content");
  expect(await content("og:title")).toBe(name);
  expect(await content("og:image")).toMatch(/\/places\/1\/preview\.png\?lang=hu$/);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute("href", /\/places\/1$/);
  await untilHydrated(page);
  expect(await content("og:title")).toBe(name);
  // Without a new document too.
  await page.getByRole("link", { name: "Bezárás" }).click();
  await expect(canonical).toHaveAttribute("href", /:\d+\/$/);
  await expect(canonical).toHaveCount(1);
});
