import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { maxLogoBytes, readSiteLogo } from "./site-logo.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "mosdo-logo-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

function fileOf(name: string, content: string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}
const svgOf = (bytes: number) => `<svg xmlns="x">${" ".repeat(bytes - 21)}</svg>`;
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(16).fill(0)]);

test("accepts an SVG file up to the largest size, and a PNG file", () => {
  const svg = readSiteLogo(fileOf("logo.svg", svgOf(maxLogoBytes)));
  expect(svg).toMatchObject({ type: "image/svg+xml", bytes: { byteLength: maxLogoBytes } });
  expect(readSiteLogo(fileOf("logo.PNG", png)).type).toBe("image/png");
});

test.each([
  ["large.svg", svgOf(maxLogoBytes + 1), "it must have at most 100 KB."],
  ["page.svg", "<html></html>", "it is not an SVG file."],
  ["text.png", "png", "it is not a PNG file."],
  ["cut-off.png", png.subarray(0, -1), "it is not a PNG file."],
  ["picture.svg", png, "it is not an SVG file."],
])("refuses %s", (name, content, reason) => {
  const path = fileOf(name, content);
  expect(() => readSiteLogo(path)).toThrow(`SITE_LOGO is '${path}': ${reason}`);
});

test("reports an unreadable file", () => {
  const path = join(directory, "missing.svg");
  expect(() => readSiteLogo(path)).toThrow(`SITE_LOGO is '${path}': it can't be read (ENOENT).`);
});
