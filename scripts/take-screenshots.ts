import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContextOptions, chromium } from "@playwright/test";
import { findChromium } from "#tests/support/browser/find-chromium.ts";
import { type Scene, scenes } from "./screenshot-scenes.ts";
import { type Stage, startStage } from "./screenshot-stage.ts";

/**
 * `node scripts/take-screenshots.ts [ADDRESS] [NAME…]`: pictures of every page, or of the named scenes,
 * on a phone and a desk, light and dark, into `docs/screenshots/` (or `SCREENSHOTS_DIR`). It starts the
 * built server on a database of its own, filled with what the pictures show. With an address it takes
 * the server that runs there, without what only its own has; there `ADMIN_EMAIL` and `ADMIN_PASSWORD`
 * say how to sign in as the administrator.
 */
const [first = "", ...others] = process.argv.slice(2);
const isAddress = /^https?:/.test(first);
const names = isAddress || first === "" ? others : [first, ...others];
const folder =
  process.env.SCREENSHOTS_DIR ?? fileURLToPath(new URL("../docs/screenshots", import.meta.url));

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
// Ended also where a picture fails.
await using stage = isAddress ? null : await startStage();
const address = stage?.origin ?? first;
const administrator = stage?.administrator ?? {
  email: process.env.ADMIN_EMAIL ?? "",
  password: process.env.ADMIN_PASSWORD ?? "",
};
const wanted = scenes
  .filter(({ name }) => names.length === 0 || names.includes(name))
  .toSorted((one, other) => Number(one.isAway ?? false) - Number(other.isAway ?? false));
const sessions = {
  visitor: undefined,
  user: wanted.some(({ as }) => as === "user") ? await registerSomeone() : undefined,
  sender: stage ? await signIn(stage.sender) : undefined,
  moderator: stage ? await signIn(stage.moderator) : undefined,
  administrator: administrator.email === "" ? undefined : await signIn(administrator),
};
let isAway = false;
for (const scene of wanted) {
  if (scene.as !== "visitor" && sessions[scene.as] === undefined) {
    console.warn(`${scene.name} is left out: ADMIN_EMAIL and ADMIN_PASSWORD are not set`);
    continue;
  }
  if (stage === null && (scene.needsStage || typeof scene.address === "function")) {
    console.warn(`${scene.name} is left out: it needs the script's own server`);
    continue;
  }
  if (scene.isAway && !isAway) {
    isAway = true;
    await stage?.takeDatabaseAway();
  }
  for (const device of scene.device ? [scene.device] : (["phone", "desk"] as const)) {
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
    ...(scene.position && {
      permissions: ["geolocation"],
      geolocation: { longitude: scene.position[0], latitude: scene.position[1], accuracy: 8 },
    }),
  });
  const page = await context.newPage();
  await scene.arrange?.(page);
  await page.goto(pathOf(scene), { waitUntil: "networkidle" });
  await scene.prepare?.(page);
  await page.screenshot({ path: join(folder, `${scene.name}-${device}-${theme}-${language}.png`) });
  await context.close();
}

function pathOf({ address }: Scene): string {
  if (typeof address === "string") return address;
  if (stage === null) throw new Error("the scene needs a stage");
  return address(stage);
}

/** The session of a new account, which nothing was done with yet. */
async function registerSomeone() {
  const email = `anna-${Date.now()}@mosdo.example`;
  const password = "Mosdo!2026";
  return post("/register", { email, password, confirmation: password, terms: "1" });
}

function signIn({ email, password }: Stage["administrator"]) {
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
