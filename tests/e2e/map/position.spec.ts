import type { Place } from "#domain/place/place.ts";
import {
  expectMapIdle,
  openLiveMap,
  openWithPicture,
  smallAndStill,
  viewOf,
} from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

/** Beside a sample place that never closes, so that the nearest open one is there at night too. */
const atAirport = { longitude: 19.2605, latitude: 47.4335 };

test.use(smallAndStill);
test.setTimeout(120_000);

test.describe("with the position allowed", () => {
  test.use({ geolocation: atAirport, permissions: ["geolocation"] });

  test("the map goes there and the nearest open place is one press away", {
    tag: "@phone",
  }, async ({ page, request }) => {
    await openLiveMap(page);
    await expect.poll(() => viewOf(page)[0]).toBeCloseTo(atAirport.longitude, 2);
    await expectMapIdle(page);
    const near = `near=${atAirport.longitude},${atAirport.latitude}`;
    const answer = await request.get(`/api/v1/places/nearest?${near}`);
    const nearest: Place = (await answer.json()).open;
    const button = page.getByRole("button", { name: /^Legközelebbi nyitott mosdó: [\d,]+ k?m$/ });
    await button.click();
    const title = page.getByRole("heading", { level: 2, name: nearest.address });
    await expect(title).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`place=${nearest.id}\\b`));
    // The title says it too, for screen readers.
    await expect(page.locator("p", { hasText: /légvonalban$/ })).toBeVisible();
  });

  test("a view in the address stays, with the position as a dot", { tag: "@phone" }, async ({
    page,
  }) => {
    await openLiveMap(page, "/?view=19.1,47.55,10");
    await expect(page.locator(".maplibregl-user-location-dot")).toBeVisible();
    expect(viewOf(page)).toEqual([19.1, 47.55, 10]);
  });

  test.describe("in forced colours", () => {
    test.use({
      colorScheme: "dark",
      contextOptions: { forcedColors: "active", reducedMotion: "reduce" },
    });

    test("the position and the controls are visible", { tag: "@phone" }, async ({ page }) => {
      await openLiveMap(page, "/?view=19.1,47.55,10");
      await expect(page.locator(".maplibregl-user-location-dot")).toHaveCSS(
        "background-color",
        "rgb(29, 161, 242)",
      );
      // MapLibre's own light icons; inverted, they were black on black.
      const icon = page.getByRole("button", { name: "Nagyítás" }).locator("span");
      await expect(icon).toHaveCSS("filter", "none");
      await expect(icon).toHaveCSS("background-image", /fill='%23fff'/);
    });
  });
});

test("without the position the map works, and the button says what to do", {
  tag: "@desktop",
}, async ({ page }) => {
  await openWithPicture(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Legközelebbi nyitott" }).click();
  await expect(page.getByText("Engedélyezd a helymeghatározást")).toBeVisible();
  await page.getByRole("button", { name: "Bezárás" }).click();
  await expect(page.getByText("Engedélyezd a helymeghatározást")).toHaveCount(0);
});
