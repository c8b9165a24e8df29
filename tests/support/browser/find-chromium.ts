import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Where a Chromium is, what its process needs in the environment, and how it is started. */
export interface Chromium {
  executablePath: string;
  environment: Record<string, string>;
  args: readonly string[];
}

const args = [
  "--no-sandbox",
  // WebGL is drawn in software, and nothing else by way of it: with ANGLE's SwiftShader named as the
  // graphics driver every page is composed through it, and the browser tests take half as long again.
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/**
 * Finds a browser for the tests: `CHROMIUM_PATH`, else the one inside the npm package
 * `@sparticuz/chromium`. Nothing has to be installed by hand, and everyone tests in the same
 * browser; one that the system has may be another version, and is slower, being a whole browser.
 */
export async function findChromium(): Promise<Chromium> {
  const executablePath = process.env.CHROMIUM_PATH;
  return executablePath ? { executablePath, environment: {}, args } : unpackChromium();
}

/**
 * Unpacks the packaged Chromium into a folder of its own per version and user: the package uses a
 * fixed name in the temporary folder and takes whatever it finds there, another version's too.
 */
async function unpackChromium(): Promise<Chromium> {
  const manifest = new URL("../package.json", import.meta.resolve("@sparticuz/chromium"));
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const folder = path.join(os.tmpdir(), `mosdo-chromium-${version}-${os.userInfo().username}`);
  // An unpacking that was cut off leaves half a browser, which the package would take for whole.
  const marker = path.join(folder, "unpacked");
  if (!existsSync(marker)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const before = { ...process.env };
  process.env.TMPDIR = folder;
  // Makes the package unpack the system libraries (nss and its kin) too, for machines without them.
  process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs24.x";
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    const executablePath = await chromium.executablePath();
    writeFileSync(marker, "");
    const { LD_LIBRARY_PATH = "" } = process.env;
    const FONTCONFIG_PATH = writeFontSettings(folder);
    return { executablePath, environment: { LD_LIBRARY_PATH, FONTCONFIG_PATH }, args };
  } finally {
    for (const name of ["TMPDIR", "AWS_LAMBDA_JS_RUNTIME", "LD_LIBRARY_PATH", "FONTCONFIG_PATH"]) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/**
 * Names the folder of the fonts that came with the browser: the package's own settings look for them
 * straight in `/tmp`, and without any font the browser ends itself at the first input field.
 *
 * @returns the folder of the settings
 */
function writeFontSettings(folder: string): string {
  const settings = path.join(folder, "font-settings");
  mkdirSync(settings, { recursive: true });
  writeFileSync(
    path.join(settings, "fonts.conf"),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, "fonts")}</dir>
  <cachedir>${path.join(settings, "cache")}</cachedir>
</fontconfig>
`,
  );
  return settings;
}
