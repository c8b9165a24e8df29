import { VectorTile, type VectorTileFeature, type VectorTileLayer } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { landmarkColours, landmarkKinds } from "#domain/map/landmarks.ts";
import type { MapTheme } from "#domain/map/map-palettes.ts";
import {
  edgeWidth,
  groundKinds,
  pathDashes,
  pixelsAt,
  roadKinds,
  type StreetPalette,
  settlementKinds,
  stepDashes,
  streetPalettes,
  streetWidths,
  tunnelOpacity,
  type ZoomRamp,
} from "#domain/map/street-map-theme.ts";
import { inEachLanguage, type Language } from "#domain/text/language.ts";
import type { AreaTiles, MapTile, WorldBox } from "#server/base-map/tile-archive.ts";
import {
  featuresOf,
  type TilePoints,
  type WorldLabel,
  type WorldLine,
  worldLine,
} from "./base-map-data.ts";
import { clipLine, clipRing, type PixelLine } from "./clip-line.ts";
import type { NamedRoad, StreetNames } from "./draw-labels.ts";
import { pathData } from "./draw-shapes.ts";
import type { Box, PictureFrame } from "./picture-frame.ts";

type Properties = Readonly<Record<string, string | number | boolean>>;

/** A kind of feature in a picture: its layer in the tiles, its classes, and its paint. */
interface Kind {
  readonly id: string;
  readonly layer: string;
  readonly has: (properties: Properties) => boolean;
  readonly shape: "area" | "line";
  readonly minzoom?: number;
  readonly colour: keyof StreetPalette;
  readonly width?: ZoomRamp;
  readonly edge?: { readonly colour: keyof StreetPalette; readonly width: ZoomRamp };
  readonly dashes?: readonly number[];
  readonly opacity?: number;
}

const isOf =
  (...classes: readonly string[]) =>
  (properties: Properties) =>
    classes.includes(String(properties.class));
const isAboveGround = ({ brunnel }: Properties) => brunnel !== "tunnel";
const above =
  (...classes: readonly string[]) =>
  (properties: Properties) =>
    isOf(...classes)(properties) && isAboveGround(properties);

/** Zoom from which a picture has buildings: below it they are too many. */
const firstBuildingZoom = 16;

/** Kinds in the order of the live map's layers, the lowest first. */
const kinds: readonly Kind[] = [
  ...groundKinds.map(({ classes, subclass, color, ...kind }) => ({
    ...kind,
    has: (properties: Properties) =>
      isOf(...classes)(properties) && (subclass ?? properties.subclass) === properties.subclass,
    shape: "area" as const,
    colour: color,
  })),
  {
    id: "streams",
    layer: "waterway",
    has: above("stream", "canal", "ditch", "drain"),
    shape: "line",
    colour: "river",
    width: streetWidths.stream,
  },
  {
    id: "rivers",
    layer: "waterway",
    has: above("river"),
    shape: "line",
    colour: "river",
    width: streetWidths.river,
  },
  {
    id: "water",
    layer: "water",
    has: isAboveGround,
    shape: "area",
    colour: "water",
    // Over the ground of its pixels, which would be a line where the sea and the ground end.
    edge: { colour: "water", width: { base: 1, stops: [[0, 1]] } },
  },
  {
    id: "squares",
    layer: "landuse",
    has: isOf("pedestrian", "pier"),
    shape: "area",
    colour: "square",
  },
  {
    id: "buildings",
    layer: "building",
    has: () => true,
    shape: "area",
    minzoom: firstBuildingZoom,
    colour: "building",
    edge: { colour: "buildingEdge", width: { base: 1, stops: [[firstBuildingZoom, 0.6]] } },
  },
  {
    id: "path",
    layer: "transportation",
    has: (properties) => above("path", "pier")(properties) && properties.sidewalk === undefined,
    shape: "line",
    minzoom: 14,
    colour: "path",
    width: streetWidths.path,
    dashes: pathDashes,
  },
  {
    id: "steps",
    layer: "transportation",
    has: (properties) => above("path")(properties) && properties.subclass === "steps",
    shape: "line",
    minzoom: 15,
    colour: "steps",
    width: streetWidths.steps,
    dashes: stepDashes,
  },
  {
    id: "tunnels",
    layer: "transportation",
    has: (properties) =>
      !isAboveGround(properties) && isOf("motorway", "trunk", "primary", "secondary")(properties),
    shape: "line",
    colour: "roadEdge",
    width: roadKinds[roadKinds.length - 1].width,
    opacity: tunnelOpacity,
  },
  ...roadKinds.map((kind) => ({
    id: kind.id,
    layer: "transportation",
    has: above(...kind.classes),
    shape: "line" as const,
    minzoom: kind.minzoom,
    colour: kind.color,
    width: kind.width,
    edge: { colour: kind.edge, width: edgeWidth(kind) },
  })),
  {
    id: "trams",
    layer: "transportation",
    has: above("transit"),
    shape: "line",
    minzoom: 13,
    colour: "rail",
    width: streetWidths.tram,
  },
  {
    id: "rails",
    layer: "transportation",
    has: above("rail"),
    shape: "line",
    colour: "rail",
    width: streetWidths.rail,
  },
  {
    id: "borders",
    layer: "boundary",
    has: ({ admin_level, maritime }) => admin_level === 2 && maritime !== 1,
    shape: "line",
    colour: "border",
    width: { base: 1, stops: [[9, 1.6]] },
  },
];

