import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContextOptions, chromium } from "@playwright/test";
import { findChromium } from "../tests/support/find-chromium.ts";
import { type Scene, scenes } from "./screenshot-scenes.ts";

/**
 * `node scripts/take-screenshots.ts [ADDRESS] [NAME…]`: pictures of every page of the running server
 * (by default http://localhost:3000), or of the named ones, for `docs/screenshots/`, on a phone and a
 * desk, light and dark. What only the administrator sees is taken where `ADMIN_EMAIL` and
 * `ADMIN_PASSWORD` say how to sign in.
 */
const [address = "http://localhost:3000", ...names] = process.argv.slice(2);
const { ADMIN_EMAIL, ADMIN_PASSWORD = "" } = process.env;
const folder = fileURLToPath(new URL("../docs/screenshots", import.meta.url));

const windows = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1440, height: 900 } },
} satisfies Record<string, BrowserContextOptions>;

const { executablePath, environment, args } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...environment } as Record<string, string>,
  args: [...args],
});
mkdirSync(folder, { recursive: true });
const wanted = scenes.filter(({ name }) => names.length === 0 || names.includes(name));
const sessions = {
  visitor: undefined,
  user: wanted.some(({ as }) => as === "user") ? await registerSomeone() : undefined,
  administrator: ADMIN_EMAIL ? await signIn(ADMIN_EMAIL, ADMIN_PASSWORD) : undefined,
};
for (const scene of wanted) {
  if (scene.as !== "visitor" && sessions[scene.as] === undefined) {
    console.warn(`${scene.name} is left out: ADMIN_EMAIL and ADMIN_PASSWORD are not set`);
    continue;
  }
  for (const device of ["phone", "desk"] as const) {
    for (const theme of ["light", "dark"] as const) {
      await take(scene, device, theme, "hu");
      if (scene.isGermanToo) await take(scene, device, theme, "de");
    }
  }
}
await browser.close();

async function take(
  scene: Scene,
  device: keyof typeof windows,
  theme: "light" | "dark",
  language: "hu" | "de",
) {
  const context = await browser.newContext({
    ...windows[device],
    baseURL: address,
    storageState: sessions[scene.as],
    colorScheme: theme,
    locale: language,
    timezoneId: "Europe/Budapest",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto(scene.address, { waitUntil: "networkidle" });
  await scene.prepare?.(page);
  await page.screenshot({ path: join(folder, `${scene.name}-${device}-${theme}-${language}.png`) });
  await context.close();
}

/** The session of a new account, which nothing was done with yet. */
async function registerSomeone() {
  const email = `anna-${Date.now()}@mosdo.example`;
  const password = "Mosdo!2026";
  return post("/register", { email, password, confirmation: password });
}

function signIn(email: string, password: string) {
  return post("/login", { email, password });
}

async function post(path: string, form: Record<string, string>) {
  const context = await browser.newContext({ baseURL: address });
  const headers = { Origin: address };
  const response = await context.request.post(path, { form, headers, maxRedirects: 0 });
  if (response.status() !== 302) throw new Error(`${path} answered ${response.status()}`);
  const state = await context.storageState();
  await context.close();
  return state;
}
