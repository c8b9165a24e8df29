import type { Page } from "@playwright/test";
import {
  accountsOrigin,
  expect,
  openAtEntry,
  signInUnseen,
  somewhere,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { bar, openMenu } from "#tests/e2e/support/bar.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { expectMapIdle, smallAndStill } from "#tests/e2e/support/map-view.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/** The first places of the queue: all others in these tests are younger. */
const longAgo = new Date("2001-01-01T12:00:00Z");

const card = (page: Page, id: number) => page.locator(`#place-${id}`);
const notice = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/**
 * Opens the list around a place as soon as the list has it. The whole list would not do: places that other
 * tests add meanwhile push this one to its second page.
 */
async function openList(
  page: Page,
  id: number,
  at: ReturnType<typeof somewhere>,
  { hasScript = true } = {},
) {
  const [west, south] = [at.longitude - 0.01, at.latitude - 0.01].map((edge) => edge.toFixed(6));
  const [east, north] = [at.longitude + 0.01, at.latitude + 0.01].map((edge) => edge.toFixed(6));
  await expect(async () => {
    await page.goto(`/places?bbox=${west},${south},${east},${north}`);
    await expect(card(page, id)).toBeVisible({ timeout: 500 });
  }).toPass();
  if (hasScript) await untilHydrated(page);
}

/** Deletes, after the question. */
async function confirmDeletion(within: ReturnType<typeof card>) {
  await within.locator("summary", { hasText: "Törlés" }).click();
  await within.getByRole("button", { name: "Igen, törlöm" }).click();
}

async function isSeenByVisitors(id: number) {
  const response = await fetch(`${accountsOrigin}/api/v1/places/${id}`);
  await response.body?.cancel();
  return response.status === 200;
}

test("accepts on the card, deletes, and undoes it", { tag: "@phone" }, async ({
  page,
  addPlace,
  becomeAdministrator,
  email,
}) => {
  const at = somewhere();
  const id = await addPlace({ ...at, accepted: false, city: "Tata", address: `Kártya ${email}` });
  await becomeAdministrator();
  await openList(page, id, at);
  await openMenu(page);
  await expect(bar(page).getByRole("link", { name: /^Moderálás/ })).toBeVisible();
  await page.keyboard.press("Escape");

  const own = card(page, id);
  await expect(own).toContainText("Elfogadásra vár");
  await own.getByRole("button", { name: /^Elfogadás/ }).click();
  await expect(notice(page, "1 mosdót elfogadtál.")).toBeVisible();
  await expect(own).not.toContainText("Elfogadásra vár");
  await expect(own.getByRole("button", { name: /^Elfogadás/ })).toHaveCount(0);
  expect(await isSeenByVisitors(id)).toBe(true);

  await confirmDeletion(own);
  await expect(notice(page, "A mosdót törölted.")).toBeVisible();
  await expect(own).toHaveCount(0);
  expect(await isSeenByVisitors(id)).toBe(false);
  // The button that had the focus is gone: the notice has it.
  await expect(page.locator(":focus")).toContainText("A mosdót törölted.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Visszavonás" }).click();
  await expect(notice(page, "A mosdót visszaállítottad.")).toBeVisible();
  await expect(own).toBeVisible();
  expect(await isSeenByVisitors(id)).toBe(true);
});

test("accepts in the panel, deletes, and undoes it", { tag: "@desktop" }, async ({
  page,
  addPlace,
  email,
  becomeAdministrator,
}) => {
  const at = somewhere();
  const opening_hours = "Mo-Fr 08:00-12:00,13:00-18:00; PH off";
  const id = await addPlace({
    ...{ ...at, accepted: false, city: "Aba", address: `Panel ${email}` },
    ...{ opening_hours, opening_hours_complete: false },
  });
  await becomeAdministrator();
  await page.goto(`/?place=${id}`);
  const panel = page.getByRole("article");
  await expect(panel).toContainText("Elfogadásra vár");
  await expect(panel).toContainText("Hétfő–péntek: 08:00–12:00, 13:00–18:00");
  await expect(panel).toContainText("ünnepnapokon: zárva");
  await expectAccessible(page);
  await panel.getByRole("button", { name: /^Elfogadás/ }).click();
  await expect(notice(page, "1 mosdót elfogadtál.")).toBeVisible();
  await expect(panel).not.toContainText("Elfogadásra vár");

  const inList = page.locator(`[data-place="${id}"]`);
  await confirmDeletion(panel);
  await expect(notice(page, "A mosdót törölted.")).toBeVisible();
  await expect(panel).toHaveCount(0);
  await expect(page.locator("#nearby-places[aria-busy=false]")).toBeVisible();
  await expect(inList).toHaveCount(0);
  expect(new URL(page.url()).searchParams.has("place")).toBe(false);
  await page.getByRole("button", { name: "Visszavonás" }).click();
  await expect(notice(page, "A mosdót visszaállítottad.")).toBeVisible();
  await expect(inList).toHaveCount(1);
});

