import { boxOf, expectMapIdle, viewOf, withoutWebGl2 } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

test("without WebGL 2 pictures move and choose a place, and nothing shifts", async ({ page }) => {
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
  const size = await boxOf(map);
  const [x, y] = [size.x + size.width / 2, size.y + size.height / 2];

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 30, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => viewOf(page)[0]).toBeLessThan(longitude);
  expect(viewOf(page)[1]).toBeGreaterThan(latitude);
  const shifts = await page.evaluate(() => (globalThis as { shifts?: number[] }).shifts ?? []);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);

  // The place went along with the drag.
  await page.mouse.click(x + 40, y + 30);
  await expect(page).toHaveURL(new RegExp(`place=${id}\\b`));
  await expect(page.getByRole("article")).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/^failed request: .*\.js csp$/] });

  test("the picture, the filters, the list and a place are shown", async ({ page }) => {
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