/**
 * Maximum length of path data with which a picture of streets stays within some 50 KB after gzip.
 */
const maxLetters = 130_000;

/** Kinds that are left out of a picture that would be too large, the first first. */
const dispensable = [
  ...["buildings", "path", "steps", "streams", "service", "grounds", "squares", "greens"],
  ...["minor", "parks", "grass", "towns", "trams", "rails", "tunnels", "woods", "middle", "rivers"],
];

/**
 * Areas, roads and names of the street map over the embedded base map, in one copy of the world
 * (docs/product#drawn-pictures). A picture that would be too large is drawn without buildings, then
 * without more.
 *
 * @param isFlat as in `PictureRequest`
 */
export function drawStreets(
  { tiles, covered }: AreaTiles,
  frame: PictureFrame,
  { theme, language, isFlat }: { theme: MapTheme; language: Language; isFlat: boolean },
): { shapes: string; names: StreetNames } {
  const palette = streetPalettes[theme];
  const shown = kinds.filter(({ minzoom = 0 }) => frame.zoom >= minzoom);
  const lines = new Map(shown.map(({ id }): [string, PixelLine[]] => [id, []]));
  const names: GatheredNames = { places: [], roads: [] };
  for (const tile of tiles) {
    const { layers } = new VectorTile(new PbfReader(tile.data));
    gatherShapes(layers, tile, frame, shown, lines);
    gatherPlaces(layers, tile, frame, theme, names);
    gatherRoadNames(layers, tile, frame, { palette, language }, names);
  }
  const data = new Map(
    shown.map(({ id, shape }): [string, string] => [
      id,
      pathData(lines.get(id) ?? [], { closed: shape === "area" }),
    ]),
  );
  let letters = 0;
  for (const { length } of data.values()) letters += length;
  for (const id of dispensable) {
    if (letters <= maxLetters) break;
    letters -= data.get(id)?.length ?? 0;
    data.set(id, "");
  }
  const ground = drawGround(covered, frame, palette);
  return {
    shapes: ground + paint(shown, data, { palette, frame, isFlat }),
    names: {
      covered,
      places: names.places.toSorted((one, other) => one.rank - other.rank),
      roads: names.roads.toSorted((one, other) => one.rank - other.rank),
    },
  };
}

