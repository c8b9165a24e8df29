import { lowerBound } from "#domain/place-index/lower-bound.ts";
import { joinRings, middleOf } from "#server/geometry/line.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import type { OnProgress, OsmPbfFile } from "#server/import/osm/osm-file.ts";

import type { OsmMember, OsmTags } from "#server/import/osm-element.ts";
import { boxOf, type PlacedFeature, unitsOf, worldUnits } from "./cell-store.ts";
import { missingUnit } from "./coastline.ts";
import {
  borderFeature,
  featuresOfArea,
  featuresOfNode,
  featuresOfWay,
  type StreetFeature,
} from "./street-map-schema.ts";

interface AreaRelation {
  readonly id: number;
  readonly tags: OsmTags;
  readonly members: readonly OsmMember[];
  readonly features: readonly StreetFeature[];
}

/**
 * Ways of borders, with their most important `admin_level`; and those of areas, with their outline.
 */
interface MemberWays {
  readonly borderLevels: Map<number, number>;
  readonly outlines: Map<number, Uint32Array | null>;
  /** Number of the drawn ways, and of those of them that lack points. */
  count: number;
  cut: number;
}

/** Share of ways that lack points in a file of complete ways: errors in the data. */
const maxCutShare = 1 / 10_000;

interface FeatureListener {
  onFeature(this: void, feature: PlacedFeature): void;
  /** @param points those of a way along the sea, with `missingUnit` for missing ones */
  onCoastline(this: void, id: number, points: Uint32Array): void;
}

/**
 * Reads the features of a street map from an extract: its relations first, then all else in the
 * file's order. The positions of all nodes are in memory meanwhile, 16 bytes each.
 *
 * @returns whether the ways of the file end at its border, instead of having all of their points
 * @throws ImportFileError where the file's nodes are not sorted, or do not come before its ways
 */
export async function readStreetFeatures(
  file: OsmPbfFile,
  { onFeature, onCoastline }: FeatureListener,
  onProgress: OnProgress,
): Promise<{ readonly isCut: boolean }> {
  const relations: AreaRelation[] = [];
  const ways: MemberWays = { borderLevels: new Map(), outlines: new Map(), count: 0, cut: 0 };
  await file.visit({
    relation(id, members, tags) {
      const level = borderLevel(tags);
      const features = tags.type === "multipolygon" ? featuresOfArea(tags) : [];
      for (const { kind, id: way } of members) {
        if (kind !== "way") continue;
        if (level !== null) {
          ways.borderLevels.set(way, Math.min(level, ways.borderLevels.get(way) ?? level));
        }
        if (features.length > 0) ways.outlines.set(way, null);
      }
      if (features.length > 0) relations.push({ id, tags, members, features });
    },
  });
  using nodes = new NodePoints();
  await file.visit(
    {
      position: (id, longitudeE7, latitudeE7) => nodes.add(id, longitudeE7, latitudeE7),
      node(id, longitude, latitude, tags) {
        const features = featuresOfNode(tags);
        if (features.length === 0) return;
        const outline = [Uint32Array.from(unitsOf(longitude, latitude))];
        for (const feature of features) onFeature(placed(feature, id * 3, outline));
      },
      way: (id, refs, tags) => readWay({ id, refs, tags }, { nodes, ways, onFeature, onCoastline }),
    },
    onProgress,
  );
  for (const relation of relations) readRelation(relation, ways.outlines, onFeature);
  return { isCut: ways.cut > ways.count * maxCutShare };
}

/** `admin_level` of drawn borders: of countries, and of their larger parts. */
function borderLevel(tags: OsmTags): number | null {
  const level = Number(tags.admin_level);
  const isDrawn = level === 2 || (level >= 4 && level <= 6);
  return tags.boundary === "administrative" && isDrawn ? level : null;
}

interface Way {
  readonly id: number;
  readonly refs: readonly number[];
  readonly tags: OsmTags;
}

interface ReadContext extends FeatureListener {
  readonly nodes: NodePoints;
  readonly ways: MemberWays;
}

function readWay(
  { id, refs, tags }: Way,
  { nodes, ways, onFeature, onCoastline }: ReadContext,
): void {
  if (tags.natural === "coastline") onCoastline(id, nodes.line(refs, missingUnit));
  const isClosed = refs.length > 3 && refs[0] === refs[refs.length - 1];
  const features = featuresOfWay(tags, isClosed);
  const level = ways.borderLevels.get(id);
  if (level !== undefined) features.push(borderFeature(level, tags.maritime === "yes"));
  const isMember = ways.outlines.has(id);
  if (features.length === 0 && !isMember) return;
  const points = nodes.line(refs);
  ways.count++;
  if (points.length < refs.length * 2) ways.cut++;
  if (points.length < 4) return;
  if (isMember) ways.outlines.set(id, points);
  for (const feature of features) placeShape(feature, id * 3 + 1, [points], onFeature);
}

