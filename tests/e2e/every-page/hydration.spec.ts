import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { test as base, expect } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * Pages whose first rendering depends on the browser, whole, from a development server of their own: React reports a
 * difference of attributes from the server's rendering only in development. React's report is a console.error, which
 * fails the test. Differences of text and elements fail every other test as well, and the rule for attributes has its
 * tests in `app/hydration.dom.test.tsx`.
 */
const changingPages = [
  "/?place=1",
  "/way?from=19.03,47.49&to=19.08,47.52&stretch=20",
  "/places?near=19.04,47.5&sort=distance",
];
const pages = {
  hu: [...changingPages, "/guide", "/birthday", "/login"],
  de: changingPages,
};

const test = base.extend<object, { developmentServer: ServerProcess }>({
  developmentServer: [
    async ({ browser: _ }, use) => {
      const dataDirectory = await mkdtemp(path.join(os.tmpdir(), "mosdo-hydration-"));
      const server = new ServerProcess(await findFreePort(), {
        NODE_ENV: "development",
        DATA_DIR: dataDirectory,
        GEO_PROVIDER: "embedded",
        LOG_LEVEL: "silent",
      });
      await server.readyAfterMs();
      await use(server);
      await server.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ developmentServer }, use) => use(developmentServer.origin),
});

test.describe.configure({ mode: "default", timeout: 120_000 });

for (const language of ["hu", "de"] as const) {
  test.describe(`in ${language}`, { tag: "@full" }, () => {
    test.use({ locale: language });
    test(`the browser renders what the server rendered, in ${language}`, async ({ page }) => {
      for (const path of pages[language]) {
        await page.goto(path, { waitUntil: "commit" });
        // A cold server is slow with the first page.
        await untilHydrated(page, 90_000);
        // Differences are reported when the rendering is committed, a moment later.
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
        await expect(page.locator("html")).toHaveAttribute("lang", language);
      }
    });
  });
}
