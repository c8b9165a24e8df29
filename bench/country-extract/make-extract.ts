import { closeSync, openSync, writeSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { PbfWriter } from "pbf";
import { type OsmMember, type OsmTags, osmKinds } from "#server/import/osm-element.ts";
import { OsmPbfFile } from "#server/import/pbf/osm-pbf-file.ts";

/*
 * `node bench/country-extract/make-extract.ts SOURCE.osm.pbf TARGET.osm.pbf [COPIES]`: an extract of a country's
 * size, of real shapes: all of a small extract again and again, side by side over Hungary. With 210 copies of
 * Liechtenstein it has 30 million nodes, 3.2 million ways and 210,000 addresses. The same call makes the same
 * file. Names of settlements get the copy's number; toilets are added until there are some 10,000.
 */
const [source = "", target = "", copiesText = "210"] = process.argv.slice(2);
const copies = Number(copiesText);

interface Node {
  readonly id: number;
  readonly lng: number;
  readonly lat: number;
  readonly tags: OsmTags | null;
}

interface Way {
  readonly id: number;
  readonly refs: readonly number[];
  readonly tags: OsmTags;
}

interface Relation {
  readonly id: number;
  readonly members: readonly OsmMember[];
  readonly tags: OsmTags;
}

const nodes: Node[] = [];
const ways: Way[] = [];
const relations: Relation[] = [];
{
  await using file = await OsmPbfFile.open(source);
  const tagged = new Map<number, OsmTags>();
  await file.visit({ node: (id, _lng, _lat, tags) => void tagged.set(id, tags) });
  await file.visit({
    position: (id, lng, lat) => void nodes.push({ id, lng, lat, tags: tagged.get(id) ?? null }),
    way: (id, refs, tags) => void ways.push({ id, refs: [...refs], tags }),
    relation: (id, members, tags) => void relations.push({ id, members: [...members], tags }),
  });
}

/** Ids from 1 on, in order, so that those of each copy follow those of the one before. */
const numbersOf = (elements: readonly { id: number }[]) =>
  new Map(elements.map(({ id }, at) => [id, at + 1]));
const numbers = { node: numbersOf(nodes), way: numbersOf(ways), relation: numbersOf(relations) };
const extraToilets = Math.max(0, Math.round(10_000 / 210) - nodes.filter(isToilet).length);
const nodesOfCopy = nodes.length + extraToilets;

function isToilet({ tags }: Node): boolean {
  return tags?.amenity === "toilets";
}

/** Columns of copies over Hungary, and how far they are from each other, in units of 1e-7 degrees. */
const columns = 28;
const step = { lng: 0.24e7, lat: 0.36e7 };
const corner = { lng: 16.1e7, lat: 45.75e7 };
const west = nodes.reduce((least, { lng }) => Math.min(least, lng), Number.POSITIVE_INFINITY);
const south = nodes.reduce((least, { lat }) => Math.min(least, lat), Number.POSITIVE_INFINITY);

const shiftOf = (copy: number) => ({
  lng: Math.round(corner.lng + (copy % columns) * step.lng - west),
  lat: Math.round(corner.lat + Math.floor(copy / columns) * step.lat - south),
});

/** Elements of a block, as the format advises. */
const blockElements = 8000;

const out = openSync(target, "w");
writeHeader();
writeAll("nodes", function* () {
  for (let copy = 0; copy < copies; copy++) {
    const shift = shiftOf(copy);
    const first = copy * nodesOfCopy;
    for (const [at, { lng, lat, tags }] of nodes.entries()) {
      yield {
        id: first + at + 1,
        lng: lng + shift.lng,
        lat: lat + shift.lat,
        tags: tagsOf(tags, copy),
      };
    }
    for (let extra = 0; extra < extraToilets; extra++) {
      const near = nodes[(extra * 7919 + copy * 104729) % nodes.length];
      const id = first + nodes.length + extra + 1;
      const tags = { amenity: "toilets", fee: extra % 3 === 0 ? "yes" : "no" };
      yield { id, lng: near.lng + shift.lng + 300, lat: near.lat + shift.lat + 300, tags };
    }
  }
});
writeAll("ways", function* () {
  for (let copy = 0; copy < copies; copy++) {
    for (const [at, { refs, tags }] of ways.entries()) {
      const known = refs.flatMap((ref) => numbers.node.get(ref) ?? []);
      const id = copy * ways.length + at + 1;
      yield {
        id,
        refs: known.map((number) => copy * nodesOfCopy + number),
        tags: tagsOf(tags, copy),
      };
    }
  }
});
writeAll("relations", function* () {
  for (let copy = 0; copy < copies; copy++) {
    const firsts = {
      node: copy * nodesOfCopy,
      way: copy * ways.length,
      relation: copy * relations.length,
    };
    for (const [at, { members, tags }] of relations.entries()) {
      const known = members.flatMap(({ kind, id, role }) => {
        const number = numbers[kind].get(id);
        // Members that the source lacks stay missing, under numbers that nothing has.
        return [{ kind, role, id: number === undefined ? 9e9 + id : firsts[kind] + number }];
      });
      yield { id: firsts.relation + at + 1, members: known, tags: tagsOf(tags, copy) };
    }
  }
});
closeSync(out);

/** Tags of a copy: settlements are told apart by its number. */
function tagsOf<Tags extends OsmTags | null>(tags: Tags, copy: number): Tags {
  if (tags === null || tags.name === undefined) return tags;
  const isNamedPlace = tags.place !== undefined || tags.boundary === "administrative";
  return isNamedPlace ? { ...tags, name: `${tags.name} ${copy + 1}` } : tags;
}

type Kind = "nodes" | "ways" | "relations";

function writeAll<Element>(kind: Kind, elements: () => Generator<Element>): void {
  let block: Element[] = [];
  const flush = () => {
    if (block.length > 0) writeBlob("OSMData", blockOf(kind, block));
    block = [];
  };
  for (const element of elements()) {
    block.push(element);
    if (block.length === blockElements) flush();
  }
  flush();
}

function writeHeader(): void {
  const header = new PbfWriter();
  for (const feature of ["OsmSchema-V0.6", "DenseNodes"]) header.writeStringField(4, feature);
  header.writeVarintField(32, Date.UTC(2026, 0, 2) / 1000);
  writeBlob("OSMHeader", header.finish());
}

function writeBlob(type: string, content: Uint8Array): void {
  const body = new PbfWriter();
  body.writeVarintField(2, content.length);
  body.writeBytesField(3, deflateSync(content));
  const bytes = body.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, bytes.length);
  const headerBytes = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headerBytes.length);
  for (const part of [length, headerBytes, bytes]) writeSync(out, part);
}