function readRelation(
  { id, members, features }: AreaRelation,
  outlines: ReadonlyMap<number, Uint32Array | null>,
  onFeature: (feature: PlacedFeature) => void,
): void {
  const lines = members.flatMap((member) =>
    member.kind === "way" && outlineRoles.has(member.role) ? [outlines.get(member.id) ?? []] : [],
  );
  const rings = joinRings(lines.map((line) => Array.from(line)));
  // An incomplete area is not drawn: its outline is unknown.
  if (rings === null) return;
  const outline = rings.map((ring) => Uint32Array.from(ring));
  for (const feature of features) placeShape(feature, id * 3 + 2, outline, onFeature);
}

/** Roles of the ways that draw an area; others are labels and entrances. */
const outlineRoles: ReadonlySet<string> = new Set(["", "outer", "inner"]);

/** Places a feature on the outline of its element, or in its middle. */
function placeShape(
  feature: StreetFeature,
  id: number,
  outline: readonly Uint32Array[],
  onFeature: (feature: PlacedFeature) => void,
): void {
  if (feature.shape === "line") {
    onFeature(placed(feature, id, outline));
    return;
  }
  const visible = areaZoom(outline);
  if (feature.shape === "area") {
    onFeature({ ...placed(feature, id, outline), minZoom: Math.max(feature.minZoom, visible) });
    return;
  }
  const longest = outline.reduce((long, ring) => (ring.length > long.length ? ring : long));
  const middle = middleOf(Array.from(longest));
  if (middle === null) return;
  const point = { ...placed(feature, id, [Uint32Array.from(middle)]), type: "point" as const };
  // The name of a lake needs room in it.
  const isName = feature.layer === "water_name";
  onFeature(isName ? { ...point, minZoom: Math.max(point.minZoom, visible + 2) } : point);
}

function placed(
  { layer, properties, minZoom, shape }: StreetFeature,
  id: number,
  outline: readonly Uint32Array[],
): PlacedFeature {
  return { layer, properties, minZoom, id, type: shape, outline };
}

/** Pixels of a screen that an area must cover to be drawn. */
const leastPixels = 9;

/** Zoom at which an area is large enough to see, at most the last one. */
export function areaZoom(outline: readonly Uint32Array[]): number {
  const [west, north, east, south] = boxOf(outline);
  const share = ((east - west) / worldUnits) * ((south - north) / worldUnits);
  const zoom = Math.ceil(Math.log2(leastPixels / share / 512 ** 2) / 2);
  return Math.min(14, Math.max(0, zoom));
}

/** Number of nodes in a chunk of the memory for positions. */
const chunkNodes = 1 << 20;

/**
 * Points of all nodes of a file, sorted by id, 16 bytes each. Disposing it frees their memory at once: the
 * tiles, which are cut next, need as much.
 */
class NodePoints implements Disposable {
  readonly #ids: Float64Array<ArrayBuffer>[] = [];
  readonly #points: Uint32Array<ArrayBuffer>[] = [];
  #count = 0;
  #lastId = Number.NEGATIVE_INFINITY;

  add(id: number, longitudeE7: number, latitudeE7: number): void {
    if (id <= this.#lastId) {
      throw new ImportFileError("Its nodes are not sorted by their ids: import its file again.");
    }
    this.#lastId = id;
    const at = this.#count++ % chunkNodes;
    if (at === 0) {
      this.#ids.push(new Float64Array(chunkNodes));
      this.#points.push(new Uint32Array(chunkNodes * 2));
    }
    const [ids, points] = [this.#ids.at(-1)!, this.#points.at(-1)!];
    const [x, y] = unitsOf(longitudeE7 / 1e7, latitudeE7 / 1e7);
    ids[at] = id;
    points[at * 2] = x;
    points[at * 2 + 1] = y;
  }

  /** Line through some nodes; missing ones are left out, or have `unit` for both coordinates. */
  line(refs: readonly number[], unit?: number): Uint32Array {
    const points = new Uint32Array(refs.length * 2);
    let length = 0;
    for (const ref of refs) {
      const at = this.#find(ref);
      if (at < 0) {
        if (unit !== undefined) points.fill(unit, length, length + 2);
        if (unit !== undefined) length += 2;
        continue;
      }
      const chunk = this.#points[Math.floor(at / chunkNodes)];
      points[length++] = chunk[(at % chunkNodes) * 2];
      points[length++] = chunk[(at % chunkNodes) * 2 + 1];
    }
    return length === points.length ? points : points.slice(0, length);
  }

  [Symbol.dispose](): void {
    for (const { buffer } of [...this.#ids, ...this.#points]) buffer.transfer(0);
  }

  #find(id: number): number {
    const chunk = lowerBound(0, this.#ids.length, (at) => this.#lastIdOf(at) < id);
    const ids = this.#ids[chunk];
    if (ids === undefined) return -1;
    const end = Math.min(chunkNodes, this.#count - chunk * chunkNodes);
    const at = lowerBound(0, end, (index) => ids[index] < id);
    return ids[at] === id && at < end ? chunk * chunkNodes + at : -1;
  }

  #lastIdOf(chunk: number): number {
    const end = Math.min(chunkNodes, this.#count - chunk * chunkNodes);
    return this.#ids[chunk][end - 1];
  }
}
