import {
  OsmPbfFile,
  OsmPbfWriter,
  type PbfRelation,
  type PbfWay,
} from "#server/import/osm/osm-file.ts";
import type { OsmTags } from "#server/import/osm-element.ts";

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

const nodes: Node[] = [];
const ways: PbfWay[] = [];
const relations: PbfRelation[] = [];
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

using out = new OsmPbfWriter(target, { dataAt: new Date("2026-01-02") });
for (let copy = 0; copy < copies; copy++) {
  const shift = shiftOf(copy);
  const first = copy * nodesOfCopy;
  for (const [at, { lng, lat, tags }] of nodes.entries()) {
    out.node({
      id: first + at + 1,
      longitudeE7: lng + shift.lng,
      latitudeE7: lat + shift.lat,
      tags: tagsOf(tags ?? {}, copy),
    });
  }
  for (let extra = 0; extra < extraToilets; extra++) {
    const near = nodes[(extra * 7919 + copy * 104729) % nodes.length];
    out.node({
      id: first + nodes.length + extra + 1,
      longitudeE7: near.lng + shift.lng + 300,
      latitudeE7: near.lat + shift.lat + 300,
      tags: { amenity: "toilets", fee: extra % 3 === 0 ? "yes" : "no" },
    });
  }
}
for (let copy = 0; copy < copies; copy++) {
  for (const [at, { refs, tags }] of ways.entries()) {
    const known = refs.flatMap((ref) => numbers.node.get(ref) ?? []);
    out.way({
      id: copy * ways.length + at + 1,
      refs: known.map((number) => copy * nodesOfCopy + number),
      tags: tagsOf(tags, copy),
    });
  }
}
for (let copy = 0; copy < copies; copy++) {
  const firsts = {
    node: copy * nodesOfCopy,
    way: copy * ways.length,
    relation: copy * relations.length,
  };
  for (const [at, { members, tags }] of relations.entries()) {
    const known = members.map(({ kind, id, role }) => {
      const number = numbers[kind].get(id);
      // Members that the source lacks stay missing, under numbers that nothing has.
      return { kind, role, id: number === undefined ? 9e9 + id : firsts[kind] + number };
    });
    out.relation({ id: firsts.relation + at + 1, members: known, tags: tagsOf(tags, copy) });
  }
}
out.finish();

/** Tags of a copy: settlements are told apart by its number. */
function tagsOf(tags: OsmTags, copy: number): OsmTags {
  if (tags.name === undefined) return tags;
  const isNamedPlace = tags.place !== undefined || tags.boundary === "administrative";
  return isNamedPlace ? { ...tags, name: `${tags.name} ${copy + 1}` } : tags;
}
