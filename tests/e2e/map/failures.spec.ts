import { boxOf, expectMapIdle, viewOf, withoutWebGl2 } from "#tests/e2e/support/map-view.ts";
import { PlainVisitor } from "#tests/e2e/support/plain-visitor.ts";
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

test("without script the picture, the filters, the list and a place are shown", async ({
  request,
}) => {
  const visitor = await new PlainVisitor(request).open("/");
  const picture = visitor.page.querySelector("img[alt='A térkép képe, rajta a mosdók']");
  const response = await request.get(picture?.getAttribute("src") ?? "");
  expect(response.headers()["content-type"]).toContain("image/svg+xml");
  await visitor.press("Ingyenes");
  expect(visitor.url.search).toBe("?free=1");
  await visitor.follow("Nagyítás");
  expect(visitor.url.search).toBe("?free=1&view=19.5,47.18,8");
  const entry = visitor.page.querySelector("li a[data-place]");
  await visitor.open(entry?.getAttribute("href") ?? "");
  expect(visitor.page.querySelector("[aria-label='A kiválasztott mosdó']")).not.toBeNull();
  await visitor.follow("Bezárás");
  expect(visitor.url.search).toMatch(/^\?free=1&view=/);
});

test("without script a way is found by the names of its ends, and changed by links", async ({
  request,
}) => {
  const visitor = await new PlainVisitor(request).open("/way");
  const form = visitor.page.querySelector("[name=from_q]")?.closest("noscript");
  await visitor.press("Mutasd", { from_q: "Budapest", to_q: "Vác" }, form ?? undefined);
  expect(decodeURIComponent(visitor.url.search)).toMatch(
    /^\?from=19\.\d+,47\.\d+&from_name=Budapest&to=19\.\d+,47\.\d+&to_name=Vác$/,
  );
  const heading = () => visitor.page.querySelector("h2")?.textContent;
  expect(heading()).toBe("Budapest – Vác");
  const passed = visitor.page.querySelectorAll("ol [data-place]").length;
  expect(passed).toBeGreaterThan(0);
  // With both ends of the way.
  expect(visitor.page.querySelectorAll(".map-way circle")).toHaveLength(passed + 2);
  await visitor.follow("Kerékpárral");
  expect(visitor.url.search).toMatch(/&by=bicycle$/);
  await visitor.follow("A két vége felcserélése");
  expect(heading()).toBe("Vác – Budapest");
});
