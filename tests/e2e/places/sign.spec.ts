import type { Page } from "@playwright/test";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { desktop, expect, test } from "#tests/e2e/support/test.ts";
import { readQrCode } from "#tests/support/read-qr-code.ts";

test("a sheet for the door asks in three languages, and its code opens the report", async ({
  page,
}) => {
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
  await page.goto("/places/1/sign?lang=de");
  await expect(heading.locator("[lang]").first()).toHaveAttribute("lang", "hu");
  const url = new URL("/places/1/report?door", page.url()).href;
  await expect(page.getByRole("img", { name: url })).toBeVisible();
  await expect(page.getByText(url, { exact: true })).toBeVisible();
  expect(await sidewaysPixels(page)).toBe(0);
  // A camera reads it on a screen in the dark theme, and from paper.
  for (const seen of [{ colorScheme: "dark" }, { media: "print" }] as const) {
    await page.emulateMedia(seen);
    expect(await readQrCode(await page.screenshot({ fullPage: true }))).toBe(url);
  }
});

/** Lightness, from 0 to 255, of the heading's text and of the page's ground. */
const lightnessOf = (page: Page) =>
  page.getByRole("heading", { level: 1 }).evaluate((element) => {
    const context = document.createElement("canvas").getContext("2d");
    if (!context) throw new Error("no canvas");
    const lightness = (colour: string) => {
      context.fillStyle = "#fff";
      context.fillRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      return context.getImageData(0, 0, 1, 1).data[1];
    };
    return {
      text: lightness(getComputedStyle(element).color),
      ground: lightness(getComputedStyle(document.body).backgroundColor),
    };
  });

test.describe("on paper", () => {
  test.use(desktop);

  test("paper is white in any theme, and has neither the bar nor anything to press or folded; the sheet fills a page of it", async ({
    page,
  }) => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const path of ["/places", "/places/1", "/places/1/sign?lang=de"]) {
      await page.goto(path);
      const { text, ground } = await lightnessOf(page);
      expect(text, path).toBeLessThan(60);
      expect(ground, path).toBeGreaterThan(240);
      const main = page.getByRole("main");
      await expect(page.getByRole("banner")).toBeHidden();
      await expect(main).toBeVisible();
      await expect(main.getByRole("button").locator("visible=true")).toHaveCount(0);
      await expect(page.getByText("© OpenStreetMap")).toBeVisible();
      if (path === "/places/1") await expect(page.getByRole("row").last()).toBeVisible();
    }

    const sheet = page.getByRole("main").locator("section");
    const languages = sheet.getByRole("heading").locator("span");
    await expect(languages).toHaveText([
      "Nyilvános mosdó",
      "Öffentliche Toilette",
      "Public toilet",
    ]);
    const facts = sheet.getByRole("listitem");
    await expect(facts.filter({ hasText: "Barrierefrei" })).toBeVisible();
    await expect(facts.filter({ hasText: "täglich 04:00–24:00" })).toBeVisible();
    const margin = "10mm";
    const paper = await page.pdf({
      format: "A4",
      margin: { top: margin, right: margin, bottom: margin, left: margin },
    });
    expect(paper.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
    // A sheet of A4 within these margins, in CSS pixels.
    await page.setViewportSize({ width: 718, height: 1047 });
    expect((await sheet.boundingBox())?.height).toBeGreaterThan(0.85 * 1047);
  });
});

test("what its code opens takes either answer, without script too", async ({
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

  // The code of a newer sign asks first whether it is open, then for what is not known.
  await page.goto("/places/2/report?door");
  await expect(page.getByRole("heading", { level: 1, name: "Nyitva van most?" })).toBeVisible();
  await page.getByRole("button", { name: "Zárva" }).click();
  await expect(page).toHaveURL("/places/2/report?done=observation");
  await expect(page.getByText("Köszönjük!")).toBeVisible();
  const fact = page.getByRole("button", { name: "Igen" });
  if (await fact.isVisible()) {
    await fact.click();
    await expect(page).toHaveURL("/places/2/report?done=confirmation");
  }
  await page.close();
});
