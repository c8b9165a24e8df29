import type { Locator, Page } from "@playwright/test";
import {
  accountsOrigin,
  expect,
  goodPassword,
  requestTest,
  somewhere,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { bar, openMenu } from "#tests/e2e/support/bar.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { expectMapIdle, smallDesktop } from "#tests/e2e/support/map-view.ts";
import { readPage, textOf } from "#tests/e2e/support/plain-visitor.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * The journey of a moderator in a browser, and who may be one. The queue, its decisions and messages are tested in
 * `app/routes/moderation.dom.test.tsx`, forms without script in `accounts/behind-tls.spec.ts`.
 */

const notice = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** Deletes, after the question. */
async function confirmDeletion(within: Locator) {
  await within.locator("summary", { hasText: "Törlés" }).click();
  await within.getByRole("button", { name: "Igen, törlöm" }).click();
}

async function isSeenByVisitors(id: number) {
  const response = await fetch(`${accountsOrigin}/api/v1/places/${id}`);
  await response.body?.cancel();
  return response.status === 200;
}

test("accepts a place, sets its position, deletes it from its card and the panel, and undoes that", {
  tag: "@full",
}, async ({ page, addPlace, becomeAdministrator, email }) => {
  const at = somewhere();
  const id = await addPlace({
    ...{ ...at, accepted: false, city: "Aba", address: `Kártya ${email}` },
    ...{ opening_hours: "Mo-Fr 08:00-12:00,13:00-18:00; PH off", opening_hours_complete: false },
    position_approximate: true,
  });
  const inList = page.locator(`[data-place="${id}"]`);
  const panel = page.getByRole("article");
  await becomeAdministrator();

  await test.step("accepts it on its card", async () => {
    const card = page.locator(`#place-${id}`);
    const [west, south] = [at.longitude - 0.01, at.latitude - 0.01].map((edge) => edge.toFixed(6));
    const [east, north] = [at.longitude + 0.01, at.latitude + 0.01].map((edge) => edge.toFixed(6));
    // The list has it as soon as the place index does.
    await expect(async () => {
      await page.goto(`/places?bbox=${west},${south},${east},${north}`);
      await expect(card).toBeVisible({ timeout: 500 });
    }).toPass();
    await untilHydrated(page);
    await openMenu(page);
    await expect(bar(page).getByRole("link", { name: /^Moderálás/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(card).toContainText("Elfogadásra vár");
    await card.getByRole("button", { name: /^Elfogadás/ }).click();
    await expect(notice(page, "1 mosdót elfogadtál.")).toBeVisible();
    await expect(card).not.toContainText("Elfogadásra vár");
    await expect(card.getByRole("button", { name: /^Elfogadás/ })).toHaveCount(0);
    expect(await isSeenByVisitors(id)).toBe(true);

    await confirmDeletion(card);
    await expect(notice(page, "A mosdót törölted.")).toBeVisible();
    await expect(card).toHaveCount(0);
    // The button that had the focus is gone: the notice has it.
    await expect(page.locator(":focus")).toContainText("A mosdót törölted.");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Visszavonás" }).click();
    await expect(card).toContainText("A helye csak hozzávetőleges");
    await card.getByRole("link", { name: /^Pozíció beállítása/ }).click();
    await expect(page).toHaveURL(`/places/${id}/position`);
  });

  await test.step("sets its position with a pin", async () => {
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Szélességi fok" }).fill("47.65");
    await page.getByRole("textbox", { name: "Hosszúsági fok" }).fill("18.33");
    await page.getByRole("button", { name: "Jelölő ide" }).click();
    await page.getByRole("button", { name: "Pozíció mentése" }).click();
    await expect(page).toHaveURL(new RegExp(`/\\?(.*&)?place=${id}`));
    const stored = await (await page.request.get(`/api/v1/places/${id}`)).json();
    expect(stored.coordinates).toEqual([18.33, 47.65]);
    expect(stored).not.toHaveProperty("position_approximate");
  });

  await test.step("deletes it from its panel, and undoes it", async () => {
    await page.goto(`/?place=${id}`);
    await untilHydrated(page);
    await expect(panel).toContainText("Hétfő–péntek: 08:00–12:00, 13:00–18:00");
    await expect(panel).toContainText("ünnepnapokon: zárva");
    await confirmDeletion(panel);
    await expect(notice(page, "A mosdót törölted.")).toBeVisible();
    await expect(panel).toHaveCount(0);
    await expect(page.locator("#nearby-places[aria-busy=false]")).toBeVisible();
    await expect(inList).toHaveCount(0);
    expect(new URL(page.url()).searchParams.has("place")).toBe(false);
    await page.getByRole("button", { name: "Visszavonás" }).click();
    await expect(notice(page, "A mosdót visszaállítottad.")).toBeVisible();
    await expect(inList).toHaveCount(1);
    expect(await isSeenByVisitors(id)).toBe(true);
  });

  await test.step("finds it in the audit trail", async () => {
    await page.goto("/moderation?part=audit");
    await expect(page.getByText("Mosdó pozíciójának beállítása").first()).toBeVisible();
    await expectAccessible(page);
  });
});

requestTest("is for staff alone", async ({ request, email, addPlace }) => {
  const id = await addPlace({ ...somewhere(), city: "Vác" });
  const headers = { Origin: accountsOrigin };
  const expectRefused = async (status: number, heading: string) => {
    const page = await readPage(request, "/moderation", { status });
    expect(textOf(page.querySelector("h1"))).toBe(heading);
    const form = { intent: "decide", kind: "places", outcome: "delete", id: String(id) };
    expect((await request.post("/moderation", { form, headers })).status()).toBe(status);
    return page;
  };
  const page = await expectRefused(401, "Jelentkezz be");
  expect(page.querySelector("main a[href^='/login']")).not.toBeNull();

  const password = { password: goodPassword, confirmation: goodPassword };
  const form = { email, ...password, terms: "1" };
  const registered = await request.post("/register", { form, headers, maxRedirects: 0 });
  expect(registered.status()).toBe(302);
  const refused = await expectRefused(403, "Ehhez nincs hozzáférésed");
  expect(textOf(refused.querySelector("nav"))).toContain(`Bejelentkezve: ${email}`);
  expect(refused.querySelector("a[href='/moderation']")).toBeNull();
  expect((await request.get("/api/v1/moderation")).status()).toBe(403);
});

requestTest(
  "comes back to the queue from the position of a place in it",
  async ({ request, addPlace, administratorCookie }) => {
    const id = await addPlace({ accepted: false, position_approximate: true });
    const headers = { Cookie: await administratorCookie(), Origin: accountsOrigin };
    const path = `/places/${id}/position?from=moderation`;
    const send = (latitude: string) =>
      request.post(path, { form: { latitude, longitude: "18,4" }, headers, maxRedirects: 0 });
    expect((await send("91")).status()).toBe(422);
    const sent = await send("47,66");
    expect(sent.headers().location).toBe("/moderation");
    const stored = await (await request.get(`/api/v1/places/${id}`, { headers })).json();
    expect(stored.latitude).toBe(47.66);
    expect(stored).not.toHaveProperty("position_approximate");
  },
);

test("a result is told where its notice comes late", async ({
  page,
  email,
  addPlace,
  becomeAdministrator,
}) => {
  const address = `Késő utca ${email}`;
  const place = {
    ...somewhere(),
    accepted: false,
    city: "Sopron",
    address,
    added: new Date("2001-01-01T12:00:00Z"),
  };
  const id = await addPlace(place);
  await becomeAdministrator();
  const held = Promise.withResolvers<void>();
  await page.route(/\/undo-toast-[^/]*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/moderation");
  await untilHydrated(page);
  const row = page.getByRole("article").filter({ hasText: address });
  await row.locator("summary", { hasText: "Törlés" }).click();
  await row.getByRole("button", { name: "Igen, törlöm" }).click();
  await expect
    .poll(async () => (await page.request.get(`/api/v1/places/${id}`)).status())
    .toBe(404);
  held.resolve();
  await expect(notice(page, "A mosdót törölted.")).toBeVisible();
});

test.describe("on the live map", () => {
  // A context that a test makes has these options too.
  test.use(smallDesktop);

  test("changed places are drawn again", { tag: "@full" }, async ({
    browser,
    addPlace,
    administratorCookie,
  }) => {
    const id = await addPlace({ accepted: false, longitude: 16.9, latitude: 46.1 });
    const [name = "", value = ""] = (await administratorCookie()).split("; ")[0].split("=");
    const context = await browser.newContext({ locale: "hu-HU", baseURL: accountsOrigin });
    await context.addCookies([{ name, value, url: accountsOrigin }]);
    // A page of its own, because the others here have no map.
    const page = await context.newPage();
    await page.goto(`/?place=${id}&view=16.9,46.1,14`);
    await expectMapIdle(page);
    const drawnAgain = page.waitForResponse(/\/tiles\/places\//);
    await page.getByRole("button", { name: /^Elfogadás/ }).click();
    const tile = await drawnAgain;
    expect(tile.headers()["cache-control"]).toContain("no-store");
    await context.close();
  });
});
