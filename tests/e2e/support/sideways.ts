import type { Page } from "@playwright/test";

/** Number of CSS pixels by which the page is wider than its window, and so scrolls sideways. */
export function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}
