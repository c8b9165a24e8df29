import { hash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromVectorTileJs, GeoJSONWrapper, type Feature as TileFeature } from "@maplibre/vt-pbf";
import {
  boxOf,
  type Cell,
  featuresIn,
  type PlacedFeature,
  readCell,
  type StoredFeature,
  type TilePlace,
  tileMargin,
  tileName,
  tilesAround,
  worldUnits,
} from "./cell-store.ts";
import { type StreetLayer, streetLayers, streetMaxZoom } from "./street-map-schema.ts";
import {
  type CutFeature,
  isWithin,
  type TileLayers,
  type TilePoint,
  thinLabels,
  thinPoints,
} from "./tile-labels.ts";

/** A tile, packed with gzip. */
export interface CutTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

/** Work of a thread of its own (make-street-map.ts): this file is its script. */
export interface CuttingWork {
  readonly kind: "cut-tiles";
  /** Folder of the cells. */
  readonly folder: string;
}

/** Tile with what it is cut of. */
export interface DigestedTile extends TilePlace {
  /** Digest of its features, in their order. */
  readonly digest: string;
}

/** Tile of a map, with the range of its data in the file, which is empty where nothing is drawn. */
export interface TileRecord extends DigestedTile {
  readonly offset: number;
  readonly length: number;
}

/** Cell of a map, with what its tiles were cut of. */
export interface CellRecord {
  /** Digest of its file. */
  readonly digest: string;
  readonly tiles: readonly TileRecord[];
}

/** Cells by their names. */
export type CellRecords = Readonly<Record<string, CellRecord>>;

/** Cell for a thread to cut. */
export interface CellToCut {
  readonly cell: Cell;
  /** The cell in the former map. */
  readonly former: CellRecord | null;
}

interface TileOfCell extends DigestedTile {
  /** Empty where nothing is drawn; null where it is that of the former map. */
  readonly data: Uint8Array | null;
}

/** Cell that a thread has cut. */
export interface CutCell {
  /** Digest of its file. */
  readonly digest: string;
  readonly tiles: readonly TileOfCell[];
}

/** Units of a tile's width. */
const extent = 4096;

/**
 * Cuts the tiles of a cell, from its own zoom to its last one, or some of them. Tiles with nothing in them are left
 * out.
 */
export function* cutTiles(
  cell: Cell,
  features: readonly PlacedFeature[],
  isWanted: (place: TilePlace) => boolean = () => true,
): Generator<CutTile> {
  const index = new GeoJSONVT(
    { type: "FeatureCollection", features: features.map(toGeoJson) },
    {
      maxZoom: streetMaxZoom,
      indexMaxZoom: 0,
      indexMaxPoints: 0,
      extent,
      buffer: extent * tileMargin,
      coordinates: "unitSquare",
      wrap: false,
    },
  );
  for (let z = cell.z; z <= cell.lastZoom; z++) {
    const across = 2 ** (z - cell.z);
    for (let x = cell.x * across; x < (cell.x + 1) * across; x++) {
      for (let y = cell.y * across; y < (cell.y + 1) * across; y++) {
        if (!isWanted({ z, x, y })) continue;
        const tile = index.getTile(z, x, y);
        const data = tile && encodeTile(tile.features as unknown as CutFeature[], z);
        if (data) yield { z, x, y, data };
      }
    }
  }
}

function toGeoJson(feature: PlacedFeature): GeoJSON.Feature {
  const { type, outline } = feature;
  const lists = outline.map(toPositions);
  // The product's own feature passes through as the properties, and comes back by the same
  // reference.
  const properties = feature as unknown as GeoJSON.GeoJsonProperties;
  if (type === "point") {
    return { type: "Feature", properties, geometry: { type: "Point", coordinates: lists[0][0] } };
  }
  if (type === "line") {
    const geometry = { type: "MultiLineString" as const, coordinates: lists };
    return { type: "Feature", properties, geometry };
  }
  const geometry = { type: "MultiPolygon" as const, coordinates: polygonsOf(lists) };
  return { type: "Feature", properties, geometry };
}

