import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { mapPalettes } from "#domain/map/map-palettes.ts";
import { expectMapIdle, smallAndStill } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { lakeTiles, writePmtiles } from "#tests/support/map-data/write-pmtiles.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/** Only the lake is near, without a name in the middle. */
const lake = [16.9, 47.9] as const;
const view = `${lake.join(",")},15`;

/** Where no server listens. */
const styleUrl = "http://127.0.0.1:9/style.json";

let folder: string;
/** The product with a base map in a file of the operator's own. */
let ownMap: ServerProcess;
/** The product with a base map on a host that does not answer. */
let awayMap: ServerProcess;

async function startServer(settings: Record<string, string>): Promise<ServerProcess> {
  return new ServerProcess(await findFreePort(), { LOG_LEVEL: "warn", ...settings });
}

test.use(smallAndStill);
// In one worker, which starts each server once.
test.describe.configure({ mode: "default", timeout: 120_000 });

test.beforeAll(async () => {
  // A server of its own, on a machine that may be busy.
  test.setTimeout(300_000);
  folder = mkdtempSync(join(tmpdir(), "mosdo-e2e-pmtiles-"));
  const file = join(folder, "lake.pmtiles");
  writePmtiles(file, lakeTiles(lake, 14));
  ownMap = await startServer({
    DATA_DIR: folder,
    GEO_PROVIDER: "embedded",
    MAP_PMTILES: file,
    SAMPLE_PLACES: "off",
  });
  await ownMap.readyAfterMs();
  // It joins the database of the other.
  awayMap = await startServer({
    DATA_DIR: folder,
    GEO_PROVIDER: "local",
    MAP_STYLE_URL: styleUrl,
    SAMPLE_PLACES: "off",
  });
  await awayMap.readyAfterMs();
});
test.afterAll(async () => {
  await awayMap?.stop();
  await ownMap?.stop();
  await rm(folder, { recursive: true, force: true });
});
test.afterEach(async ({ page }) => {
  // A page that is still open would call a server that has stopped.
  await page.goto("about:blank");
});

/** The colour of one point of the window, as `#rrggbb`; its pixel is two CSS pixels wide. */
async function colourAt(page: Page, x: number, y: number): Promise<string> {
  const picture = await page.screenshot({ clip: { x, y, width: 2, height: 2 } });
  return page.evaluate(
    async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const context = document.createElement("canvas").getContext("2d");
      if (!context) throw new Error("no 2d canvas");
      context.drawImage(image, 0, 0);
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
      return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    },
    `data:image/png;base64,${picture.toString("base64")}`,
  );
}

/** The middle of the map, beside the panel of a wide window. */
const middle = { x: 400 + (1024 - 400) / 2, y: 320 };

test.describe("a base map of the operator's own", { tag: "@desktop" }, () => {
  // The other origin is this test's own server.
  test.use({ expectedErrors: [/foreign request: http:\/\/localhost:/] });

  test("is drawn from one file, in ranges, to the maximum zoom", async ({ page }) => {
    const statuses: number[] = [];
    page.on("response", (response) => {
      if (response.url().endsWith("/basemap.pmtiles")) statuses.push(response.status());
    });
    await page.goto(`${ownMap.origin}/?view=${view}`);
    await expectMapIdle(page);
    await expect.poll(() => colourAt(page, middle.x, middle.y)).toBe(mapPalettes.light.water);
    expect(new Set(statuses)).toEqual(new Set([206]));
    await expect(page.getByText("© OpenMapTiles")).toBeVisible();
    await expect(page.getByText("Ennél közelebb")).toBeHidden();
    // Nearer than a chosen place is shown.
    for (const zoom of [16, 17]) {
      await page.getByRole("button", { name: "Nagyítás" }).click();
      await expect(page).toHaveURL(new RegExp(`view=[\\d.,]+,${zoom}(&|$)`));
    }
  });
});

test.describe("a base map whose host does not answer", { tag: "@desktop" }, () => {
  test.use({
    expectedErrors: [
      /foreign request: http:\/\/localhost:|127\.0\.0\.1:9\/|Failed to load resource|Content Security Policy/,
    ],
  });

  test("is replaced by the embedded one, and the page says so", async ({ page }) => {
    const response = await page.goto(`${awayMap.origin}/?view=19.5,47.2,8`);
    expect(response?.headers()["content-security-policy"]).toMatch(
      /connect-src 'self' http:\/\/127\.0\.0\.1:9;/,
    );
    await expect(page.getByText("A részletes térkép most nem érhető el").first()).toBeVisible();
    await expectMapIdle(page);
    await expect(page.getByText("Natural Earth").first()).toBeVisible();
  });
});

test.describe("a base map whose style cannot be drawn", { tag: "@desktop" }, () => {
  test.use({
    expectedErrors: [
      /foreign request: http:\/\/(localhost|127\.0\.0\.1):|console\.error: .*layers/,
    ],
  });

  test("is replaced by the embedded one, and the page says so", async ({ page }) => {
    await page.route(styleUrl, (route) =>
      route.fulfill({
        headers: { "access-control-allow-origin": "*" },
        json: {
          version: 8,
          sources: { streets: { type: "vector", tiles: ["http://127.0.0.1:9/{z}/{x}/{y}"] } },
          layers: [
            { id: "land", type: "background", paint: { "background-color": 5 } },
            { id: "water", type: "fill", source: "nowhere", "source-layer": "water" },
          ],
        },
      }),
    );
    await page.goto(`${awayMap.origin}/?view=${lake.join(",")},9`);
    await expect(page.getByText("A részletes térkép most nem érhető el").first()).toBeVisible();
    await expectMapIdle(page);
    await expect(page.getByText("Natural Earth").first()).toBeVisible();
    await expect(page.locator("[data-ready]")).toHaveCount(1);
    await expect.poll(() => colourAt(page, middle.x, middle.y)).not.toBe("#ffffff");
  });
});
