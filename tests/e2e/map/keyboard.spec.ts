import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import {
  expectMapIdle,
  lonelyPlace,
  openLiveMap,
  openWithPicture,
  smallAndStill,
  viewOf,
} from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

// Only the final positions are tested.
test.use(smallAndStill);
test.setTimeout(120_000);

const map = (page: Page) => page.getByRole("region", { name: /^Térkép: / });
const walk = (page: Page) => page.getByRole("list", { name: /^Mosdók a térképen/ });
const way = (page: Page) => page.getByRole("button", { name: "A térkép mosdói egyenként" });

/** Middle of the element that has the focus, and its place in the list, such as `3/14`. */
async function focusedMarker(page: Page) {
  const focused = walk(page).locator("button:focus");
  await expect(focused).toBeVisible();
  const box = await focused.boundingBox();
  const text = await focused.innerText();
  const [at, count] = (/(\d+)\/(\d+)$/.exec(text.trim()) ?? []).slice(1).map(Number);
  if (!box) throw new Error("no marker has the focus");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, text, at, count };
}

/** Walks into the markers by keyboard, from the map. */
async function beginWalk(page: Page): Promise<void> {
  await map(page).focus();
  await page.keyboard.press("Shift+Tab");
  await expect(way(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(walk(page).locator("button:focus")).toBeVisible();
}

test("arrow keys go from marker to marker, row by row; Escape goes back to the map", async ({
  page,
}) => {
  await openLiveMap(page);
  await beginWalk(page);
  const first = await focusedMarker(page);
  expect(first.at).toBe(1);
  expect(first.count).toBeGreaterThan(3);
  await expectAccessible(page);

  const seen = [first];
  for (let at = 2; at <= first.count; at++) {
    await page.keyboard.press(at % 2 === 0 ? "ArrowDown" : "ArrowRight");
    const next = await focusedMarker(page);
    expect(next.at).toBe(at);
    const before = seen[at - 2];
    // Further right in the row, or in a lower row.
    expect(next.x >= before.x || next.y > before.y, next.text).toBe(true);
    seen.push(next);
  }
  // The end is an end.
  await page.keyboard.press("ArrowDown");
  expect((await focusedMarker(page)).at).toBe(first.count);
  await page.keyboard.press("ArrowUp");
  expect((await focusedMarker(page)).at).toBe(first.count - 1);
  await page.keyboard.press("Home");
  expect((await focusedMarker(page)).at).toBe(1);
  await page.keyboard.press("End");
  expect((await focusedMarker(page)).at).toBe(first.count);

  // The walk is one stop, and the map is the next.
  await expect(walk(page).locator("[tabindex='0']")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(map(page)).toBeFocused();
  await expect(walk(page)).toHaveCount(0);
});

test("Enter goes into a cluster, and the walk with it", async ({ page }) => {
  await openLiveMap(page);
  await beginWalk(page);
  const { text } = await focusedMarker(page);
  // The list is in words of its own, not of the page.
  await page.keyboard.press("End");
  for (;;) {
    const { text, at } = await focusedMarker(page);
    if (/közelítés/.test(text)) break;
    expect(at, "a cluster is shown").toBeGreaterThan(1);
    await page.keyboard.press("ArrowUp");
  }
  expect(text).not.toBe("");
  await page.keyboard.press("Enter");
  await expect.poll(() => viewOf(page)[2]).toBeGreaterThan(7);
  await expectMapIdle(page);
  const after = await focusedMarker(page);
  expect(after.count).toBeGreaterThan(0);

  // The keys of the map's zoom work here too, and the focus stays in the walk.
  const [, , zoom] = viewOf(page);
  await page.keyboard.press("-");
  await expect.poll(() => viewOf(page)[2]).toBeLessThan(zoom);
  await expectMapIdle(page);
  await focusedMarker(page);
});

test("Enter chooses a place, and closing it leads back to the place in the walk", async ({
  page,
  request,
}) => {
  const place = await lonelyPlace(request);
  await openLiveMap(page, `/?view=${place.longitude},${place.latitude},12`);
  await beginWalk(page);
  await expect(walk(page).locator("button:focus")).toContainText(place.address);
  await page.keyboard.press("Enter");
  const title = page.getByRole("heading", { level: 2, name: place.address });
  await expect(title).toBeFocused();
  await expect(walk(page)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`place=${place.id}\\b`));
  await expectMapIdle(page);
  await page.keyboard.press("Escape");
  await expect(title).toHaveCount(0);
  await expect(walk(page).locator("button:focus")).toContainText(place.address);
});

test("the walk follows a filter, and ends where the map shows nothing", {
  tag: "@desktop",
}, async ({ page }) => {
  await openLiveMap(page);
  await beginWalk(page);
  const { count } = await focusedMarker(page);
  // By a press elsewhere: a mouse and a keyboard may be used together.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>("[name=accessible]")?.click();
  });
  await expect(page).toHaveURL(/accessible=1/);
  await expectMapIdle(page);
  await expect.poll(async () => (await focusedMarker(page)).count).toBeLessThanOrEqual(count);

  await page.goto("/?view=-30,40,9");
  await expectMapIdle(page);
  await map(page).focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(map(page)).toBeFocused();
  await expect(page.getByText("A térképnek ezen a részén nem látszik mosdó.")).toBeAttached();
});

