import type { Coordinates } from "#domain/geography/coordinates.ts";
import { lowerBound } from "#domain/place-index/lower-bound.ts";
import { isRing, joinRings, type Line, middleOf, middleOfArea } from "#server/geometry/line.ts";
import { isMarkedGone, isToilets } from "#server/import/is-toilets.ts";
import type { OnProgress, OsmPbfFile } from "#server/import/osm/osm-file.ts";
import {
  type OsmElement,
  type OsmKind,
  type OsmMember,
  type OsmTags,
  osmKinds,
} from "#server/import/osm-element.ts";
import {
  isAddress,
  isBoundary,
  isInterpolation,
  isPlaceNode,
  isStreet,
  landmarkKindOf,
} from "./wanted-elements.ts";

export interface RelationMembers {
  readonly id: number;
  readonly tags: OsmTags;
  readonly members: readonly OsmMember[];
}

/** Element that is a toilet, or marks one as gone. */
interface PlacedToilet {
  readonly osmId: string;
  /** The point, or the middle of the outline; null where that is incomplete in the file. */
  readonly position: Coordinates | null;
  readonly tags: OsmTags;
}

/** Toilets of a file, and shapes of the ways and relations that the import needs. */
export interface ExtractGeometry {
  /** Whether the file has its nodes first, then its ways, then its relations, each once and by id. */
  readonly isSorted: boolean;
  /** Whether it has settlements or streets, and not toilets alone. */
  readonly hasSurroundings: boolean;
  /** In the order nodes, ways, relations. */
  readonly toilets: readonly PlacedToilet[];
  readonly relations: readonly RelationMembers[];
  /** Points with the names of settlements and their parts. */
  readonly placeNodes: readonly OsmElement[];
  /** Tags of the addresses on lines between house numbers, by node. */
  readonly numberedNodes: ReadonlyMap<number, OsmTags>;
  /** Line of a way by its nodes; empty where the file lacks them. */
  line(refs: readonly number[]): Line;
  /** Rings of an area, outer and inner ones; null where they are incomplete in the file. */
  rings(relation: RelationMembers): readonly Line[] | null;
  /** Point in the middle of an area; null where it is incomplete in the file. */
  middle(relation: RelationMembers): Coordinates | null;
}

/**
 * Reads the file three times: for the relations, for the ways that they and the import need, and
 * for the nodes of these ways. So only the positions of such nodes are in memory.
 */
export async function loadExtractGeometry(
  file: OsmPbfFile,
  onProgress: OnProgress,
): Promise<ExtractGeometry> {
  const order = new ElementOrder(file);
  const relations: RelationMembers[] = [];
  await file.visit({
    relation(id, members, tags) {
      order.see("relation", id);
      const isPlace = saysOfToilets(tags) || landmarkKindOf(tags) !== null;
      if (isBoundary(tags) || isPlace || isAddress(tags)) {
        relations.push({ id, tags, members });
      }
    },
  });
  const wanted = new Set(relations.flatMap(({ members }) => wayIds(members)));
  const memberWays = new Map<number, readonly number[]>();
  const toiletWays: { id: number; refs: readonly number[]; tags: OsmTags }[] = [];
  /** Nodes of lines between house numbers. */
  const interpolated = new Set<number>();
  const positions = new NodePositions();
  let hasStreets = false;
  await file.visit(
    {
      way(id, refs, tags) {
        order.see("way", id);
        const isMember = wanted.has(id);
        const isOfToilets = saysOfToilets(tags);
        if (isMember) memberWays.set(id, refs);
        hasStreets ||= tags.highway !== undefined;
        if (isOfToilets) toiletWays.push({ id, refs, tags });
        const isBetweenNumbers = isInterpolation(tags);
        if (isBetweenNumbers) for (const ref of refs) interpolated.add(ref);
        const isNamed = isStreet(tags) || landmarkKindOf(tags) !== null;
        if (isMember || isOfToilets || isNamed || isBetweenNumbers || isAddress(tags))
          positions.want(refs);
      },
    },
    (share) => onProgress(share / 3),
  );
  positions.close();
  const placeNodes: OsmElement[] = [];
  const toilets: PlacedToilet[] = [];
  const numberedNodes = new Map<number, OsmTags>();
  await file.visit(
    {
      position(id, longitudeE7, latitudeE7) {
        order.see("node", id);
        positions.put(id, longitudeE7, latitudeE7);
      },
      node(id, longitude, latitude, tags) {
        const osmId = `node/${id}`;
        if (isPlaceNode(tags)) placeNodes.push({ osmId, longitude, latitude, tags });
        if (saysOfToilets(tags)) toilets.push({ osmId, position: [longitude, latitude], tags });
        if (interpolated.has(id) && isAddress(tags)) numberedNodes.set(id, tags);
      },
    },
    (share) => onProgress((1 + share * 2) / 3),
  );
  const line = (refs: readonly number[]) => positions.line(refs);
  const rings = ({ members }: RelationMembers) => {
    const lines = wayIds(members).map((id) => memberWays.get(id));
    return lines.every((refs) => refs !== undefined) ? joinRings(lines.map(line)) : null;
  };
  const middle = (relation: RelationMembers) => middleOfArea(rings(relation)?.filter(isRing) ?? []);
  for (const { id, refs, tags } of toiletWays) {
    toilets.push({ osmId: `way/${id}`, position: middleOf(line(refs)), tags });
  }
  for (const relation of relations) {
    const { id, tags } = relation;
    if (!saysOfToilets(tags)) continue;
    toilets.push({ osmId: `relation/${id}`, position: middle(relation), tags });
  }
  const { isSorted } = order;
  const hasSettlements = placeNodes.length > 0 || relations.some(({ tags }) => isBoundary(tags));
  const hasSurroundings = hasStreets || hasSettlements;
  const found = { toilets, relations, placeNodes, numberedNodes };
  return { isSorted, hasSurroundings, ...found, line, rings, middle };
}