test("accepts several at once, with their near duplicates in view", { tag: "@desktop" }, async ({
  page,
  addPlace,
  callDoor,
  email,
  createAccount,
  becomeAdministrator,
}) => {
  await createAccount(email);
  const { id: added_by } = await callDoor<{ id: string }>(`/account?email=${email}`);
  const { latitude, longitude } = somewhere();
  const place = { accepted: false, city: "Pécs", added_by, added: longAgo, latitude };
  const openingTimes = [...Array(5).fill("08:00-18:00"), "-", "-"];
  const first = await addPlace({ ...place, longitude, openingTimes });
  const second = await addPlace({
    ...place,
    longitude: longitude + 0.0005,
    comments: "hátul",
  });
  await becomeAdministrator();
  const rows = page.getByRole("article").filter({ hasText: email });
  await expect(async () => {
    await page.goto("/moderation");
    await expect(rows.first()).toContainText("Lehet, hogy ez az:", { timeout: 500 });
  }).toPass();
  await expect(page).toHaveTitle("Új mosdók – Moderálás | Mosdókereső");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("(40 m, ez is vár) (hátul)");
  // Everything that the administrator needs is in view, the week too.
  await expect(rows.first()).toContainText("hétfő–péntek 08:00–18:00");
  await expect(rows.first()).toContainText("szombat–vasárnap nincs megadva");
  await expect(rows.last()).toContainText("minden nap éjjel-nappal");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Kijelöltek elfogadása" }).click();
  await expect(page.getByRole("alert")).toHaveText(/Jelölj ki legalább egy mosdót/);
  for (const row of await rows.all()) await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Kijelöltek elfogadása (2)" }).click();
  await expect(notice(page, "2 mosdót elfogadtál.")).toBeVisible();
  await expect(rows).toHaveCount(0);
  expect(await isSeenByVisitors(first)).toBe(true);
  expect(await isSeenByVisitors(second)).toBe(true);
  await page.getByRole("button", { name: "Visszavonás" }).click();
  await expect(notice(page, "2 mosdó újra elfogadásra vár.")).toBeVisible();
  await expect(rows).toHaveCount(2);
  expect(await isSeenByVisitors(first)).toBe(false);
});

/** Reports a place without an account. */
async function reportAsVisitor(id: number, data: object) {
  const response = await fetch(`${accountsOrigin}/api/v1/places/${id}/reports`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: accountsOrigin },
    body: JSON.stringify(data),
  });
  expect(response.status).toBe(201);
}

test("is for the administrator alone", { tag: "@phone" }, async ({
  page,
  email,
  createAccount,
  addPlace,
}) => {
  const id = await addPlace({ ...somewhere(), city: "Vác" });
  const form = { intent: "delete", id: String(id) };
  const headers = { Origin: accountsOrigin };
  const post = () => page.request.post("/moderation", { form, headers });

  expect((await page.goto("/moderation"))?.status()).toBe(401);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jelentkezz be");
  await expect(page.getByRole("main").getByRole("link", { name: "Bejelentkezés" })).toBeVisible();
  expect((await post()).status()).toBe(401);

  await createAccount(email);
  await signInUnseen(page, email);
  expect((await page.goto("/moderation"))?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ehhez nincs hozzáférésed");
  expect((await post()).status()).toBe(403);
  expect((await page.request.get("/api/v1/moderation")).status()).toBe(403);
  await openMenu(page);
  await expect(bar(page).getByText(`Bejelentkezve: ${email}`)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Moderálás/ })).toHaveCount(0);
});

