import type { Page } from "@playwright/test";
import { everyPage } from "#tests/e2e/support/every-page.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { expectMapIdle, holdBackLiveMap } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

/*
 * What visitors set in their browser or system so that they can read and press (docs/accessibility.md). The
 * layout is that of a phone, where room is scarcest.
 */

test.use({
  expectedFaults: [/status (of )?(404|422)/],
  contextOptions: { reducedMotion: "reduce" },
});

/** Without the page that shows the map of another page in a frame. */
const framelessPages = everyPage.filter((address) => address !== "/for-your-website");

/** A point at sea, whose list is empty. */
const map = "/?view=-35,35,10";

async function open(page: Page, address: string) {
  await page.goto(address, { waitUntil: "load" });
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
}

for (const language of ["hu", "en", "de"]) {
  test(`at 400 % nothing scrolls sideways, in ${language}`, { tag: "@phone" }, async ({ page }) => {
    test.slow();
    // A window of 1280 pixels at 400 % (WCAG 1.4.10).
    await page.setViewportSize({ width: 320, height: 256 });
    await holdBackLiveMap(page);
    for (const address of [map, ...everyPage]) {
      await open(page, `${address}${address.includes("?") ? "&" : "?"}lang=${language}`);
      expect(await sidewaysPixels(page), address).toBe(0);
    }
  });
}

test("at 400 % no control of the map covers another", { tag: "@desktop" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const address of ["/", "/?place=1"]) {
    await open(page, address);
    await expectMapIdle(page);
    const covered = await page.evaluate(() => {
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
    expect(covered, address).toEqual([]);
  }
});

test("with wider text spacing no word is cut off", { tag: "@phone" }, async ({ page }) => {
  test.slow();
  await holdBackLiveMap(page);
  for (const address of [map, ...everyPage]) {
    await open(page, address);
    const cutOff = await page.evaluate(() => {
      // WCAG 1.4.12. A policy that allows no inline style allows a sheet of the page's own.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
         p { margin-bottom: 2em !important }`,
      );
      document.adoptedStyleSheets = [sheet];
      const names = "h1, h2, h3, p, label, legend, button, summary, a, td, th, dd, dt";
      return [...document.querySelectorAll<HTMLElement>(names)]
        .filter((element) => {
          const { overflow, display } = getComputedStyle(element);
          // What is for screen readers alone is cut off on purpose.
          if (overflow === "visible" || display === "inline" || element.clientWidth <= 1)
            return false;
          const isLower = element.scrollHeight > element.clientHeight + 1;
          return isLower || element.scrollWidth > element.clientWidth + 1;
        })
        .map(({ textContent }) => textContent);
    });
    expect(cutOff, address).toEqual([]);
    expect(await sidewaysPixels(page), address).toBe(0);
  }
});

test("what is pressed is 44 pixels high", { tag: "@phone" }, async ({ page }) => {
  test.slow();
  await holdBackLiveMap(page);
  for (const address of [map, ...everyPage]) {
    await open(page, address);
    const low = await page.evaluate(() => {
      const targets = "a[href], button, summary, select, input:not([type=hidden]), textarea";
      return [...document.querySelectorAll<HTMLElement>(targets)]
        .filter((element) => {
          // A link within a sentence is as high as its line (WCAG 2.5.8); a choice is pressed by its label.
          if (getComputedStyle(element).display === "inline") return false;
          if (!element.checkVisibility({ visibilityProperty: true })) return false;
          // A link that covers its card is pressed anywhere on it.
          if (getComputedStyle(element, "::after").position === "absolute") return false;
          const target = element.matches("[type=radio], [type=checkbox]")
            ? (element.closest("label") ?? element)
            : element;
          const { width, height } = target.getBoundingClientRect();
          return width > 1 && height < 43.5;
        })
        .map(({ outerHTML, offsetHeight }) => `${offsetHeight}: ${outerHTML.slice(0, 200)}`);
    });
    expect.soft(low, address).toEqual([]);
  }
});

test("with forced colours all is there and the focus is seen", { tag: "@phone" }, async ({
  page,
}) => {
  test.slow();
  await page.emulateMedia({ forcedColors: "active" });
  await holdBackLiveMap(page);
  for (const address of [map, ...framelessPages]) {
    await open(page, address);
    await expectAccessible(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(
      () => getComputedStyle(document.activeElement!).outlineStyle,
    );
    expect(outline, address).not.toBe("none");
    const flat = await page.evaluate(() =>
      [...document.querySelectorAll("main button, main input:not([type=hidden]), main select")]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
        .filter((element) => {
          const { borderTopStyle, borderTopWidth, appearance } = getComputedStyle(element);
          return appearance === "none" && (borderTopStyle === "none" || borderTopWidth === "0px");
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    );
    expect.soft(flat, address).toEqual([]);
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`with more contrast text has 7 to 1, ${colorScheme}`, { tag: "@phone" }, async ({
    page,
  }) => {
    test.slow();
    await page.emulateMedia({ contrast: "more", colorScheme });
    await holdBackLiveMap(page);
    for (const address of [map, ...framelessPages]) {
      await open(page, address);
      await expectAccessible(page, { contrast: "enhanced" });
    }
  });
}
