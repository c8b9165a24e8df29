import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * What the browser itself says of installing the product: it reads the manifest, loads an icon, and names what it
 * misses. The manifest's texts, and an operator's own, are tested in `server/http/files/branded-files.test.ts`.
 */
test("the browser finds nothing that keeps it from installing the product", async ({
  page,
  context,
}) => {
  // The manifest is that of every page, and this one is light.
  await page.goto("/guide");
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  const { errors, data } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? "null")).toMatchObject({ name: "Mosdókereső", lang: "hu" });
});

test.describe("the worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("costs the first visit nothing before the page can be used", async ({ page, context }) => {
    const requests: string[] = [];
    context.on("request", (request) => requests.push(new URL(request.url()).pathname));
    // The browser's clock stands still until the page has been used.
    await page.clock.install();
    // By the page's clock, which need not be this process's.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await page.goto("/places");
    await untilHydrated(page);
    const isRegistered = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length > 0);
    // A filter's answer shows that the script has taken over.
    await page.locator("label").filter({ hasText: "Ingyenes" }).click();
    await expect(page).toHaveURL(/free=1/);
    await page.clock.runFor(5_900);
    expect(await isRegistered()).toBe(false);
    expect(requests.filter((path) => /worker|\/places\/set/.test(path))).toEqual([]);
    await page.clock.resume();
    await page.clock.fastForward(100);
    await expect.poll(isRegistered, { timeout: 60_000 }).toBe(true);
  });
});
