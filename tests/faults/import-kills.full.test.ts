import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { sourceName } from "#server/import/import-file.ts";
import { listExtracts } from "#server/import/imported-extracts.ts";
import { OsmPbfFile } from "#server/import/pbf/osm-pbf-file.ts";
import { hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { writePackedChanges } from "#tests/support/map-data/write-osm-changes.ts";
import { writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import {
  createInstance,
  expectCompleteOrNothing,
  type Instance,
  leftBy,
  startCommand,
  untilDatabaseKnows,
} from "./import-commands.ts";

/*
 * Imports of an extract and of its changes, and its removals, that are killed at random moments. After each the result
 * is complete or absent, and the next import, or removal, completes it. One kill of an import is in
 * `import-kill.integration.test.ts`.
 */
const kills = 10;
const seed = 20_261_124;
const extract = sharedData("liechtenstein-2015.osm.pbf");

describe.skipIf(extract === null)("an import that is killed", () => {
  it("leaves nothing half, and the next one completes it", {
    timeout: 60_000 + kills * 60_000,
  }, async () => {
    const random = randomNumbers(seed);
    await using instance = await createInstance();
    const startedAtMs = performance.now();
    await complete(instance);
    const completeMs = performance.now() - startedAtMs;
    const whole = await leftBy(instance);
    expect(whole.rows.toilets).toBeGreaterThan(0);
    expect(Object.keys(whole.files).join()).toMatch(/\.osm\.pbf.*\.pmtiles/);

    const seen = new Set<string>();
    for (let kill = 0; kill < kills; kill++) {
      await using broken = await createInstance();
      const atMs = random() * completeMs;
      await killAfter(atMs, startImport(broken));
      await untilDatabaseKnows(broken);
      const left = await leftBy(broken);
      seen.add(JSON.stringify(left.rows) + Object.keys(left.files).length);
      expectCompleteOrNothing(left, whole, `killed after ${Math.round(atMs)} ms`);
      await complete(broken);
      expect(await leftBy(broken), `after ${Math.round(atMs)} ms`).toEqual(whole);
    }
    // Kills that all came before the first row would show nothing.
    expect(seen.size).toBeGreaterThan(2);
  });
});

describe.skipIf(extract === null)("a removal that is killed", () => {
  it("leaves what the list still names, and the next one completes it", {
    timeout: 60_000 + kills * 90_000,
  }, async () => {
    const random = randomNumbers(seed + 1);
    await using instance = await createInstance();
    const source = sourceName(extract!);
    const list = () =>
      listExtracts({ database: instance.db.database, dataDirectory: instance.folder });
    const remove = (name: string) => startCommand(instance, "extracts.ts", "remove", name);
    const south = join(instance.folder, "south.osm.pbf");
    writeFileSync(south, writeOsmPbf(hungarianExtract));
    expect(await once(startCommand(instance, "import.ts", south), "exit")).toEqual([0, null]);

    let completeMs = 5_000;
    for (let kill = 0; kill < kills; kill++) {
      await complete(instance);
      const startedAtMs = performance.now();
      await killAfter(random() * completeMs, remove(source));
      await untilDatabaseKnows(instance);
      const left = await list();
      const again = remove(source);
      const [code] = await once(again, "exit");
      completeMs = Math.max(completeMs, performance.now() - startedAtMs);
      const isLeft = left.some(({ name }) => name === source);
      expect(code, JSON.stringify(left)).toBe(isLeft ? 0 : 1);
      expect((await list()).map(({ name }) => name)).toEqual(["south"]);
      expect(await list()).toMatchObject([
        { name: "south", search: { settlements: 7 }, streetMap: "present" },
      ]);
    }
  });
});

/** Each day adds a toilet. */
const toilet = { tags: { amenity: "toilets" }, position: [19.05, 47.05] } as const;

describe("change files whose import is killed", () => {
  it("leave the former extract or the next one, and the next run completes it", {
    timeout: 60_000 + kills * 60_000,
  }, async () => {
    const random = randomNumbers(seed);
    await using instance = await createInstance();
    const start = (path: string) => startCommand(instance, "import.ts", path);
    const applied = async (path: string) =>
      expect(await once(start(path), "exit")).toEqual([0, null]);
    const file = join(instance.folder, "village-latest.osm.pbf");
    const nodes = { 1: [19, 47], 2: [19.1, 47.1] } as const;
    const ways = { 1: [[1, 2], { highway: "residential", name: "Fő utca" }] } as const;
    writeFileSync(file, writeOsmPbf({ nodes, ways }));
    await applied(file);
    const dayOf = (day: number) => new Date(Date.UTC(2026, 1, day));
    const saveDay = (day: number) => {
      const path = join(instance.folder, `${day}.osc.gz`);
      const at = dayOf(day).toISOString();
      const change = { action: "create", kind: "node", id: 10 + day, at, ...toilet } as const;
      writeFileSync(path, writePackedChanges([change]));
      return path;
    };
    const startedAtMs = performance.now();
    await applied(saveDay(1));
    const completeMs = performance.now() - startedAtMs;
    for (let day = 2; day <= kills + 1; day++) {
      const path = saveDay(day);
      const atMs = random() * completeMs;
      const when = `killed after ${Math.round(atMs)} ms of ${Math.round(completeMs)}`;
      await killAfter(atMs, start(path));
      await untilDatabaseKnows(instance);
      const { rows } = await leftBy(instance);
      const dataAt = await dataOfExtract(instance);
      expect([day - 1, day], when).toContain(rows.toilets);
      expect([dayOf(day - 1), dayOf(day)], when).toContainEqual(dataAt);
      // The file is stored once all its data is imported.
      if (dataAt?.getTime() === dayOf(day).getTime()) expect(rows.toilets, when).toBe(day);
      await applied(path);
      expect((await leftBy(instance)).rows.toilets, when).toBe(day);
      expect(await dataOfExtract(instance), when).toEqual(dayOf(day));
      const files = readdirSync(join(instance.folder, "extracts"));
      // A file without its index is read once more.
      const names = files.map((name) => name.replace(/\.index\.json$/, ""));
      expect(new Set(names).size, when).toBe(1);
    }
  });
});

/** Date of the stored extract, which is readable to its end. */
async function dataOfExtract({ folder }: Instance): Promise<Date | null> {
  const [{ path }] = new ExtractFiles(folder).list();
  await using file = await OsmPbfFile.open(path);
  return file.header.dataAt;
}

async function killAfter(atMs: number, child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  await delay(atMs);
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  await ended;
}

function startImport(instance: Instance): ChildProcess {
  return startCommand(instance, "import.ts", extract!, "--country", "LI");
}

async function complete(instance: Instance): Promise<void> {
  const [code] = await once(startImport(instance), "exit");
  expect(code).toBe(0);
}
