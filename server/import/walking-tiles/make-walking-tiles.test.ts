import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TileSource, WalkingTiles } from "#server/geo/walking/walking-router.ts";
import { streetGrid } from "#tests/support/map-data/street-grid.ts";
import { writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { makeWalkingTiles } from "./make-walking-tiles.ts";

/*
 * What the router's tile builder gets, and what becomes of its tiles. The builder itself is tested in
 * `make-walking-tiles.full.test.ts`.
 */

let dataDirectory: string;
let tiles: WalkingTiles;

beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-walking-tiles-"));
  tiles = new WalkingTiles(dataDirectory);
});
afterEach(() => rmSync(dataDirectory, { recursive: true }));

/** Installation whose tile builder is a script. */
function installed(script: string) {
  const tileBuilder = join(dataDirectory, "build-tiles");
  writeFileSync(tileBuilder, `#!/bin/sh\n${script}\n`);
  chmodSync(tileBuilder, 0o755);
  return { module: "", tileBuilder };
}

/** Notes its working folder and its arguments, copies its configuration, and leaves a tile and a rest of its work. */
const note = `
{ pwd -P; printf '%s\\n' "$@"; } > "$(dirname "$0")/call"
cp "$2" "$(dirname "$0")/config.json"
touch rest.bin ../0.gph`;

function save(name: string, version = "1"): TileSource {
  const path = join(dataDirectory, `${name}.osm.pbf`);
  writeFileSync(path, writeOsmPbf(streetGrid(1, [19, 47])));
  return { name, version, path };
}

const make = (script: string | null, sources: readonly TileSource[]) =>
  makeWalkingTiles(
    { dataDirectory, valhalla: script === null ? null : installed(script) },
    sources,
  );

test("gives the builder its configuration and the files, in a folder that is gone at the end", async () => {
  const [austria, hungary] = [save("austria"), save("hungary")];
  expect(await make(note, [austria, hungary])).toBe("made");
  const call = readFileSync(join(dataDirectory, "call"), "utf8").trim().split("\n");
  const [workFolder, option, config, first, second, ...others] = call;
  expect([option, first, others]).toEqual(["-c", austria.path, []]);
  // The ways of the second file are those of the first, so it is written anew without them.
  expect(second).toMatch(/hungary[^/]*\.pbf$/);
  const inWork = [config, second].map((path) => relative(workFolder, path).startsWith(".."));
  expect(inWork).toEqual([false, false]);
  const { mjolnir } = JSON.parse(readFileSync(join(dataDirectory, "config.json"), "utf8"));
  expect(relative(mjolnir.tile_dir, workFolder)).toBe("work");
  const [inUse] = tiles.findInUse();
  expect(readdirSync(inUse)).toContain("0.gph");
  expect(readdirSync(inUse)).not.toContain("work");
  expect(tiles.sourcesInUse()).toEqual(["austria-1", "hungary-1"]);
});

test("makes nothing of the same files, and another set of others", async () => {
  await make(note, [save("hungary")]);
  const [first] = tiles.findInUse();
  expect(await make("exit 1", [save("hungary")])).toBe("unchanged");
  expect(tiles.findInUse()).toEqual([first]);
  expect(await make(note, [save("hungary", "2")])).toBe("made");
  expect(tiles.findInUse()).not.toEqual([first]);
});

test("needs a router for tiles that are to be built, and none to remove them", async () => {
  expect(await make(null, [save("hungary")])).toBe("no-router");
  expect(tiles.findInUse()).toEqual([]);
  await make(note, [save("hungary")]);
  expect(await make(null, [])).toBe("removed");
  expect(await make(null, [])).toBe("unchanged");
});

test("keeps the former set where the builder fails or a file is damaged, and leaves nothing else", async () => {
  await make(note, [save("hungary")]);
  const before = tiles.findInUse();
  const folders = () => readdirSync(join(dataDirectory, "walking-tiles"));
  const left = folders();
  const newer = save("hungary", "2");
  await expect(make("exit 1", [newer])).rejects.toThrow("They could not be made of hungary.");
  const austria = save("austria");
  writeFileSync(newer.path, readFileSync(newer.path).subarray(0, -10));
  await expect(make(note, [austria, newer])).rejects.toThrow(
    /^The stored file of hungary is damaged: .*cut off/,
  );
  expect(tiles.findInUse()).toEqual(before);
  expect(folders()).toEqual(left);
});
