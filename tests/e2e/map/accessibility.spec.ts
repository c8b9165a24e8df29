import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { allPlaces, openWithPicture } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, {
    tag: colorScheme === "dark" ? "@phone" : "@desktop",
  }, () => {
    // Colours do not depend on the size, nor the layout on the theme: each is checked once.
    // Fading elements have no single colour to measure.
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test("the list in view has no barrier", async ({ page }) => {
      await openWithPicture(page, "/?open=1");
      await expectAccessible(page);
    });

    test("a chosen place has no barrier", async ({ page, request }) => {
      const [place] = await allPlaces(request);
      await openWithPicture(page, `/?place=${place.id}`);
      await page.getByText(/^Ma:/).click();
      await expect(page.getByRole("rowheader", { name: "hétfő" })).toBeVisible();
      await expectAccessible(page);
    });
  });
}
