import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

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
  const address = new URL("/places/1/report", page.url()).href;
  await expect(page.getByRole("img", { name: address })).toBeVisible();
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  expect(await sidewaysPixels(page)).toBe(0);
  expect((await page.request.get("/places/999999/sign")).status()).toBe(404);
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
