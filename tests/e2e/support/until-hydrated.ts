import type { Page } from "@playwright/test";

/**
 * Waits until the page's script has taken over what the server sent. A form that is sent before that goes as
 * without script, and a button that needs script does nothing.
 */
export async function untilHydrated(page: Page, timeout = 240_000): Promise<void> {
  // A static page waits for its visitor.
  await page.evaluate(() => {
    const link = document.querySelector("header a");
    link?.dispatchEvent(new Event("pointerover", { bubbles: true }));
  });
  await page.waitForFunction(
    () => {
      const heading = document.querySelector("h1");
      // React marks each element that it has hydrated. Forms may be in chunks that come later.
      return (
        heading &&
        [heading, ...document.forms].every((element) =>
          Object.keys(element).some((key) => key.startsWith("__reactFiber")),
        )
      );
    },
    undefined,
    { timeout },
  );
}

/** Opens a page and waits until its script serves it, so that a press does what it does with script. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
}
