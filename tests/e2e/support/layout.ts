import type { Frame, FrameLocator, Locator, Page } from "@playwright/test";

/** Number of CSS pixels by which the page is wider than its window, and so scrolls sideways. */
export function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Makes each word of a page longer by two fifths, more than any language of the product needs beside English. */
export function lengthenTexts(page: Page): Promise<void> {
  return page.evaluate(() => {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { currentNode } = nodes;
      if (currentNode.parentElement?.closest("script, style")) continue;
      currentNode.textContent = (currentNode.textContent ?? "").replace(
        /\p{L}+/gu,
        (word) => word + word.toLowerCase().slice(0, Math.ceil(word.length * 0.4)),
      );
    }
  });
}

/**
 * Height in CSS pixels that an element has in the layout. Its box on the screen, while it slides, is so high
 * only within rounding.
 */
export function layoutHeight(element: Locator): Promise<number> {
  return element.evaluate((node) => (node as HTMLElement).offsetHeight);
}

/** Names of what a visitor may press, and of sheets and notices, that lie on the map's credits. */
export function onCredits(page: Page | Frame): Promise<string[]> {
  return page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
    const credits = seen(".maplibregl-ctrl-attrib, .maplibregl-ctrl-scale, .map-credit");
    if (credits.length === 0) throw new Error("the map has no credits");
    const others = seen("button, a, summary, input, .map-sheet, .embed-side, [data-map-notice]");
    return others
      .filter((other) => {
        const box = other.getBoundingClientRect();
        return credits.some((credit) => {
          if (credit.contains(other) || other.contains(credit)) return false;
          const { left, right, top, bottom } = credit.getBoundingClientRect();
          const isBeside = box.left >= right || box.right <= left;
          return !isBeside && box.top < bottom && box.bottom > top && box.width > 0;
        });
      })
      .map((other) => other.ariaLabel ?? other.textContent.trim());
  });
}

/** Makes the credits of a live map as long as those of a map service. */
export async function lengthenCredits(page: Page | FrameLocator): Promise<void> {
  await page.locator(".maplibregl-ctrl-attrib").evaluate((credits) => {
    const text =
      "© Mapbox · © OpenStreetMap · Improve this map · © Lechner Tudásközpont Nonprofit Kft.";
    const inner = credits.querySelector(".maplibregl-ctrl-attrib-inner");
    if (inner) inner.textContent = text;
    credits.classList.add("maplibregl-compact-show");
  });
}
