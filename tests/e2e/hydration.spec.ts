import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { findFreePort, ServerProcess } from "../support/server-process.ts";
import { test as base, expect } from "./test.ts";

/*
 * React says only in development that the browser's first rendering differs from the server's, so
 * these pages come from a development server of their own. Every fault of a page fails its test,
 * and React's report is one: a console.error.
 */
const changingPages = ["/?place=1", "/places?near=19.04,47.5&sort=distance"];
const pages = {
  hu: [...changingPages, "/guide", "/birthday", "/login"],
  de: changingPages,
};

const test = base.extend<object, { developmentServer: ServerProcess }>({
  developmentServer: [
    async ({ browser }, use) => {
      const dataDirectory = await mkdtemp(path.join(os.tmpdir(), "mosdo-hydration-"));
      const server = new ServerProcess(await findFreePort(), {
        NODE_ENV: "development",
        DATA_DIR: dataDirectory,
        GEO_PROVIDER: "embedded",
        LOG_LEVEL: "silent",
      });
      await server.readyAfterMs();
      await visitAll(browser, server.origin);
      await use(server);
      await server.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: async ({ developmentServer }, use) => use(developmentServer.origin),
});

/** Vite gathers the packages as pages ask for them, and then has those pages load anew: once, here. */
async function visitAll(browser: Browser, origin: string) {
  const page = await browser.newPage({ baseURL: origin });
  for (const address of pages.hu) {
    await page.goto(address, { waitUntil: "networkidle", timeout: 90_000 });
  }
  await page.close();
}

// A cold development server on a busy machine may miss its time limits once; a difference between the
// two renderings is there every time.
test.describe.configure({ mode: "serial", timeout: 120_000, retries: 1 });

for (const language of ["hu", "de"] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });
    for (const address of pages[language]) {
      test(`the browser renders what the server rendered: ${address}`, async ({ page }) => {
        await page.goto(address, { waitUntil: "networkidle" });
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
      });
    }
  });
}