/** Check of the order of a file's elements. */
class ElementOrder {
  isSorted: boolean;
  readonly #lastIds = { node: -1, way: -1, relation: -1 };

  constructor({ index }: OsmPbfFile) {
    const kinds = index.blobs.flatMap((blob) => blob.kinds.map((kind) => osmKinds.indexOf(kind)));
    this.isSorted = kinds.every((kind, at) => at === 0 || kinds[at - 1] <= kind);
  }

  see(kind: OsmKind, id: number): void {
    if (id <= this.#lastIds[kind]) this.isSorted = false;
    this.#lastIds[kind] = id;
  }
}

function saysOfToilets(tags: OsmTags): boolean {
  return isToilets(tags) || isMarkedGone(tags);
}

/** Ids of the member ways that draw an outline; members of a street relation and labels do not. */
function wayIds(members: readonly OsmMember[]): number[] {
  const outlines = members.filter(({ kind, role }) => kind === "way" && outlineRoles.has(role));
  return outlines.map(({ id }) => id);
}

const outlineRoles: ReadonlySet<string> = new Set(["", "outer", "inner", "exclave", "enclave"]);

/** Positions of some of a file's nodes, 16 bytes each: ids are added, then positions, then lines read. */
class NodePositions {
  #wanted = new Float64Array(1 << 16);
  #count = 0;
  /** Wanted ids, sorted and without duplicates from `close` on. */
  #ids = new Float64Array(0);
  #longitudesE7 = new Int32Array(0);
  #latitudesE7 = new Int32Array(0);
  /** Expected index of the next id: files are sorted by id. */
  #next = 0;

  want(ids: readonly number[]): void {
    if (this.#count + ids.length > this.#wanted.length) {
      const larger = new Float64Array(Math.max(this.#wanted.length * 2, this.#count + ids.length));
      larger.set(this.#wanted);
      this.#wanted = larger;
    }
    this.#wanted.set(ids, this.#count);
    this.#count += ids.length;
  }

  /** Ends the adding of wanted ids. */
  close(): void {
    const sorted = this.#wanted.subarray(0, this.#count).sort();
    let count = 0;
    for (let index = 0; index < sorted.length; index++) {
      if (index === 0 || sorted[index] !== sorted[index - 1]) sorted[count++] = sorted[index];
    }
    this.#ids = sorted.slice(0, count);
    this.#wanted = new Float64Array(0);
    this.#longitudesE7 = new Int32Array(count).fill(unset);
    this.#latitudesE7 = new Int32Array(count);
  }

  /** Stores the position of a wanted node, in units of 1e-7 degrees. */
  put(id: number, longitudeE7: number, latitudeE7: number): void {
    while (this.#ids[this.#next] < id) this.#next++;
    const isBehind = this.#next > 0 && id <= this.#ids[this.#next - 1];
    const index = isBehind ? this.#find(id) : this.#next;
    if (this.#ids[index] !== id) return;
    this.#longitudesE7[index] = longitudeE7;
    this.#latitudesE7[index] = latitudeE7;
  }

  /** Line through nodes, [lng, lat, lng, lat, …] in degrees, without those missing in the file. */
  line(ids: readonly number[]): number[] {
    const line: number[] = [];
    for (const id of ids) {
      const index = this.#find(id);
      if (index < 0 || this.#longitudesE7[index] === unset) continue;
      line.push(this.#longitudesE7[index] / 1e7, this.#latitudesE7[index] / 1e7);
    }
    return line;
  }

  #find(id: number): number {
    const ids = this.#ids;
    const index = lowerBound(0, ids.length, (index) => ids[index] < id);
    return ids[index] === id ? index : -1;
  }
}

/** Mark of a missing longitude: 214 degrees. */
const unset = 0x7fffffff;
