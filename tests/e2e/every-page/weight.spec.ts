import { gzipSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";
import { expect, test } from "#tests/e2e/support/test.ts";

/**
 * Maximum size of the scripts that a page may load before the map's own chunk, gzip -9
 * (docs/product#script-before-the-map).
 */
const budgetBytes = 150 * 1024;

const pages = ["/", "/places", "/guide", "/login", "/register", "/forgotpassword", "/birthday"];

interface LoadedScript {
  url: string;
  compressedBytes: number;
  isMap: boolean;
}

/** Every script that the page loads, in the order of the first requests. */
async function loadedScripts(page: Page, address: string): Promise<LoadedScript[]> {
  const scripts = new Map<string, Promise<LoadedScript>>();
  const note = (request: Request) => {
    const url = request.url();
    // A chunk on demand is fetched first and imported then (docs/decisions/011).
    if (url.endsWith(".js") && !scripts.has(url)) scripts.set(url, measure(request));
  };
  page.on("request", note);
  await page.goto(address, { waitUntil: "networkidle" });
  // Later scripts, such as the reporter of the speed, may be loading when the page is closed.
  page.off("request", note);
  return Promise.all(scripts.values());
}

async function measure(request: Request): Promise<LoadedScript> {
  const url = request.url();
  const body = await (await request.response())?.body();
  if (!body) throw new Error(`${url} was not answered`);
  return {
    url,
    compressedBytes: gzipSync(body, { level: 9 }).length,
    isMap: url.includes("/map-canvas-") || body.includes("maplibregl-map"),
  };
}

test.describe("the weight of script before the map's chunk", () => {
  for (const address of pages) {
    test(`stays within the budget on ${address}`, async ({ page }, { project }) => {
      test.skip(project.name !== "desktop", "the same files on every size");
      const scripts = await loadedScripts(page, address);
      const mapAt = scripts.findIndex(({ isMap }) => isMap);
      const before = mapAt === -1 ? scripts : scripts.slice(0, mapAt);
      const bytes = before.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0);
      console.log(`${address}: ${(bytes / 1024).toFixed(1)} KB in ${before.length} files`);
      expect(bytes).toBeGreaterThan(50 * 1024);
      expect(bytes).toBeLessThanOrEqual(budgetBytes);
    });
  }
});
