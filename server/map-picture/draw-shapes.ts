import { VectorTile, type VectorTileFeature, type VectorTileLayer } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import {
  byRank,
  type ColourFade,
  dotOutlinePixels,
  type Features,
  filterOf,
  type MapColour,
  riverPixels,
  type ShapeLayer,
  settlementDotRows,
  tunnelOpacity,
  valueAt,
} from "#domain/map/map-layers.ts";
import { type MapPalette, ownBorderLine } from "#domain/map/map-palettes.ts";
import type { MapTile, WorldBox } from "#server/base-map/tile-archive.ts";
import type { Line } from "#server/geometry/line.ts";
import {
  clipLine,
  clipRing,
  clipWorldLine,
  type PictureFrame,
  type PixelLine,
  type TileFrame,
  tileFrame,
} from "./picture-frame.ts";

/** Tile with its features decoded. */
export interface DecodedTile extends Omit<MapTile, "data"> {
  readonly layers: Readonly<Record<string, VectorTileLayer>>;
}

export function decodeTiles(tiles: readonly MapTile[]): DecodedTile[] {
  return tiles.map(({ data, ...at }) => ({ ...at, ...new VectorTile(new PbfReader(data)) }));
}

/** Whether a picture of a zoom has a layer. */
export function isShown(
  { minZoom = 0, maxZoom = Infinity, pictureZoom = minZoom, opacity }: Partial<ShapeLayer>,
  zoom: number,
): boolean {
  return zoom >= pictureZoom && zoom < maxZoom && !(opacity && valueAt(opacity, zoom) === 0);
}

const shapes = [undefined, "point", "line", "area"] as const;

/** Calls for each feature in the tiles that some layers show, with the last of these layers. */
export function visitFeatures<Layer extends { readonly features: Features }>(
  tiles: readonly DecodedTile[],
  picture: PictureFrame,
  layers: readonly Layer[],
  visit: (feature: VectorTileFeature, layer: Layer, frame: TileFrame) => void,
): void {
  // The last layer of each, in their order from the uppermost.
  const byFeatures = new Map(layers.map((layer) => [layer.features, layer]));
  const candidates = Array.from(byFeatures, ([features, layer]) => ({
    ...{ features, layer },
    isOne: filterOf(features, picture.zoom),
  })).reverse();
  for (const { layers: byName, ...at } of tiles) {
    for (const [name, ofTile] of Object.entries(byName)) {
      const ofLayer = candidates.filter(({ features }) => features.from === name);
      if (ofLayer.length === 0) continue;
      const frame = tileFrame(picture, at, ofTile.extent);
      for (let index = 0; index < ofTile.length; index++) {
        const feature = ofTile.feature(index);
        // The uppermost: parks are grass, and pedestrian streets are minor ones.
        const found = ofLayer.find(
          ({ features, isOne }) =>
            features.shape === shapes[feature.type] && isOne(feature.properties),
        );
        if (found) visit(feature, found.layer, frame);
      }
    }
  }
}

/** Points of a feature; none in the tile's margin, since they are in the next tile too. */
export function pointsIn(feature: VectorTileFeature, frame: TileFrame): [x: number, y: number][] {
  const { extent, scale, left, top } = frame;
  return feature
    .loadGeometry()
    .flat()
    .filter(({ x, y }) => Math.min(x, y) >= 0 && Math.max(x, y) < extent)
    .map(({ x, y }) => [x * scale + left, y * scale + top]);
}

/** Geometry of features that are drawn alike, as path data. */
interface Part {
  readonly isTunnel: boolean;
  /** Width of a river in metres, or radius of a settlement's dot in pixels; 0 of others. */
  readonly size: number;
  readonly areas: PixelLine[];
  readonly lines: PixelLine[];
}

/** Maximum length of path data with which a picture of streets stays within some 50 KB after gzip. */
const maxLetters = 130_000;

/** Layers that are left out of a picture that would be too large, the first first. */
const dispensable = [
  ...["buildings", "paths", "steps", "streams", "service", "grounds", "squares", "greens"],
  ...["minor", "pedestrian", "parks", "grass", "towns", "trams", "rails", "woods", "middle"],
  "rivers",
].map((name) => `street-${name}`);

export interface Drawing {
  readonly palette: MapPalette;
  /** As in `PictureRequest`. */
  readonly isFlat: boolean;
  /** Areas without dots. */
  readonly covered?: readonly WorldBox[];
}

/** Layers of some tiles in one copy of the world; a picture that would be too large is drawn without buildings, then without more. */
export function drawShapes(
  tiles: readonly DecodedTile[],
  picture: PictureFrame,
  layers: readonly ShapeLayer[],
  drawing: Drawing,
): string {
  const shown = layers.filter((layer) => isShown(layer, picture.zoom));
  const parts = gatherParts(tiles, picture, shown, drawing.covered ?? []);
  const left = new Set<Features>();
  const lettersOf = (of: Iterable<DrawnPart>) =>
    Array.from(of).reduce((sum, { areas, lines }) => sum + areas.length + lines.length, 0);
  let letters = lettersOf([...parts.values()].flat());
  for (const id of dispensable) {
    if (letters <= maxLetters) break;
    const features = shown.find((layer) => layer.id === id)?.features;
    if (!features || left.has(features)) continue;
    left.add(features);
    letters -= lettersOf(parts.get(features) ?? []);
  }
  return paint(
    shown.filter(({ features }) => !left.has(features)),
    parts,
    picture,
    drawing,
  );
}

