import type { Locator, Page } from "@playwright/test";

/** Number of CSS pixels by which the page is wider than its window, and so scrolls sideways. */
export function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/**
 * Height in CSS pixels that an element has in the layout. Its box on the screen, while it slides, is so high
 * only within rounding.
 */
export function layoutHeight(element: Locator): Promise<number> {
  return element.evaluate((node) => (node as HTMLElement).offsetHeight);
}
