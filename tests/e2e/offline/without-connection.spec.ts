import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { smallAndStill } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * The product with a server that is really gone: its process is ended, and begun again on the same port.
 */

let folder: string;
let port: number;
let server: ServerProcess;

async function startServer(): Promise<ServerProcess> {
  const started = new ServerProcess(port, {
    DATA_DIR: folder,
    GEO_PROVIDER: "embedded",
    LOG_LEVEL: "warn",
  });
  await started.readyAfterMs();
  return started;
}

test.use({
  ...smallAndStill,
  serviceWorkers: "allow",
  expectedFaults: [
    /ERR_CONNECTION_REFUSED|ERR_FAILED|foreign request: http:\/\/localhost:|status 503/,
  ],
});
test.describe.configure({ mode: "serial", timeout: 120_000 });

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-e2e-offline-"));
  port = await findFreePort();
  server = await startServer();
});
test.afterEach(async ({ page }) => {
  await page.goto("about:blank");
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const view = "19.05,47.5,13";

/** Opens the map, and waits until the browser keeps the shell and the places around. */
async function openAndKeep(page: Page, address = `/?view=${view}`): Promise<void> {
  await page.goto(server.origin + address);
  await untilHydrated(page);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 })
    .toBe("activated");
  await expect.poll(() => keptPlaces(page), { timeout: 60_000 }).toBeGreaterThan(0);
}

/** Number of sets of places that the browser keeps. */
function keptPlaces(page: Page): Promise<number> {
  return page.evaluate(async () => (await (await caches.open("mosdo-places")).keys()).length);
}

const notice = (page: Page) => page.getByRole("status").filter({ hasText: "Nincs kapcsolat" });

test("the map, its list, a filter, a place and the nearest open one", { tag: "@phone" }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ longitude: 19.05, latitude: 47.5 });
  await openAndKeep(page);
  await server.stop("SIGKILL");
  await page.goto(`${server.origin}/?view=${view}`);
  await untilHydrated(page);
  await expect(page).toHaveURL(/view=19\.05/);
  await expect(notice(page)).toContainText("A mosdók adatai ekkoriak");
  await page.screenshot({ path: "/tmp/off1.png" });
});
