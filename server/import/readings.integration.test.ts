import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findValhalla } from "#server/geo/walking/walking-router.ts";
import { deduplicateWays } from "#server/import/walking-tiles/deduplicate-ways.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { ExtractFiles } from "./extract-files.ts";
import { importFile } from "./import-file.ts";
import { renewWaysAndMap } from "./imported-extracts.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-readings-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Counts the bytes that file handles read, as every block of an extract is, by the size of the file. */
async function countBytes(): Promise<Map<number, number>> {
  const bytes = new Map<number, number>();
  await using handle = await open(import.meta.filename);
  const handles: FileHandle = Object.getPrototypeOf(handle);
  const { read } = handles;
  vi.spyOn(handles, "read").mockImplementation(async function (
    this: FileHandle,
    ...args: unknown[]
  ) {
    const { size } = await this.stat();
    const result = await Reflect.apply(read, this, args);
    bytes.set(size, (bytes.get(size) ?? 0) + result.bytesRead);
    return result;
  } as typeof read);
  return bytes;
}

/** Counts the readings of imports of extracts, each as the command does it. */
async function countReadings() {
  const db = await createTestDatabase();
  const bytes = await countBytes();
  const extracts = new ExtractFiles(folder);
  return {
    /** Imports a file; returns how many times each was read meanwhile, by its name. */
    async import(name: string, extract: TestExtract): Promise<Record<string, number>> {
      const path = join(folder, `${name}.osm.pbf`);
      writeFileSync(path, writeOsmPbf(extract));
      bytes.clear();
      await importFile({
        ...{ database: db.database, path, country: null, now: new Date(), onProgress: () => {} },
        async afterwards({ source, digest, stored }) {
          extracts.store(path, { name: source, digest: digest!, index: stored?.index });
          const { streetMap } = await renewWaysAndMap(folder);
          expect(["made", "unchanged"]).toContain(streetMap.kind);
          // With a router its builder had them written just now.
          if (findValhalla() === null) await deduplicateWays(extracts.list(), folder);
        },
      });
      const readings = extracts.list().map(({ name, path }) => {
        const { size } = statSync(path);
        return [name, (bytes.get(size) ?? 0) / size];
      });
      return Object.fromEntries(readings);
    },
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  };
}

describe("an import of an extract", () => {
  it("reads its file four times at most, and twice where it is known", async () => {
    await using readings = await countReadings();
    const first = await readings.import("town", hungarianExtract);
    expect(first.town).toBeGreaterThan(1);
    expect(first.town).toBeLessThanOrEqual(4);
    const again = await readings.import("town", hungarianExtract);
    expect(again.town).toBeLessThanOrEqual(2);
  });

  it("beside another extract reads the ways of each twice more, or one file once", async () => {
    await using readings = await countReadings();
    await readings.import("town", hungarianExtract);
    const nodes = { ...hungarianExtract.nodes, 990: [19, 47.4] as const };
    const both = await readings.import("county", { ...hungarianExtract, nodes });
    expect(both.county).toBeLessThanOrEqual(6);
    expect(both.town).toBeGreaterThan(1);
    expect(both.town).toBeLessThanOrEqual(3);
  });
});
