import type { Page, Request } from "@playwright/test";
import { bar, openMenu } from "#tests/e2e/support/bar.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * Errors that browsers report by themselves (docs/product#errors-in-browsers). The server has a limit on it, which
 * other tests may have used up: an answer is 204 or 429. What the policy refuses is in `each-page.spec.ts`.
 */

test.use({ expectedErrors: [/./] });

/** Errors that the page reports to the server. */
function reportsOf(page: Page): readonly Request[] {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/v1/browser-errors") requests.push(request);
  });
  return requests;
}

async function expectHeard(request: Request) {
  expect([204, 429]).toContain((await request.response())?.status());
}

/** Runs a script of the page's own server. */
async function runScript(page: Page, name: string, body: string) {
  const contentType = "text/javascript";
  await page.route(`**/assets/${name}*`, (route) => route.fulfill({ contentType, body }));
  await page.addScriptTag({ url: `/assets/${name}?typed=anna` });
}

const personal = "anna@example.org looked for /places?q=anna near 47.4979,19.0402";

test("an error is told once, without persons; a lost connection is not", async ({ page }) => {
  const reports = reportsOf(page);
  await openHydrated(page, "/places?near=47.4979,19.0402");
  const failing = `for (const at of [0, 1]) setTimeout(() => { throw new RangeError(${JSON.stringify(personal)}) }, at);`;
  await runScript(page, "failing.js", failing);
  await expect.poll(() => reports.length).toBe(1);
  await expectHeard(reports[0]);
  expect(reports[0].postDataJSON()).toEqual({
    name: "RangeError",
    message: "… looked for /places near …,…",
    frames: [expect.stringMatching(/^\/assets\/failing\.js:1:\d+$/)],
    path: "/places",
  });
  // A promise that nothing caught, and what is none of our scripts' doing.
  await runScript(page, "rejecting.js", "Promise.reject(new TypeError('second'))");
  await page.evaluate(() => setTimeout(() => Reflect.get(window, "nothing").here));
  await expect.poll(() => reports.length).toBe(2);
  expect(reports[1].postDataJSON()).toMatchObject({ name: "TypeError", message: "second" });
  // A lost connection, which nothing catches either.
  await page.route("**/lost", (route) => route.abort("connectionfailed"));
  await runScript(page, "losing.js", "fetch('/lost')");
  await page.route("**/guide.data*", (route) => route.abort("connectionfailed"));
  await openMenu(page);
  await bar(page).getByRole("link", { name: "Útmutató" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nincs kapcsolat");
  // Reported last, so that all before it has been reported, or will not be.
  await runScript(page, "last.js", "setTimeout(() => { throw new Error('last') })");
  await expect.poll(() => reports.length).toBe(3);
  expect(reports[2].postDataJSON()).toMatchObject({ message: "last" });
});

test("broken data of a page has an explanation, is told, and comes when the page is loaded again", async ({
  page,
}) => {
  const reports = reportsOf(page);
  await openHydrated(page, "/moderation");
  await page.route("**/guide.data*", (route) => route.fulfill({ status: 200, body: "no data" }));
  await openMenu(page);
  await bar(page).getByRole("link", { name: "Útmutató" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Váratlan hiba");
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0].postDataJSON()).toMatchObject({
    frames: expect.arrayContaining([expect.stringMatching(/^\/assets\/framework-/)]),
    path: "/guide",
  });
  await page.unroute("**/guide.data*");
  await page.getByRole("button", { name: "Oldal újratöltése" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Útmutató");
});
