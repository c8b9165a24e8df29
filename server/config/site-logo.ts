import { readFileSync, statSync } from "node:fs";
import { extname } from "node:path";

/** Logo of the operator. */
export interface SiteLogo {
  readonly type: "image/svg+xml" | "image/png";
  readonly bytes: Buffer<ArrayBuffer>;
}

/** Size of a logo's file, at most, in bytes: each page loads it. */
export const maxLogoBytes = 100 * 1024;

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Length of the start of a PNG up to its height. */
const pngHeadBytes = 24;

/**
 * Reads the file of `SITE_LOGO`.
 *
 * @throws {Error} with one clear line where it cannot be read, is too large, or does not match its extension
 */
export function readSiteLogo(path: string): SiteLogo {
  const isPng = extname(path).toLowerCase() === ".png";
  const bytes = readBytes(path);
  const isValid = isPng
    ? bytes.subarray(0, pngStart.length).equals(pngStart) && bytes.length >= pngHeadBytes
    : /<svg[\s>]/.test(bytes.toString("utf8"));
  if (!isValid) {
    throw new Error(`SITE_LOGO is '${path}': it is not ${isPng ? "a PNG" : "an SVG"} file.`);
  }
  return { type: isPng ? "image/png" : "image/svg+xml", bytes };
}

/** Minimum side of an image that browsers accept as the icon of an installed application, in pixels. */
const leastInstalledPixels = 144;

/** Whether a browser accepts a logo as the icon of an installed application: an SVG is scalable. */
export function isInstallable({ type, bytes }: SiteLogo): boolean {
  if (type === "image/svg+xml") return true;
  // The first chunk of a PNG begins with its width and height.
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return Math.min(width, height) >= leastInstalledPixels;
}

function readBytes(path: string): Buffer<ArrayBuffer> {
  let bytes: Buffer<ArrayBuffer> | null = null;
  try {
    // Checked before reading: it could be of any size.
    if (statSync(path).size <= maxLogoBytes) bytes = readFileSync(path);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new Error(`SITE_LOGO is '${path}': it can't be read${reason}.`, { cause: error });
  }
  if (bytes === null) {
    throw new Error(`SITE_LOGO is '${path}': it must have at most ${maxLogoBytes / 1024} KB.`);
  }
  return bytes;
}
