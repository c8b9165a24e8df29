import type { Page, Request } from "@playwright/test";
import { expect, test } from "#tests/e2e/support/test.ts";

/*
 * What browsers report by themselves (docs/product#errors-in-browsers, docs/product#refused-content). The
 * server has limits on it, which other tests may have used up: an answer is 204 or 429.
 */

test.use({ expectedFaults: [/./] });

/** Reports that the page sends to an address of ours. */
function reportsTo(page: Page, path: string): Request[] {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === path) requests.push(request);
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

for (const address of ["/places?near=47.4979,19.0402", "/moderation"]) {
  test(`an error on ${address} is told once, without persons`, { tag: "@phone" }, async ({
    page,
  }) => {
    const reports = reportsTo(page, "/api/v1/browser-errors");
    await page.goto(address, { waitUntil: "networkidle" });
    const failing = `for (const at of [0, 1]) setTimeout(() => { throw new RangeError(${JSON.stringify(personal)}) }, at);`;
    await runScript(page, "failing.js", failing);
    await expect.poll(() => reports.length).toBe(1);
    await expectHeard(reports[0]);
    expect(reports[0].postDataJSON()).toEqual({
      name: "RangeError",
      message: "… looked for /places near …,…",
      frames: [expect.stringMatching(/^\/assets\/failing\.js:1:\d+$/)],
      path: address.split("?", 1)[0],
    });
    // A promise that nothing caught, and what is none of our scripts' doing.
    await runScript(page, "rejecting.js", "Promise.reject(new TypeError('second'))");
    await page.evaluate(() => setTimeout(() => Reflect.get(window, "nothing").here));
    await expect.poll(() => reports.length).toBe(2);
    expect(reports[1].postDataJSON()).toMatchObject({ name: "TypeError", message: "second" });
  });
}

test("an error that a page explains is told too", { tag: "@phone" }, async ({ page }) => {
  const reports = reportsTo(page, "/api/v1/browser-errors");
  await page.goto("/moderation");
  await page.route("**/places.data*", (route) => route.fulfill({ status: 200, body: "no data" }));
  await page.getByRole("main").getByRole("link", { name: "Mosdók" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0].postDataJSON()).toMatchObject({
    frames: expect.arrayContaining([expect.stringMatching(/^\/assets\/framework-/)]),
    path: "/places",
  });
});

test("a lost connection and a page that is not there are not told", { tag: "@phone" }, async ({
  page,
}) => {
  const reports = reportsTo(page, "/api/v1/browser-errors");
  await page.goto("/nothing-here");
  await page.goto("/moderation");
  await page.route("**/places.data*", (route) => route.abort("connectionfailed"));
  await page.getByRole("main").getByRole("link", { name: "Mosdók" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nincs kapcsolat");
  // Nothing catches this one.
  await page.route("**/lost", (route) => route.abort("connectionfailed"));
  await runScript(page, "losing.js", "fetch('/lost')");
  // Told last, so that all before it has been told, or will not be.
  await runScript(page, "failing.js", "setTimeout(() => { throw new Error('last') })");
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0].postDataJSON()).toMatchObject({ message: "last" });
});

// One of the pages that are kept, and one that is made each time.
for (const address of ["/guide", "/places?x=1"]) {
  test(`what the policy of ${address} refuses is reported`, { tag: "@phone" }, async ({ page }) => {
    const reports = reportsTo(page, "/api/v1/policy-reports");
    await page.goto(address);
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.foreign = true";
      document.body.append(script);
    });
    await expect.poll(() => reports.length).toBe(1);
    await expectHeard(reports[0]);
    expect(reports[0].headers()["content-type"]).toBe("application/csp-report");
    expect(reports[0].postDataJSON()).toMatchObject({
      "csp-report": { "effective-directive": "script-src-elem", "blocked-uri": "inline" },
    });
  });
}
