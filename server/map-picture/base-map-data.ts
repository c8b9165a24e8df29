import { VectorTile, type VectorTileFeature, type VectorTileLayer } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import type { Language } from "#domain/text/language.ts";
import type { MapTile } from "#server/base-map/tile-archive.ts";
import type { Line } from "#server/geometry/line.ts";

/** Line or ring as pairs x, y of world fractions, with its box for quick rejection. */
export interface WorldLine {
  readonly points: Float64Array;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}
/** Name of the base map at its point, in world fractions. */
export interface WorldLabel extends Readonly<Partial<Record<Language, string>>> {
  readonly x: number;
  readonly y: number;
  readonly kind: string;
  /** Zoom from which the name is shown. */
  readonly zoom: number;
  /** Name where the map has none in another language. */
  readonly en: string;
  /**
   * Style of a name of the street map; that of the embedded map's names follows from their kinds.
   */
  readonly style?: { readonly size: number; readonly colour: string };
}
/**
 * The base map of a picture. Areas are rings of tiles that overlap, outer rings one way around and
 * holes the other, as the non-zero rule wants them; lines end outside their tile.
 */
export interface BaseMapData {
  readonly land: readonly WorldLine[];
  readonly hungary: readonly WorldLine[];
  readonly hungaryBorder: readonly WorldLine[];
  readonly counties: readonly WorldLine[];
  readonly lakes: readonly WorldLine[];
  readonly borders: readonly WorldLine[];
  readonly rivers: readonly River[];
  /** The most important first. */
  readonly labels: readonly WorldLabel[];
}

interface River {
  readonly lines: readonly WorldLine[];
  readonly widthMeters: number;
  readonly rank: number;
}

/** Decodes the tiles that the live map shows too. */
export function decodeBaseMap(tiles: readonly MapTile[]): BaseMapData {
  const layers = tiles.map((tile) => ({ tile, ...new VectorTile(new PbfReader(tile.data)) }));
  const featuresIn = (kind: string) =>
    layers.flatMap(({ tile, layers: { [kind]: layer } }) =>
      layer
        ? [...featuresOf(layer)].map((feature) => ({ feature, tile, extent: layer.extent }))
        : [],
    );
  const areasOf = (kind: string) =>
    featuresIn(kind).flatMap(({ feature, tile, extent }) =>
      feature.loadGeometry().map((ring) => worldLine(ring, tile, extent)),
    );
  const linesOf = (kind: string) => featuresIn(kind).flatMap(linesIn);
  return {
    land: areasOf("land"),
    hungary: areasOf("hungary"),
    hungaryBorder: linesOf("hungary"),
    counties: linesOf("county"),
    lakes: areasOf("lake"),
    borders: linesOf("border"),
    rivers: featuresIn("river").map((part) => ({
      lines: linesIn(part),
      widthMeters: Number(part.feature.properties.width),
      rank: Number(part.feature.properties.rank),
    })),
    labels: featuresIn("label")
      .flatMap(labelIn)
      .toSorted((one, other) => importance(one) - importance(other)),
  };
}

interface TileFeature {
  readonly feature: VectorTileFeature;
  readonly tile: MapTile;
  readonly extent: number;
}

/** The parts of a feature's lines within its tile, each with its first points outside. */
function linesIn({ feature, tile, extent }: TileFeature): WorldLine[] {
  return feature
    .loadGeometry()
    .flatMap((line) => partsWithin(line, extent))
    .map((part) => worldLine(part, tile, extent));
}

/** Without the edges along which a tile's areas are cut, which are outside. */
function partsWithin(line: TilePoints, extent: number): TilePoints[] {
  const parts: { x: number; y: number }[][] = [];
  let part: { x: number; y: number }[] | null = null;
  for (let at = 1; at < line.length; at++) {
    const [from, to] = [line[at - 1], line[at]];
    const isOutside =
      Math.max(from.x, to.x) < 0 ||
      Math.min(from.x, to.x) > extent ||
      Math.max(from.y, to.y) < 0 ||
      Math.min(from.y, to.y) > extent;
    if (isOutside) {
      part = null;
      continue;
    }
    if (part === null) {
      part = [from];
      parts.push(part);
    }
    part.push(to);
  }
  return parts;
}

/** A label; none for a point in the tile's margin, which is in the next tile too. */
function labelIn({ feature, tile, extent }: TileFeature): WorldLabel[] {
  const [[point]] = feature.loadGeometry();
  if (Math.min(point.x, point.y) < 0 || Math.max(point.x, point.y) >= extent) return [];
  const { west, north } = worldLine([point], tile, extent);
  const label = { zoom: 0, ...feature.properties } as unknown as Omit<WorldLabel, "x" | "y">;
  return [{ ...label, x: west, y: north }];
}

/** Countries go before all others, as on the live map. */
function importance({ kind, zoom }: WorldLabel): number {
  return kind === "country" ? zoom - 100 : zoom;
}

export function* featuresOf(layer: VectorTileLayer): Generator<VectorTileFeature> {
  for (let at = 0; at < layer.length; at++) yield layer.feature(at);
}

/** Points in units of a tile. */
export type TilePoints = readonly { readonly x: number; readonly y: number }[];

/** A line of a tile. */
export function worldLine(points: TilePoints, { z, x, y }: MapTile, extent: number): WorldLine {
  const tiles = 2 ** z;
  const world = new Float64Array(points.length * 2);
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [at, point] of points.entries()) {
    const across = (x + point.x / extent) / tiles;
    const down = (y + point.y / extent) / tiles;
    world[at * 2] = across;
    world[at * 2 + 1] = down;
    if (across < west) west = across;
    if (across > east) east = across;
    if (down < north) north = down;
    if (down > south) south = down;
  }
  return { points: world, west, north, east, south };
}

type Position = readonly [longitude: number, latitude: number];

/** A line of degrees, projected. */
export function worldLineOf(line: Line): WorldLine {
  const positions = Array.from(
    { length: line.length / 2 },
    (_, at): Position => [line[2 * at], line[2 * at + 1]],
  );
  return project(positions);
}

function project(line: readonly Position[]): WorldLine {
  const points = new Float64Array(line.length * 2);
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  line.forEach(([longitude, latitude], index) => {
    const x = worldX(longitude);
    const y = worldY(latitude);
    points[index * 2] = x;
    points[index * 2 + 1] = y;
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  });
  return { points, west, north, east, south };
}
