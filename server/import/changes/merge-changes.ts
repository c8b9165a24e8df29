import { ImportFileError } from "#server/import/import-file-error.ts";
import { type OsmKind, type OsmVisitor, osmKinds } from "#server/import/osm-element.ts";
import type { BoundsE7, OsmPbfFile, PbfBlock, PbfHeader } from "#server/import/pbf/osm-pbf-file.ts";
import {
  OsmPbfWriter,
  type PbfNode,
  type PbfRelation,
  type PbfWay,
} from "#server/import/pbf/osm-pbf-writer.ts";
import type { Change, Changes } from "./change-file.ts";

/** Numbers of elements that a merge has changed in a file. */
export interface MergeCounts {
  added: number;
  changed: number;
  removed: number;
  /** Changes of elements elsewhere, which are not added. */
  elsewhere: number;
}

export interface Merge {
  readonly base: OsmPbfFile;
  readonly changes: Changes;
  /** Path of the file to be written. */
  readonly target: string;
  /** Time and number of the data after the changes. */
  readonly state: Pick<PbfHeader, "dataAt" | "sequence">;
  readonly onProgress?: (share: number) => void;
}

/**
 * Writes an extract anew with changes, in two passes over it: the first surveys its elements, the
 * second writes. Only the changes are in memory. Blocks without a change are copied unchanged.
 *
 * A change of an element of the extract always counts. Of the others the extract takes nodes within
 * its bounds, ways with at least one node that it has then, with all of their nodes, and relations
 * with at least one member that it has: changes elsewhere on the planet do not pile up in it. The
 * same changes again give the same file.
 *
 * @throws ImportFileError where the extract is not sorted by type and id
 */
export async function mergeChanges(merge: Merge): Promise<MergeCounts> {
  const { base, changes, target, state, onProgress = () => {} } = merge;
  const survey = await surveyBase(base, wantedIds(changes), (share) => onProgress(share / 2));
  const wanted = changesOfArea(changes, survey);
  const { replicationUrl } = base.header;
  const { bounds } = survey;
  const writer = new OsmPbfWriter(target, { ...state, replicationUrl, bounds });
  try {
    const merger = new Merger(writer, wanted);
    let at = 0;
    for await (const block of base.blocks((share) => onProgress((1 + share) / 2))) {
      merger.takeBlock(block, survey.lastKeys[at++]);
    }
    merger.finish();
    writer.finish();
    const all = osmKinds.reduce((count, kind) => count + changes[kind].size, 0);
    const { added, changed, removed } = merger;
    const taken = osmKinds.reduce((count, kind) => count + wanted[kind].size, 0);
    return { added, changed, removed, elsewhere: all - taken };
  } finally {
    writer[Symbol.dispose]();
  }
}

/** Position of an element in a sorted file. */
interface Key {
  readonly kind: OsmKind;
  readonly id: number;
}

function kindAt({ kind }: Pick<Key, "kind">): number {
  return osmKinds.indexOf(kind);
}

function compareKeys(one: Key, other: Key): number {
  return kindAt(one) - kindAt(other) || one.id - other.id;
}

type Ids = Readonly<Record<OsmKind, ReadonlySet<number>>>;

/** Ids of the changed elements, and of their nodes and members. */
function wantedIds(changes: Changes): Ids {
  const ids = {
    node: new Set(changes.node.keys()),
    way: new Set(changes.way.keys()),
    relation: new Set(changes.relation.keys()),
  };
  for (const { element } of changes.way.values())
    for (const ref of element?.refs ?? []) ids.node.add(ref);
  for (const { element } of changes.relation.values()) {
    for (const { kind, id } of element?.members ?? []) ids[kind].add(id);
  }
  return ids;
}

/** Contents of an extract. */
interface Survey {
  /** Wanted elements that it has. */
  readonly known: Ids;
  /** Bounds of its header, else of its nodes; null where it has none. */
  readonly bounds: BoundsE7 | null;
  /** Last element of each block; null for an empty block. */
  readonly lastKeys: readonly (Key | null)[];
}

async function surveyBase(
  base: OsmPbfFile,
  wanted: Ids,
  onProgress: (share: number) => void,
): Promise<Survey> {
  const known = { node: new Set<number>(), way: new Set<number>(), relation: new Set<number>() };
  const lastKeys: (Key | null)[] = [];
  const box = new GrowingBounds();
  let last: Key = { kind: "node", id: 0 };
  const see = (kind: OsmKind, id: number) => {
    const isSorted = kind === last.kind ? id > last.id : osmKinds.indexOf(kind) > kindAt(last);
    if (!isSorted) throw notSorted();
    last = { kind, id };
    if (wanted[kind].has(id)) known[kind].add(id);
  };
  const visitor: OsmVisitor = {
    position(id, longitudeE7, latitudeE7) {
      see("node", id);
      box.include(longitudeE7, latitudeE7);
    },
    way: (id) => see("way", id),
    relation: (id) => see("relation", id),
  };
  for await (const block of base.blocks(onProgress)) {
    const before = last;
    block.visit(visitor);
    lastKeys.push(last === before ? null : last);
  }
  return { known, lastKeys, bounds: base.header.bounds ?? box.bounds };
}

/** Rectangle around points. */
class GrowingBounds {
  #west = Number.POSITIVE_INFINITY;
  #south = Number.POSITIVE_INFINITY;
  #east = Number.NEGATIVE_INFINITY;
  #north = Number.NEGATIVE_INFINITY;

  include(longitudeE7: number, latitudeE7: number): void {
    this.#west = Math.min(this.#west, longitudeE7);
    this.#south = Math.min(this.#south, latitudeE7);
    this.#east = Math.max(this.#east, longitudeE7);
    this.#north = Math.max(this.#north, latitudeE7);
  }

