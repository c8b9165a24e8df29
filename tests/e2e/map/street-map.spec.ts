import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { landmarkColours } from "#domain/map/landmarks.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { makeStreetMap } from "#server/import/street-map/make-street-map.ts";
import { expectMapIdle, smallAndStill } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import { writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * The street map that an import makes, on a server that asks nobody: it is used without a restart, where it has
 * streets, and the embedded map is seen elsewhere.
 */
const street = "/?view=19.0526,47.494,17";
/** In the middle of the view above. */
const museum = [19.0526, 47.494, { tourism: "museum", name: "Városi Múzeum" }] as const;
const noStreet = "/?view=18.4,47.1,15";
const notice = "Ennél közelebb a térkép már nem részletes";

let folder: string;
let product: ServerProcess;

// The server of this test has an origin of its own.
test.use({ ...smallAndStill, expectedErrors: [/^foreign request: http:\/\/localhost:\d+\//] });
test.describe.configure({ mode: "serial", timeout: 120_000 });

test.beforeAll(async () => {
  // A server of its own, on a machine that may be busy.
  test.setTimeout(300_000);
  folder = mkdtempSync(join(tmpdir(), "mosdo-e2e-streets-"));
  product = new ServerProcess(await findFreePort(), {
    LOG_LEVEL: "warn",
    DATA_DIR: folder,
    GEO_PROVIDER: "auto",
    SAMPLE_PLACES: "off",
  });
  await product.readyAfterMs();
  // As an import does while the server runs.
  const file = join(folder, "hungary.osm.pbf");
  const nodes = { ...hungarianExtract.nodes, 9001: museum };
  writeFileSync(file, writeOsmPbf({ ...hungarianExtract, nodes }));
  const extracts = new ExtractFiles(folder);
  extracts.store(file, { name: "hungary", digest: "a".repeat(64) });
  await makeStreetMap(folder, extracts.list());
});
test.afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});
test.afterEach(async ({ page }) => {
  // A page that is still open would call a server that has stopped.
  await page.goto("about:blank");
});

test("a server that runs takes the street map of an import, and asks no other host", {
  tag: "@desktop",
}, async ({ page }) => {
  const requests = new Set<string>();
  page.on("request", (request) => requests.add(new URL(request.url()).origin));
  await page.goto(product.origin + street);
  await expectMapIdle(page);
  await expect(page.getByText(notice)).toHaveCount(0);
  expect([...requests]).toEqual([product.origin]);
  // The style in use draws the streets: one is under the middle of the map.
  const box = await page.locator("canvas.maplibregl-canvas").boundingBox();
  if (box === null) throw new Error("no map");
  const picture = await page.screenshot({
    clip: { x: box.x + box.width / 2 - 40, y: box.y + box.height / 2 - 40, width: 80, height: 80 },
  });
  const colours = await coloursIn(page, picture);
  expect(colours.length).toBeGreaterThan(3);
  // So does the icon of a landmark.
  expect(colours).toContain(landmarkColours.light.culture);
  // The longer credits leave the big button free, however wide the window is.
  for (const width of [800, 1280, 1440, 1600, 1800, 2200]) {
    await page.setViewportSize({ width, height: 900 });
    const [credits, button] = await Promise.all(
      [".maplibregl-ctrl-attrib", ".map-nearest"].map((part) => page.locator(part).boundingBox()),
    );
    if (!credits || !button) throw new Error("no credits or no button");
    const isBeside = credits.x + credits.width <= button.x;
    expect(isBeside || credits.y >= button.y + button.height, `${width} pixels`).toBe(true);
  }
});

test("where it has no streets, the embedded map is seen, and the page says so", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.goto(product.origin + noStreet);
  await expectMapIdle(page);
  await expect(page.getByText(notice)).toBeVisible();
});

/** Different colours in a picture, as `#rrggbb`. */
async function coloursIn(page: Page, picture: Buffer): Promise<string[]> {
  return page.evaluate(
    async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), {
        width: image.width,
        height: image.height,
      });
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
