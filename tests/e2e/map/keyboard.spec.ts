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

test("arrow keys go from marker to marker, row by row, into a cluster, and back to the map", {
  tag: "@phone",
}, async ({ page }) => {
  await openLiveMap(page);
  await page.getByRole("button", { name: "Menü" }).focus();
  await page.keyboard.press("m");
  await expect(map(page)).toBeFocused();
  await beginWalk(page);
  const first = await focusedMarker(page);
  expect(first.at).toBe(1);
  expect(first.count).toBeGreaterThan(3);
  await expectAccessible(page);

  // The rows, from marker to marker, until one stands for several places.
  let last = first;
  while (!/közelítés/.test(last.text)) {
    expect(last.at, "a cluster is shown").toBeLessThan(first.count);
    await page.keyboard.press(last.at % 2 === 0 ? "ArrowRight" : "ArrowDown");
    const next = await focusedMarker(page);
    expect(next.at).toBe(last.at + 1);
    // Further right in the row, or in a lower row.
    expect(next.x >= last.x || next.y > last.y, next.text).toBe(true);
    last = next;
  }

  // The shortcut of a walk does nothing on the way.
  await page.keyboard.press("w");
  await page.keyboard.press("End");
  expect((await focusedMarker(page)).at).toBe(first.count);
  await page.keyboard.press("Home");
  for (let at = 1; at < last.at; at++) await page.keyboard.press("ArrowDown");
  expect((await focusedMarker(page)).at).toBe(last.at);

  await page.keyboard.press("Enter");
  await expect.poll(() => viewOf(page)[2]).toBeGreaterThan(7);
  await expectMapIdle(page);
  expect((await focusedMarker(page)).count).toBeGreaterThan(0);

  // The keys of the map's zoom work here too, and the focus stays in the walk.
  const [, , zoom] = viewOf(page);
  await page.keyboard.press("-");
  await expect.poll(() => viewOf(page)[2]).toBeLessThan(zoom);
  await expectMapIdle(page);
  await focusedMarker(page);
  await page.keyboard.press("Escape");
  await expect(map(page)).toBeFocused();
  await expect(walk(page)).toHaveCount(0);
});

test("Enter chooses a place in the walk, closing leads back to it; a filter is followed, one act has one message", {
  tag: "@desktop",
}, async ({ page, request }) => {
  const place = await lonelyPlace(request);
  await page.addInitScript(recordRequests);
  await openLiveMap(page, `/?view=${place.longitude},${place.latitude},12`);
  // Where the position is refused, the map does not ask for it once more.
  expect(await page.evaluate(() => (window as { requests?: string[] }).requests)).toEqual([
    "getCurrentPosition",
  ]);
  const heard = await listen(page);
  await page.getByRole("button", { name: "Menü" }).focus();
  await page.keyboard.press("w");
  await expect(walk(page).locator("button:focus")).toContainText(place.address);
  await page.keyboard.press("Enter");
  const title = page.getByRole("heading", { level: 2, name: place.address });
  await expect(title).toBeFocused();
  await expect(title).toHaveAccessibleName(/Nyitva|Zárva|Hamarosan|Nincs/);
  await expect(walk(page)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`place=${place.id}\\b`));
  await expectMapIdle(page);
  await page.keyboard.press("Escape");
  await expect(title).toHaveCount(0);
  await expect(walk(page).locator("button:focus")).toContainText(place.address);

  // By a press elsewhere: a mouse and a keyboard may be used together.
  await page.evaluate(() => document.querySelector<HTMLElement>("[name=free]")?.click());
  await expect(page).toHaveURL(/free=1/);
  // A choice is read with the focus: the first message of all is the filter's, which comes last.
  await expect.poll(heard).toHaveLength(1);
  expect((await heard())[0]).toMatch(/mosdó/);
  await page.keyboard.press("n");
  // Without a position it answers for the middle of the map, and says so.
  await expect(page.getByText(/a térkép közepétől/i).first()).toBeVisible();

  await page.goto("/?view=-30,40,9");
  await expectMapIdle(page);
  await map(page).focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(map(page)).toBeFocused();
  await expect(page.getByText("A térképnek ezen a részén nem látszik mosdó.")).toBeAttached();
});

/** An init script that notes each call to the browser's geolocation, in order. */
function recordRequests(): void {
  const requests: string[] = [];
  Object.assign(window, { requests });
  for (const name of ["getCurrentPosition", "watchPosition"] as const) {
    const record = Geolocation.prototype[name];
    Geolocation.prototype[name] = function (this: Geolocation, ...rest: never[]) {
      requests.push(name);
      return Reflect.apply(record, this, rest);
    } as never;
  }
}

/** Notes each message of the page's live regions, in the order of their coming. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announced: string[] = [];
    const live = "[aria-live=polite], [role=alert], [role=status]:not([aria-live])";
    new MutationObserver((changes) => {
      const heard = changes.flatMap(({ type, target, addedNodes }) => {
        const nodes = type === "characterData" ? [target] : [...addedNodes];
        const elements = nodes.map((node) => (node instanceof Element ? node : node.parentElement));
        return elements.filter((element) => element?.closest(live) && element.textContent.trim());
      });
      announced.push(...new Set(heard.map((element) => element?.textContent.trim() ?? "")));
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { announced });
  });
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
}

test("shortcuts: ? lists them, single keys lead to search, filters and list; not while typing, nor switched off", {
  tag: "@phone",
}, async ({ page }) => {
  const dialog = page.getByRole("dialog", { name: "Billentyűk" });
  await openWithPicture(page);
  await untilHydrated(page);
  const menu = page.getByRole("button", { name: "Menü" });
  const search = page.getByRole("search").getByRole("combobox").or(page.getByRole("searchbox"));

  await test.step("the list of them, also from the menu; the focus is back where it was", async () => {
    await menu.focus();
    await page.keyboard.press("?");
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText("Hely keresése")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(menu).toBeFocused();
    await page.keyboard.press("Enter");
    const entry = page.getByRole("button", { name: "Billentyűk" });
    await entry.focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await expect(entry).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(menu).toBeFocused();
  });

  await test.step("single keys, which are text in a field", async () => {
    await page.keyboard.press("f");
    await expect(page.getByRole("button", { name: "Szűrők" })).toBeFocused();
    await page.keyboard.press("l");
    const list = page.getByRole("region", { name: "Mosdók a térképen látható részen" });
    await expect(list).toBeFocused();
    await page.keyboard.press("/");
    await expect(search.first()).toBeFocused();
    // A letter, a question mark and a stroke are text here.
    await page.keyboard.type("fl?/");
    await expect(search.first()).toHaveValue("fl?/");
    await expect(dialog).toHaveCount(0);
    await search.first().fill("");
  });

  await test.step("switched off, for good", async () => {
    await menu.focus();
    await page.keyboard.press("?");
    await dialog.getByRole("checkbox").uncheck();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await untilHydrated(page);
    await menu.focus();
    for (const key of ["?", "f", "/", "l"]) await page.keyboard.press(key);
    await expect(menu).toBeFocused();
    await expect(dialog).toHaveCount(0);
  });
});
