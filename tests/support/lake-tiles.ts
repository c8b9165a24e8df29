import { fromGeojsonVt } from "vt-pbf";
import type { Coordinates } from "#domain/coordinates.ts";
import { worldX, worldY } from "#domain/web-mercator.ts";
import type { MapTile } from "./write-pmtiles.ts";

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
  const layers = {
    water: { features: [{ type: 3 as const, geometry: [shore], tags: { class: "lake" } }] },
    transportation: {
      features: [{ type: 2 as const, geometry: [road], tags: { class: "primary" } }],
    },
    place: {
      features: [
        {
          type: 1 as const,
          geometry: [[middle, middle + 400] as [number, number]],
          tags: { class: "town", "name:latin": "Tófalu" },
        },
      ],
    },
  };
  return fromGeojsonVt(layers, { version: 2, extent });
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