function toPositions(points: Uint32Array): TilePoint[] {
  const positions: TilePoint[] = [];
  for (let at = 0; at < points.length; at += 2) {
    positions.push([points[at] / worldUnits, points[at + 1] / worldUnits]);
  }
  return positions;
}

/**
 * Polygons of some rings: a ring within an odd number of others is a hole of the innermost of them.
 */
function polygonsOf(rings: TilePoint[][]): TilePoint[][][] {
  if (rings.length === 1) return [rings];
  const around = rings.map((ring) =>
    rings.filter((other) => other !== ring && isWithin(ring[0], other)),
  );
  const depths = new Map(rings.map((ring, at) => [ring, around[at].length]));
  const polygons = new Map<TilePoint[][number][], TilePoint[][]>();
  for (const ring of rings) if (depths.get(ring)! % 2 === 0) polygons.set(ring, [ring]);
  for (const [at, ring] of rings.entries()) {
    const depth = around[at].length;
    if (depth % 2 === 0) continue;
    const holder = around[at].find((other) => depths.get(other) === depth - 1);
    if (holder) polygons.get(holder)?.push(ring);
  }
  return [...polygons.values()];
}

/**
 * The vector tile of some cut features; null where none of them is drawn at this zoom. Features of a layer with
 * equal properties are one: a tile of a town is less than half as large for it.
 */
function encodeTile(features: readonly CutFeature[], z: number): Uint8Array | null {
  const joined: TileLayers = new Map();
  for (const { type, tags, geometry } of features) {
    if (tags.minZoom > z) continue;
    const ofLayer = joined.get(tags.layer) ?? new Map<string, CutFeature>();
    joined.set(tags.layer, ofLayer);
    const key = keyOf(type, tags);
    const other = ofLayer.get(key);
    if (other) (other.geometry as unknown[]).push(...geometry);
    else ofLayer.set(key, { type, tags, geometry: [...geometry] } as CutFeature);
  }
  if (joined.size === 0) return null;
  thinLabels(joined);
  const layers: Record<string, GeoJSONWrapper> = {};
  for (const name of streetLayers) {
    const ofLayer = joined.get(name);
    if (ofLayer === undefined) continue;
    const written = [...ofLayer.values()].map(({ type, tags, geometry }) => ({
      type,
      tags: tags.properties,
      geometry: joinGeometry(name, type, geometry),
    }));
    const layer = new GeoJSONWrapper(written as TileFeature[], { version: 2, extent });
    layers[name] = Object.assign(layer, { name });
  }
  return gzipSync(fromVectorTileJs({ layers }));
}

const keys = new WeakMap<object, number>();
let lastKey = 0;

/** Name of the features that are one: equal properties are one object within a cell. */
function keyOf(type: number, { properties }: PlacedFeature): string {
  const key = keys.get(properties) ?? ++lastKey;
  keys.set(properties, key);
  return `${type} ${key}`;
}

/** The geometry of features that are one. */
function joinGeometry(layer: StreetLayer, type: number, geometry: unknown): unknown {
  if (type === 2) return joinLines(geometry as Line[]);
  return layer === "poi" && type === 1
    ? thinPoints(geometry as Line, leastLandmarkDistance)
    : geometry;
}

/** Least distance of two equal landmarks: at zoom 14 some 30 m in northern Europe. */
const leastLandmarkDistance = 96;

type Line = TilePoint[];

/**
 * Joins lines where exactly two of them end: a street consists of many ways, and a name needs a
 * long line. The direction of a line does not matter.
 */
