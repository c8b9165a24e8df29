import {
  expectMapIdle,
  holdBackLiveMap,
  openWithPicture,
  withoutWebGl2,
} from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

test("without WebGL 2 pictures replace the live map, beside the list with its filters", async ({
  page,
}) => {
  await page.addInitScript(withoutWebGl2);
  await page.goto("/");
  await expect(page.getByText("nincs WebGL 2")).toBeVisible();
  await expectMapIdle(page);
  const count = page.getByRole("heading", { level: 2 });
  const all = await count.textContent();
  await page.getByRole("button", { name: "Akadálymentes" }).click();
  await expect(page).toHaveURL(/accessible=1/);
  await expect(count).not.toHaveText(all ?? "");
  await page.getByRole("listitem").first().getByRole("link").click();
  await expect(page).toHaveURL(/place=\d+/);
  await page.goBack();
  await expect(count).toBeVisible();
});

test("the pictures move, zoom and choose a place, and nothing shifts", async ({ page }) => {
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
  await expectMapIdle(page);
  const map = page.getByRole("application");
  const size = await map.boundingBox();
  if (!size) throw new Error("the map has no size");
  const [x, y] = [size.x + size.width / 2, size.y + size.height / 2];
  const viewNow = () => new URL(page.url()).searchParams.get("view")?.split(",").map(Number) ?? [];

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 30, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => viewNow()[0]).toBeLessThan(longitude);
  expect(viewNow()[1]).toBeGreaterThan(latitude);
  await page.getByRole("link", { name: "Nagyítás" }).click();
  await expect.poll(() => viewNow()[2]).toBe(17);
  await map.press("-");
  await expect.poll(() => viewNow()[2]).toBe(16);
  const shifts = await page.evaluate(() => (globalThis as { shifts?: number[] }).shifts ?? []);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);

  // The place went along with the drag.
  await page.mouse.click(x + 40, y + 30);
  await expect(page).toHaveURL(new RegExp(`place=${id}\\b`));
  await expect(page.getByRole("article")).toBeVisible();
});

test.describe("when the list can't be loaded", () => {
  test.use({ expectedFaults: [/api\/v1\/places|ERR_FAILED|status of 503/] });

  test("it says so, keeps the present list, and tries again", async ({ page }) => {
    await openWithPicture(page);
    await page.route(/\/api\/v1\/places\?/, (route) => route.abort());
    await page.getByRole("button", { name: "Ingyenes" }).click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("A listát most nem sikerült betölteni");
    await page.unroute(/\/api\/v1\/places\?/);
    await alert.getByRole("button", { name: "Próbáld újra" }).dispatchEvent("click");
    await expect(alert).toHaveCount(0);
  });

  test("it says that the map still works where the server cannot answer now, and comes by itself", {
    tag: "@phone",
  }, async ({ page }) => {
    await openWithPicture(page);
    await page.route(/\/api\/v1\/places\?/, (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole("button", { name: "Ingyenes" }).click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("A térkép addig is mutatja a mosdókat.");
    await page.unroute(/\/api\/v1\/places\?/);
    await expect(alert).toHaveCount(0, { timeout: 15_000 });
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, expectedFaults: [/^failed request: .*\.js csp$/] });

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

test.describe("with an address that names nothing valid", () => {
  test.use({ expectedFaults: [/status (of )?4(04|22)/] });

  test("a place that does not exist has a message, and the map stays", { tag: "@phone" }, async ({
    page,
  }) => {
    await holdBackLiveMap(page);
    const response = await page.goto("/?place=2147483647");
    expect(response?.status()).toBe(404);
    await expect(page.getByText("Ilyen mosdó nincs, vagy már törölték.")).toBeVisible();
    await page.getByRole("link", { name: "Vissza a térképhez" }).click();
    await expect(page.getByText(/mosdó ezen a részen/)).toBeVisible();
  });

  test("a malformed parameter is named, with a way back", { tag: "@phone" }, async ({ page }) => {
    await holdBackLiveMap(page);
    const response = await page.goto("/?view=somewhere&utm_source=poster");
    expect(response?.status()).toBe(422);
    await expect(page.getByRole("alert")).toContainText("view");
    await expect(page.getByRole("alert")).not.toContainText("utm_source");
    await page.getByRole("link", { name: "Vissza a térképre" }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});
