import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { type OsmMember, osmKinds } from "#server/import/osm-element.ts";
import { type BoundsE7, OsmPbfFile } from "#server/import/pbf/osm-pbf-file.ts";
import {
  OsmPbfWriter,
  type PbfNode,
  type PbfRelation,
  type PbfWay,
} from "#server/import/pbf/osm-pbf-writer.ts";
import type { Change, Changes } from "./change-file.ts";
import { type MergeCounts, mergeChanges } from "./merge-changes.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-merge-"));
const basePath = join(folder, "base.osm.pbf");
const target = join(folder, "merged.osm.pbf");
afterAll(() => rmSync(folder, { recursive: true }));

/** All elements of a file by kind and id. */
interface Elements {
  readonly node: Map<number, PbfNode>;
  readonly way: Map<number, PbfWay>;
  readonly relation: Map<number, PbfRelation>;
}

const nothing = (): Elements => ({ node: new Map(), way: new Map(), relation: new Map() });

const inOrder = <Element>(elements: Map<number, Element>) =>
  [...elements].toSorted(([one], [other]) => one - other).map(([, element]) => element);

/** @param blockEnds ids after which a block of the file ends */
function writeBase(
  elements: Elements,
  bounds: BoundsE7 | null,
  blockEnds: readonly number[] = [],
): void {
  using writer = new OsmPbfWriter(basePath, { bounds, dataAt: new Date("2026-01-01") });
  const endBlock = ({ id }: { readonly id: number }) => {
    if (blockEnds.includes(id)) writer.finish();
  };
  for (const node of inOrder(elements.node)) {
    writer.node(node);
    endBlock(node);
  }
  for (const way of inOrder(elements.way)) {
    writer.way(way);
    endBlock(way);
  }
  for (const relation of inOrder(elements.relation)) writer.relation(relation);
  writer.finish();
}

const state = { dataAt: new Date("2026-01-02"), sequence: 7 };

async function merge(changes: Changes): Promise<MergeCounts> {
  await using base = await OsmPbfFile.open(basePath);
  return await mergeChanges({ base, changes, target, state });
}

/** Elements of a file, in its order. */
async function read(path: string) {
  await using file = await OsmPbfFile.open(path);
  const elements: (PbfNode | PbfWay | PbfRelation)[] = [];
  await file.visit({
    position: (id, longitudeE7, latitudeE7) =>
      void elements.push({ id, longitudeE7, latitudeE7, tags: {} }),
    node: (_id, _longitude, _latitude, tags) =>
      void elements.push({ ...elements.pop()!, tags: { ...tags } } as PbfNode),
    way: (id, refs, tags) => void elements.push({ id, refs: [...refs], tags: { ...tags } }),
    relation: (id, members, tags) =>
      void elements.push({ id, members: [...members], tags: { ...tags } }),
  });
  return { elements, header: file.header };
}