/** Part with its path data. */
interface DrawnPart extends Pick<Part, "isTunnel" | "size"> {
  readonly areas: string;
  readonly lines: string;
}

/** Minimum area of a visible ring, in pixels. */
const leastArea = 1.5;

/** The features of the layers, by what is drawn alike. */
function gatherParts(
  tiles: readonly DecodedTile[],
  picture: PictureFrame,
  layers: readonly ShapeLayer[],
  covered: readonly WorldBox[],
): Map<Features, DrawnPart[]> {
  const isFilled = new Set(layers.filter(isOfAreas).map(({ features }) => features));
  const isLined = new Set(layers.filter(({ width }) => width).map(({ features }) => features));
  const found = new Map(layers.map(({ features }) => [features, new Map<string, Part>()]));
  visitFeatures(tiles, picture, layers, (feature, layer, frame) => {
    const { features, width, radius, hasTunnels = false } = layer;
    const { brunnel, width: meters, zoom: rank } = feature.properties;
    const isTunnel = hasTunnels && brunnel === "tunnel";
    const radiusOfRank = radius === "by-rank" ? byRank(settlementDotRows, Number(rank)) : 0;
    const size = width === "to-scale" ? Number(meters) : radiusOfRank;
    const ofFeatures = found.get(features)!;
    const key = `${isTunnel} ${size}`;
    const part = ofFeatures.get(key) ?? { isTunnel, size, areas: [], lines: [] };
    ofFeatures.set(key, part);
    if (features.shape === "point") {
      const { west, north, east, south } = picture.box;
      const dots = pointsIn(feature, frame).filter(
        ([x, y]) =>
          x > west &&
          x < east &&
          y > north &&
          y < south &&
          !covered.some((box) => isWithin(x, y, box, picture)),
      );
      // A line of zero length with round ends is a disc.
      part.lines.push(...dots.map(([x, y]) => [x, y, x, y]));
      return;
    }
    for (const points of feature.loadGeometry()) {
      if (isLined.has(features)) part.lines.push(...clipLine(points, frame));
      if (!isFilled.has(features)) continue;
      const ring = clipRing(points, frame);
      if (boxArea(ring) >= leastArea) part.areas.push(ring);
    }
  });
  return new Map(
    [...found].map(([features, byKey]) => [
      features,
      [...byKey.values()].map(({ areas, lines, ...part }) => ({
        ...part,
        areas: pathData(areas, { closed: true }),
        lines: pathData(lines, { closed: false }),
      })),
    ]),
  );
}

function isOfAreas({ width, radius }: ShapeLayer): boolean {
  return width === undefined && radius === undefined;
}

/** Whether a point in pixels is in a box of the world. */
export function isWithin(
  x: number,
  y: number,
  { west, north, east, south }: WorldBox,
  { scale, offsetX, offsetY }: PictureFrame,
): boolean {
  const [across, down] = [(x + offsetX) / scale, (y + offsetY) / scale];
  return across >= west && across <= east && down >= north && down <= south;
}

function boxArea(ring: PixelLine): number {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    west = Math.min(west, ring[at]);
    east = Math.max(east, ring[at]);
    north = Math.min(north, ring[at + 1]);
    south = Math.max(south, ring[at + 1]);
  }
  return ring.length === 0 ? 0 : (east - west) * (south - north);
}

