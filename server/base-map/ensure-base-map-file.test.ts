import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { writePmtiles } from "#tests/support/map-data/write-pmtiles.ts";
import { ensureBaseMapFile } from "./ensure-base-map-file.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-base-map-"));
const good = join(folder, "good.pmtiles");
writePmtiles(good, [{ z: 0, x: 0, y: 0, data: new Uint8Array([7]) }]);
afterAll(() => rmSync(folder, { recursive: true }));

/** The good file with a byte of its header changed, or cut off. */
function spoiled(name: string, change: (bytes: Buffer) => Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, change(readFileSync(good)));
  return path;
}

it("accepts a PMTiles file of vector tiles", async () => {
  await expect(ensureBaseMapFile(good)).resolves.toBeUndefined();
});

it.each([
  ["a missing file", () => join(folder, "missing"), "it can't be read (ENOENT)."],
  ["a folder", () => folder, "it can't be read (EISDIR)."],
  ["an empty file", () => spoiled("empty", () => Buffer.alloc(0)), "version 3."],
  ["a cut header", () => spoiled("cut", (bytes) => bytes.subarray(0, 126)), "version 3."],
  ["an MBTiles file", () => spoiled("mb", () => Buffer.alloc(200, "SQLite")), "version 3."],
  ["an older version", () => spoiled("old", (bytes) => bytes.fill(2, 7, 8)), "version 3."],
  ["pictures", () => spoiled("png", (bytes) => bytes.fill(2, 99, 100)), "must be vector tiles."],
])("names what is wrong with %s", async (_, path, reason) => {
  const named = path();
  await expect(ensureBaseMapFile(named)).rejects.toThrow(`MAP_PMTILES is '${named}': `);
  await expect(ensureBaseMapFile(named)).rejects.toThrow(reason);
});
