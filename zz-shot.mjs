import { chromium } from "@playwright/test";
import { findChromium } from "#tests/support/browser/find-chromium.ts";

const [, , base, out, ...specs] = process.argv;
const c = await findChromium();
const b = await chromium.launch({
  executablePath: c.executablePath,
  env: { ...process.env, ...c.environment },
  args: [
    ...(c.args ?? []),
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--no-sandbox",
  ],
});
for (const spec of specs) {
  const [
    name,
    path,
    lang = "hu",
    size = "390x844",
    scheme = "light",
    geo = "",
    wait = "2500",
    click = "",
  ] = spec.split("|");
  const [width, height] = size.split("x").map(Number);
  const ctx = await b.newContext({
    viewport: { width, height },
    locale: lang,
    colorScheme: scheme,
    ...(geo && {
      geolocation: { longitude: +geo.split(",")[0], latitude: +geo.split(",")[1] },
      permissions: ["geolocation"],
    }),
  });
  const page = await ctx.newPage();
  page.on("pageerror", (e) => console.log(name, "ERROR", e.message));
  await page.goto(base + path, { waitUntil: "load" });
  await page.waitForTimeout(+wait);
  for (const step of click ? click.split(";;") : []) {
    try {
      if (step.startsWith("scroll")) await page.mouse.wheel(0, 900);
      else await page.locator(step).first().click({ timeout: 4000 });
    } catch (e) {
      console.log(name, "no", step, e.message.slice(0, 150));
    }
    await page.waitForTimeout(900);
  }
  await page.screenshot({ path: `${out}/${name}.png` });
  await ctx.close();
}
await b.close();
