import type { Page } from "@playwright/test";
import { everyPage } from "#tests/e2e/support/every-page.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

async function expectNoBarrier(page: Page, address: string): Promise<void> {
  // Opened before hydration, closed details would differ from what React expects.
  await page.goto(address, { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  // Closed details are part of the page too.
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("main details")) {
      details.setAttribute("open", "");
    }
  });
  await page.waitForLoadState("networkidle");
  await expectAccessible(page);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, {
    tag: colorScheme === "dark" ? "@phone" : "@desktop",
  }, () => {
    // Colours do not depend on the size, nor the layout on the theme: each is checked once.
    // Moving elements have no single colour to measure.
    test.use({
      colorScheme,
      contextOptions: { reducedMotion: "reduce" },
      expectedFaults: [/status (of )?(404|422)/],
    });

    for (const address of everyPage) {
      test(`has no barrier: ${address}`, async ({ page }) => expectNoBarrier(page, address));
    }

    for (const language of ["en", "de"]) {
      test(`has no barrier in ${language}, page after page`, async ({ page }) => {
        test.setTimeout(180_000);
        for (const address of everyPage) {
          const sign = address.includes("?") ? "&" : "?";
          await expectNoBarrier(page, `${address}${sign}lang=${language}`);
        }
      });
    }
  });
}

test("the API's description fits a window of 320 pixels, and nothing in it scrolls sideways", {
  tag: "@phone",
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/api/docs");
  expect(await sidewaysPixels(page)).toBe(0);
  const wide = await page.locator("main *").evaluateAll((elements) =>
    elements
      .filter((element) => getComputedStyle(element).display !== "inline")
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
  );
  expect(wide).toEqual([]);
});
