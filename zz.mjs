import { chromium } from "@playwright/test";
import { findChromium } from "./tests/support/browser/find-chromium.ts";

const c = await findChromium();
const b = await chromium.launch({
  executablePath: c.executablePath,
  env: { ...process.env, ...c.environment },
  args: [...c.args, "--no-sandbox"],
});
const page = await (
  await b.newContext({
    viewport: { width: 320, height: 1000 },
    javaScriptEnabled: true,
    locale: "uk",
  })
).newPage();
for (const width of [320, 300, 290]) {
  await page.setViewportSize({ width, height: 1000 });
  await page.goto("http://localhost:4500/places?free=1&bbox=-40,30,-30,40&lang=uk");
  await page.waitForTimeout(500);
  console.log(
    width,
    await page.evaluate(() => [
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ...[...document.querySelectorAll("body *")]
        .map((e) => [
          Math.round(e.getBoundingClientRect().right),
          e.tagName,
          e.className?.toString().slice(0, 60),
          e.textContent.slice(0, 40),
        ])
        .filter((x) => x[0] > innerWidth - 4)
        .slice(-6)
        .map(String),
    ]),
  );
}
await page.setViewportSize({ width: 320, height: 1000 });
await page.goto("http://localhost:4500/places?free=1&bbox=-40,30,-30,40&lang=uk");
await page.screenshot({ path: "/srv/t/shots/uk320.png" });
await b.close();
