import type { OsmVisitor } from "#server/import/osm-element.ts";
import type { OsmPbfFile } from "./osm-pbf-file.ts";
import { OsmPbfWriter, type PbfNode, type PbfRelation, type PbfWay } from "./osm-pbf-writer.ts";

/** Number of elements in memory at once; the file is read once for each time so many of a kind. */
const elementsAtOnce = 250_000;

/**
 * Writes the elements of a file sorted by kind and id, as `osmium sort` does. Of an element that comes
 * several times the last one counts.
 */
export async function sortOsmPbf(file: OsmPbfFile, target: string): Promise<void> {
  using writer = new OsmPbfWriter(target, file.header);
  await sortKind(file, nodesOf, (node) => writer.node(node));
  await sortKind(file, waysOf, (way) => writer.way(way));
  await sortKind(file, relationsOf, (relation) => writer.relation(relation));
  writer.finish();
}

type VisitorOf<Element> = (put: (element: Element) => void) => OsmVisitor;

/** A node is put as a point first, and then once more with its tags, if it has any. */
const nodesOf: VisitorOf<PbfNode> = (put) => {
  let point: PbfNode;
  return {
    position(id, longitudeE7, latitudeE7) {
      point = { id, longitudeE7, latitudeE7, tags: {} };
      put(point);
    },
    node: (_id, _longitude, _latitude, tags) => put({ ...point, tags }),
  };
};

const waysOf: VisitorOf<PbfWay> = (put) => ({ way: (id, refs, tags) => put({ id, refs, tags }) });

const relationsOf: VisitorOf<PbfRelation> = (put) => ({
  relation: (id, members, tags) => put({ id, members, tags }),
});

async function sortKind<Element extends { readonly id: number }>(
  file: OsmPbfFile,
  visitorOf: VisitorOf<Element>,
  write: (element: Element) => void,
): Promise<void> {
  const ids: number[] = [];
  await file.visit(visitorOf(({ id }) => ids.push(id)));
  const sorted = Float64Array.from(ids).sort();
  for (let at = 0; at < sorted.length; at += elementsAtOnce) {
    const [from, to = Number.POSITIVE_INFINITY] = [sorted[at], sorted.at(at + elementsAtOnce)];
    const elements = new Map<number, Element>();
    await file.visit(
      visitorOf((element) => {
        if (element.id >= from && element.id < to) elements.set(element.id, element);
      }),
    );
    for (const id of [...elements.keys()].sort((one, other) => one - other)) {
      write(elements.get(id)!);
    }
  }
}
