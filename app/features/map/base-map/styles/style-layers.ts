import type {
  ExpressionSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";
import {
  firstSmallZoom,
  type LandmarkKind,
  landmarkColour,
  landmarkIconName,
  landmarkKinds,
  landmarkTextPixels,
} from "#domain/map/landmarks.ts";
import {
  type ColourFade,
  dotOutlinePixels,
  type Features,
  type LabelLayer,
  type MapColour,
  riverPixels,
  type ShapeLayer,
  settlementDotRows,
  settlementTextRows,
  tunnelOpacity,
  type ZoomRamp,
} from "#domain/map/map-layers.ts";
import { type MapTheme, mapPalettes } from "#domain/map/map-palettes.ts";

/** Name of the interface's font in the style's layers. */
export const baseMapFont = "Inter";

/** Expressions are made of tables, so that their types do not say which they are. */
export const expression = (parts: readonly unknown[]) =>
  parts as unknown as ExpressionSpecification;

/** A number that follows the zoom. */
function zoomed({ base, stops }: ZoomRamp): ExpressionSpecification {
  return expression(["interpolate", ["exponential", base], ["zoom"], ...stops.flat()]);
}

/** A colour of a theme, which may follow the zoom. */
export function colourOf(colour: MapColour | ColourFade, theme: MapTheme) {
  const palette = mapPalettes[theme];
  if (typeof colour === "string") return palette[colour];
  const stops = colour.zooms.flatMap((zoom, at) => [zoom, palette[colour.colours[at]]]);
  return expression(["interpolate", ["linear"], ["zoom"], ...stops]);
}

const geometries = { area: "Polygon", line: "LineString", point: "Point" } as const;

/** Source and filter of the layer of some features. */
function layerOf(source: string, { from, shape, ...of }: Features) {
  const { only = {}, not = {}, has, lacks = {}, isZoomed = false } = of;
  const isOne = ([name, values]: [string, readonly unknown[]]) =>
    expression(["in", ["get", name], ["literal", values]]);
  const filter = expression([
    "all",
    ["==", ["geometry-type"], geometries[shape]],
    ...Object.entries(only).map(isOne),
    ...Object.entries(not).map((entry) => ["!", isOne(entry)]),
    ...(has === undefined ? [] : [["has", has]]),
    ...Object.entries(lacks).map(([name, until]) => [
      "any",
      ["!", ["has", name]],
      [">=", ["zoom"], until],
    ]),
    // Zooms of tiles are whole numbers, but for rounding.
    ...(isZoomed ? [["<=", ["get", "zoom"], ["+", ["zoom"], 0.001]]] : []),
  ]);
  return { source, "source-layer": from, filter } as const;
}

/** Zooms of a layer, as far as it has limits. */
function zoomsOf({ minZoom, maxZoom }: ShapeLayer | LabelLayer) {
  return {
    ...(minZoom !== undefined && { minzoom: minZoom }),
    ...(maxZoom !== undefined && { maxzoom: maxZoom }),
  };
}

/** {@link riverPixels} as an expression over the property `width`. */
const riverWidth = expression([
  ...["interpolate", ["exponential", 2], ["zoom"]],
  ...[4, 6, 8, 10, 12].flatMap((zoom) => {
    const { leastPixels, pixelsPerMeter } = riverPixels(zoom);
    return [zoom, ["max", ["*", ["get", "width"], pixelsPerMeter], leastPixels]];
  }),
]);

/** A value by a settlement's rank, which is its property `zoom`. */
function byRank<Value>(
  rows: readonly (readonly [rank: number, value: Value])[],
  pick: (value: Value) => number,
): ExpressionSpecification {
  const [[, first], ...others] = rows;
  const steps = others.flatMap(([rank, value]) => [rank, pick(value)]);
  return expression(["step", ["get", "zoom"], pick(first), ...steps]);
}

const settlementTextSize = expression([
  ...["interpolate", ["linear"], ["zoom"]],
  ...settlementTextRows[0][1].stops.flatMap(([zoom], at) => [
    zoom,
    byRank(settlementTextRows, ({ stops }) => stops[at][1]),
  ]),
]);

/** Layer of shapes in a theme. */
export function shapeLayer(source: string, layer: ShapeLayer, theme: MapTheme): LayerSpecification {
  const { id, features, width, radius, outline, dashes, isRound, blur, hasTunnels } = layer;
  const common = { id, ...layerOf(source, features), ...zoomsOf(layer) };
  const colour = colourOf(layer.colour, theme);
  const opacity = layer.opacity && zoomed(layer.opacity);
  if (radius !== undefined) {
    return {
      ...common,
      type: "circle",
      paint: {
        "circle-color": colour,
        "circle-radius":
          radius === "by-rank" ? byRank(settlementDotRows, (pixels) => pixels) : radius,
        ...(opacity && { "circle-opacity": opacity }),
        ...(outline && {
          "circle-stroke-color": colourOf(outline, theme),
          "circle-stroke-width": dotOutlinePixels,
        }),
      },
    };
  }
  if (width === undefined) {
    return {
      ...common,
      type: "fill",
      paint: {
        "fill-color": colour,
        ...(opacity && { "fill-opacity": opacity }),
        ...(outline && { "fill-outline-color": colourOf(outline, theme) }),
      },
    };
  }
  const inTunnels = ["case", ["==", ["get", "brunnel"], "tunnel"], tunnelOpacity, 1];
  return {
    ...common,
    type: "line",
    layout: { "line-join": "round", "line-cap": isRound ? "round" : "butt" },
    paint: {
      "line-color": colour,
      "line-width": width === "to-scale" ? riverWidth : zoomed(width),
      ...(opacity && { "line-opacity": opacity }),
      ...(hasTunnels && { "line-opacity": expression(inTunnels) }),
      ...(blur && { "line-blur": zoomed(blur) }),
      ...(dashes && { "line-dasharray": [...dashes] }),
    },
  };
}

/** Positions of a name: anchor and offset in em, in turn; the far ones are beside a cluster's disc that is there. */
const positions = {
  "below-dot": [
    ...["top", [0, 0.4], "left", [0.5, 0], "right", [-0.5, 0], "bottom", [0, -0.4]],
    ...["top", [0, 1.8], "left", [1.9, 0], "right", [-1.9, 0], "bottom", [0, -1.8]],
  ],
  "in-middle": [
    ...["center", [0, 0], "top", [0, 1.6], "left", [1.7, 0], "right", [-1.7, 0]],
    ...["bottom", [0, -1.6]],
  ],
} as const;

/** Paint of names in a theme. */
function textPaint(colour: ExpressionSpecification | string, halo: MapColour, theme: MapTheme) {
  return {
    "text-color": colour,
    "text-halo-color": mapPalettes[theme][halo],
    "text-halo-width": 1.4,
    "text-halo-blur": 0.4,
  };
}

/** Layer of names in a theme. @param name the text, where the layer has no property for it */
export function labelLayer(
  source: string,
  layer: LabelLayer,
  theme: MapTheme,
  name: ExpressionSpecification,
): SymbolLayerSpecification {
  const { id, features, size, text, isAlong, isUppercase, spacing, order, position } = layer;
  const { maxWidth, padding, repeat, maxAngle = 32, halo = "halo", opacity } = layer;
  return {
    id,
    ...layerOf(source, features),
    ...zoomsOf(layer),
    type: "symbol",
    layout: {
      "text-field": text === undefined ? name : ["get", text],
      "text-font": [baseMapFont],
      "text-size":
        size === "by-rank" ? settlementTextSize : typeof size === "number" ? size : zoomed(size),
      ...(isAlong && { "symbol-placement": "line", "text-max-angle": maxAngle }),
      ...(repeat && { "symbol-spacing": repeat }),
      ...(isUppercase && { "text-transform": "uppercase" }),
      ...(spacing && { "text-letter-spacing": spacing }),
      ...(order && { "symbol-sort-key": ["coalesce", ["get", order], 20] }),
      ...(position && {
        "text-variable-anchor-offset": [...positions[position]] as never,
        "text-justify": "auto",
      }),
      ...(maxWidth && { "text-max-width": maxWidth }),
      ...(padding && { "text-padding": padding }),
    },
    paint: {
      ...textPaint(mapPalettes[theme][layer.colour], halo, theme),
      ...(opacity && { "text-opacity": zoomed(opacity) }),
    },
  };
}

const kinds = Object.entries(landmarkKinds);
type Kinds = typeof kinds;
const isStation = ([, { group, minZoom }]: Kinds[number]) =>
  group === "transit" && minZoom < firstSmallZoom;

/**
 * Icons and names of landmarks (domain/map/landmarks.ts) in the layer `poi` of the OpenMapTiles schema, a layer
 * for each zoom from which they are shown, the last ones to give way first. An icon stays where its name has no
 * room; one of a kind that has a name is without it there only from the next zoom. The images come from
 * live/landmark-icons.ts. Stations are apart: one is in one place, and a street's name in many.
 */
export function landmarkLayers(source: string, theme: MapTheme, name: ExpressionSpecification) {
  const layersOf = (group: string, ofGroup: Kinds) =>
    [...new Set(ofGroup.map(([, { minZoom }]) => minZoom))]
      .sort((one, other) => other - one)
      .map((zoom) => ({
        ...landmarkLayer(
          zoom,
          ofGroup.filter(([, { minZoom }]) => minZoom === zoom),
          theme,
        ),
        id: `street-${group}-${zoom}`,
      }));
  const landmarkLayer = (zoom: number, ofZoom: Kinds, theme: MapTheme) => {
    const each = (pick: (kind: LandmarkKind, subclass: string) => unknown) => {
      // A `match` needs two values at least.
      const values = ofZoom.map(([subclass, kind]) => pick(kind, subclass));
      const cases = ofZoom.flatMap(([subclass], at) => [subclass, values[at]]);
      return expression(["match", ["get", "subclass"], ...cases, values.at(-1)]);
    };
    const isKind = (ofKinds: Kinds) =>
      expression(["in", ["get", "subclass"], ["literal", ofKinds.map(([subclass]) => subclass)]]);
    const isNameless = isKind(ofZoom.filter(([, kind]) => kind.isNameless));
    return {
      type: "symbol",
      source,
      "source-layer": "poi",
      minzoom: zoom,
      filter: ["all", isKind(ofZoom), ["any", ["has", "name"], [">", ["zoom"], zoom], isNameless]],
      layout: {
        ...(ofZoom.some(([, { icon }]) => icon) && {
          "icon-image": each(({ icon }, subclass) =>
            icon ? landmarkIconName(theme, subclass) : "",
          ),
          "icon-padding": 3,
        }),
        "text-field": name,
        "text-font": [baseMapFont],
        "text-size": each(({ isMajor }) => landmarkTextPixels[isMajor ? "major" : "other"]),
        "text-max-width": 8,
        "text-padding": 4,
        "text-optional": true,
        // A name where the toilet's marker has the icon's place; of a small landmark, both or none.
        "icon-optional": zoom < firstSmallZoom,
        "text-justify": "auto",
        "text-variable-anchor-offset": each(({ icon }) => [
          "literal",
          icon ? aroundIcon : ["center", [0, 0]],
        ]),
      },
      paint: textPaint(
        each(({ group }) => mapPalettes[theme][landmarkColour[group]]),
        "halo",
        theme,
      ),
    } satisfies Omit<SymbolLayerSpecification, "id">;
  };
  return {
    landmarks: layersOf(
      "landmarks",
      kinds.filter((kind) => !isStation(kind)),
    ),
    stations: layersOf("stations", kinds.filter(isStation)),
  };
}

/** Positions of a name below an icon, or else beside or above it. */
const aroundIcon = [
  ...["top", [0, 0.9], "left", [0.9, 0], "right", [-0.9, 0], "bottom", [0, -0.9]],
  ...["left", [2, 0], "right", [-2, 0], "top", [0, 2.4]],
];
