import { lengthenCredits, onCredits } from "#tests/e2e/support/layout.ts";
import { openLiveMap, still } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

test.use(still);

const sizes = [
  [390, 844],
  [320, 568],
  [844, 390],
  [1280, 800],
] as const;

for (const [path, ...smaller] of [
  ["/?view=19.05,47.5,10"],
  ["/?place=1"],
  ["/embed?place=1", [390, 400]],
] as const) {
  test(`nothing lies on the credits of ${path}, however long they are`, {
    tag: "@phone",
  }, async ({ page }) => {
    await openLiveMap(page, path);
    for (const isLong of [false, true]) {
      if (isLong) await lengthenCredits(page);
      for (const [width, height] of [...sizes, ...smaller]) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => onCredits(page), `${width} × ${height}`).toEqual([]);
      }
    }
  });
}
