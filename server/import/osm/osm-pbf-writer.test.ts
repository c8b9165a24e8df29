import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OsmMember, type OsmTags, osmKinds } from "#server/import/osm-element.ts";
import { OsmPbfFile } from "./osm-pbf-file.ts";
import {
  OsmPbfWriter,
  type PbfNode,
  type PbfRelation,
  type PbfWay,
  sortOsmPbf,
} from "./osm-pbf-writer.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-pbf-"));
const path = join(folder, "written.osm.pbf");
afterAll(() => rmSync(folder, { recursive: true }));

interface Elements {
  readonly nodes: readonly PbfNode[];
  readonly ways: readonly PbfWay[];
  readonly relations: readonly PbfRelation[];
}

function write({ nodes, ways, relations }: Elements): void {
  using writer = new OsmPbfWriter(path);
  for (const node of nodes) writer.node(node);
  for (const way of ways) writer.way(way);
  for (const relation of relations) writer.relation(relation);
  writer.finish();
}

async function read(): Promise<Elements> {
  await using file = await OsmPbfFile.open(path);
  const [nodes, ways, relations]: [PbfNode[], PbfWay[], PbfRelation[]] = [[], [], []];
  await file.visit({
    position: (id, longitudeE7, latitudeE7) =>
      void nodes.push({ id, longitudeE7, latitudeE7, tags: {} }),
    node: (_id, _longitude, _latitude, tags) =>
      void nodes.push({ ...nodes.pop()!, tags: { ...tags } }),
    way: (id, refs, tags) => void ways.push({ id, refs: [...refs], tags: { ...tags } }),
    relation: (id, members, tags) =>
      void relations.push({ id, members: [...members], tags: { ...tags } }),
  });
  return { nodes, ways, relations };
}

const id = fc.oneof(
  fc.integer({ min: 1, max: 50 }),
  fc.integer({ min: 1, max: 999_999_999_999_999 }),
);
// The database stores no NUL, and half of a surrogate pair is not text.
const text = fc.string({ unit: "grapheme", maxLength: 20 }).map((all) => all.replaceAll("\0", ""));
const tags: fc.Arbitrary<OsmTags> = fc.dictionary(text, text, { maxKeys: 4 });
const member: fc.Arbitrary<OsmMember> = fc.record({
  kind: fc.constantFrom(...osmKinds),
  id,
  role: text,
});

function sorted<Element extends { readonly id: number }>(element: fc.Arbitrary<Element>) {
  return fc
    .uniqueArray(element, { selector: (one) => one.id, maxLength: 30 })
    .map((all) => all.toSorted((one, other) => one.id - other.id));
}

const elements = fc.record({
  nodes: sorted(
    fc.record({
      id,
      longitudeE7: fc.integer({ min: -180e7, max: 180e7 }),
      latitudeE7: fc.integer({ min: -90e7, max: 90e7 }),
      tags,
    }),
  ),
  ways: sorted(fc.record({ id, refs: fc.array(id), tags })),
  relations: sorted(fc.record({ id, members: fc.array(member), tags })),
});

describe("a written extract", () => {
  it("is read back unchanged, element by element", async () => {
    await fc.assert(
      fc.asyncProperty(elements, async (given) => {
        write(given);
        const found = await read();
        expect(JSON.stringify(found)).toBe(JSON.stringify(given));
      }),
      { seed: 1, numRuns: 20 },
    );
  });

  it("has blocks of at most 8,000 elements, fewer where they are large", async () => {
    const texts = Array.from({ length: 9000 }, (_, n) => ({ name: `${n}`.padEnd(1500, "ő") }));
    const nodes = texts.map((_, n) => ({ id: n + 1, longitudeE7: n, latitudeE7: -n, tags: {} }));
    const ways = texts.slice(0, 2500).map((tags, n) => ({ id: n + 1, refs: [n + 1, 1], tags }));
    write({ nodes, ways, relations: [] });
    await using file = await OsmPbfFile.open(path);
    const counts: { node: number; way: number }[] = [];
    for await (const block of file.blocks()) {
      const count = { node: 0, way: 0 };
      block.visit({ position: () => void count.node++, way: () => void count.way++ });
      counts.push(count);
    }
    expect(counts.slice(0, 2)).toEqual([
      { node: 8000, way: 0 },
      { node: 1000, way: 0 },
    ]);
    const ofWays = counts.slice(2).map(({ way }) => way);
    expect(Math.max(...ofWays)).toBeLessThan(2000);
    expect(ofWays.reduce((sum, count) => sum + count)).toBe(2500);
    expect((await read()).ways).toEqual(ways);
  });

  it("contains the time of its data and its bounds", async () => {
    const header = {
      dataAt: new Date("2026-11-23T21:20:02Z"),
      bounds: [-180e7, -45e7, 16.1e7, 48.5e7],
    } as const;
    using writer = new OsmPbfWriter(path, header);
    writer.finish();
    await using file = await OsmPbfFile.open(path);
    expect(file.header).toEqual(header);
  });

  it("omits unknown fields", async () => {
    using writer = new OsmPbfWriter(path);
    writer.finish();
    await using file = await OsmPbfFile.open(path);
    expect(file.header).toEqual({ dataAt: null, bounds: null });
  });
});

const sortFolder = mkdtempSync(join(tmpdir(), "mosdo-sort-"));
const given = join(sortFolder, "given.osm.pbf");
const target = join(sortFolder, "sorted.osm.pbf");
const place = { longitudeE7: 190_000_000, latitudeE7: 470_000_000 };
const toiletTags = { amenity: "toilets" };

beforeAll(() => {
  using writer = new OsmPbfWriter(given);
  // As Overpass answers `out body; >; out skel qt;`.
  writer.way({ id: 9, refs: [2, 1], tags: toiletTags });
  writer.relation({ id: 5, members: [], tags: toiletTags });
  writer.node({ id: 2, ...place, tags: { name: "former" } });
  writer.node({ id: 2, ...place, tags: toiletTags });
  writer.node({ id: 2, ...place, tags: {} });
  writer.node({ id: 1, ...place, tags: {} });
  writer.way({ id: 9, refs: [2, 1], tags: {} });
  writer.relation({ id: 5, members: [], tags: {} });
  writer.finish();
});
afterAll(() => rmSync(sortFolder, { recursive: true }));

describe("sorting", () => {
  it("keeps the tags of an element that comes once more without them", async () => {
    await using file = await OsmPbfFile.open(given);
    const shares: number[] = [];
    await sortOsmPbf(file, target, (share) => shares.push(share));
    await using sorted = await OsmPbfFile.open(target);
    const seen: unknown[] = [];
    await sorted.visit({
      position: (id) => seen.push(`node/${id}`),
      node: (id, _longitude, _latitude, nodeTags) => seen.push([id, { ...nodeTags }]),
      way: (id, _refs, wayTags) => seen.push([id, { ...wayTags }]),
      relation: (id, _members, relationTags) => seen.push([id, { ...relationTags }]),
    });
    expect(seen).toEqual(["node/1", "node/2", [2, toiletTags], [9, toiletTags], [5, toiletTags]]);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBe(1);
  });

  it("refuses more elements of a kind than it can hold", async () => {
    await using file = await OsmPbfFile.open(given);
    const sortedFile = sortOsmPbf(file, target, undefined, 1);
    await expect(sortedFile).rejects.toThrow(/more than 1 of a kind.*osmium sort/);
  });
});
