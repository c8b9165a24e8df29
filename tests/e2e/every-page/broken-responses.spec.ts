import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { bar, chooseLanguage, openMenu } from "#tests/e2e/support/bar.ts";
import { openWithPicture } from "#tests/e2e/support/map-view.ts";
import { test as base, expect } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

const test = base.extend<{ badConnection: BreakingServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off the pattern
  badConnection: async ({}, use) => {
    await using server = await startBreakingServer();
    await use(server);
  },
});

// An unhandled rejection is a script error, and still fails the test.
test.use({ expectedErrors: [/net::ERR_/] });

/** Sends the beginning of every answer, then breaks the connection; the returned function restores it. */
async function breakOff(page: Page, calls: RegExp, { breakingUrl }: BreakingServer) {
  await page.route(calls, (route) => route.continue({ url: breakingUrl }));
  return () => page.unroute(calls);
}

test("a place that breaks off has a message and a button that loads it again, and a page that does says that there is no connection", {
  tag: "@full",
}, async ({ page, badConnection }) => {
  await openWithPicture(page);
  const mend = await breakOff(page, /\/api\/v1\/places\/\d+$/, badConnection);
  await untilHydrated(page);
  const entry = page.getByRole("listitem").locator("[data-place]").first();
  await entry.press("Enter");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("A mosdó adatait most nem sikerült betölteni");
  await mend();
  await alert.getByRole("button", { name: "Próbáld újra" }).click();
  await expect(page.getByRole("region", { name: "A kiválasztott mosdó" })).toBeVisible();
  await expect(alert).toHaveCount(0);

  await page.goto("/places");
  await breakOff(page, /\/guide\.data/, badConnection);
  await untilHydrated(page);
  await openMenu(page);
  await bar(page).getByRole("link", { name: "Útmutató" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nincs kapcsolat");
});

test("words that break off are loaded again, until they are complete", { tag: "@full" }, async ({
  page,
  badConnection,
}) => {
  const requests = { hu: 0, de: 0 };
  await page.route("**/locales/*/translation.json*", (route) => {
    const language = route.request().url().includes("/hu/") ? "hu" : "de";
    requests[language] += 1;
    return requests[language] <= 2
      ? route.continue({ url: badConnection.breakingUrl })
      : route.continue();
  });
  await page.goto("/login");
  // The page is there, and works with script once its words have come.
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await untilHydrated(page);
  expect(requests).toEqual({ hu: 3, de: 0 });
  await chooseLanguage(page, "Deutsch");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  expect(requests).toEqual({ hu: 3, de: 3 });
});

interface BreakingServer extends AsyncDisposable {
  /** Answers any request with headers and the beginning of a body, then breaks the connection. */
  readonly breakingUrl: string;
}

/** A server with a bad connection, which `page.route` cannot imitate: it sends whole answers or none. */
async function startBreakingServer(): Promise<BreakingServer> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.write('{"places":[', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    breakingUrl: `http://localhost:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
