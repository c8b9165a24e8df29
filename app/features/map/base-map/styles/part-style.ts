import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from "maplibre-gl";
import type { BaseMapAppearance } from "#app/features/map/base-map/base-map-state.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import {
  attributionsBeside,
  baseMapAttributions,
  baseMapMaxUsefulZoom,
  type MapAttribution,
} from "#domain/map/base-map-source.ts";
import { mapPalettes } from "#domain/map/map-palettes.ts";
import { partZoom, streetPalettes, type ZoomRamp } from "#domain/map/street-map-theme.ts";
import { fadeBetween, fadeWater } from "./embedded-expressions.ts";
import { embeddedStyle } from "./embedded-style.ts";
import { fromStreets, isClass, zoomRamp } from "./street-expressions.ts";
import { type StreetTiles, streetStyle } from "./street-style.ts";

interface PartOfTheWorld {
  readonly tiles: StreetTiles;
  /** Boxes side by side that make up the area that the tiles show. */
  readonly covered: readonly BoundingBox[];
  readonly attributions: readonly MapAttribution[];
}

/**
 * The embedded map, and from {@link partZoom} on the street map in the area that its tiles show: there its
 * land covers the embedded map's lines, and its names take the place of the others.
 */
export function partStyle(
  appearance: BaseMapAppearance,
  { tiles, covered, attributions }: PartOfTheWorld,
): StyleSpecification {
  const embedded = embeddedStyle(appearance);
  // MapLibre leaves out what is a part of another attribution: © OpenStreetMap is first, and once.
  const credits = [...baseMapAttributions, ...attributionsBeside(attributions)];
  const streets = streetStyle(appearance, tiles, credits);
  const area = areaOf(covered);
  const isElsewhere: ExpressionSpecification = [
    "any",
    ["<", ["zoom"], partZoom],
    ["!", ["within", area]],
  ];
  const [shapes, names] = split(embedded.layers, isOfLabels);
  const { land } = streetPalettes[appearance.theme];
  const ground: LayerSpecification = {
    id: "street-ground",
    type: "fill",
    source: "covered",
    minzoom: partZoom,
    // Without seams between the boxes.
    paint: { "fill-color": land, "fill-antialias": false },
  };
  const softEdge: LayerSpecification = {
    id: "street-ground-edge",
    type: "line",
    ...fromStreets("edge"),
    minzoom: partZoom,
    filter: ["!", isClass("cut")],
    layout: { "line-cap": "round", "line-join": "round" },
    paint: {
      "line-color": land,
      "line-width": zoomRamp(edgeRamp(1)),
      "line-blur": zoomRamp(edgeRamp(1 / 2)),
    },
  };
  const softCut: LayerSpecification = {
    id: "street-cut",
    type: "line",
    ...fromStreets("edge"),
    minzoom: baseMapMaxUsefulZoom,
    filter: isClass("cut"),
    layout: { "line-cap": "round", "line-join": "round" },
    paint: {
      "line-color": land,
      "line-width": zoomRamp(cutRamp(2)),
      "line-blur": zoomRamp(cutRamp(1)),
      "line-opacity": fadeBetween(0, 1),
    },
  };
  const [drawn, streetNames] = split(
    streets.layers.filter(({ type }) => type !== "background").map(fromPartZoom),
    ({ type }) => type === "symbol",
  );
  return {
    ...embedded,
    name: `mosdo-part-${appearance.theme}`,
    sources: {
      ...embedded.sources,
      ...streets.sources,
      covered: { type: "geojson", data: area },
    },
    layers: [
      ...shapes.map((layer) => withoutEdge(layer, land, mapPalettes[appearance.theme].water)),
      ground,
      softEdge,
      ...drawn,
      softCut,
      ...names.map((layer) => withFilter(layer, isElsewhere)),
      ...streetNames,
    ],
  };
}

/** Lines of the embedded map that the street map has too, and better. */
const coarseLines: ReadonlySet<string> = new Set(["borders", "hungary-border", "counties"]);

/**
 * Pixels of some of the squares of which the covered area consists (docs/decisions/049). A tile has no line of the
 * next one that is farther from it, so the soft edge is no wider than one of them.
 */
function edgeRamp(squares: number): ZoomRamp {
  const at = (zoom: number) => [zoom, squares * 2 ** (zoom - 6)] as const;
  return { base: 2, stops: [at(partZoom), at(20)] };
}

/**
 * Pixels of the width by which the map fades where an extract is cut, and of its double. A tile has no line of the
 * next one that is farther from it than a width.
 */
function cutRamp(widths: number): ZoomRamp {
  const pixels = 512 / 32;
  return { base: 2, stops: [14, 20].map((zoom) => [zoom, widths * pixels * 2 ** (zoom - 14)]) };
}

/**
 * A shape of the embedded map without an edge at the area of the street map: its land takes the other's tone where
 * the streets begin, its borders and county lines fade out before they lie visibly beside the street map's, and its
 * sea goes on in the other's until it fades to the same tone: no coast is better than an invented one.
 */
function withoutEdge(layer: LayerSpecification, land: string, water: string): LayerSpecification {
  if (layer.type === "background") {
    return { ...layer, paint: { "background-color": fadeWater(water, land) } };
  }
  if (layer.type === "fill" && (layer.id === "land" || layer.id === "hungary")) {
    const own = layer.paint?.["fill-color"] as string;
    const color = ["interpolate", ["linear"], ["zoom"], partZoom - 1, own, partZoom, land];
    return { ...layer, paint: { ...layer.paint, "fill-color": color } } as LayerSpecification;
  }
  if (layer.type === "line" && coarseLines.has(layer.id)) {
    const maxzoom = baseMapMaxUsefulZoom;
    const opacity = ["interpolate", ["linear"], ["zoom"], maxzoom - 1, 1, maxzoom, 0];
    const paint = { ...layer.paint, "line-opacity": opacity };
    return { ...layer, maxzoom, paint } as LayerSpecification;
  }
  return layer;
}

/** Names, and the dots of settlements. */
function isOfLabels({ type }: LayerSpecification): boolean {
  return type === "symbol" || type === "circle";
}

function split<Layer>(
  layers: readonly Layer[],
  isSecond: (layer: Layer) => boolean,
): [first: Layer[], second: Layer[]] {
  return [layers.filter((layer) => !isSecond(layer)), layers.filter(isSecond)];
}

/** Main roads show from farther away: they lead out of the area. */
const farRoads: ReadonlySet<string> = new Set(["street-motorway", "street-main"]);

function fromPartZoom(layer: LayerSpecification): LayerSpecification {
  if (farRoads.has(layer.id)) return layer;
  return { ...layer, minzoom: Math.max(layer.minzoom ?? 0, partZoom) };
}

/** A layer of the features that meet its own filter and another one. Lines are in the area or not by their points. */
function withFilter(
  layer: LayerSpecification,
  filter: ExpressionSpecification,
): LayerSpecification {
  if (layer.type === "background" || layer.type === "raster") return layer;
  const own = "filter" in layer ? layer.filter : undefined;
  return { ...layer, filter: own ? ["all", own, filter] : filter } as LayerSpecification;
}

function areaOf(covered: readonly BoundingBox[]): GeoJSON.MultiPolygon {
  return {
    type: "MultiPolygon",
    coordinates: covered.map(({ west, south, east, north }) => [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ]),
  };
}
