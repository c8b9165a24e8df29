import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { PMTiles, type Source } from "pmtiles";
import { afterAll, expect, it } from "vitest";
import { PmtilesWriter } from "./pmtiles-writer.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-pmtiles-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file read in ranges. */
function open(path: string): PMTiles {
  const bytes = readFileSync(path);
  const source: Source = {
    getKey: () => path,
    getBytes: async (offset, length) => ({
      data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer,
    }),
  };
  return new PMTiles(source);
}

const head = {
  bounds: [9, 47, 10, 48],
  maxZoom: 14,
  metadata: { covered: [[1, 2, 3, 4]] },
} as const;
const textOf = (tile: { data: ArrayBuffer } | undefined) =>
  tile && new TextDecoder().decode(tile.data);

it("writes tiles in any order, as a reader finds them", async () => {
  const path = join(folder, "small");
  const writer = new PmtilesWriter(path);
  writer.add({ z: 2, x: 3, y: 3, data: gzipSync("last") });
  writer.add({ z: 0, x: 0, y: 0, data: gzipSync("first") });
  writer.close(head);
  const file = open(path);
  expect(await file.getHeader()).toMatchObject({ minLon: 9, maxLat: 48, maxZoom: 14, tileType: 1 });
  expect(await file.getMetadata()).toEqual(head.metadata);
  expect(textOf(await file.getZxy(0, 0, 0))).toBe("first");
  expect(textOf(await file.getZxy(2, 3, 3))).toBe("last");
  expect(await file.getZxy(2, 0, 0)).toBeUndefined();
});

it("writes small tiles that are equal once, and those that follow each other as one entry", async () => {
  const path = join(folder, "equal");
  const writer = new PmtilesWriter(path);
  for (let x = 0; x < 2; x++) {
    for (let y = 0; y < 2; y++)
      writer.add({ z: 1, x, y, data: gzipSync(x === 1 ? "land" : "sea") });
  }
  writer.close(head);
  const file = open(path);
  expect(await file.getHeader()).toMatchObject({
    numAddressedTiles: 4,
    numTileEntries: 2,
    numTileContents: 2,
  });
  expect(textOf(await file.getZxy(1, 0, 1))).toBe("sea");
  expect(textOf(await file.getZxy(1, 1, 0))).toBe("land");
});

it("writes leaf directories where the root is too small for all tiles", async () => {
  const path = join(folder, "large");
  const writer = new PmtilesWriter(path);
  // Lengths that hardly compress in a directory.
  const nameOf = (x: number, y: number) => `${x} ${y} `.repeat(1 + ((x * 7919 + y * 104729) % 61));
  const read = new Set(["0 0", "119 119", "17 93"]);
  for (let x = 0; x < 120; x++) {
    for (let y = 0; y < 120; y++) {
      const name = nameOf(x, y);
      // To pack all of them would take most of the time.
      const data = read.has(`${x} ${y}`) ? gzipSync(name) : Buffer.from(name);
      writer.add({ z: 9, x, y, data });
    }
  }
  writer.close(head);
  const file = open(path);
  expect((await file.getHeader()).leafDirectoryLength).toBeGreaterThan(0);
  for (const [x, y] of [
    [0, 0],
    [119, 119],
    [17, 93],
  ]) {
    expect(textOf(await file.getZxy(9, x, y))).toBe(nameOf(x, y));
  }
  expect(await file.getZxy(9, 120, 0)).toBeUndefined();
});

it("writes a file without tiles", async () => {
  const path = join(folder, "empty");
  new PmtilesWriter(path).close(head);
  expect(await open(path).getZxy(0, 0, 0)).toBeUndefined();
});
