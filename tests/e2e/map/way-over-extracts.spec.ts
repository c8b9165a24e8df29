import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Place } from "#domain/place/place.ts";
import type { Directions } from "#domain/walking/directions.ts";
import { findValhalla } from "#server/geo/walking/walking-router.ts";
import { expectMapIdle, routePixels, smallDesktop } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { cutLatitude, writeHalves } from "#tests/support/map-data/cut-extract.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { childEnvironment } from "#tests/support/run-folder.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * A walk over the border of two extracts, from the import of both to the line on the map, on a server that asks no
 * other host.
 */
const liechtenstein = sharedData("liechtenstein-2015.osm.pbf");
const vaduz = { longitude: 9.5215, latitude: 47.141, accuracy: 5 };
const schaan = "9.509,47.165";

let folder: string;
let product: ServerProcess;

test.use({
  ...smallDesktop,
  geolocation: vaduz,
  permissions: ["geolocation"],
  // The server of this test has an origin of its own.
  expectedErrors: [/^foreign request: http:\/\/localhost:\d+\//],
});
test.skip(
  liechtenstein === null || findValhalla() === null,
  "wants ../shared/data/liechtenstein-2015.osm.pbf and npm run routing:install",
);

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = mkdtempSync(join(tmpdir(), "mosdo-e2e-way-"));
  const data = join(folder, "data");
  for (const half of Object.values(await writeHalves(liechtenstein!, folder))) {
    await promisify(execFile)(process.execPath, ["cli/run.ts", "import", half, "--country", "LI"], {
      env: { ...childEnvironment(), DATA_DIR: data },
    });
  }
  product = new ServerProcess(await findFreePort(), {
    LOG_LEVEL: "warn",
    DATA_DIR: data,
    GEO_PROVIDER: "embedded",
    VISITOR_DIRECTIONS: "on",
  });
  await product.readyAfterMs();
});
test.afterAll(async () => {
  await product?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test("a walk from one extract into another follows real ways, drawn on both sides of the border", {
  tag: "@full",
}, async ({ page }) => {
  const nearest = await page.request.get(`${product.origin}/api/v1/places/nearest?near=${schaan}`);
  const place: Place = (await nearest.json()).best;
  expect(place.latitude).toBeGreaterThan(cutLatitude);

  await page.goto(`${product.origin}/?place=${place.id}`);
  await expectMapIdle(page);
  const loaded = page.waitForResponse((response) => response.url().includes("/geo/directions?"));
  await page.getByRole("button", { name: "Vezess ide" }).click();
  const response = await loaded;
  expect(response.headers()["x-geo-level"]).toBe("local");
  const { kind, geometry }: Directions = await response.json();
  expect(kind).toBe("route");
  const latitudes = geometry.coordinates.map(([, latitude]) => latitude);
  expect(Math.min(...latitudes)).toBeLessThan(cutLatitude);
  expect(Math.max(...latitudes)).toBeGreaterThan(cutLatitude);
  await expect(page.getByText(/^Még \d,\d\skm, \d+\sperc, érkezés \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText("légvonal")).toHaveCount(0);

  // The walker is south of the border, and on the map at the line's lower end.
  const dot = page.locator(".maplibregl-user-location-dot");
  await expect(dot).toBeVisible();
  await expectMapIdle(page);
  const { x, y, width } = (await dot.boundingBox())!;
  const middle = { x: x + width / 2, y: y + width / 2 };
  // Neither the sheet nor the credits are on it.
  const onTop = await page.evaluate(
    ({ x, y }) => document.elementFromPoint(x, y)?.className,
    middle,
  );
  expect(onTop).toContain("maplibregl-user-location-dot");
  const size = page.viewportSize()!;
  const border = size.height / 2;
  for (const clip of [
    { x: 0, y: 0, width: size.width, height: border },
    { x: 0, y: border, width: size.width, height: middle.y - border },
  ]) {
    await expect.poll(() => routePixels(page, clip)).toBeGreaterThan(300);
  }
});
