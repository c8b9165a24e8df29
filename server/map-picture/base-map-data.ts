import { readFileSync } from "node:fs";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import type { Language } from "#domain/text/language.ts";
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
 * The base map's files, projected. Rings come without their polygons: the even-odd rule leaves
 * holes open.
 */
export interface BaseMapData {
  readonly land: readonly WorldLine[];
  readonly hungary: readonly WorldLine[];
  readonly counties: readonly WorldLine[];
  readonly lakes: readonly WorldLine[];
  readonly borders: readonly WorldLine[];
  readonly rivers: readonly { line: WorldLine; widthMeters: number; rank: number }[];
  readonly labels: readonly WorldLabel[];
}

type Position = readonly [longitude: number, latitude: number];
interface Shape {
  readonly properties: { readonly kind: string; readonly width?: number; readonly rank?: number };
  readonly geometry:
    | { readonly type: "LineString"; readonly coordinates: readonly Position[] }
    | { readonly type: "MultiLineString"; readonly coordinates: readonly Position[][] }
    | { readonly type: "MultiPolygon"; readonly coordinates: readonly Position[][][] };
}
interface Label {
  readonly properties: Omit<WorldLabel, "x" | "y" | "zoom"> & { readonly zoom?: number };
  readonly geometry: { readonly coordinates: Position };
}

/**
 * Reads the files of the live map, so that the picture and the map show the same.
 *
 * @param folder the folder with `shapes.json` and `labels.json`
 */
export function readBaseMapData(folder: string): BaseMapData {
  const shapes: { features: readonly Shape[] } = readJson(`${folder}/shapes.json`);
  const labels: { features: readonly Label[] } = readJson(`${folder}/labels.json`);
  const linesOf = (kind: string) =>
    shapes.features.filter(({ properties }) => properties.kind === kind).flatMap(linesIn);
  return {
    land: linesOf("land"),
    hungary: linesOf("hungary"),
    counties: linesOf("county"),
    lakes: linesOf("lake"),
    borders: linesOf("border"),
    rivers: shapes.features
      .filter(({ properties }) => properties.kind === "river")
      .map((shape) => ({
        line: linesIn(shape)[0],
        widthMeters: shape.properties.width ?? 0,
        rank: shape.properties.rank ?? 3,
      })),
    labels: labels.features.map(({ properties, geometry: { coordinates } }) => ({
      ...properties,
      zoom: properties.zoom ?? 0,
      x: worldX(coordinates[0]),
      y: worldY(coordinates[1]),
    })),
  };
}

function readJson(path: string) {
  return JSON.parse(readFileSync(path, "utf8"));
}

function linesIn({ geometry }: Shape): WorldLine[] {
  if (geometry.type === "LineString") return [project(geometry.coordinates)];
  if (geometry.type === "MultiLineString") return geometry.coordinates.map(project);
  return geometry.coordinates.flat().map(project);
}

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
