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
  const address = new URL("/places/1/report", page.url()).href;
  await expect(page.getByRole("img", { name: address })).toBeVisible();
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  expect(await sidewaysPixels(page)).toBe(0);
  // A camera reads it on a screen, in either theme, and from paper.
  for (const seen of [
    { colorScheme: "light" },
    { colorScheme: "dark" },
    { media: "print" },
  ] as const) {
    await page.emulateMedia(seen);
    expect(await readQrCode(await page.screenshot({ fullPage: true }))).toBe(address);
  }
  await page.emulateMedia({ media: "screen" });
});

test("what its code opens takes either answer, without script too", { tag: "@phone" }, async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false, locale: "hu" });
  await page.goto("/places/1/report");
  await expect(page.getByRole("button", { name: "Minden stimmel" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Mi nem stimmel?" })).toBeVisible();
  await page.getByRole("button", { name: "Minden stimmel" }).click();
  await expect(page).toHaveURL("/places/1/report?done=confirmation");
  await expect(page.getByText("Köszönjük!")).toBeVisible();
  await page.close();
});

test("paper is white, whatever the theme of the device", { tag: "@desktop" }, async ({ page }) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const address of ["/places/1/sign", "/places/1", "/places"]) {
    await page.goto(address);
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
    expect(colours.text, address).toBeLessThan(60);
    expect(colours.ground, address).toBeGreaterThan(240);
  }
});

test("paper has neither the bar nor anything to press, and nothing folded", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  for (const address of ["/places/1/sign", "/places/1", "/places", "/towns/Budapest"]) {
    await page.goto(address);
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("main")).toBeVisible();
    await expect(page.getByRole("main").getByRole("button").locator("visible=true")).toHaveCount(0);
    await expect(page.getByText("© OpenStreetMap")).toBeVisible();
  }
  await page.goto("/places/1");
  await expect(page.getByRole("row").last()).toBeVisible();
});
