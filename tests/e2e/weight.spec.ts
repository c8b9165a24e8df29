import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

/** Script that a page may load before the map's own chunk, gzip -9 (DESIGN §10). */
const budgetBytes = 150 * 1024;

const pages = ["/", "/places", "/guide", "/login", "/register", "/forgotpassword", "/birthday"];

interface LoadedScript {
  url: string;
  compressedBytes: number;
  isMap: boolean;
}

/** Every script that the page asks for, in the order in which it asks. */
async function loadedScripts(page: Page, address: string): Promise<LoadedScript[]> {
  const bodies: Promise<LoadedScript>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const measured = response.body().then((body) => ({
      url: response.url(),
      compressedBytes: gzipSync(body, { level: 9 }).length,
      isMap: response.url().includes("/map-canvas-") || body.includes("maplibregl-map"),
    }));
    bodies.push(measured);
  });
  await page.goto(address, { waitUntil: "networkidle" });
  return Promise.all(bodies);
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
