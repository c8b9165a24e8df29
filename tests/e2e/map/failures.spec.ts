import {
  expectMapIdle,
  loseContext,
  openLiveMap,
  smallAndStill,
  viewOf,
  withoutWebGl2,
} from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

test("without WebGL 2 pictures move, zoom and choose a place; nothing shifts, the list has its filters", async ({
  page,
}) => {
  await page.addInitScript(withoutWebGl2);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as { value?: number }).value ?? 0);
    }).observe({ type: "layout-shift", buffered: true });
  });
  const places = await page.request.get("/api/v1/places?per_page=1&sort=added-asc");
  const [{ id, longitude, latitude }] = (await places.json()).places;
  await page.goto(`/?view=${longitude},${latitude},16`);
  await expect(page.getByText("nincs WebGL 2")).toBeVisible();
  await expectMapIdle(page);
  const map = page.getByRole("application");
  const size = await map.boundingBox();
  if (!size) throw new Error("the map has no size");
  const [x, y] = [size.x + size.width / 2, size.y + size.height / 2];

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 30, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => viewOf(page)[0]).toBeLessThan(longitude);
  expect(viewOf(page)[1]).toBeGreaterThan(latitude);
  await page.getByRole("link", { name: "Nagyítás" }).click();
  await expect.poll(() => viewOf(page)[2]).toBe(17);
  await map.press("-");
  await expect.poll(() => viewOf(page)[2]).toBe(16);
  const shifts = await page.evaluate(() => (globalThis as { shifts?: number[] }).shifts ?? []);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);

  // The place went along with the drag.
  await page.mouse.click(x + 40, y + 30);
  await expect(page).toHaveURL(new RegExp(`place=${id}\\b`));
  await expect(page.getByRole("article")).toBeVisible();
  await page.goBack();
  const count = page.getByRole("heading", { level: 2 });
  await expect(count).toBeVisible();

  // A list with more rows than the window, that of the map's window: a place begins at its top.
  await page.goto("/");
  await expectMapIdle(page);
  await expect(page.locator("#nearby-places[aria-busy=false]")).toBeVisible();
  await page.getByRole("main").locator("a[data-place]").nth(15).click();
  await expect(count).toBeFocused();
  await expect(page.getByRole("article").getByRole("status").first()).toBeInViewport();
});

test.describe("a lost drawing context", { tag: "@phone" }, () => {
  test.use(smallAndStill);

  test("that comes back leaves the map as it was", async ({ page }) => {
    await openLiveMap(page, "/?view=19.05,47.5,14");
    // A part of the map with the end of a name, on which no control lies: without it a lost map looks the same.
    const clip = { x: 0, y: 240, width: 300, height: 320 };
    const draw = () => page.screenshot({ clip });
    const before = await draw();
    const restore = await loseContext(page);
    await expect.poll(async () => (await draw()).equals(before)).toBe(false);
    await restore();
    await expect.poll(async () => (await draw()).equals(before)).toBe(true);
    await page.getByRole("button", { name: "Nagyítás" }).click();
    await expect.poll(() => viewOf(page)[2]).toBe(15);
    await expectMapIdle(page);
    await expect(page.getByText("Az élő térkép leállt")).toHaveCount(0);
  });

  test("that stays away leaves pictures of the same part, and a word", async ({ page }) => {
    await openLiveMap(page, "/?view=19.05,47.5,14");
    await loseContext(page);
    await expect(page.locator("[data-map-notice]")).toContainText("Az élő térkép leállt");
    await expectMapIdle(page);
    const picture = page.getByRole("application").getByRole("img");
    await expect(picture).toHaveAttribute("src", /view=19\.05,47\.5,14&/);
    await page.getByRole("link", { name: "Nagyítás" }).click();
    await expect.poll(() => viewOf(page)[2]).toBe(15);
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/^failed request: .*\.js csp$/] });

  test("the picture, the filters, the list and a place are shown", { tag: "@phone" }, async ({
    page,
  }) => {
    await page.goto("/");
    const picture = page.getByRole("img", { name: "A térkép képe, rajta a mosdók" });
    await expect(picture).toHaveJSProperty("complete", true);
    await page.getByRole("button", { name: "Ingyenes" }).click();
    await expect(page).toHaveURL(/\?free=1$/);
    await page.getByRole("link", { name: "Nagyítás" }).click();
    await expect(page).toHaveURL(/free=1&view=19\.5,47\.18,8$/);
    const entry = page
      .getByRole("listitem")
      .filter({ has: page.locator("[data-place]") })
      .first();
    await entry.getByRole("link").click();
    await expect(page.getByRole("region", { name: "A kiválasztott mosdó" })).toBeVisible();
    await page.getByRole("link", { name: "Bezárás" }).click();
    await expect(page).toHaveURL(/free=1&view=/);
  });
});
