import type { Page } from "@playwright/test";
import { bar, openMenu } from "#tests/e2e/support/bar.ts";
import { still } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";

/** Loading of scripts in the browser (docs/decisions/011). */

test.use(still);

const liveMap = (page: Page) => page.locator("[data-map-state]");
const reload = (page: Page) => page.getByRole("button", { name: "Oldal újratöltése" });

/** Opens the sign-in page by the bar's link, without loading a document. */
async function followLoginLink(page: Page) {
  await openMenu(page);
  await bar(page).getByRole("link", { name: "Bejelentkezés" }).click();
}

/** The page's transfers of an address: the kind of each, and its bytes over the network. */
function transfersOf(page: Page, path: RegExp) {
  return page.evaluate(
    (source) =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => new RegExp(source).test(name))
        .map((entry) => ({
          as: entry instanceof PerformanceResourceTiming ? entry.initiatorType : "",
          bytes: entry instanceof PerformanceResourceTiming ? entry.transferSize : 0,
        })),
    path.source,
  );
}

/** Files that the live map is made of: its own script, what that imports, its style sheet, its worker's script. */
const mapFiles = [
  "map-canvas-*.js",
  "maplibre-????????.js",
  "maplibre-????????.css",
  "maplibre-gl-worker-*.js",
];

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ChunkLoadError/] });

test("a file of the map that fails is loaded once more, and comes over the network once; one that fails again has an explanation, and the list stays", {
  tag: "@full",
}, async ({ page }) => {
  const explained = async (requests: FailedRequests) => {
    await expect(page.getByRole("alert")).toContainText("nem sikerült betölteni");
    await expect(page.getByText(/mosdó ezen a részen/)).toBeVisible();
    expect(requests.count).toBe(2);
  };
  const ofScript = await failRequests(page, "*/assets/map-canvas-*.js", 2);
  await page.goto("/");
  await test.step("without its script", () => explained(ofScript));
  const ofWorker = await failRequests(page, "*/assets/maplibre-gl-worker-*.js", 2);
  await reload(page).click();
  await expect.poll(() => ofWorker.count).toBe(2);
  await test.step("without its worker's script", () => explained(ofWorker));

  await test.step("with each file, at its second request", async () => {
    const requests = await Promise.all(
      mapFiles.map((file) => failRequests(page, `*/assets/${file}`, 1)),
    );
    const session = await page.context().newCDPSession(page);
    await session.send("Network.clearBrowserCache");
    await reload(page).click();
    await expect(liveMap(page)).toBeAttached();
    for (const [index, file] of mapFiles.entries()) {
      expect.soft(requests[index].count, file).toBeGreaterThan(1);
    }
    await expect(page.getByRole("alert")).toHaveCount(0);
    for (const file of [/maplibre-[^-]{8}\.js/, /map-canvas-.*\.js/]) {
      const transfers = await transfersOf(page, file);
      const [first, ...rest] = transfers.filter(({ bytes }) => bytes > 0);
      expect.soft(first?.as).toBe("fetch");
      expect.soft(first?.bytes).toBeGreaterThan(1_000);
      expect.soft(rest).toEqual([]);
      expect.soft(transfers.length).toBeGreaterThan(1);
    }
  });
});

test("a page's file that fails is loaded once more, and the page opens; one that fails again has an explanation at the page's address", {
  tag: "@full",
}, async ({ page }) => {
  await openHydrated(page, "/places?per_page=1");
  const heading = page.getByRole("heading", { level: 1 });
  await test.step("a page's own file, and one that it imports", async () => {
    const files = ["login-*.js", "account-forms-*.js"];
    const requests = await Promise.all(
      files.map((file) => failRequests(page, `*/assets/${file}`, 1)),
    );
    let documents = 0;
    page.on("load", () => {
      documents += 1;
    });
    await followLoginLink(page);
    await expect(heading).toHaveText("Bejelentkezés");
    await expect(page).toHaveURL("/login");
    for (const { count } of requests) expect.soft(count).toBeGreaterThan(1);
    expect(documents).toBe(0);
  });

  await test.step("a file that fails again", async () => {
    await openHydrated(page, "/places?per_page=1");
    const requests = await failRequests(page, "*/assets/login-*.js", 2);
    await followLoginLink(page);
    await expect(heading).toHaveText("Nincs kapcsolat");
    await expect(page).toHaveURL("/login");
    await expect(bar(page)).toBeVisible();
    expect(requests.count).toBe(2);
    await reload(page).click();
    await expect(heading).toHaveText("Bejelentkezés");
  });
});

interface FailedRequests {
  /** Number of the page's requests, failed ones included. */
  readonly count: number;
}

/**
 * Fails the page's first requests for addresses of a pattern (with `*`) as without a connection. `page.route`
 * would do it too, but turns the browser's cache off.
 */
export async function failRequests(
  page: Page,
  urlPattern: string,
  times: number,
): Promise<FailedRequests> {
  const seen = { count: 0 };
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId }) => {
    seen.count += 1;
    const response =
      seen.count <= times
        ? session.send("Fetch.failRequest", { requestId, errorReason: "InternetDisconnected" })
        : session.send("Fetch.continueRequest", { requestId });
    // The page may have been closed by then.
    response.catch(() => {});
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern }] });
  return seen;
}
