import type { Page } from "@playwright/test";
import { openLiveMap, openWithPicture, smallAndStill } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * The Tab key goes through a page and out of it (WCAG 2.2, 2.1.2), and each stop is seen to have the focus
 * (2.4.7). One size is enough: what is in a page does not depend on it.
 */

test.use({ ...smallAndStill, expectedFaults: [/status (of )?404/] });

/** More stops than any page has. */
const mostStops = 250;

interface Stop {
  readonly name: string;
  /** Whether an outline of 2 pixels or more shows the focus. */
  readonly isSeen: boolean;
}

/** The element that has the focus; null where the page has it no more. */
function stopOf(page: Page): Promise<(Stop & { isFirst: boolean }) | null> {
  return page.evaluate(() => {
    const stop = document.activeElement;
    if (!stop || stop === document.body || stop === document.documentElement) return null;
    const isFirst = stop.hasAttribute("data-first-stop");
    if (!document.querySelector("[data-first-stop]")) stop.setAttribute("data-first-stop", "");
    // A box to tick may have its ring at its label, and a link of a whole card round the card.
    const shown = [stop, stop.parentElement, stop.closest("label")].filter((one) => one !== null);
    const looks = [...shown.map((one) => getComputedStyle(one)), getComputedStyle(stop, "::after")];
    const isSeen = looks.some(
      ({ outlineStyle, outlineWidth }) =>
        outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
    );
    return { name: stop.outerHTML.slice(0, 120), isSeen, isFirst };
  });
}

/** Presses Tab until the focus leaves the page or is where it began; returns the stops. */
async function tabThrough(page: Page, key = "Tab"): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let press = 0; press < mostStops; press++) {
    await page.keyboard.press(key);
    const stop = await stopOf(page);
    if (!stop || (stop.isFirst && stops.length > 0)) return stops;
    stops.push(stop);
  }
  throw new Error(`the focus is still in the page after ${mostStops} stops: ${stops.at(-1)?.name}`);
}

for (const address of ["/places", "/places/1", "/login", "/guide", "/places?add=1"]) {
  test(`Tab goes through ${address} and comes out`, { tag: "@desktop" }, async ({ page }) => {
    await page.goto(address, { waitUntil: "networkidle" });
    const stops = await tabThrough(page);
    expect(stops.length).toBeGreaterThan(5);
    expect(stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name)).toEqual([]);
  });
}

test("Tab goes through the map and comes out, also with a chosen place", {
  tag: "@desktop",
}, async ({ page }) => {
  test.setTimeout(120_000);
  for (const address of ["/", "/?place=1"]) {
    await openLiveMap(page, address);
    const stops = await tabThrough(page);
    expect(stops.length).toBeGreaterThan(10);
    expect(stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name)).toEqual([]);
  }
});

test("an open dialog keeps the focus until Escape closes it, and gives it back", {
  tag: "@desktop",
}, async ({ page }) => {
  await openWithPicture(page);
  await untilHydrated(page);
  const menu = page.getByRole("button", { name: "Menü" });
  await menu.focus();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  for (let press = 0; press < 4; press++) {
    await page.keyboard.press("Tab");
    const isInside = await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.activeElement?.closest("dialog") !== null,
    );
    expect(isInside).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(menu).toBeFocused();

  // The menu, in the same way.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator("#map-menu:popover-open a").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator("#map-menu:popover-open")).toHaveCount(0);
  await expect(menu).toBeFocused();
});
