import type { Page } from "@playwright/test";

/** The bar of every page but the map's, or there the map's menu. */
export const bar = (page: Page) => page.getByRole("navigation").first();

/** Below 992 px the bar's links are behind a menu button. */
export async function openMenu(page: Page): Promise<void> {
  const button = bar(page).getByRole("button", { name: /^(Menü|Menu)$/ });
  if (await button.isVisible()) await button.click();
}

/** Changes the page's language from the bar. */
export async function chooseLanguage(
  page: Page,
  language: "Magyar" | "English" | "Deutsch",
): Promise<void> {
  await openMenu(page);
  await bar(page).locator("summary").click();
  await bar(page).getByRole("link", { name: language, exact: true }).click();
}

/** The language that local storage names. */
export const storedLanguage = (page: Page) =>
  page.evaluate(() => localStorage.getItem("i18nextLng"));
