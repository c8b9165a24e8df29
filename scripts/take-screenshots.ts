import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium } from "@playwright/test";
import { findChromium } from "../tests/support/find-chromium.ts";

/**
 * `node scripts/take-screenshots.ts [ADDRESS]`: pictures of every page of the running server (by
 * default http://localhost:3000) for `docs/screenshots/`, on a phone and a desk, light and dark.
 */
const address = process.argv[2] ?? "http://localhost:3000";
const folder = fileURLToPath(new URL("../docs/screenshots", import.meta.url));

const windows = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1440, height: 900 } },
} satisfies Record<string, BrowserContextOptions>;

const pages = {
  map: "/",
  "map-place": "/?place=1",
  places: "/places",
  guide: "/guide",
  birthday: "/birthday",
  login: "/login",
  register: "/register",
  "not-found": "/nowhere",
};
/** The pages whose words are long enough in German to be worth a look. */
const germanPages = ["map-place", "places", "login"];

const { executablePath, environment } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...environment } as Record<string, string>,
  args: [
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
  ],
});
mkdirSync(folder, { recursive: true });
for (const device of ["phone", "desk"] as const) {
  for (const theme of ["light", "dark"] as const) {
    await takeAll(browser, device, theme, "hu", Object.keys(pages));
    await takeAll(browser, device, theme, "de", germanPages);
  }
}
await browser.close();

async function takeAll(
  within: Browser,
  device: keyof typeof windows,
  theme: "light" | "dark",
  language: "hu" | "de",
  names: readonly string[],
) {
  const context = await within.newContext({
    ...windows[device],
    baseURL: address,
    colorScheme: theme,
    locale: language,
    timezoneId: "Europe/Budapest",
    reducedMotion: "reduce",
  });
  for (const name of names) {
    const page = await context.newPage();
    await page.goto(pages[name as keyof typeof pages], { waitUntil: "networkidle" });
    if (name.startsWith("map")) {
      await page.locator("[data-map-state=idle]").waitFor({ timeout: 30_000 });
    }
    await page.screenshot({ path: join(folder, `${name}-${device}-${theme}-${language}.png`) });
    await page.close();
  }
  await context.close();
}
