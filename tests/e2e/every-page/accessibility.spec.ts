import { everyPage } from "#tests/e2e/support/every-page.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, {
    tag: colorScheme === "dark" ? "@phone" : "@desktop",
  }, () => {
    // Colours do not depend on the size, nor the layout on the theme: each is checked once.
    test.use({ colorScheme, expectedFaults: [/status (of )?(404|422)/] });

    for (const address of everyPage) {
      test(`has no barrier: ${address}`, async ({ page }) => {
        // Moving elements have no single colour to measure.
        await page.emulateMedia({ reducedMotion: "reduce" });
        // Opened before hydration, they would differ from what React expects.
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
