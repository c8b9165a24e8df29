import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { readQrCode } from "#tests/support/read-qr-code.ts";

test("a sheet for the door asks in three languages, and its code opens the report", {
  tag: "@phone",
}, async ({ page }) => {
  await page.goto("/places/1");
  await page.getByRole("link", { name: "Tábla az ajtóra" }).click();
  await expect(page).toHaveURL("/places/1/sign");
  const heading = page.getByRole("heading", { level: 1 });
  for (const [language, text] of [
    ["hu", "Nyilvános mosdó"],
    ["en", "Public toilet"],
    ["de", "Öffentliche Toilette"],
  ]) {
    await expect(heading.locator(`[lang=${language}]`)).toHaveText(text);
  }
  const url = new URL("/places/1/report", page.url()).href;
  await expect(page.getByRole("img", { name: url })).toBeVisible();
  await expect(page.getByText(url, { exact: true })).toBeVisible();
  expect(await sidewaysPixels(page)).toBe(0);
  // A camera reads it on a screen, in either theme, and from paper.
  for (const seen of [
    { colorScheme: "light" },
    { colorScheme: "dark" },
    { media: "print" },
  ] as const) {
    await page.emulateMedia(seen);
    expect(await readQrCode(await page.screenshot({ fullPage: true }))).toBe(url);
  }
  await page.emulateMedia({ media: "screen" });
});

test("the sheet fills one page of paper, and says what is there", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.goto("/places/1/sign?lang=de");
  const sheet = page.getByRole("main").locator("section");
  await expect(sheet.getByRole("heading").locator("span").first()).toHaveText(
    "Öffentliche Toilette",
  );
  await expect(sheet.getByRole("listitem").filter({ hasText: "Barrierefrei" })).toBeVisible();
  await expect(
    sheet.getByRole("listitem").filter({ hasText: "täglich 04:00–24:00" }),
  ).toBeVisible();
  const margin = "10mm";
  const paper = await page.pdf({
    format: "A4",
    margin: { top: margin, right: margin, bottom: margin, left: margin },
  });
  expect(paper.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "print" });
  // A sheet of A4 within these margins, in CSS pixels.
  await page.setViewportSize({ width: 718, height: 1047 });
  expect((await sheet.boundingBox())?.height).toBeGreaterThan(0.85 * 1047);
});

test("what its code opens takes either answer, without script too", { tag: "@phone" }, async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false, locale: "hu" });
  await page.goto("/places/1/report");
  const well = page.getByRole("button", { name: "Minden rendben" });
  const wrong = page.getByRole("link", { name: "Valami nincs rendben" });
  for (const response of [well, wrong]) {
    await expect(response).toBeInViewport({ ratio: 1 });
    expect((await response.boundingBox())?.height).toBeGreaterThanOrEqual(80);
  }
  const reasons = page.getByRole("group", { name: "Mi nem stimmel?" });
  await expect(reasons).toBeHidden();
  await wrong.click();
  await expect(reasons).toBeInViewport();
  await page.getByRole("button", { name: "Küldés" }).click();
  await expect(page.getByRole("alert")).toContainText("Válaszd ki, mi nem stimmel.");
  await page.goto("/places/1/report");
  await well.click();
  await expect(page).toHaveURL("/places/1/report?done=confirmation");
  await expect(page.getByText("Köszönjük!")).toBeVisible();
  await page.close();
});

test("paper is white, whatever the theme of the device", { tag: "@desktop" }, async ({ page }) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const path of ["/places/1/sign", "/places/1", "/places"]) {
    await page.goto(path);
    const heading = page.getByRole("heading", { level: 1 });
    const colours = await heading.evaluate((element) => {
      const context = document.createElement("canvas").getContext("2d");
      const lightnessOf = (colour: string) => {
        if (!context) throw new Error("no canvas");
        context.fillStyle = "#fff";
        context.fillRect(0, 0, 1, 1);
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        return context.getImageData(0, 0, 1, 1).data[1];
      };
      return {
        text: lightnessOf(getComputedStyle(element).color),
        ground: lightnessOf(getComputedStyle(document.body).backgroundColor),
      };
    });
    expect(colours.text, path).toBeLessThan(60);
    expect(colours.ground, path).toBeGreaterThan(240);
  }
});

test("paper has neither the bar nor anything to press, and nothing folded", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  for (const path of ["/places/1/sign", "/places/1", "/places", "/towns/Budapest"]) {
    await page.goto(path);
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("main")).toBeVisible();
    await expect(page.getByRole("main").getByRole("button").locator("visible=true")).toHaveCount(0);
    await expect(page.getByText("© OpenStreetMap")).toBeVisible();
  }
  await page.goto("/places/1");
  await expect(page.getByRole("row").last()).toBeVisible();
});
