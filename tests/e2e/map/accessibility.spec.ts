import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { openWithPicture } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, {
    tag: colorScheme === "dark" ? "@phone" : "@desktop",
  }, () => {
    // Colours do not depend on the size, nor the layout on the theme: each is checked once.
    // Fading elements have no single colour to measure.
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test("the list in view has no barrier, nor has a chosen place", async ({ page }) => {
      await openWithPicture(page, "/?free=1");
      await expectAccessible(page);
      await page.locator("[data-place]").first().press("Enter");
      await page.getByText(/^Ma:/).click();
      await expect(page.getByRole("rowheader", { name: "hétfő" })).toBeVisible();
      await expectAccessible(page);
    });
  });
}