/** Notes each message of the page's live regions, in the order of their coming. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    const live = "[aria-live=polite], [role=alert], [role=status]:not([aria-live])";
    new MutationObserver((changes) => {
      const heard = changes.flatMap(({ type, target, addedNodes }) => {
        const nodes = type === "characterData" ? [target] : [...addedNodes];
        const elements = nodes.map((node) => (node instanceof Element ? node : node.parentElement));
        return elements.filter((element) => element?.closest(live) && element.textContent.trim());
      });
      said.push(...new Set(heard.map((element) => element?.textContent.trim() ?? "")));
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { said });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

test("one act has one message: moves, a filter, a choice", async ({ page, request }) => {
  const place = await lonelyPlace(request);
  await openLiveMap(page, `/?view=${place.longitude},${place.latitude},8`);
  // The first sight is not news.
  await page.waitForTimeout(2_000);
  const heard = await listen(page);
  await map(page).focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowRight");
  await expect.poll(heard).toHaveLength(1);
  expect((await heard())[0]).toMatch(/\d+ mosdó ezen a részen/);
  await page.waitForTimeout(1_500);
  expect(await heard()).toHaveLength(1);

  await page.evaluate(() => document.querySelector<HTMLElement>("[name=free]")?.click());
  await expect.poll(heard).toHaveLength(2);
  expect((await heard())[1]).toMatch(/^\d+ mosdó ezen a részen/);
  await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[aria-pressed=true]")].at(0)?.click(),
  );
  await expect.poll(heard).toHaveLength(3);

  // A choice is read with the focus, and what the map does for it is not told.
  await page.locator("[data-place] >> visible=true").nth(1).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(page.getByRole("heading", { level: 2 })).toHaveAccessibleName(
    /Nyitva|Zárva|Hamarosan|Nincs/,
  );
  await expectMapIdle(page);
  await page.waitForTimeout(2_000);
  expect(await heard()).toHaveLength(3);
});

test.describe("shortcuts", () => {
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Billentyűk" });

  test("? lists them, also from the menu; Escape closes the list, and the focus is where it was", async ({
    page,
  }) => {
    await openWithPicture(page);
    const menu = page.getByRole("button", { name: "Menü" });
    await untilHydrated(page);
    await menu.focus();
    await page.keyboard.press("?");
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).getByText("Hely keresése")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expect(menu).toBeFocused();

    await page.keyboard.press("Enter");
    const entry = page.getByRole("button", { name: "Billentyűk" });
    await entry.focus();
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toBeVisible();
    await expect(entry).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expect(menu).toBeFocused();
  });

  test("single keys lead to search, filters and list; not while typing, nor switched off", async ({
    page,
  }) => {
    await openWithPicture(page);
    await untilHydrated(page);
    const search = page.getByRole("search").getByRole("combobox").or(page.getByRole("searchbox"));
    await page.keyboard.press("f");
    await expect(page.getByRole("button", { name: "Most nyitva" })).toBeFocused();
    await page.keyboard.press("l");
    await expect(
      page.getByRole("region", { name: "Mosdók a térképen látható részen" }),
    ).toBeFocused();
    await page.keyboard.press("/");
    await expect(search.first()).toBeFocused();
    // A letter, a question mark and a stroke are text here.
    await page.keyboard.type("fl?/");
    await expect(search.first()).toHaveValue("fl?/");
    await expect(dialog(page)).toHaveCount(0);
    await search.first().fill("");

    await page.getByRole("button", { name: "Menü" }).focus();
    await page.keyboard.press("?");
    await dialog(page).getByRole("checkbox").uncheck();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await page.reload();
    await untilHydrated(page);
    const menu = page.getByRole("button", { name: "Menü" });
    await menu.focus();
    for (const key of ["?", "f", "/", "l"]) await page.keyboard.press(key);
    await expect(menu).toBeFocused();
    await expect(dialog(page)).toHaveCount(0);
  });

  test("n finds the nearest, m goes to the map, w from marker to marker", async ({ page }) => {
    await openLiveMap(page);
    await page.getByRole("button", { name: "Menü" }).focus();
    await page.keyboard.press("m");
    await expect(map(page)).toBeFocused();
    await page.keyboard.press("w");
    await expect(walk(page).locator("button:focus")).toBeVisible();
    // On the way already.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("w");
    await page.waitForTimeout(200);
    expect((await focusedMarker(page)).at).toBe(2);
    await page.keyboard.press("m");
    await expect(map(page)).toBeFocused();
    await expect(walk(page)).toHaveCount(0);
    await page.keyboard.press("n");
    // Without a position it says why there is none.
    await expect(page.locator(".map-nearest [data-map-notice]")).toBeVisible();
  });
});