  /** Null around no point at all. */
  get bounds(): BoundsE7 | null {
    const bounds = [this.#west, this.#south, this.#east, this.#north] as const;
    return Number.isFinite(this.#west) ? bounds : null;
  }
}

function notSorted(): ImportFileError {
  return new ImportFileError(
    "The kept extract is not sorted by type and id, so changes cannot be applied to it: import its file again.",
  );
}

/** Changes that an extract takes. */
function changesOfArea(changes: Changes, { known, bounds }: Survey): Changes {
  const isInside = ({ longitudeE7, latitudeE7 }: PbfNode) => {
    if (bounds === null) return false;
    const [west, south, east, north] = bounds;
    const isBetween = west <= longitudeE7 && longitudeE7 <= east;
    return isBetween && south <= latitudeE7 && latitudeE7 <= north;
  };
  const taken = {
    node: takeWanted(changes.node, known.node, isInside),
    way: new Map<number, Change<PbfWay>>(),
    relation: new Map<number, Change<PbfRelation>>(),
  };
  const isThere = (kind: OsmKind, id: number) =>
    known[kind].has(id) || taken[kind].get(id)?.element != null;
  const hasNode = ({ refs }: PbfWay) => refs.some((id) => isThere("node", id));
  const hasMember = ({ members }: PbfRelation) => members.some(({ kind, id }) => isThere(kind, id));
  // Added elements add others, until there are no more: a second run then changes nothing.
  for (let size = -1; size !== taken.way.size; ) {
    size = taken.way.size;
    taken.way = takeWanted(changes.way, known.way, hasNode);
    takeNodesOfWays(taken, changes);
  }
  for (let size = -1; size !== taken.relation.size; ) {
    size = taken.relation.size;
    taken.relation = takeWanted(changes.relation, known.relation, hasMember);
  }
  return taken;
}

/** Adds the changed nodes of added ways: no line ends at the bounds. */
function takeNodesOfWays(taken: Pick<Changes, "node" | "way">, changes: Changes): void {
  for (const { element } of taken.way.values()) {
    for (const ref of element?.refs ?? []) {
      const change = changes.node.get(ref);
      if (change?.element) taken.node.set(ref, change);
    }
  }
}

/** Changes of the elements of a file, and of new ones that it wants. */
function takeWanted<Element>(
  changes: ReadonlyMap<number, Change<Element>>,
  known: ReadonlySet<number>,
  isWanted: (element: Element) => boolean,
): Map<number, Change<Element>> {
  const found = [...changes].filter(
    ([id, { element }]) => known.has(id) || (element !== null && isWanted(element)),
  );
  return new Map(found);
}

type SortedChange =
  | (Key & { readonly kind: "node"; readonly element: PbfNode | null })
  | (Key & { readonly kind: "way"; readonly element: PbfWay | null })
  | (Key & { readonly kind: "relation"; readonly element: PbfRelation | null });

/** Writer of a file's elements with the changes between them. */
class Merger {
  readonly #writer: OsmPbfWriter;
  readonly #changes: readonly SortedChange[];
  /** First unwritten change. */
  #next = 0;
  /** Node whose tags may follow. */
  #node: PbfNode | null = null;
  added = 0;
  changed = 0;
  removed = 0;

  constructor(writer: OsmPbfWriter, changes: Changes) {
    this.#writer = writer;
    const all = osmKinds.flatMap((kind) =>
      [...changes[kind]].map(([id, { element }]) => ({ kind, id, element }) as SortedChange),
    );
    this.#changes = all.toSorted(compareKeys);
  }

  /** @param last last element of the block; null for an empty one, which is left out */
  takeBlock(block: PbfBlock, last: Key | null): void {
    if (last === null) return;
    const next = this.#changes[this.#next];
    if (next === undefined || compareKeys(next, last) > 0) {
      this.#writer.copy(block.packed);
      return;
    }
    block.visit({
      position: (id, longitudeE7, latitudeE7) => {
        this.#endNode();
        this.#node = { id, longitudeE7, latitudeE7, tags: {} };
      },
      node: (_id, _longitude, _latitude, tags) => {
        if (this.#node) this.#node = { ...this.#node, tags };
      },
      way: (id, refs, tags) => {
        this.#endNode();
        this.#take({ kind: "way", id, element: { id, refs, tags } });
      },
      relation: (id, members, tags) => {
        this.#endNode();
        this.#take({ kind: "relation", id, element: { id, members, tags } });
      },
    });
    this.#endNode();
  }

  /** Writes the changes after the last element. */
  finish(): void {
    while (this.#next < this.#changes.length) this.#add(this.#changes[this.#next++]);
  }

  #endNode(): void {
    const node = this.#node;
    this.#node = null;
    if (node) this.#take({ kind: "node", id: node.id, element: node });
  }

  /** Writes an element of the file, or the result of its change, after the changes before it. */
  #take(original: SortedChange): void {
    for (; this.#next < this.#changes.length; this.#next++) {
      const change = this.#changes[this.#next];
      const order = compareKeys(change, original);
      if (order > 0) break;
      if (order < 0) this.#add(change);
      else {
        this.#next++;
        if (change.element === null) this.removed++;
        else this.changed++;
        this.#write(change);
        return;
      }
    }
    this.#write(original);
  }

  #add(change: SortedChange): void {
    this.added++;
    this.#write(change);
  }

  #write({ kind, element }: SortedChange): void {
    if (element === null) return;
    if (kind === "node") this.#writer.node(element);
    else if (kind === "way") this.#writer.way(element);
    else this.#writer.relation(element);
  }
}
