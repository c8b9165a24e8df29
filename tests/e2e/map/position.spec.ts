import type { Page } from "@playwright/test";
import type { Place } from "#domain/place/place.ts";
import { expectMapIdle, openLiveMap, smallAndStill, viewOf } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

/** Beside a sample place that never closes, so that the nearest open one is there at night too. */
const atAirport = { longitude: 19.2605, latitude: 47.4335 };

test.use({ ...smallAndStill, geolocation: atAirport, permissions: ["geolocation"] });
test.setTimeout(120_000);

/** The dot of the visitor's position. */
const dot = (page: Page) => page.locator(".maplibregl-user-location-dot");

test("the map goes to the visitor's position, and the nearest place is one press away", {
  tag: "@phone",
}, async ({ page, request }) => {
  await page.addInitScript(() => {
    const requests: string[] = [];
    Object.assign(window, { requests });
    for (const name of ["getCurrentPosition", "watchPosition"] as const) {
      const allow = Geolocation.prototype[name];
      Geolocation.prototype[name] = function (this: Geolocation, ...rest: never[]) {
        requests.push(name);
        return Reflect.apply(allow, this, rest);
      } as never;
    }
  });
  await openLiveMap(page);
  await expect.poll(() => viewOf(page)[0]).toBeCloseTo(atAirport.longitude, 2);
  await expectMapIdle(page);
  await expect(dot(page)).toBeVisible();
  // The page asks as it starts, and the map once it is loaded.
  const requests = await page.evaluate(() => (window as { requests?: string[] }).requests);
  expect(requests).toEqual(["getCurrentPosition", "watchPosition"]);
  const near = `near=${atAirport.longitude},${atAirport.latitude}`;
  const response = await request.get(`/api/v1/places/nearest?${near}`);
  const nearest: Place = (await response.json()).best;
  const button = page.getByRole("button", { name: /^Legközelebbi nyitott mosdó: [\d,]+ k?m$/ });
  await button.click();
  const title = page.getByRole("heading", { level: 2, name: nearest.address });
  await expect(title).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`place=${nearest.id}\\b`));
  // The title says it too, for screen readers.
  await expect(page.locator("p", { hasText: /légvonalban$/ })).toBeVisible();
});

test.describe("in forced colours", () => {
  test.use({
    colorScheme: "dark",
    contextOptions: { forcedColors: "active", reducedMotion: "reduce" },
  });

  test("a view of the address stays; the position is a dot, visible as the controls are", {
    tag: "@phone",
  }, async ({ page }) => {
    await openLiveMap(page, "/?view=19.1,47.55,10");
    await expect(dot(page)).toHaveCSS("background-color", "rgb(29, 161, 242)");
    expect(viewOf(page)).toEqual([19.1, 47.55, 10]);
    // MapLibre's own light icons; inverted, they were black on black.
    const icon = page.getByRole("button", { name: "Nagyítás" }).locator("span");
    await expect(icon).toHaveCSS("filter", "none");
    await expect(icon).toHaveCSS("background-image", /fill='%23fff'/);
  });
});
