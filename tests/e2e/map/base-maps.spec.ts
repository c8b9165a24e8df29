import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { mapPalettes } from "#domain/map/map-palettes.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { makeStreetMap } from "#server/import/street-map/make-street-map.ts";
import {
  boxOf,
  expectMapIdle,
  openWithoutJump,
  smallDesktop,
} from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import { writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { lakeTiles, writePmtiles } from "#tests/support/map-data/write-pmtiles.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * Base maps that the live map draws in the embedded one's place: a file of the operator's, the street map of an
 * import, and a provider's tiles. Each has a server of its own; all have one database. Which of them is in force, and
 * what replaces one that does not come, is tested in `app/features/map/base-map/` and `live/map-canvas.dom.test.tsx`.
 */

// The servers of this test have origins of their own.
test.use({ ...smallDesktop, expectedErrors: [/^foreign request: /] });
test.setTimeout(600_000);

/** Only the lake is near, without a name in the middle. */
const lake = [16.9, 47.9] as const;
/** In the middle of a view with streets. */
const museum = [19.0526, 47.494, { tourism: "museum", name: "Városi Múzeum" }] as const;

const beyond = (page: Page) => page.getByText("Ennél közelebb a térkép már nem részletes");
const credits = (page: Page) => page.locator(".maplibregl-ctrl-attrib");

let folder: string;
const servers: ServerProcess[] = [];

async function startServer(settings: Record<string, string>): Promise<ServerProcess> {
  const common = { LOG_LEVEL: "warn", DATA_DIR: folder, SAMPLE_PLACES: "off" };
  const server = new ServerProcess(await findFreePort(), { ...common, ...settings });
  servers.push(server);
  await server.readyAfterMs();
  return server;
}

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-e2e-base-maps-"));
});
test.afterAll(async () => {
  for (const server of servers.toReversed()) await server.stop();
  await rm(folder, { recursive: true, force: true });
});
test.afterEach(async ({ page }) => {
  // A page that is still open would call a server that has stopped.
  await page.goto("about:blank");
});

test("the street map of an import is drawn, without a restart and from no other host", {
  tag: "@full",
}, async ({ page }) => {
  const { origin } = await startServer({ GEO_PROVIDER: "auto" });
  // As an import does while the server runs.
  const file = join(folder, "hungary.osm.pbf");
  const nodes = { ...hungarianExtract.nodes, 9001: museum };
  writeFileSync(file, writeOsmPbf({ ...hungarianExtract, nodes }));
  const extracts = new ExtractFiles(folder);
  extracts.store(file, { name: "hungary", digest: "a".repeat(64) });
  await makeStreetMap(folder, extracts.list());
  const origins = new Set<string>();
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  await page.goto(`${origin}/?view=${museum[0]},${museum[1]},17`);
  await expectMapIdle(page);
  await expect(beyond(page)).toHaveCount(0);
  expect([...origins]).toEqual([origin]);
  // A street is under the middle of the map, and the icon of a landmark.
  const box = await boxOf(page.locator("canvas.maplibregl-canvas"));
  const [x, y] = [box.x + box.width / 2 - 40, box.y + box.height / 2 - 40];
  const colours = await coloursAt(page, { x, y, width: 80, height: 80 });
  expect(colours.length).toBeGreaterThan(3);
  expect(colours).toContain(mapPalettes.light.cultureText);
  // The longer credits leave the big button free, however wide the window is.
  for (const width of [800, 1280, 2200]) {
    await page.setViewportSize({ width, height: 640 });
    const [line, button] = [await boxOf(credits(page)), await boxOf(page.locator(".map-nearest"))];
    const isBeside = line.x + line.width <= button.x;
    expect(isBeside || line.y >= button.y + button.height, `${width} pixels`).toBe(true);
  }
});

test("a file of the operator's and a provider's tiles are drawn", { tag: "@full" }, async ({
  page,
}) => {
  await test.step("one file, in ranges, to the maximum zoom", async () => {
    const file = join(folder, "lake.pmtiles");
    writePmtiles(file, lakeTiles(lake, 14));
    const { origin } = await startServer({ GEO_PROVIDER: "embedded", MAP_PMTILES: file });
    const statuses: number[] = [];
    page.on("response", (response) => {
      if (response.url().endsWith("/basemap.pmtiles")) statuses.push(response.status());
    });
    await openWithoutJump(page, `${origin}/?view=${lake.join(",")},16`);
    // The middle of the map, beside the panel of a wide window.
    const middle = { x: 400 + (1024 - 400) / 2, y: 320, width: 2, height: 2 };
    await expect.poll(() => coloursAt(page, middle)).toEqual([mapPalettes.light.water]);
    expect(new Set(statuses)).toEqual(new Set([206]));
    await expect(page.getByText("© OpenMapTiles")).toBeVisible();
    await expect(beyond(page)).toBeHidden();
    // Nearer than a chosen place is shown.
    await page.getByRole("button", { name: "Nagyítás" }).click();
    await expect(page).toHaveURL(/view=[\d.,]+,17(&|$)/);
  });

  await test.step("Mapbox's tiles, with its wordmark, and credits that fold on a narrow map alone", async () => {
    const { origin } = await startServer({
      GEO_PROVIDER: "mapbox",
      MAPBOX_ACCESS_TOKEN: "pk.test",
    });
    const tile = await (await fetch(`${origin}/icon-512.png`)).bytes();
    await page.route("https://api.mapbox.com/**", (route) =>
      route.fulfill({
        contentType: "image/png",
        headers: { "Access-Control-Allow-Origin": "*" },
        body: Buffer.from(tile),
      }),
    );
    await page.setViewportSize({ width: 1300, height: 640 });
    await page.goto(`${origin}/?view=19.05,47.5,12`);
    await expectMapIdle(page);
    const wordmark = page.getByRole("link", { name: "Mapbox", exact: true });
    const picture = wordmark.getByRole("img");
    await expect(wordmark).toHaveAttribute("href", "https://www.mapbox.com/about/maps/");
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(88);
    for (const width of [1300, 390]) {
      await page.setViewportSize({ width, height: 640 });
      await expect(wordmark).toBeVisible();
      // Nothing lies over it.
      const isOnTop = () =>
        picture.evaluate((image) => {
          const { left, top, width, height } = image.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2) === image;
        });
      await expect.poll(isOnTop, `${width} pixels`).toBe(true);
      for (const text of ["© Mapbox", "© OpenStreetMap", "Improve this map"]) {
        await expect(credits(page)).toContainText(text);
      }
      const isCompact = expect(credits(page));
      await (width === 390 ? isCompact : isCompact.not).toHaveClass(/maplibregl-compact/);
    }
  });
});

/** Different colours in a part of the window, as `#rrggbb`. */
async function coloursAt(
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
): Promise<string[]> {
  const picture = await page.screenshot({ clip });
  return page.evaluate(
    async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: image.width, height: image.height });
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no 2d canvas");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const colours = new Set<number>();
      for (let at = 0; at < data.length; at += 4) {
        colours.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
      }
      return [...colours].map((colour) => `#${colour.toString(16).padStart(6, "0")}`);
    },
    `data:image/png;base64,${picture.toString("base64")}`,
  );
}
