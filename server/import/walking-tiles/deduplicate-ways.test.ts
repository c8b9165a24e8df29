import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PbfWriter } from "pbf";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { DamagedExtract } from "#server/import/extract-files.ts";
import { OsmPbfFile, OsmPbfWriter } from "#server/import/osm/osm-file.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { deduplicateWays } from "./deduplicate-ways.ts";

const root = mkdtempSync(join(tmpdir(), "mosdo-deduplicate-ways-"));
afterAll(() => rmSync(root, { recursive: true }));

let folder: string;
let count = 0;
beforeEach(() => {
  folder = join(root, String(++count));
  mkdirSync(folder);
});

type Ways = Readonly<Record<number, readonly number[]>>;

/**
 * An extract of these ways, with all of their nodes, and a toilet, so that there are nodes with
 * tags.
 */
function extractOf(ways: Ways, name = "street"): TestExtract {
  const ids = Object.values(ways).flat();
  return {
    nodes: {
      ...Object.fromEntries(ids.map((id) => [id, [19 + id / 1e4, 47.5] as const])),
      900: [19, 47, { amenity: "toilets" }],
    },
    ways: Object.fromEntries(
      Object.entries(ways).map(([id, refs]) => [id, [refs, { highway: "footway", name }]]),
    ),
    relations: { 700: [Object.keys(ways).map(Number), { type: "route" }] },
  };
}

/** Writes the extracts to files, the first named `a`, and returns the files of the ways. */
function writeOnce(...extracts: readonly TestExtract[]) {
  const sources = extracts.map((extract, at) => {
    const name = String.fromCharCode(97 + at);
    const path = join(folder, `${name}.pbf`);
    writeFileSync(path, writeOsmPbf(extract));
    return { name, version: "1", path };
  });
  return deduplicateWays(sources, folder);
}

interface Content {
  readonly ways: readonly (readonly [id: number, refs: string, name: string])[];
  readonly nodes: number;
  readonly toilets: number;
  readonly relations: number;
}

async function read(path: string): Promise<Content> {
  await using file = await OsmPbfFile.open(path);
  const ways: (readonly [number, string, string])[] = [];
  const counts = { nodes: 0, toilets: 0, relations: 0 };
  await file.visit({
    position: () => void counts.nodes++,
    node: () => void counts.toilets++,
    way: (id, refs, tags) => void ways.push([id, refs.join(" "), tags.name]),
    relation: () => void counts.relations++,
  });
  return { ways, ...counts };
}

/** The ways of one file beside another that goes before it. */
async function waysBeside(first: Ways, second: Ways) {
  const [, path] = await writeOnce(extractOf(first), extractOf(second));
  return (await read(path)).ways.map(([id, refs]) => [id, refs]);
}

