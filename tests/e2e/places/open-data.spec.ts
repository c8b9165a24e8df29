import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { schemaOrgFaults } from "#tests/support/schema-org.ts";

test("says to those who search for data what it is, in the words of schema.org", {
  tag: "@phone",
}, async ({ page }) => {
  await page.goto("/data?lang=de");
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  const data = JSON.parse(text ?? "");
  expect(await schemaOrgFaults(data)).toEqual([]);
  expect(data["@type"]).toBe("Dataset");
  expect(data.distribution).toHaveLength(4);
  for (const { contentUrl, encodingFormat } of data.distribution) {
    const answer = await page.request.head(contentUrl);
    expect(answer.headers()["content-type"]).toContain(encodingFormat);
  }
  await expect(page.locator('meta[name="description"]')).toHaveCount(1);
  const canonical = await page.locator('link[rel="canonical"]').getAttribute("href");
  expect(new URL(canonical ?? "").pathname).toBe("/data");
  expect(await sidewaysPixels(page)).toBe(0);
  await expectAccessible(page);
});