/** Land of the street map's area. */
function drawGround(
  covered: readonly WorldBox[],
  { scale, offsetX, offsetY, box }: PictureFrame,
  { land }: StreetPalette,
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

/** Adds the lines and rings of a tile to those of their kinds, in pixels. */
function gatherShapes(
  layers: VectorTile["layers"],
  at: MapTile,
  frame: PictureFrame,
  shown: readonly Kind[],
  lines: ReadonlyMap<string, PixelLine[]>,
): void {
  for (const [name, layer] of Object.entries(layers)) {
    const window = windowOf(frame, at, layer.extent);
    const kindsOfLayer = shown.filter((kind) => kind.layer === name);
    if (kindsOfLayer.length === 0) continue;
    for (const feature of featuresOf(layer)) {
      // The uppermost: steps are paths, and parks are grass.
      const kind = kindsOfLayer.findLast(({ has, shape }) => {
        return shape === shapeOf(feature) && has(feature.properties);
      });
      if (kind === undefined) continue;
      const target = lines.get(kind.id);
      for (const points of feature.loadGeometry()) {
        // In a close view most of a tile is outside.
        if (!reaches(points, window)) continue;
        const line = worldLine(points, at, layer.extent);
        if (kind.shape === "line") target?.push(...clipLine(line, frame));
        else if (isVisible(line, frame)) target?.push(clipRing(line, frame));
      }
    }
  }
}

function shapeOf({ type }: VectorTileFeature): "area" | "line" | null {
  if (type === 2) return "line";
  return type === 3 ? "area" : null;
}

/** Minimum area of a visible ring, in pixels. */
const leastArea = 1.5;

function isVisible({ west, east, north, south }: WorldLine, { scale }: PictureFrame): boolean {
  return (east - west) * (south - north) * scale * scale >= leastArea;
}

/** The picture with its margin, in units of a tile. */
function windowOf(
  { scale, offsetX, offsetY, box }: PictureFrame,
  { z, x, y }: MapTile,
  extent: number,
): Box {
  const across = (pixels: number) => (((pixels + offsetX) / scale) * 2 ** z - x) * extent;
  const down = (pixels: number) => (((pixels + offsetY) / scale) * 2 ** z - y) * extent;
  return {
    west: across(box.west),
    north: down(box.north),
    east: across(box.east),
    south: down(box.south),
  };
}

/** Whether the box around some points and another box touch. */
function reaches(points: TilePoints, { west, north, east, south }: Box): boolean {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return right >= west && left <= east && bottom >= north && top <= south;
}

interface GatheredNames {
  readonly places: (WorldLabel & { rank: number })[];
  readonly roads: (NamedRoad & { rank: number })[];
}

/** Adds the names of the settlements and landmarks of a tile. */
function gatherPlaces(
  { place, poi }: VectorTile["layers"],
  at: MapTile,
  frame: PictureFrame,
  theme: MapTheme,
  names: GatheredNames,
): void {
  const { zoom } = frame;
  gatherPoints(place, at, frame, names, (properties) => {
    const kind = settlementKinds.find(({ classes }) => isOf(...classes)(properties));
    if (!kind || zoom < kind.minzoom || zoom >= kind.maxzoom) return null;
    return {
      size: pixelsAt({ base: 1, stops: kind.sizes }, zoom),
      colour: streetPalettes[theme][kind.color],
      rank: Number(properties.rank),
    };
  });
  gatherPoints(poi, at, frame, names, ({ subclass = "", name }) => {
    const kind = landmarkKinds[String(subclass)];
    if (!kind?.isMajor || name === undefined || zoom < kind.minZoom) return null;
    return {
      size: landmarkTextPixels,
      colour: landmarkColours[theme][kind.group],
      rank: landmarkRank + kind.minZoom,
    };
  });
}

/** Size of a landmark's name, and its rank, which is below that of every settlement. */
const landmarkTextPixels = 11.5;
const landmarkRank = 100;

/** How the name of a point is drawn. */
interface PointStyle {
  readonly size: number;
  readonly colour: string;
  readonly rank: number;
}

/** Adds the names of the points of a layer, unless their style is null. */
function gatherPoints(
  layer: VectorTileLayer | undefined,
  at: MapTile,
  frame: PictureFrame,
  { places }: GatheredNames,
  styleOf: (properties: Properties) => PointStyle | null,
): void {
  if (!layer) return;
  for (const feature of featuresOf(layer)) {
    const { properties } = feature;
    const style = styleOf(properties);
    if (style === null) continue;
    const { rank, ...textStyle } = style;
    for (const points of feature.loadGeometry()) {
      // A point in a tile's margin is in the next tile too.
      if (!points.every(({ x, y }) => Math.min(x, y) >= 0 && Math.max(x, y) < layer.extent))
        continue;
      const { west: x, north: y } = worldLine(points, at, layer.extent);
      if (!isInside(x, y, frame)) continue;
      places.push({
        x,
        y,
        kind: "street-map",
        zoom: 0,
        ...inEachLanguage((language) => nameIn(language, properties)),
        style: textStyle,
        rank,
      });
    }
  }
}

/** Whether a point in world fractions is in the picture. */
function isInside(x: number, y: number, { scale, offsetX, offsetY, width, height }: PictureFrame) {
  const [left, top] = [x * scale - offsetX, y * scale - offsetY];
  return left >= 0 && top >= 0 && left <= width && top <= height;
}

/** Name in a language, else the local one in Latin letters, as on the live map. */
function nameIn(language: Language, properties: Properties): string {
  return String(properties[`name:${language}`] ?? properties["name:latin"] ?? properties.name);
}

/** Classes of roads with names, their minimum zooms and text size, the most important first. */
const namedRoads = [
  { has: isOf("motorway", "trunk", "primary", "secondary", "tertiary"), minzoom: 13, size: 12 },
  { has: isOf("minor"), minzoom: 15, size: 11.5 },
] as const;

/** Adds the names of the roads of a tile. */
function gatherRoadNames(
  { transportation_name: layer }: VectorTile["layers"],
  at: MapTile,
  frame: PictureFrame,
  { palette, language }: { palette: StreetPalette; language: Language },
  { roads }: GatheredNames,
): void {
  const shown = namedRoads.filter(({ minzoom }) => frame.zoom >= minzoom);
  if (!layer || shown.length === 0) return;
  for (const feature of featuresOf(layer)) {
    const { properties } = feature;
    const rank = shown.findIndex(({ has }) => has(properties));
    if (rank === -1 || shapeOf(feature) !== "line") continue;
    const text = nameIn(language, properties);
    for (const points of feature.loadGeometry()) {
      for (const line of clipLine(worldLine(points, at, layer.extent), frame)) {
        roads.push({ text, size: shown[rank].size, colour: palette.roadText, line, rank });
      }
    }
  }
}

const linesAboveRoads: ReadonlySet<string> = new Set(["trams", "rails", "borders"]);

interface Painting {
  readonly palette: StreetPalette;
  readonly frame: PictureFrame;
  readonly isFlat: boolean;
}

/** All kinds, with the edges of all roads below every road. */
function paint(
  shown: readonly Kind[],
  data: ReadonlyMap<string, string>,
  { palette, frame: { zoom, offsetX }, isFlat }: Painting,
): string {
  const definitions: string[] = [];
  const lower: string[] = [];
  const upper: string[] = [];
  for (const { id, shape, colour, width, edge, dashes, opacity } of shown) {
    const path = data.get(id) ?? "";
    if (path === "") continue;
    if (shape === "area") {
      const around = edge
        ? ` stroke="${palette[edge.colour]}" stroke-width="${pixelsAt(edge.width, zoom)}"`
        : "";
      lower.push(`<path fill="${palette[colour]}"${around} d="${path}"/>`);
      continue;
    }
    const line = (lineColour: keyof StreetPalette, ramp: ZoomRamp) =>
      `fill="none" stroke="${palette[lineColour]}" stroke-width="${round(pixelsAt(ramp, zoom))}" stroke-linejoin="round"`;
    const ramp = width ?? streetWidths.rail;
    const more = [
      dashes && ` stroke-dasharray="${dashes.map((dash) => round(dash * pixelsAt(ramp, zoom)))}"`,
      opacity && ` stroke-opacity="${opacity}"`,
    ].join("");
    if (edge === undefined) {
      const target = linesAboveRoads.has(id) ? upper : lower;
      target.push(`<path ${line(colour, ramp)}${more} d="${path}"/>`);
    } else if (isFlat) {
      lower.push(`<path ${line(edge.colour, edge.width)} d="${path}"/>`);
      upper.push(`<path ${line(colour, ramp)} stroke-linecap="round" d="${path}"/>`);
    } else {
      // A view across the antimeridian has the roads of two copies of the world.
      const name = `${id}${Math.round(offsetX)}`;
      definitions.push(`<path id="${name}" d="${path}"/>`);
      lower.push(`<use href="#${name}" ${line(edge.colour, edge.width)}/>`);
      upper.push(`<use href="#${name}" ${line(colour, ramp)} stroke-linecap="round"/>`);
    }
  }
  const defined = definitions.length > 0 ? `<defs>${definitions.join("")}</defs>` : "";
  return defined + lower.join("") + upper.join("");
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