describe("files with each stretch of a way once", () => {
  it.each([
    ["one extract", [extractOf({ 1: [1, 2] })]],
    ["extracts without a common way", [extractOf({ 1: [1, 2] }), extractOf({ 2: [2, 3] })]],
  ])("are those of %s themselves", async (_, extracts) => {
    const paths = await writeOnce(...extracts);
    expect(paths).toEqual(
      ["a.pbf", "b.pbf"].slice(0, extracts.length).map((one) => join(folder, one)),
    );
  });

  it.each<[string, readonly number[], readonly number[], readonly string[]]>([
    ["the same in both", [1, 2, 3], [1, 2, 3], []],
    ["drawn the other way round", [1, 2, 3], [3, 2, 1], []],
    ["cut off in the second", [1, 2, 3], [2, 3], []],
    ["cut off in the first", [1, 2], [1, 2, 3], ["2 3"]],
    ["cut off in the first at both ends", [2, 3], [1, 2, 3, 4], ["1 2", "3 4"]],
    ["cut off in each, with a stretch in both", [1, 2, 3], [2, 3, 4], ["3 4"]],
    ["cut off in each, with a node in both", [1, 2], [2, 3], ["2 3"]],
    ["cut off in each, with nothing in both", [1, 2], [3, 4], ["3 4"]],
    ["with one more node in the second", [1, 2, 3], [1, 9, 2, 3], ["1 9 2"]],
    ["a circle, cut off in the first", [1, 2, 3], [1, 2, 3, 1], ["3 1"]],
  ])("have of a way %s only what the first lacks", async (_, first, second, expected) => {
    const output = await waysBeside({ 5: first, 8: [1, 7] }, { 5: second, 6: [3, 4] });
    expect(output).toEqual([...expected.map((refs) => [5, refs]), [6, "3 4"]]);
  });

  it("have all other elements of a file that is written anew", async () => {
    const second = extractOf({ 5: [1, 2], 6: [3, 4] });
    const [, path] = await writeOnce(extractOf({ 5: [1, 2] }), second);
    expect(await read(path)).toEqual({
      ways: [[6, "3 4", "street"]],
      nodes: 5,
      toilets: 1,
      relations: 1,
    });
  });

  it("have the nodes of a block that also has ways", async () => {
    const path = join(folder, "mixed.pbf");
    {
      using writer = new OsmPbfWriter(path, { dataAt: new Date("2025-01-01") });
      writer.copy(mixedBlock());
      writer.finish();
    }
    const first = join(folder, "first.pbf");
    writeFileSync(first, writeOsmPbf(extractOf({ 5: [1, 2] })));
    const sources = [first, path].map((file, at) => ({ name: `x${at}`, version: "1", path: file }));
    const [, copy] = await deduplicateWays(sources, folder);
    expect(await read(copy)).toEqual({ ways: [], nodes: 2, toilets: 0, relations: 0 });
  });

  it("name the extract that the file system does not read", async () => {
    const sound = join(folder, "sound.pbf");
    writeFileSync(sound, writeOsmPbf(extractOf({ 5: [1, 2] })));
    // Opening a folder succeeds, as with a bad disk; reading it fails.
    const sources = [sound, folder].map((path, at) => ({ name: `x${at}`, version: "1", path }));
    const written = deduplicateWays(sources, folder);
    await expect(written).rejects.toThrow(/The stored file of x1 is damaged.*EISDIR/);
    await expect(written).rejects.toThrow(DamagedExtract);
  });

  it("have a way in the newest version", async () => {
    const old = { ...extractOf({ 5: [1, 2], 6: [3, 4] }, "old"), dataAt: new Date("2025-12-31") };
    const paths = await writeOnce(old, extractOf({ 5: [1, 2] }, "new"));
    const found = await Promise.all(paths.map(read));
    expect(found.flatMap(({ ways }) => ways)).toEqual([
      [5, "1 2", "new"],
      [6, "3 4", "old"],
    ]);
  });

  it("have of a way in three files each stretch from the first that has it", async () => {
    const lines = [
      [1, 2],
      [2, 3],
      [1, 2, 3, 4],
    ].map((refs) => extractOf({ 5: refs }));
    const found = await Promise.all((await writeOnce(...lines)).map(read));
    expect(found.map(({ ways }) => ways.map(([, refs]) => refs))).toEqual([
      ["1 2"],
      ["2 3"],
      ["3 4"],
    ]);
  });
});

/** A packed block of nodes 1 and 2 and of way 5 between them, without tags. */
function mixedBlock(): Uint8Array {
  const content = new PbfWriter();
  content.writeMessage(1, (_, table) => table.writeStringField(1, ""), null);
  const writeDenseNodes = (_: null, nodes: PbfWriter) => {
    for (const field of [1, 8, 9]) nodes.writePackedSVarint(field, [1, 1]);
  };
  const writeWay = (_: null, way: PbfWriter) => {
    way.writeVarintField(1, 5);
    way.writePackedSVarint(8, [1, 1]);
  };
  content.writeMessage(2, (_, group) => group.writeMessage(2, writeDenseNodes, null), null);
  content.writeMessage(2, (_, group) => group.writeMessage(3, writeWay, null), null);
  const packed = new PbfWriter();
  packed.writeBytesField(1, content.finish());
  return packed.finish();
}
