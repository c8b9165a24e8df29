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

type Device = keyof typeof windows;
type Theme = "light" | "dark";

const pages = {
  map: "/",
  "map-place": "/?place=1",
  places: "/places",
  guide: "/guide",
  birthday: "/birthday",
  login: "/login",
  register: "/register",
  "forgot-password": "/forgotpassword",
  "reset-refused": "/mail?mode=resetPassword&oobCode=used",
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
    await takeAccount(browser, device, theme);
  }
}
await browser.close();

function openContext(within: Browser, device: Device, theme: Theme, language: "hu" | "de") {
  return within.newContext({
    ...windows[device],
    baseURL: address,
    colorScheme: theme,
    locale: language,
    timezoneId: "Europe/Budapest",
    reducedMotion: "reduce",
  });
}

/** The account page needs an account: a new one each time. */
async function takeAccount(within: Browser, device: Device, theme: Theme) {
  const context = await openContext(within, device, theme, "hu");
  const page = await context.newPage();
  await page.goto("/register", { waitUntil: "networkidle" });
  await page.locator("[name=email]").fill(`${device}-${theme}-${Date.now()}@mosdo.example`);
  await page.locator("[name=password]").fill("Mosdo!2026");
  await page.locator("[name=confirmation]").fill("Mosdo!2026");
  await page.locator("main [type=submit]").click();
  await page.waitForURL(`${address}/`);
  await page.goto("/account", { waitUntil: "networkidle" });
  await page.screenshot({ path: join(folder, `account-${device}-${theme}-hu.png`) });
  await context.close();
}

async function takeAll(
  within: Browser,
  device: Device,
  theme: Theme,
  language: "hu" | "de",
  names: readonly string[],
) {
  const context = await openContext(within, device, theme, language);
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
