import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Where a Chromium is, and what its process needs in the environment. */
export interface Chromium {
  executablePath: string;
  environment: Record<string, string>;
}

const systemPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/**
 * Finds a browser for the tests: `CHROMIUM_PATH`, else one that the system has, else the one inside
 * the npm package `@sparticuz/chromium`, so that nothing has to be installed by hand.
 */
export async function findChromium(): Promise<Chromium> {
  const executablePath = process.env.CHROMIUM_PATH ?? systemPaths.find((file) => existsSync(file));
  return executablePath ? { executablePath, environment: {} } : unpackChromium();
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
    const { LD_LIBRARY_PATH = "", FONTCONFIG_PATH = "" } = process.env;
    return { executablePath, environment: { LD_LIBRARY_PATH, FONTCONFIG_PATH } };
  } finally {
    for (const name of ["TMPDIR", "AWS_LAMBDA_JS_RUNTIME", "LD_LIBRARY_PATH", "FONTCONFIG_PATH"]) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}
