import { ImportFileError } from "#server/import/import-file-error.ts";
import { type OsmTags, type OsmVisitor, osmKinds } from "#server/import/osm-element.ts";
import type { OnProgress, OsmPbfFile } from "./osm-pbf-file.ts";
import { OsmPbfWriter, type PbfNode, type PbfRelation, type PbfWay } from "./osm-pbf-writer.ts";

/** Maximum number of elements of a kind, which bounds time and memory. */
const maxElements = 2_000_000;
/** Number of elements in memory at once; the file is read once for each time so many of a kind. */
const elementsAtOnce = 250_000;

/**
 * Writes the elements of a file sorted by kind and id. Of an element that comes several times the last one with
 * tags counts, since programs write it once more without them, for the nodes of its ways.
 *
 * @throws ImportFileError where it has too many elements
 */
export async function sortOsmPbf(
  file: OsmPbfFile,
  target: string,
  onProgress: OnProgress = () => {},
  limit = maxElements,
): Promise<void> {
  using writer = new OsmPbfWriter(target, file.header);
  const job = (at: number) => ({
    file,
    limit,
    onProgress: (share: number) => onProgress((at + share) / osmKinds.length),
  });
  await sortKind(job(0), nodesOf, (node) => writer.node(node));
  await sortKind(job(1), waysOf, (way) => writer.way(way));
  await sortKind(job(2), relationsOf, (relation) => writer.relation(relation));
  writer.finish();
}

interface SortJob {
  readonly file: OsmPbfFile;
  readonly limit: number;
  readonly onProgress: OnProgress;
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

async function sortKind<Element extends { readonly id: number; readonly tags: OsmTags }>(
  { file, limit, onProgress }: SortJob,
  visitorOf: VisitorOf<Element>,
  write: (element: Element) => void,
): Promise<void> {
  const ids: number[] = [];
  await file.visit(
    visitorOf(({ id }) => {
      if (id === ids.at(-1)) return;
      if (ids.length === limit) throw tooMany(limit);
      ids.push(id);
    }),
  );
  const sorted = Float64Array.from(ids).sort();
  for (let at = 0; at < sorted.length; at += elementsAtOnce) {
    const [from, to = Number.POSITIVE_INFINITY] = [sorted[at], sorted.at(at + elementsAtOnce)];
    const elements = new Map<number, Element>();
    await file.visit(
      visitorOf((element) => {
        const { id, tags } = element;
        if (id < from || id >= to) return;
        const known = elements.get(id);
        if (known === undefined || hasTags(tags) || !hasTags(known.tags)) elements.set(id, element);
      }),
      (share) => onProgress((at + share * elementsAtOnce) / (sorted.length + elementsAtOnce)),
    );
    for (const id of [...elements.keys()].sort((one, other) => one - other)) {
      write(elements.get(id)!);
    }
  }
  onProgress(1);
}

function hasTags(tags: OsmTags): boolean {
  return Object.keys(tags).length > 0;
}

function tooMany(limit: number): ImportFileError {
  return new ImportFileError(
    `Its elements are not sorted by kind and id, and it has more than ${limit} of a kind, too many to be sorted here: sort it with \`osmium sort\` and import the result.`,
  );
}
