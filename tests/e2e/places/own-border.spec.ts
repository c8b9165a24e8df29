import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectMapIdle, smallDesktop } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * A town in Austria that has named its country and border.
 */

let folder: string;
let server: ServerProcess;

const ring = [
  [14.24, 48.21],
  [14.41, 48.21],
  [14.41, 48.38],
  [14.24, 48.38],
  [14.24, 48.21],
];

test.use({
  ...smallDesktop,
  expectedErrors: [/foreign request: http:\/\/localhost:/],
});
test.describe.configure({ timeout: 120_000 });

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-e2e-border-"));
  writeFileSync(
    join(folder, "linz.geojson"),
    JSON.stringify({ type: "Polygon", coordinates: [ring] }),
  );
  server = new ServerProcess(await findFreePort(), {
    DATA_DIR: folder,
    GEO_PROVIDER: "embedded",
    LOG_LEVEL: "warn",
    SITE_COUNTRY: "AT",
    SITE_BORDER: "linz.geojson",
  });
  await server.readyAfterMs();
});
test.afterEach(async ({ page }) => {
  await page.goto("about:blank");
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the map opens above the border and has it; a place beyond it is welcome, and the form says so", {
  tag: "@full",
}, async ({ page }) => {
  const { origin } = server;
  const loaded = page.waitForResponse((response) => response.url().includes("/border.json?v="));
  await page.goto(origin);
  await expectMapIdle(page);
  const border = await (await loaded).json();
  expect(border.coordinates).toEqual([ring]);
  const picture = await page.request.get(`${origin}/map-picture.svg`);
  expect(await picture.text()).toContain(' stroke-opacity="');

  const password = "Hatar-menten-48";
  const form = { email: "anna@mosdo.example", password, confirmation: password, terms: "1" };
  const headers = { Origin: origin };
  expect((await page.request.post(`${origin}/register`, { form, headers })).ok()).toBe(true);
  await openHydrated(page, `${origin}/places?add=1`);
  await expect(page.locator("[name=country]")).toHaveValue("AT");
  await expect(page.locator("[name=country] option").first()).toHaveAttribute("value", "AT");
  const hint = page.getByText("Ez a pont kívül esik a területünkön.");
  await page.getByRole("tab", { name: "Térképen" }).click();
  const map = page.getByRole("group", { name: "A mosdó a térképen" });
  await map.getByText("Koordináták beírása").first().click();
  const latitude = map.getByRole("textbox", { name: "Szélességi fok" });
  await latitude.fill("48.3; 14.411");
  await latitude.press("Enter");
  await expect(hint).toBeVisible();

  // A place in Budapest is one abroad, and nothing else speaks of Hungary.
  await page.goto(`${origin}/places/1`);
  await expect(page.getByRole("main")).toContainText("Budapest, Magyarország");
  const privacy = await page.request.get(`${origin}/privacy`);
  expect(await privacy.text()).not.toMatch(/NAIH|Hungar|Magyarország/);
});
