import type { Page } from "@playwright/test";

/** The bar of every page but the map's, or there the map's menu. */
export const bar = (page: Page) => page.getByRole("navigation").first();

/** Below 992 px the bar's links stand behind a menu button. */
export async function openMenu(page: Page): Promise<void> {
  const button = bar(page).getByRole("button", { name: /^(Menü|Menu)$/ });
  if (await button.isVisible()) await button.click();
}
