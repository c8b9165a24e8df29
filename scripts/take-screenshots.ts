import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { guidePictureSize } from "#app/features/guide/guide-text.ts";
import { type Language, languages } from "#domain/text/language.ts";
import { manifestPictures } from "#server/http/files/branded-files.ts";
import { openLocales } from "#server/i18n.ts";
import { findChromium } from "#tests/support/browser/find-chromium.ts";
import { clockOfRun } from "#tests/support/test-clock.ts";
import { type Scene, scenes } from "./screenshot-scenes.ts";
import { type Stage, startStage } from "./screenshot-stage.ts";

/**
 * `node scripts/take-screenshots.ts [NAME…]`: takes pictures of every page, or of the named
 * scenes, on a phone and a desk, light and dark, into `screenshots/`, which git ignores (or
 * `SCREENSHOTS_DIR`). It starts the built server on a separate database, filled with the
 * pictures' contents.
 *
 * `node scripts/take-screenshots.ts guide [PICTURE…]`: the guide's pictures, into `public/guide/`.
 * `node scripts/take-screenshots.ts manifest`: those of the manifest, one of which the README
 * shows, into `public/screenshots/`. Both are taken by the clock of test runs, on a weekday in the
 * morning, when most places are open.
 */
openLocales(null);
const names = process.argv.slice(2);
const [first, ...others] = names;
const isOfGuide = first === "guide";
const isOfManifest = first === "manifest";
const usualFolder = isOfGuide
  ? "public/guide"
  : isOfManifest
    ? "public/screenshots"
    : "screenshots";
const folder =
  process.env.SCREENSHOTS_DIR ?? fileURLToPath(new URL(`../${usualFolder}`, import.meta.url));

const windows = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1440, height: 900 } },
  guide: { viewport: guidePictureSize, isMobile: true, hasTouch: true },
  narrow: { viewport: manifestPictures.narrow, isMobile: true, hasTouch: true },
  wide: { viewport: manifestPictures.wide },
} satisfies Record<string, BrowserContextOptions>;

const { executablePath, environment, args } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...environment } as Record<string, string>,
  args: [...args],
});
mkdirSync(folder, { recursive: true });
// Of the server, its database and the page; this process and the browser keep the real clock.
const clock: Record<string, string> = isOfGuide || isOfManifest ? clockOfRun() : {};
Object.assign(process.env, clock);
// Ended also where a picture fails.
await using stage = await startStage();
const { origin } = stage;
const wanted = scenes
  .filter(({ name, guide, isForManifest = false }) => {
    if (isOfManifest || isForManifest) return isOfManifest && isForManifest;
    return isOfGuide
      ? guide !== undefined && (others.length === 0 || others.includes(guide))
      : names.length === 0 || names.includes(name);
  })
  .toSorted(
    (one, other) => Number(one.isDatabaseDown ?? false) - Number(other.isDatabaseDown ?? false),
  );
const sessions = {
  visitor: undefined,
  user: wanted.some(({ as }) => as === "user") ? await registerSomeone() : undefined,
  sender: await signIn(stage.sender),
  moderator: await signIn(stage.moderator),
  administrator: await signIn(stage.administrator),
};
const themes = ["light", "dark"] as const;
let isDatabaseDown = false;
for (const scene of wanted) {
  if (scene.isDatabaseDown && !isDatabaseDown) {
    isDatabaseDown = true;
    await stage.stopDatabase();
  }
  if (isOfGuide) {
    for (const theme of themes) {
      for (const language of languages) {
        const name = `${scene.guide}-${theme}-${language}`;
        await takeSmall(scene, { device: "guide", theme, language, name });
      }
    }
    continue;
  }
  if (isOfManifest) {
    for (const language of languages) {
      for (const device of ["narrow", "wide"] as const) {
        const name = `${scene.name}-${device}-${language}`;
        await takeSmall(scene, { device, theme: "light", language, name });
      }
    }
    continue;
  }
  for (const device of scene.device ? [scene.device] : (["phone", "desk"] as const)) {
    for (const theme of themes) {
      // German has the longest texts.
      for (const language of ["hu", "de"] as const) await take(scene, device, theme, language);
    }
  }
}
await browser.close();

type Theme = (typeof themes)[number];

async function take(scene: Scene, device: keyof typeof windows, theme: Theme, language: Language) {
  await using shown = await show(scene, device, theme, language);
  const path = join(folder, `${scene.name}-${device}-${theme}-${language}.png`);
  await shown.page.screenshot({ path });
}

interface SmallPicture {
  readonly device: "guide" | "narrow" | "wide";
  readonly theme: Theme;
  readonly language: Language;
  /** File, without its extension. */
  readonly name: string;
}

/** Takes a scene as a small file. */
async function takeSmall(scene: Scene, { device, theme, language, name }: SmallPicture) {
  await using shown = await show(scene, device, theme, language, (page) =>
    page.clock.setFixedTime(Date.now() + Number(clock.CLOCK_OFFSET_MS)),
  );
  const { width, height } = windows[device].viewport;
  const canvas = createCanvas(width, height);
  canvas.getContext("2d").drawImage(await loadImage(await shown.page.screenshot()), 0, 0);
  const file = await canvas.encode("webp", 65);
  await writeFile(join(folder, `${name}.webp`), file);
}

async function show(
  scene: Scene,
  device: keyof typeof windows,
  theme: Theme,
  language: Language,
  arrange?: (page: Page) => Promise<unknown>,
) {
  const context = await browser.newContext({
    ...windows[device],
    baseURL: origin,
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
  await arrange?.(page);
  await scene.arrange?.(page);
  await page.goto(typeof scene.path === "string" ? scene.path : scene.path(stage), {
    waitUntil: "networkidle",
  });
  await scene.prepare?.(page);
  return { page, [Symbol.asyncDispose]: () => context.close() };
}

/** The session of a new account without contributions. */
async function registerSomeone() {
  const email = `anna-${Date.now()}@mosdo.example`;
  const password = "Mosdo!2026";
  return post("/register", { email, password, confirmation: password, terms: "1" });
}

function signIn({ email, password }: Stage["administrator"]) {
  return post("/login", { email, password });
}

async function post(path: string, form: Record<string, string>) {
  const context = await browser.newContext({ baseURL: origin });
  const headers = { Origin: origin };
  const response = await context.request.post(path, { form, headers, maxRedirects: 0 });
  if (response.status() !== 302) throw new Error(`${path} answered ${response.status()}`);
  const state = await context.storageState();
  await context.close();
  return state;
}