function blockOf(kind: Kind, elements: readonly unknown[]): Uint8Array {
  const texts = new Map<string, number>([["", 0]]);
  const strings = (text: string) => {
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return known;
  };
  const group = new PbfWriter();
  if (kind === "nodes") {
    group.writeMessage(2, writeNodes, { nodes: elements as Node[], strings });
  } else {
    for (const element of elements) {
      if (kind === "ways") group.writeMessage(3, writeWay, { ...(element as Way), strings });
      else group.writeMessage(4, writeRelation, { ...(element as Relation), strings });
    }
  }
  const writer = new PbfWriter();
  writer.writeMessage(
    1,
    (all: Iterable<string>, table) => {
      for (const text of all) table.writeStringField(1, text);
    },
    texts.keys(),
  );
  writer.writeBytesField(2, group.finish());
  return writer.finish();
}

type Strings = (text: string) => number;

function writeNodes(
  { nodes: some, strings }: { nodes: Node[]; strings: Strings },
  writer: PbfWriter,
) {
  const tags = some.flatMap((node) => [
    ...Object.entries(node.tags ?? {}).flatMap(([key, value]) => [strings(key), strings(value)]),
    0,
  ]);
  writer.writePackedSVarint(1, differences(some.map(({ id }) => id)));
  writer.writePackedSVarint(8, differences(some.map(({ lat }) => lat)));
  writer.writePackedSVarint(9, differences(some.map(({ lng }) => lng)));
  writer.writePackedVarint(10, tags);
}

function writeTags(tags: OsmTags, strings: Strings, writer: PbfWriter) {
  writer.writePackedVarint(2, Object.keys(tags).map(strings));
  writer.writePackedVarint(3, Object.values(tags).map(strings));
}

function writeWay({ id, refs, tags, strings }: Way & { strings: Strings }, writer: PbfWriter) {
  writer.writeVarintField(1, id);
  writeTags(tags, strings, writer);
  writer.writePackedSVarint(8, differences(refs));
}

function writeRelation(relation: Relation & { strings: Strings }, writer: PbfWriter) {
  const { id, members, tags, strings } = relation;
  writer.writeVarintField(1, id);
  writeTags(tags, strings, writer);
  writer.writePackedVarint(
    8,
    members.map(({ role }) => strings(role)),
  );
  writer.writePackedSVarint(9, differences(members.map((member) => member.id)));
  writer.writePackedVarint(
    10,
    members.map(({ kind }) => osmKinds.indexOf(kind)),
  );
}

function differences(numbers: readonly number[]): number[] {
  return numbers.map((number, at) => number - (numbers[at - 1] ?? 0));
}
