import type { Page } from "@playwright/test";

/**
 * Holds back the scripts of pages that are opened from now on, as a thin line does.
 *
 * @returns lets them through
 */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
