import { gzipSync } from "node:zlib";
import { type Feature, fromVectorTileJs, GeoJSONWrapper } from "@maplibre/vt-pbf";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { PmtilesWriter } from "#server/base-map/pmtiles-writer.ts";

/** A tile with its vector data, uncompressed. */
export interface MapTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

/** Writes a PMTiles file that covers the world. */
export function writePmtiles(path: string, tiles: readonly MapTile[]): void {
  const writer = new PmtilesWriter(path);
  for (const tile of tiles) writer.add({ ...tile, data: gzipSync(tile.data) });
  const maxZoom = Math.max(...tiles.map(({ z }) => z));
  const metadata = { name: "test", type: "baselayer" };
  writer.close({ bounds: [-180, -85, 180, 85], maxZoom, metadata });
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
