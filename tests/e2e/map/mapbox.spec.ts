import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectMapIdle, smallAndStill } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * What Mapbox's terms ask for where its tiles are shown: its wordmark on the map, and its credits, which fold on
 * narrow maps alone. Its host is stood in for.
 */
let folder: string;
let product: ServerProcess;

test.use({ ...smallAndStill, expectedErrors: [/^foreign request: /] });
test.describe.configure({ mode: "serial", timeout: 120_000 });

test.beforeAll(async () => {
  // A server of its own, on a machine that may be busy.
  test.setTimeout(300_000);
  folder = mkdtempSync(join(tmpdir(), "mosdo-e2e-mapbox-"));
  product = new ServerProcess(await findFreePort(), {
    LOG_LEVEL: "warn",
    DATA_DIR: folder,
    GEO_PROVIDER: "mapbox",
    MAPBOX_ACCESS_TOKEN: "pk.test",
    SAMPLE_PLACES: "off",
  });
  await product.readyAfterMs();
});
test.afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});
test.beforeEach(async ({ page }) => {
  const tile = await (await fetch(`${product.origin}/icon-512.png`)).bytes();
  await page.route("https://api.mapbox.com/**", (route) =>
    route.fulfill({
      contentType: "image/png",
      headers: { "Access-Control-Allow-Origin": "*" },
      body: Buffer.from(tile),
    }),
  );
});
test.afterEach(async ({ page }) => {
  // A page that is still open would call a server that has stopped.
  await page.goto("about:blank");
});

test("the map shows Mapbox's wordmark and credits, which fold on a narrow map alone", {
  tag: "@desktop",
}, async ({ page }) => {
  const wordmark = page.getByRole("link", { name: "Mapbox", exact: true });
  const picture = wordmark.getByRole("img");
  const credits = page.locator(".maplibregl-ctrl-attrib");
  await page.setViewportSize({ width: 1300, height: 800 });
  await page.goto(`${product.origin}/?view=19.05,47.5,12`);
  await expectMapIdle(page);
  await expect(wordmark).toHaveAttribute("href", "https://www.mapbox.com/about/maps/");
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(88);
  for (const width of [1300, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(wordmark).toBeVisible();
    // Nothing lies over it.
    const isOnTop = () =>
      picture.evaluate((image) => {
        const { left, top, width, height } = image.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === image;
      });
    await expect.poll(isOnTop, `${width} pixels`).toBe(true);
    await expect(credits).toContainText("© Mapbox");
    await expect(credits).toContainText("© OpenStreetMap");
    await expect(credits).toContainText("Improve this map");
    if (width === 390) await expect(credits).toHaveClass(/maplibregl-compact/);
    else await expect(credits).not.toHaveClass(/maplibregl-compact/);
  }
});