/** The rule of docs/decisions/051, with all elements in memory. */
function mergeNaively(base: Elements, changes: Changes, box: BoundsE7 | null): unknown[] {
  const positions = [...base.node.values()];
  const lngs = positions.map(({ longitudeE7 }) => longitudeE7);
  const lats = positions.map(({ latitudeE7 }) => latitudeE7);
  const around = [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
  const [west, south, east, north] = box ?? around;
  const merged = {
    node: new Map(base.node),
    way: new Map(base.way),
    relation: new Map(base.relation),
  };
  const seen = { node: new Set<number>(), way: new Set<number>(), relation: new Set<number>() };
  for (const kind of osmKinds) for (const id of base[kind].keys()) seen[kind].add(id);
  const touches = (element: PbfNode | PbfWay | PbfRelation) => {
    if ("longitudeE7" in element) {
      const { longitudeE7: lng, latitudeE7: lat } = element;
      return lng >= west && lng <= east && lat >= south && lat <= north;
    }
    if ("refs" in element) return element.refs.some((ref) => seen.node.has(ref));
    return element.members.some(({ kind, id }) => seen[kind].has(id));
  };
  const before = () => osmKinds.map((kind) => seen[kind].size).join();
  for (let last = ""; last !== before(); ) {
    last = before();
    for (const kind of osmKinds) {
      for (const [id, { element }] of changes[kind]) {
        if (element === null || !(seen[kind].has(id) || touches(element))) continue;
        seen[kind].add(id);
        if (!("refs" in element)) continue;
        for (const ref of element.refs) if (changes.node.get(ref)?.element) seen.node.add(ref);
      }
    }
  }
  for (const kind of osmKinds) {
    for (const [id, { element }] of changes[kind]) {
      if (element === null) merged[kind].delete(id);
      else if (seen[kind].has(id)) merged[kind].set(id, element as never);
    }
  }
  return osmKinds.flatMap((kind): unknown[] => inOrder<unknown>(merged[kind]));
}

const id = fc.integer({ min: 1, max: 12 });
const tags = fc.dictionary(fc.constantFrom("name", "highway"), fc.string(), { maxKeys: 2 });
const node: fc.Arbitrary<PbfNode> = fc.record({
  id,
  longitudeE7: fc.integer({ min: -20, max: 20 }),
  latitudeE7: fc.integer({ min: -20, max: 20 }),
  tags,
});
const way: fc.Arbitrary<PbfWay> = fc.record({ id, refs: fc.array(id, { maxLength: 4 }), tags });
const member: fc.Arbitrary<OsmMember> = fc.record({
  kind: fc.constantFrom(...osmKinds),
  id,
  role: fc.constantFrom("", "outer"),
});
const relation: fc.Arbitrary<PbfRelation> = fc.record({
  id,
  members: fc.array(member, { maxLength: 3 }),
  tags,
});

const someOf = <Element extends { readonly id: number }>(element: fc.Arbitrary<Element>) =>
  fc.array(element, { maxLength: 8 }).map((all) => new Map(all.map((one) => [one.id, one])));
const changesOf = <Element extends { readonly id: number }>(element: fc.Arbitrary<Element>) =>
  fc
    .array(fc.tuple(element, fc.boolean()), { maxLength: 8 })
    .map(
      (all) =>
        new Map<number, Change<Element>>(
          all.map(([one, isDeleted]) => [one.id, { version: 0, element: isDeleted ? null : one }]),
        ),
    );

const bases = fc.record({ node: someOf(node), way: someOf(way), relation: someOf(relation) });
const someChanges = fc.record({
  node: changesOf(node),
  way: changesOf(way),
  relation: changesOf(relation),
});
const boxes = fc.constantFrom<BoundsE7 | null>(null, [-10, -10, 10, 10]);

describe("changes merged with an extract", () => {
  it("give the same result as with all elements in memory, also when they are applied again", async () => {
    await fc.assert(
      fc.asyncProperty(
        ...[bases, someChanges, boxes, fc.array(id, { maxLength: 4 })],
        async (base, changes, box, blockEnds) => {
          // An extract without a node has no bounds.
          fc.pre(box !== null || base.node.size > 0);
          writeBase(base, box, blockEnds);
          await merge(changes);
          const first = await read(target);
          expect(JSON.stringify(first.elements)).toBe(
            JSON.stringify(mergeNaively(base, changes, box)),
          );
          const bytes = readFileSync(target);
          {
            await using again = await OsmPbfFile.open(target);
            await mergeChanges({ base: again, changes, target: basePath, state });
          }
          expect(await read(basePath)).toEqual(first);
          writeBase(base, box, blockEnds);
          await merge(changes);
          expect(readFileSync(target)).toEqual(bytes);
        },
      ),
      { seed: 1, numRuns: 30 },
    );
  });

  const at = (id: number, lng: number, lat: number): PbfNode => ({
    id,
    longitudeE7: lng * 1e7,
    latitudeE7: lat * 1e7,
    tags: {},
  });
  const set = <Element extends { readonly id: number }>(
    ...elements: readonly Element[]
  ): Map<number, Change<Element>> =>
    new Map(elements.map((element) => [element.id, { version: 1, element }]));
  const box = [16e7, 45e7, 23e7, 49e7] as const;

  it("add new nodes within the bounds, and elsewhere only those of added ways", async () => {
    writeBase({ ...nothing(), node: new Map([[1, at(1, 19, 47)]]) }, box);
    const counts = await merge({
      // On the edge, beyond it, beyond it.
      node: set(at(2, 16, 49), at(3, 15.9999999, 47), at(4, 15, 47), at(5, 2, 48)),
      way: set(
        { id: 10, refs: [1, 3], tags: { highway: "path" } },
        { id: 11, refs: [5, 6], tags: { highway: "path" } },
      ),
      relation: set({ id: 20, members: [{ kind: "way", id: 11, role: "" } as const], tags: {} }),
    });
    const { elements } = await read(target);
    expect(elements.map(({ id }) => id)).toEqual([1, 2, 3, 10]);
    expect(counts).toEqual({ added: 3, changed: 0, removed: 0, elsewhere: 4 });
  });

  it("remove and move existing elements, and count them", async () => {
    writeBase(
      {
        node: new Map([1, 2, 3].map((id) => [id, at(id, 19, 47)])),
        way: new Map([[10, { id: 10, refs: [1, 2], tags: {} }]]),
        relation: new Map(),
      },
      box,
    );
    const gone = { version: 2, element: null };
    const counts = await merge({
      // Moved out of the bounds, removed, never there.
      node: new Map([...set(at(1, 5, 47)), [2, gone] as const, [99, gone] as const]),
      way: new Map([[10, gone]]),
      relation: new Map(),
    });
    expect((await read(target)).elements).toEqual([at(1, 5, 47), at(3, 19, 47)]);
    expect(counts).toEqual({ added: 0, changed: 1, removed: 2, elsewhere: 1 });
  });

  it("preserve the bounds and the source of the extract, and update its date and number", async () => {
    const replicationUrl = "https://download.example/updates";
    {
      using writer = new OsmPbfWriter(basePath, { bounds: box, replicationUrl, sequence: 6 });
      writer.node(at(1, 19, 47));
      writer.finish();
    }
    await merge({ node: new Map(), way: new Map(), relation: new Map() });
    const { header, elements } = await read(target);
    expect(header).toEqual({ ...state, bounds: box, replicationUrl });
    expect(elements).toEqual([at(1, 19, 47)]);
  });

  it.each([
    ["a node after a way", [1, "way", 2]],
    ["a smaller id after a larger one", [2, 1]],
    ["the same id again", [2, 2]],
  ])("are refused by an extract that is not sorted: %s", async (_what, order) => {
    {
      using writer = new OsmPbfWriter(basePath);
      for (const entry of order) {
        if (typeof entry === "number") writer.node(at(entry, 19, 47));
        else writer.way({ id: 1, refs: [1], tags: {} });
      }
      writer.finish();
    }
    const merged = merge({ node: new Map(), way: new Map(), relation: new Map() });
    await expect(merged).rejects.toThrow(/is not sorted by type and id/);
    await expect(merged).rejects.toThrow(ImportFileError);
  });
});