test("a result is told where its notice comes late", { tag: "@phone" }, async ({
  page,
  email,
  addPlace,
  becomeAdministrator,
}) => {
  const address = `Késő utca ${email}`;
  const place = { ...somewhere(), accepted: false, city: "Sopron", address, added: longAgo };
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

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ expectedErrors }) => {
    // Chromium refuses even to preload a script that it may not run.
    expectedErrors.push(/^failed request: .*\.js csp$/);
  });

  test("accepts, deletes and restores, and opens again from a report", { tag: "@phone" }, async ({
    page,
    email,
    addPlace,
    becomeAdministrator,
  }) => {
    const at = somewhere();
    const address = `Régi utca ${email}`;
    const id = await addPlace({ ...at, accepted: false, city: "Tata", address });
    await becomeAdministrator();
    await openList(page, id, at, { hasScript: false });
    await card(page, id)
      .getByRole("button", { name: /^Elfogadás/ })
      .click();
    await expect(notice(page, "1 mosdót elfogadtál.")).toBeVisible();
    await page.goto(`/?place=${id}`);
    await confirmDeletion(page.getByRole("article"));
    await expect(notice(page, "A mosdót törölted.")).toBeVisible();
    expect(await isSeenByVisitors(id)).toBe(false);
    await page.getByRole("button", { name: "Visszavonás" }).click();
    await expect(notice(page, "A mosdót visszaállítottad.")).toBeVisible();
    expect(await isSeenByVisitors(id)).toBe(true);

    await reportAsVisitor(id, { reason: "out-of-order", text: "" });
    const row = page.getByRole("listitem").filter({ hasText: address });
    await openAtEntry(page, "reports", row);
    await expect(row.getByRole("button", { name: /^Bezárás 30 napra/ })).toBeVisible();
    await row.getByRole("button", { name: /^Újra nyitva/ }).click();
    await expect(page.getByText("A mosdó újra nyitva, a bejelentést elintézted.")).toBeVisible();
    await expect(row).toHaveCount(0);
    const place = await (await fetch(`${accountsOrigin}/api/v1/places/${id}`)).json();
    expect(place).not.toHaveProperty("closed_for_now");
  });

  test("sets a waiting place's position from the queue, and comes back to it", {
    tag: "@desktop",
  }, async ({ page, addPlace, becomeAdministrator }) => {
    const id = await addPlace({
      accepted: false,
      city: "Tata",
      address: "Közeli utca 1.",
      added: longAgo,
      position_approximate: true,
    });
    await becomeAdministrator();
    await page.goto(`/places/${id}/position?from=moderation`);
    await page.getByRole("textbox", { name: "Szélességi fok" }).fill("91");
    await page.getByRole("button", { name: "Pozíció mentése" }).click();
    await expect(page.getByRole("alert")).toContainText("Fokban add meg");
    await expect(page.getByRole("textbox", { name: "Szélességi fok" })).toHaveValue("91");
    await page.getByRole("textbox", { name: "Szélességi fok" }).fill("47,66");
    await page.getByRole("button", { name: "Pozíció mentése" }).click();
    await expect(page).toHaveURL("/moderation");
    const stored = await (await page.request.get(`/api/v1/places/${id}`)).json();
    expect(stored.latitude).toBe(47.66);
    expect(stored).not.toHaveProperty("position_approximate");
  });
});

test.describe("on the live map", () => {
  // A context that a test makes has these options too.
  test.use(smallAndStill);
  test.setTimeout(120_000);

  test("changed places are drawn again", { tag: "@desktop" }, async ({
    browser,
    addPlace,
    callDoor,
  }) => {
    const id = await addPlace({ accepted: false, longitude: 16.9, latitude: 46.1 });
    const [name, value] = (await callDoor<string[]>("/administrator"))[0].split(";")[0].split("=");
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

test("sets an approximate position, from the card with a pin", { tag: "@phone" }, async ({
  page,
  addPlace,
  becomeAdministrator,
}) => {
  const at = somewhere();
  const id = await addPlace({
    ...at,
    city: "Tata",
    address: "Messzi utca 1.",
    position_approximate: true,
  });
  await becomeAdministrator();
  await openList(page, id, at);
  await expect(card(page, id)).toContainText("A helye csak hozzávetőleges");
  await card(page, id)
    .getByRole("link", { name: /^Pozíció beállítása/ })
    .click();
  await expect(page).toHaveURL(`/places/${id}/position`);
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Szélességi fok" }).fill("47.65");
  await page.getByRole("textbox", { name: "Hosszúsági fok" }).fill("18.33");
  await page.getByRole("button", { name: "Jelölő ide" }).click();
  await page.getByRole("button", { name: "Pozíció mentése" }).click();
  await expect(page).toHaveURL(new RegExp(`/\\?(.*&)?place=${id}`));
  const stored = await (await page.request.get(`/api/v1/places/${id}`)).json();
  expect(stored.coordinates).toEqual([18.33, 47.65]);
  expect(stored).not.toHaveProperty("position_approximate");
  await page.goto("/moderation?part=audit");
  await expect(page.getByText("Mosdó pozíciójának beállítása").first()).toBeVisible();
});