/** Path elements of all layers, in their order. */
function paint(
  shown: readonly ShapeLayer[],
  parts: ReadonlyMap<Features, readonly DrawnPart[]>,
  { zoom, offsetX }: PictureFrame,
  { palette, isFlat }: Drawing,
): string {
  const definitions = new Map<string, string>();
  const countOfLines = new Map<Features, number>();
  for (const { features, width } of shown) {
    if (width) countOfLines.set(features, (countOfLines.get(features) ?? 0) + 1);
  }
  const drawn: string[] = [];
  const draw = (layer: ShapeLayer, attributes: string, data: string, opacity: number) => {
    if (data === "") return;
    const pale = opacity === 1 ? "" : ` opacity="${round(opacity)}"`;
    const isShared = !isFlat && (countOfLines.get(layer.features) ?? 0) > 1;
    if (!isShared) {
      drawn.push(`<path ${attributes}${pale} d="${data}"/>`);
      return;
    }
    // A view across the antimeridian has the roads of two copies of the world.
    const name = definitions.get(data) ?? `s${definitions.size}-${Math.round(offsetX)}`;
    definitions.set(data, name);
    drawn.push(`<use href="#${name}" ${attributes}${pale}/>`);
  };
  for (const layer of shown) {
    const { features, width, radius, outline, dashes, isRound, blur } = layer;
    const colour = colourAt(layer.colour, zoom, palette);
    for (const { areas, lines, size, isTunnel } of parts.get(features) ?? []) {
      const opacity =
        (layer.opacity ? valueAt(layer.opacity, zoom) : 1) * (isTunnel ? tunnelOpacity : 1);
      const line = (pixels: number, ofLine = colour, cap = isRound) =>
        `fill="none" stroke="${ofLine}" stroke-width="${round(pixels)}" stroke-linejoin="round"${cap ? ' stroke-linecap="round"' : ""}`;
      if (radius !== undefined) {
        const pixels = 2 * (radius === "by-rank" ? size : radius);
        if (outline) {
          draw(layer, line(pixels + 2 * dotOutlinePixels, palette[outline], true), lines, opacity);
        }
        draw(layer, line(pixels, colour, true), lines, opacity);
      } else if (width === undefined) {
        const around = outline ? ` stroke="${palette[outline]}" stroke-width="1"` : "";
        draw(layer, `fill="${colour}"${around}`, areas, opacity);
      } else {
        const { leastPixels, pixelsPerMeter } = riverPixels(zoom);
        const pixels =
          width === "to-scale"
            ? Math.max(leastPixels, size * pixelsPerMeter)
            : valueAt(width, zoom) - (blur ? valueAt(blur, zoom) : 0);
        const dashed = dashes
          ? ` stroke-dasharray="${dashes.map((dash) => round(dash * pixels))}"`
          : "";
        draw(layer, line(pixels) + dashed, lines, opacity);
      }
    }
  }
  const shared = Array.from(definitions, ([data, name]) => `<path id="${name}" d="${data}"/>`);
  return (shared.length > 0 ? `<defs>${shared.join("")}</defs>` : "") + drawn.join("");
}

/** Colour of a layer at a zoom. */
export function colourAt(
  colour: MapColour | ColourFade,
  zoom: number,
  palette: MapPalette,
): string {
  if (typeof colour === "string") return palette[colour];
  const [from, to] = colour.zooms;
  const [first, last] = colour.colours.map((name) => palette[name]);
  const share = Math.min(1, Math.max(0, (zoom - from) / (to - from)));
  const mixed = [1, 3, 5].map((at) => {
    const [one, other] = [first, last].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round(one + (other - one) * share)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}

/** Land of the street map's area. */
export function drawGround(
  covered: readonly WorldBox[],
  { scale, offsetX, offsetY, box }: PictureFrame,
  { land }: MapPalette,
): string {
  const within = (value: number, least: number, most: number) =>
    Math.round(Math.min(most, Math.max(least, value)) * 10) / 10;
  const boxes = covered.map(({ west, north, east, south }) => {
    const left = within(west * scale - offsetX, box.west, box.east);
    const right = within(east * scale - offsetX, box.west, box.east);
    const top = within(north * scale - offsetY, box.north, box.south);
    const bottom = within(south * scale - offsetY, box.north, box.south);
    return `M${left} ${top}H${right}V${bottom}H${left}z`;
  });
  // Without seams between the boxes.
  return `<path fill="${land}" shape-rendering="crispEdges" d="${boxes.join("")}"/>`;
}

/** Border of the operator's area (docs/product#border). */
export function drawOwnBorder(
  border: readonly Line[],
  frame: PictureFrame,
  palette: MapPalette,
): string {
  const { colour, opacity, widthPixels } = ownBorderLine(palette);
  const data = pathData(
    border.flatMap((line) => clipWorldLine(line, frame)),
    { closed: false },
  );
  const attributes = `stroke-opacity="${opacity}" stroke-width="${widthPixels}" stroke-linejoin="round"`;
  return data && `<path fill="none" stroke="${colour}" ${attributes} d="${data}"/>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Lines as SVG path data: to a tenth of a pixel, relative, since short numbers compress best. */
export function pathData(lines: readonly PixelLine[], { closed }: { closed: boolean }): string {
  let data = "";
  for (const line of lines) {
    if (line.length < 4) continue;
    let x = tenths(line[0]);
    let y = tenths(line[1]);
    data += `M${x / 10} ${y / 10}l`;
    const start = data.length;
    for (let i = 2; i < line.length; i += 2) {
      const nextX = tenths(line[i]);
      const nextY = tenths(line[i + 1]);
      if (nextX === x && nextY === y) continue;
      const step = number(nextY - y);
      // A minus sign separates two numbers as well as a space does.
      const first = number(nextX - x);
      if (data.length > start && !first.startsWith("-")) data += " ";
      data += step.startsWith("-") ? first + step : `${first} ${step}`;
      x = nextX;
      y = nextY;
    }
    if (data.length === start) data += "0 0";
    if (closed) data += "z";
  }
  return data;
}

function tenths(pixels: number): number {
  return Math.round(pixels * 10);
}

/** Number of tenths without a leading zero: 5 is ".5". */
function number(value: number): string {
  const size = Math.abs(value);
  const integer = size < 10 ? "" : String(Math.trunc(size / 10));
  const tenth = size % 10;
  return `${value < 0 ? "-" : ""}${integer}${tenth === 0 ? (integer === "" ? "0" : "") : `.${tenth}`}`;
}
