import { gzipSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";
import { holdLateWork } from "#tests/e2e/support/hold-late-work.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import budgets from "./page-budgets.json" with { type: "json" };

/*
 * What each page may load and move (docs/product#script-before-the-map). `page-budgets.json` has the
 * limits: script before the map's own, compressed with gzip -9; where it is limited (`beforeMapKb`), everything over the
 * line before the map's script; everything that comes over the line, the
 * map included; the sum of layout shifts. Headings of answers differ by some 100 bytes between machines: a
 * limit leaves half a kilobyte for them. Scores of Lighthouse are held by `tests/lighthouse/`.
 */

// The page for an address that does not exist is one of them.
test.use({ expectedErrors: [/404/] });

interface LoadedFile {
  readonly path: string;
  /** Bytes on the line, heading included. */
  readonly lineBytes: number;
  /** Size of a script after gzip -9; 0 for other files. */
  readonly scriptBytes: number;
  readonly isMap: boolean;
}

/** Pages of each kind; the others, which load the same files, are measured by `npm run test:full`. */
const ofEachKind = ["/", "/places", "/places/1", "/guide", "/login"];

for (const [path, limits] of Object.entries(budgets)) {
  const tag = ofEachKind.includes(path) ? [] : "@full";
  test(`${path} stays within its budget`, { tag }, async ({ page }) => {
    await watchShifts(page);
    await holdLateWork(page);
    const files = await loadedFiles(page, path);
    const mapAt = files.findIndex(({ isMap }) => isMap);
    const beforeMap = mapAt === -1 ? files : files.slice(0, mapAt);
    const metrics = {
      scriptKb: kilobytes(beforeMap, "scriptBytes"),
      beforeMapKb: kilobytes(beforeMap, "lineBytes"),
      totalKb: kilobytes(files, "lineBytes"),
      shift: await page.evaluate(() => (window as unknown as { shift: number }).shift),
    };
    console.log(`${path}: ${JSON.stringify(metrics)} in ${files.length} files`);
    expect(mapAt !== -1, "the map's script is there").toBe(hasLiveMap(path));
    for (const name of ["scriptKb", "beforeMapKb", "totalKb", "shift"] as const) {
      const largest = name === "totalKb" ? files : beforeMap;
      const limit = (limits as Partial<typeof metrics>)[name];
      if (limit === undefined) continue;
      const grown = `${path}: ${name} is ${metrics[name]}, and its limit is ${limit}`;
      expect.soft(metrics[name], `${grown}\n${listLargest(largest)}`).toBeLessThanOrEqual(limit);
    }
    // A page of which nothing was counted would stay within any limit.
    expect(metrics.scriptKb).toBeGreaterThan(0.5);
    expect(metrics.totalKb).toBeGreaterThan(metrics.scriptKb / 2);
  });
}

function hasLiveMap(path: string): boolean {
  return /^\/(?:embed|way)?(?:\?|$)/.test(path);
}

/** Every file that the page loads, once each, in the order of the first requests. */
async function loadedFiles(page: Page, path: string): Promise<LoadedFile[]> {
  const files = new Map<string, Promise<LoadedFile>>();
  const note = (request: Request) => {
    const url = request.url();
    // The report of the page's own speed comes sooner or later, after all that the visitor sees.
    if (!url.startsWith("http") || /\/report-web-vitals-|\/api\/v1\/vitals$/.test(url)) return;
    // A chunk on demand is fetched first and imported then (docs/decisions/011).
    if (!files.has(url)) files.set(url, measure(request));
  };
  page.on("request", note);
  // The live map still loads what it draws while the network is idle, and the list the places in its view.
  const hasList = hasLiveMap(path) && !path.startsWith("/way");
  const list = hasList ? page.waitForResponse(/\/api\/v1\/places\?/) : null;
  await page.goto(path, { waitUntil: "networkidle" });
  if (hasLiveMap(path)) await page.locator("[data-map-state=idle]").waitFor();
  await list;
  // Later scripts may be loading when the page is closed.
  page.off("request", note);
  return Promise.all(files.values());
}

async function measure(request: Request): Promise<LoadedFile> {
  const url = request.url();
  const response = await request.response();
  if (!response) throw new Error(`${url} was not answered`);
  const path = new URL(url).pathname;
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  const lineBytes = responseBodySize + responseHeadersSize;
  if (!path.endsWith(".js")) return { path, lineBytes, scriptBytes: 0, isMap: false };
  const body = await response.body();
  const isMap = path.includes("/map-canvas-") || body.includes("maplibregl-map");
  return { path, lineBytes, scriptBytes: gzipSync(body, { level: 9 }).length, isMap };
}

/** Sums up the page's layout shifts in `window.shift`. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let shift = 0;
    Object.assign(window, { shift });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        shift += entry.value;
      }
      Object.assign(window, { shift });
    }).observe({ type: "layout-shift", buffered: true });
  });
}

function kilobytes(files: readonly LoadedFile[], size: "lineBytes" | "scriptBytes"): number {
  const bytes = files.reduce((sum, file) => sum + file[size], 0);
  return Math.round((bytes / 1024) * 10) / 10;
}

/** The ten largest files, a line each, for the message of a failure. */
function listLargest(files: readonly LoadedFile[]): string {
  return [...files]
    .sort((one, other) => other.lineBytes - one.lineBytes)
    .slice(0, 10)
    .map(({ path, lineBytes, scriptBytes }) => `${lineBytes} bytes, gzip ${scriptBytes}: ${path}`)
    .join("\n");
}
