import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { type Feature, fromVectorTileJs, GeoJSONWrapper } from "@maplibre/vt-pbf";
import { zxyToTileId } from "pmtiles";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";

/** A tile with its vector data, uncompressed. */
export interface MapTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

const headerBytes = 127;
/** The format's numbers for compression and kind of tiles. */
const gzip = 2;
const vectorTiles = 1;

/**
 * Writes a PMTiles file, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md), that
 * covers the world; all entries are in its root directory, so it is for few tiles.
 */
export function writePmtiles(path: string, tiles: readonly MapTile[]): void {
  const entries = tiles
    .map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), data: gzipSync(tile.data) }))
    .sort((a, b) => a.id - b.id);
  const directory = gzipSync(writeDirectory(entries));
  const metadata = gzipSync(JSON.stringify({ name: "test", type: "baselayer" }));
  const data = Buffer.concat(entries.map((entry) => entry.data));
  const header = writeHeader({
    directoryBytes: directory.length,
    metadataBytes: metadata.length,
    dataBytes: data.length,
    tileCount: entries.length,
    maxZoom: Math.max(...tiles.map(({ z }) => z)),
  });
  writeFileSync(path, Buffer.concat([header, directory, metadata, data]));
}

/** Columns of numbers: ids as steps, run lengths, lengths, and offsets of which 0 is 'right behind'. */
function writeDirectory(entries: readonly { id: number; data: Buffer }[]): Buffer {
  const steps = entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0));
  const runs = entries.map(() => 1);
  const lengths = entries.map(({ data }) => data.length);
  const offsets = entries.map((_, at) => (at === 0 ? 1 : 0));
  const numbers = [entries.length, ...steps, ...runs, ...lengths, ...offsets];
  return Buffer.from(numbers.flatMap(varint));
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

function writeHeader(sizes: {
  directoryBytes: number;
  metadataBytes: number;
  dataBytes: number;
  tileCount: number;
  maxZoom: number;
}): Buffer {
  const { directoryBytes, metadataBytes, dataBytes, tileCount, maxZoom } = sizes;
  const metadataAt = headerBytes + directoryBytes;
  const dataAt = metadataAt + metadataBytes;
  const header = Buffer.alloc(headerBytes);
  header.write("PMTiles", 0);
  header[7] = 3;
  const parts = [headerBytes, directoryBytes, metadataAt, metadataBytes, dataAt, 0, dataAt];
  const counts = [dataBytes, tileCount, tileCount, tileCount];
  for (const [at, number] of [...parts, ...counts].entries()) {
    header.writeBigUInt64LE(BigInt(number), 8 + at * 8);
  }
  header.set([1, gzip, gzip, vectorTiles, 0, maxZoom], 96);
  const degrees = [-180, -85, 180, 85];
  for (const [at, degree] of degrees.entries()) header.writeInt32LE(degree * 1e7, 102 + at * 4);
  return header;
}

const extent = 4096;

/** A lake that fills the tile, a road across it and a town, in the OpenMapTiles schema. */
function lakeTile(): Uint8Array {
  const [edge, middle] = [extent + 64, extent / 2];
  const shore: [number, number][] = [
    [-64, -64],
    [edge, -64],
    [edge, edge],
    [-64, edge],
    [-64, -64],
  ];
  const road: [number, number][] = [
    [0, 100],
    [extent, 100],
  ];
  const town = { class: "town", "name:latin": "Tófalu" };
  return encodeTile({
    water: { type: 3, geometry: [shore], tags: { class: "lake" } },
    transportation: { type: 2, geometry: [road], tags: { class: "primary" } },
    place: { type: 1, geometry: [[middle, middle + 400]], tags: town },
  });
}

/** A vector tile (version 2) with one feature in each layer. */
function encodeTile(featureByLayer: Readonly<Record<string, Feature>>): Uint8Array {
  const layers: Record<string, GeoJSONWrapper> = {};
  for (const [name, feature] of Object.entries(featureByLayer)) {
    layers[name] = Object.assign(new GeoJSONWrapper([feature], { version: 2, extent }), { name });
  }
  return fromVectorTileJs({ layers });
}

/** Tiles of all zooms to the given one, those at a point alone: there is nothing but a lake. */
export function lakeTiles([longitude, latitude]: Coordinates, maxZoom: number): MapTile[] {
  return Array.from({ length: maxZoom + 1 }, (_, z) => ({
    z,
    x: Math.floor(worldX(longitude) * 2 ** z),
    y: Math.floor(worldY(latitude) * 2 ** z),
    data: lakeTile(),
  }));
}
