import type { Page } from "@playwright/test";
import {
  expectMapIdle,
  openLiveMap,
  openWithPicture,
  smallDesktop,
} from "#tests/e2e/support/map-view.ts";
import { tabThrough } from "#tests/e2e/support/tab-through.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * The Tab key goes through the map and dialogs and out of them (WCAG 2.2, 2.1.2), and each stop
 * is seen to have the focus (2.4.7). Other pages are in `each-page.spec.ts`. One size is enough: what is in a page
 * does not depend on it.
 */

test.use(smallDesktop);

async function expectWay(page: Page, leastStops: number): Promise<void> {
  const stops = await tabThrough(page);
  expect.soft(stops.length, stops.map(({ name }) => name).join("\n")).toBeGreaterThan(leastStops);
  expect.soft(stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name)).toEqual([]);
}

/** Controls of the map that lie under others when they are scrolled into the window. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      ".map-stage :is(a, button, input, summary), .map-sheet :is(a, button, summary)",
    );
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        // The first line of a link that breaks.
        const { left, top, width, height } = control.getClientRects()[0];
        // What only the keyboard sees is beyond the edge until it has the focus.
        if (left + width <= 0 || top + height <= 0 || width <= 1) return false;
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        return !there || !(control.contains(there) || there.closest("label")?.contains(control));
      })
      .map((control) => control.ariaLabel ?? control.textContent ?? control.outerHTML);
  });
}

test("Tab goes through the map and comes out, and at 400 % no control covers another, also with a chosen place", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await openLiveMap(page, "/?place=1");
  await test.step("with a chosen place", async () => {
    await expect.poll(() => coveredControls(page)).toEqual([]);
    await expectWay(page, 10);
  });
  await page.getByRole("link", { name: "Bezárás" }).press("Enter");
  await expect(page).not.toHaveURL(/place=/);
  await expectMapIdle(page);
  // From the top again: closing has put the focus into the list, where the walk would begin in the middle of rows
  // that are still loading.
  await page.getByRole("link", { name: "Tovább a listához" }).focus();
  await test.step("without", async () => {
    await expect.poll(() => coveredControls(page)).toEqual([]);
    await expectWay(page, 10);
  });
});

test("an open dialog keeps the focus until Escape closes it, and gives it back", async ({
  page,
}) => {
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
