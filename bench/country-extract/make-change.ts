import type { Change, Changes } from "#server/import/changes/change-file.ts";
import { mergeChanges } from "#server/import/changes/merge-changes.ts";
import { OsmPbfFile } from "#server/import/pbf/osm-pbf-file.ts";
import type { PbfNode, PbfWay } from "#server/import/pbf/osm-pbf-writer.ts";

/*
 * `node bench/country-extract/make-change.ts SOURCE.osm.pbf TARGET.osm.pbf`: the extract of the next day. All over the
 * file, 20 toilets, 15 house numbers and 20 streets are changed, 10 house numbers and 10 footways added.
 */
const [source = "", target = ""] = process.argv.slice(2);

const toilets: PbfNode[] = [];
const houses: PbfNode[] = [];
const streets: PbfWay[] = [];
await using base = await OsmPbfFile.open(source);
await base.visit({
  node(id, longitude, latitude, tags) {
    const [longitudeE7, latitudeE7] = [longitude, latitude].map((at) => Math.round(at * 1e7));
    const node = { id, longitudeE7, latitudeE7, tags };
    if (tags.amenity === "toilets") toilets.push(node);
    else if (tags["addr:housenumber"] !== undefined) houses.push(node);
  },
  way(id, refs, tags) {
    if (tags.highway === "residential" && tags.name) streets.push({ id, refs: [...refs], tags });
  },
});

/** Some elements, evenly spread. */
function spread<Element>(elements: readonly Element[], count: number): Element[] {
  return Array.from(
    { length: count },
    (_, at) => elements[Math.floor(((at + 0.5) * elements.length) / count)],
  );
}

const nodes = new Map<number, Change<PbfNode>>();
const ways = new Map<number, Change<PbfWay>>();
const put = <Element extends { readonly id: number }>(
  changes: Map<number, Change<Element>>,
  element: Element,
) => void changes.set(element.id, { version: 2, element });

for (const toilet of spread(toilets, 20)) {
  put(nodes, { ...toilet, tags: { ...toilet.tags, wheelchair: "yes", fee: "no" } });
}
for (const house of spread(houses, 15)) {
  const number = `${house.tags["addr:housenumber"]}x`;
  put(nodes, { ...house, tags: { ...house.tags, "addr:housenumber": number } });
}
/** Beyond the ids of the file. */
let nextId = 4e9;
for (const house of spread(houses, 10)) {
  const tags = { ...house.tags, "addr:housenumber": "999" };
  put(nodes, { ...house, id: ++nextId, longitudeE7: house.longitudeE7 + 200, tags });
}
for (const street of spread(streets, 20)) {
  put(ways, { ...street, tags: { ...street.tags, name: `${street.tags.name} neu` } });
}
for (const street of spread(streets.slice(7), 10)) {
  put(ways, { ...street, id: ++nextId, tags: { highway: "footway" } });
}
const changes: Changes = { node: nodes, way: ways, relation: new Map() };
const state = { dataAt: new Date("2026-01-03"), sequence: null };
console.log(await mergeChanges({ base, changes, target, state }));