export function joinLines(lines: readonly Line[]): Line[] {
  const atEnd = new Map<number, Line[]>();
  const nameOf = ([x, y]: Line[number]) => (x + extent) * 4 * extent + (y + extent);
  const endsOf = (line: Line) => [nameOf(line[0]), nameOf(line[line.length - 1])];
  for (const line of lines) {
    for (const end of endsOf(line)) atEnd.set(end, [...(atEnd.get(end) ?? []), line]);
  }
  const open = new Set(lines);
  const joined: Line[] = [];
  /** The only other line that begins or ends at an end. */
  const nextAt = (end: number, line: Line) => {
    const there = atEnd.get(end) ?? [];
    const other = there.length === 2 ? there.find((one) => one !== line) : undefined;
    return other && open.has(other) ? other : null;
  };
  for (const first of lines) {
    if (!open.delete(first)) continue;
    let joinedLine = [...first];
    for (const _ of ["forward", "backward"]) {
      let last = first;
      for (
        let end = nameOf(joinedLine[joinedLine.length - 1]);
        ;
        end = nameOf(joinedLine[joinedLine.length - 1])
      ) {
        const next = nextAt(end, last);
        if (next === null) break;
        open.delete(next);
        const isForward = nameOf(next[0]) === end;
        joinedLine = joinedLine.concat((isForward ? next : next.toReversed()).slice(1));
        last = next;
      }
      joinedLine.reverse();
    }
    joined.push(joinedLine);
  }
  return joined;
}

/** The features of which each tile of a cell is cut, by the tiles' names. */
function featuresOfTiles(
  cell: Cell,
  features: readonly StoredFeature[],
): Map<string, StoredFeature[]> {
  const tiles = new Map<string, StoredFeature[]>();
  for (const feature of features) {
    const box = boxOf(feature.outline);
    for (let z = Math.max(cell.z, feature.minZoom); z <= cell.lastZoom; z++) {
      for (const [x, y] of tilesAround(box, z, cell)) {
        const name = tileName({ z, x, y });
        const there = tiles.get(name);
        if (there === undefined) tiles.set(name, [feature]);
        else there.push(feature);
      }
    }
  }
  return tiles;
}

/** Digest of what a tile is cut of. */
function digestOf(features: readonly StoredFeature[]): string {
  return hash("sha256", features.map(({ digest }) => digest).join(), "base64").slice(0, 24);
}

/** Cuts the tiles of a cell whose features are others than in the former map. */
function cutCell(folder: string, { cell, former }: CellToCut): CutCell {
  const bytes = readCell(folder, cell);
  const digest = hash("sha256", bytes, "base64");
  if (digest === former?.digest) {
    return { digest, tiles: former.tiles.map((tile) => ({ ...tile, data: null })) };
  }
  const formerDigests = new Map(former?.tiles.map((tile) => [tileName(tile), tile.digest]));
  const tiles = new Map<string, TileOfCell>();
  const changed = new Set<PlacedFeature>();
  const features = featuresIn(bytes);
  for (const [name, ofTile] of featuresOfTiles(cell, features)) {
    const [z, x, y] = name.split("/").map(Number);
    const digest = digestOf(ofTile);
    const isSame = formerDigests.get(name) === digest;
    tiles.set(name, { z, x, y, digest, data: isSame ? null : new Uint8Array() });
    if (!isSame) for (const feature of ofTile) changed.add(feature);
  }
  const wanted = features.filter((feature) => changed.has(feature));
  const isWanted = (place: TilePlace) => Boolean(tiles.get(tileName(place))?.data);
  for (const { data, ...place } of cutTiles(cell, wanted, isWanted)) {
    const name = tileName(place);
    // A copy of its own: small buffers share memory, which cannot be transferred.
    tiles.set(name, { ...tiles.get(name)!, data: new Uint8Array(data) });
  }
  return { digest, tiles: [...tiles.values()] };
}

/** Cuts one cell after the other. */
function serveCells(folder: string): void {
  parentPort?.on("message", (task: CellToCut) => {
    const cut = cutCell(folder, task);
    const buffers = cut.tiles?.flatMap(({ data }) => (data ? [data.buffer as ArrayBuffer] : []));
    parentPort?.postMessage(cut, buffers ?? []);
  });
}

const work: Partial<CuttingWork> | null = workerData;
if (work?.kind === "cut-tiles" && work.folder) serveCells(work.folder);
